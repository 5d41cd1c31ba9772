#include "mesh/flesh/words.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <numeric>
#include <utility>

namespace isthmus::mesh {

namespace {

constexpr std::size_t shown_max = 60;
constexpr std::size_t compared_max = 64;

/// Insertions, deletions, replacements and swaps of neighbours that turn one into the other.
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
      const bool is_swapped = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
      if (is_swapped) row[j] = std::min(row[j], before[j - 2] + 1);
    }
    std::swap(before, last);
    std::swap(last, row);
  }
  return last[b.size()];
}

bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
bool is_digit(char c) { return c >= '0' && c <= '9'; }

}  // namespace

std::string in_quotes(std::string_view text) {
  std::string shown = "'";
  for (const char c : text.substr(0, shown_max)) {
    shown += static_cast<unsigned char>(c) < 0x20 || c == 0x7f ? '?' : c;
  }
  return shown + (text.size() > shown_max ? "...'" : "'");
}

std::string shortest(double value) {
  std::array<char, 32> digits{};
  const auto [end, error] = std::to_chars(digits.data(), digits.data() + digits.size(), value);
  return error == std::errc() ? std::string(digits.data(), end) : "?";
}

std::string nearest(const std::vector<std::string>& known, std::string_view given) {
  std::string best;
  std::size_t least = std::max<std::size_t>(given.size() / 3, 1) + 1;
  for (const std::string& word : known) {
    if (word.size() > compared_max || given.size() > compared_max) continue;
    const std::size_t distance = edit_distance(word, given);
    if (distance >= least) continue;
    least = distance;
    best = word;
  }
  return best;
}

std::string one_of(const std::vector<std::string>& known, std::string_view given) {
  std::string text;
  for (std::size_t i = 0; i < known.size(); ++i) {
    if (i > 0) text += i + 1 == known.size() ? " or " : ", ";
    text += known[i];
  }
  const std::string near = nearest(known, given);
  return near.empty() || known.size() < 2 ? text : text + "; did you mean '" + near + "'?";
}

bool is_name(std::string_view text) {
  return !text.empty() && text.size() <= compared_max && is_letter(text.front()) &&
         std::ranges::all_of(text, [](char c) { return is_letter(c) || is_digit(c); });
}

std::string_view array_of(std::string_view name) {
  if (!name.ends_with(']')) return {};
  const std::size_t at = name.rfind('[');
  if (at == std::string_view::npos) return {};
  const std::string_view index = name.substr(at + 1, name.size() - at - 2);
  return !index.empty() && std::ranges::all_of(index, is_digit) ? name.substr(0, at)
                                                                : std::string_view();
}

bool is_element_name(std::string_view text) {
  if (text.size() > compared_max) return false;
  while (text.ends_with(']')) text = array_of(text);
  return is_name(text);
}

}  // namespace isthmus::mesh
