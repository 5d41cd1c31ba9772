// isthmus/collective/quiescence_strategy.hpp: the ways of noticing that nothing is under way.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace isthmus::engine::collective {

/// docs/internals/quiescence.md tells how they work. The same on all PEs of a job.
enum class QuiescenceStrategy : std::uint8_t {
  counting_waves,  ///< Mattern 1987: two waves over the tree that find the same.
  safra,           ///< Dijkstra, EWD 998: a token that goes round all PEs.
};

inline constexpr std::array<std::string_view, 2> quiescence_strategy_names = {"counting_waves",
                                                                              "safra"};

/// Nothing if there is none of this name.
constexpr std::optional<QuiescenceStrategy> find_quiescence_strategy(std::string_view name) {
  for (std::size_t i = 0; i < quiescence_strategy_names.size(); ++i) {
    if (quiescence_strategy_names[i] == name) return static_cast<QuiescenceStrategy>(i);
  }
  return std::nullopt;
}

}  // namespace isthmus::engine::collective
