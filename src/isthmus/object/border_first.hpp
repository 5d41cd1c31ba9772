// isthmus/object/border_first.hpp: whether a job serves border objects first.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>
#include <utility>

namespace isthmus::engine {

/// `automatic`: on each PE that is nearly always busy, with messages that take long beside what
/// sorting them costs. With one site there is no border, and nothing is done for it.
enum class BorderFirst : std::uint8_t { no, yes, automatic };

/// As users write them.
inline constexpr std::array<std::pair<std::string_view, BorderFirst>, 3> border_first_words = {
    {{"yes", BorderFirst::yes}, {"no", BorderFirst::no}, {"auto", BorderFirst::automatic}}};

inline std::optional<BorderFirst> find_border_first(std::string_view text) {
  for (const auto& [word, value] : border_first_words) {
    if (word == text) return value;
  }
  return std::nullopt;
}

inline std::string_view to_string(BorderFirst value) {
  for (const auto& [word, one] : border_first_words) {
    if (one == value) return word;
  }
  return {};
}

}  // namespace isthmus::engine
