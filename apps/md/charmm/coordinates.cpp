#include "md/charmm/coordinates.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <system_error>
#include <utility>

#include "md/text_lines.hpp"

namespace md::charmm {

namespace {

using isthmus::Expected;

// Lines whose columns have a meaning.
class Columns {
 public:
  Columns(std::string_view text, std::string name) : text_(text), name_(std::move(name)) {}

  bool next() {
    if (text_.empty()) return false;
    const std::size_t end = std::min(text_.find('\n'), text_.size());
    line_ = text_.substr(0, end);
    if (line_.ends_with('\r')) line_.remove_suffix(1);
    text_.remove_prefix(std::min(end + 1, text_.size()));
    ++number_;
    return true;
  }

  std::string_view line() const { return line_; }
  int number_of_line() const { return number_; }

  // From a column on, without the spaces around; columns count from 0.
  std::string_view field(std::size_t begin, std::size_t width) const {
    if (begin >= line_.size()) return {};
    std::string_view part = line_.substr(begin, width);
    const std::size_t first = part.find_first_not_of(' ');
    if (first == part.npos) return {};
    return part.substr(first, part.find_last_not_of(' ') - first + 1);
  }

  Expected<double> number(std::size_t begin, std::size_t width, const char* meaning) const {
    const std::string_view word = field(begin, width);
    double value = 0;
    const auto [stop, error] = std::from_chars(word.begin(), word.end(), value);
    if (word.empty() || error != std::errc() || stop != word.end() || !std::isfinite(value)) {
      return wrong("'" + std::string(word) + "' in columns " + std::to_string(begin + 1) + " to " +
                       std::to_string(begin + width),
                   std::string(meaning) + ", a number");
    }
    return value;
  }

  Expected<Vec> numbers(std::size_t begin, std::size_t width, const char* meaning) const {
    Vec found;
    for (std::size_t d = 0; d < 3; ++d) {
      const auto value = number(begin + d * width, width, meaning);
      if (!value) return std::unexpected(value.error());
      found[d] = *value;
    }
    return found;
  }

  std::unexpected<isthmus::Error> wrong(std::string what, std::string expected) const {
    return isthmus::fail(isthmus::ErrorCode::bad_input, std::move(what),
                         name_ + ":" + std::to_string(number_), std::move(expected));
  }

  Expected<Vec> lengths(const Vec& found) const {
    for (const double length : found) {
      if (!(length > 0)) return wrong("a box without volume", "lengths above 0");
    }
    return found;
  }

 private:
  std::string_view text_;
  std::string name_;
  std::string_view line_;
  int number_ = 0;
};

// A lattice of one point in a box of length 1 is what programs write where there is no box.
Expected<std::optional<Vec>> box_of_cryst1(const Columns& columns) {
  const auto lengths = columns.numbers(6, 9, "a length of the box");
  if (!lengths) return std::unexpected(lengths.error());
  const auto angles = columns.numbers(33, 7, "an angle of the box");
  if (!angles) return std::unexpected(angles.error());
  if (*lengths == Vec{1, 1, 1} || *lengths == Vec{0, 0, 0}) return std::nullopt;
  if (*angles != Vec{90, 90, 90}) return columns.wrong("a triclinic box", "an orthogonal one");
  const auto sound = columns.lengths(*lengths);
  if (!sound) return std::unexpected(sound.error());
  return *sound;
}

}  // namespace

Expected<Coordinates> parse_pdb(std::string_view text, const std::string& name) {
  Columns columns(text, name);
  Coordinates found;
  found.file = name;
  while (columns.next()) {
    const std::string_view record = columns.field(0, 6);
    if (record == "END" || record == "ENDMDL") break;
    if (record == "CRYST1") {
      const auto box = box_of_cryst1(columns);
      if (!box) return std::unexpected(box.error());
      found.box = *box;
    }
    if (record != "ATOM" && record != "HETATM") continue;
    const auto at = columns.numbers(30, 8, "a coordinate");
    if (!at) return std::unexpected(at.error());
    found.names.emplace_back(columns.field(12, 4));
    found.positions.push_back(*at);
    found.lines.push_back(columns.number_of_line());
  }
  if (found.positions.empty()) return columns.wrong("no atom", "ATOM records");
  return found;
}

Expected<Coordinates> parse_gro(std::string_view text, const std::string& name) {
  constexpr double angstrom_by_nm = 10;
  constexpr double velocity = 0.01;  // of 1 nm/ps
  constexpr std::size_t names_end = 20;
  Columns columns(text, name);
  Coordinates found;
  found.file = name;
  columns.next();
  if (!columns.next()) return columns.wrong("the file ends early", "a number of atoms");
  const auto count = columns.number(0, 20, "a number of atoms");
  if (!count) return std::unexpected(count.error());
  if (!(*count >= 1 && *count <= 1e8 && *count == std::floor(*count))) {
    return columns.wrong("'" + std::string(columns.field(0, 20)) + "'", "a number of atoms");
  }
  const auto atoms = static_cast<std::int64_t>(*count);
  std::size_t width = 0;
  for (std::int64_t i = 0; i < atoms; ++i) {
    if (!columns.next()) {
      return columns.wrong(
          "the file ends after " + std::to_string(i) + " of " + std::to_string(atoms) + " atoms",
          "all of them");
    }
    if (width == 0) {
      // Points of numbers are as far apart as these are wide.
      const std::size_t one = columns.line().find('.', names_end);
      const std::size_t other =
          one == std::string_view::npos ? one : columns.line().find('.', one + 1);
      if (other == std::string_view::npos) return columns.wrong("no coordinates", "three of them");
      width = other - one;
    }
    const auto at = columns.numbers(names_end, width, "a coordinate");
    if (!at) return std::unexpected(at.error());
    found.names.emplace_back(columns.field(10, 5));
    found.positions.push_back(times(angstrom_by_nm, *at));
    found.lines.push_back(columns.number_of_line());
    const bool moves = !columns.field(names_end + 3 * width, width).empty();
    if (moves != (i == 0 ? moves : !found.velocities.empty())) {
      return columns.wrong("velocities of some atoms", "those of all, or none");
    }
    if (!moves) continue;
    const auto speed = columns.numbers(names_end + 3 * width, width, "a velocity");
    if (!speed) return std::unexpected(speed.error());
    found.velocities.push_back(times(velocity, *speed));
  }
  if (!columns.next()) return columns.wrong("the file ends without a box", "its lengths");
  TextLines words(columns.line(), name, '\0');
  words.next();
  if (words.size() != 3 && words.size() != 9) {
    return columns.wrong(std::to_string(words.size()) + " numbers", "three lengths of the box");
  }
  Vec lengths;
  for (std::size_t i = 0; i < words.size(); ++i) {
    const auto value = words.number(i, "a length of the box");
    if (!value) return columns.wrong("'" + std::string(words.word(i)) + "'", "a length of the box");
    if (i < 3) lengths[i] = angstrom_by_nm * *value;
    if (i >= 3 && *value != 0) return columns.wrong("a triclinic box", "an orthogonal one");
  }
  if (lengths == Vec{0, 0, 0}) return found;
  const auto sound = columns.lengths(lengths);
  if (!sound) return std::unexpected(sound.error());
  found.box = *sound;
  return found;
}

Expected<Coordinates> read_coordinates(const std::string& path) {
  const auto text = read_file(path);
  if (!text) return std::unexpected(text.error());
  return path.ends_with(".gro") ? parse_gro(*text, path) : parse_pdb(*text, path);
}

}  // namespace md::charmm
