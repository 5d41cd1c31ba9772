#include "isthmus/topology/grid_text.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <numeric>

namespace isthmus::topology {

namespace {

/// Levenshtein's distance; both sides are bounded by the caller.
std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 0; i < a.size(); ++i) {
    std::size_t diagonal = row[0];
    row[0] = i + 1;
    for (std::size_t j = 0; j < b.size(); ++j) {
      const std::size_t replaced = diagonal + (a[i] == b[j] ? 0 : 1);
      diagonal = row[j + 1];
      row[j + 1] = std::min({replaced, row[j] + 1, diagonal + 1});
    }
  }
  return row.back();
}

}  // namespace

bool is_device_name(std::string_view name) {
  const auto allowed = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
           c == '-';
  };
  return !name.empty() && name.size() <= 64 && std::ranges::all_of(name, allowed) &&
         name != "chain" && name != "sites" && name != "class" && name != "directed";
}

std::string count_of(long long count, std::string_view noun, std::string_view plural) {
  std::string text = std::to_string(count) + " " + std::string(noun);
  return count == 1 ? text : text + std::string(plural);
}

std::string shortest(double value) {
  std::array<char, 32> digits{};
  const auto [end, error] = std::to_chars(digits.data(), digits.data() + digits.size(), value);
  return error == std::errc() ? std::string(digits.data(), end) : "?";
}

std::string printable(std::string_view text) {
  constexpr std::size_t shown_max = 60;
  std::string result(text.substr(0, shown_max));
  for (char& c : result) {
    if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f) c = '?';
  }
  return text.size() > shown_max ? result + "..." : result;
}

std::string seen_at(int line) {
  return line == 0 ? "" : "; the first is on line " + std::to_string(line);
}

std::string one_of(const std::vector<std::string>& known, std::string_view given) {
  constexpr std::size_t listed_max = 12;
  std::string list;
  std::string nearest;
  // Two slips in a word of six letters are a typing error; in one of three they are another word.
  std::size_t nearest_distance = std::min<std::size_t>(given.size() / 3, 2) + 1;
  for (std::size_t i = 0; i < known.size(); ++i) {
    if (i < listed_max) {
      if (i > 0) list += i + 1 == known.size() ? " or " : ", ";
      list += printable(known[i]);
    } else if (i == listed_max) {
      list += ", ...";
    }
    if (given.size() > 200 || known[i].size() > 200) continue;
    if (const auto distance = edit_distance(given, known[i]); distance < nearest_distance) {
      nearest_distance = distance;
      nearest = known[i];
    }
  }
  return nearest.empty() ? list : list + "; did you mean '" + printable(nearest) + "'?";
}

}  // namespace isthmus::topology
