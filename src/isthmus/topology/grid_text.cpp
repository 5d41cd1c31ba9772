#include "isthmus/topology/grid_text.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>
#include <numeric>
#include <utility>

namespace isthmus::engine::topology {

namespace {

/// Insertions, deletions, replacements and swaps of neighbours (optimal string alignment) that turn
/// one into the other; the caller bounds both.
std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> before(b.size() + 1);
  std::vector<std::size_t> last(b.size() + 1);
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(last.begin(), last.end(), std::size_t{0});
  for (std::size_t i = 1; i <= a.size(); ++i) {
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t replaced = last[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
      row[j] = std::min({replaced, row[j - 1] + 1, last[j] + 1});
      const bool swapped = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
      if (swapped) row[j] = std::min(row[j], before[j - 2] + 1);
    }
    std::swap(before, last);
    std::swap(last, row);
  }
  return last[b.size()];
}

}  // namespace

bool is_device_name(std::string_view name) {
  const auto allowed = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
           c == '-';
  };
  return !name.empty() && name.size() <= 64 && std::ranges::all_of(name, allowed) &&
         name != "chain" && name != "measured" && name != "sites" && name != "class" &&
         name != "directed";
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

bool is_utf8(std::string_view text) {
  for (std::size_t i = 0; i < text.size();) {
    const auto lead = static_cast<unsigned char>(text[i]);
    const std::size_t length = lead < 0x80   ? 1
                               : lead < 0xc2 ? 0
                               : lead < 0xe0 ? 2
                               : lead < 0xf0 ? 3
                               : lead < 0xf5 ? 4
                                             : 0;
    if (length == 0 || length > text.size() - i) return false;
    std::uint32_t point = length == 1 ? lead : lead & (0x7fu >> length);
    for (std::size_t j = 1; j < length; ++j) {
      const auto byte = static_cast<unsigned char>(text[i + j]);
      if ((byte & 0xc0) != 0x80) return false;
      point = point << 6 | (byte & 0x3f);
    }
    // Overlong forms, surrogates and what lies beyond Unicode.
    if ((length == 3 && point < 0x800) || (length == 4 && point < 0x10000)) return false;
    if ((point >= 0xd800 && point < 0xe000) || point > 0x10ffff) return false;
    i += length;
  }
  return true;
}

std::string printable(std::string_view text, std::size_t shown_max) {
  std::size_t shown = std::min(shown_max, text.size());
  const auto is_continuation = [](char c) {
    return (static_cast<unsigned char>(c) & 0xc0) == 0x80;
  };
  while (shown > 0 && shown < text.size() && is_continuation(text[shown])) --shown;
  std::string result(text.substr(0, shown));
  for (char& c : result) {
    if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f) c = '?';
  }
  return text.size() > shown_max ? result + "..." : result;
}

std::string in_quotes(std::string_view text) {
  std::string result = "'";
  result += printable(text);
  result += '\'';
  return result;
}

std::string seen_at(int line) {
  return line == 0 ? "" : "; the first is on line " + std::to_string(line);
}

std::string one_of(const std::vector<std::string>& known, std::string_view given) {
  constexpr std::size_t listed_max = 16;
  std::string list;
  std::string nearest;
  // Two slips in a word of six letters are a typing error; in one of three they are another word.
  std::size_t nearest_distance = std::min<std::size_t>((given.size() + 1) / 3, 2) + 1;
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

}  // namespace isthmus::engine::topology
