#include "md/charmm/parameters.hpp"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <set>
#include <span>
#include <utility>

#include "md/text_lines.hpp"

namespace md::charmm {

namespace {

using isthmus::Expected;

constexpr int periodicity_max = 60;
constexpr const char* any = "X";

std::string key_of(std::span<const std::string> types) {
  std::string forward;
  std::string backward;
  for (std::size_t i = 0; i < types.size(); ++i) {
    forward += types[i] + ' ';
    backward += types[types.size() - 1 - i] + ' ';
  }
  return std::min(forward, backward);
}

// Sections and options are told apart by their first four letters.
std::string short_form(std::string_view word) {
  std::string letters(word.substr(0, 4));
  for (char& letter : letters) {
    letter = static_cast<char>(std::toupper(static_cast<unsigned char>(letter)));
  }
  return letters;
}

// Sections with more than one name, by the one that is used here.
std::string section_of(std::string_view word) {
  static const std::map<std::string, const char*> names = {
      {"ATOM", "ATOM"}, {"BOND", "BOND"}, {"ANGL", "ANGL"}, {"THET", "ANGL"}, {"DIHE", "DIHE"},
      {"PHI", "DIHE"},  {"IMPR", "IMPR"}, {"IMPH", "IMPR"}, {"CMAP", "CMAP"}, {"NONB", "NONB"},
      {"NBON", "NONB"}, {"NBFI", "NBFI"}, {"HBON", "HBON"}};
  const auto found = names.find(short_form(word));
  return found == names.end() ? "" : found->second;
}

}  // namespace

class ParameterFile {
 public:
  ParameterFile(std::string_view text, const std::string& name, Parameters& into)
      : lines_(text, name, '!'), into_(into) {}

  Expected<void> read() {
    while (lines_.next()) {
      const std::string first = short_form(lines_.word(0));
      if (first.starts_with("*") || first == "READ") continue;
      if (first == "END" || first == "RETU") break;
      if (auto read = read_line(first); !read) return read;
    }
    if (section_.empty()) {
      return lines_.wrong("no section of parameters", "some, such as BONDS or NONBONDED");
    }
    return {};
  }

 private:
  Expected<void> read_line(const std::string& first) {
    const std::string section = section_of(lines_.word(0));
    if (section == "NONB") {
      section_ = section;
      return read_options();
    }
    if (!section.empty()) {
      section_ = section;
      return {};
    }
    if (first == "MASS") return read_mass();
    if (section_ == "BOND") return read_bond();
    if (section_ == "ANGL") return read_angle();
    if (section_ == "DIHE") return read_dihedral();
    if (section_ == "IMPR") return read_improper();
    if (section_ == "NONB") return read_type();
    if (section_ == "NBFI") return read_pair();
    if (section_ == "CMAP") return read_cross();
    if (section_ == "HBON") return {};
    return lines_.wrong("'" + lines_.joined().substr(0, 60) + "'",
                        "a section of parameters, such as BONDS or NONBONDED");
  }

  // What stands behind NONBONDED, on lines that end in a hyphen but for the last.
  Expected<void> read_options() {
    while (true) {
      for (std::size_t i = 0; i < lines_.size(); ++i) {
        const std::string option = short_form(lines_.word(i));
        if (option == "GEOM") return lines_.wrong("geometric radii", "those that add up");
        const double needed = option == "NBXM" ? 5 : option == "E14F" ? 1 : 0;
        if (needed == 0) continue;
        const auto value = lines_.number(i + 1, "the option's value");
        if (!value) return std::unexpected(value.error());
        if (*value == needed) continue;
        return lines_.wrong(std::string(lines_.word(i)) + " " + std::string(lines_.word(i + 1)),
                            needed == 5 ? "NBXMOD 5" : "E14FAC 1");
      }
      if (lines_.word(lines_.size() - 1) != "-") return {};
      if (!lines_.next()) return lines_.wrong("the file ends early", "more behind the hyphen");
    }
  }

  Expected<void> read_mass() {
    const auto number = lines_.integer(1, "a type's number", -1, INT32_MAX);
    if (!number) return std::unexpected(number.error());
    if (lines_.size() < 4) return lines_.wrong("the line ends early", "a type and its mass");
    const auto mass = lines_.number(3, "a mass");
    if (!mass) return std::unexpected(mass.error());
    if (*number > 0) into_.numbers_[std::string(lines_.word(1))] = std::string(lines_.word(2));
    return {};
  }

  template <std::size_t count>
  std::array<std::string, count> types() const {
    std::array<std::string, count> found;
    for (std::size_t i = 0; i < count; ++i) found[i] = std::string(lines_.word(i));
    return found;
  }

  // The numbers behind so many types, which may be of two lengths.
  Expected<std::vector<double>> numbers(std::size_t begin, std::size_t count, std::size_t more) {
    const std::size_t size = lines_.size();
    if (size != begin + count && size != begin + more) {
      std::string expected = std::to_string(begin) + " types and " + std::to_string(count);
      if (more != count) expected += " or " + std::to_string(more);
      return lines_.wrong(std::to_string(size) + " words", expected + " numbers");
    }
    std::vector<double> found;
    for (std::size_t i = begin; i < size; ++i) {
      const auto value = lines_.number(i, "a parameter");
      if (!value) return std::unexpected(value.error());
      found.push_back(*value);
    }
    return found;
  }

  Expected<void> read_bond() {
    const auto c = numbers(2, 2, 2);
    if (!c) return std::unexpected(c.error());
    into_.bonds_[key_of(types<2>())] = {(*c)[0], (*c)[1]};
    return {};
  }

  Expected<void> read_angle() {
    const auto c = numbers(3, 2, 4);
    if (!c) return std::unexpected(c.error());
    AngleType angle{(*c)[0], (*c)[1], 0, 0};
    if (c->size() == 4) {
      angle.urey_k = (*c)[2];
      angle.urey_length = (*c)[3];
    }
    into_.angles_[key_of(types<3>())] = angle;
    return {};
  }

  Expected<int> periodicity(std::size_t word, int least) const {
    const auto found = lines_.integer(word, "a periodicity", least, periodicity_max);
    if (!found) return std::unexpected(found.error());
    return static_cast<int>(*found);
  }

  Expected<void> read_dihedral() {
    const auto c = numbers(4, 3, 3);
    if (!c) return std::unexpected(c.error());
    const auto n = periodicity(5, (*c)[0] == 0 ? 0 : 1);
    if (!n) return std::unexpected(n.error());
    const auto four = types<4>();
    if (four[1] == any || four[2] == any || (four[0] == any) != (four[3] == any)) {
      return lines_.wrong("X in " + lines_.joined(), "four types, or X b c X");
    }
    auto& terms = into_.dihedrals_[key_of(four)];
    if (dihedrals_.insert(key_of(four)).second) terms.clear();
    terms[*n] = {(*c)[0], *n, (*c)[2], 0};
    return {};
  }

  Expected<void> read_improper() {
    const auto c = numbers(4, 3, 3);
    if (!c) return std::unexpected(c.error());
    const auto n = periodicity(5, 0);
    if (!n) return std::unexpected(n.error());
    const double angle = (*c)[2];
    if (*n == 0 && angle != 0 && std::abs(angle) != 180) {
      return lines_.wrong("an improper of angle " + std::string(lines_.word(6)), "0 or 180");
    }
    Parameters::Improper improper = ImproperType{(*c)[0], std::abs(angle)};
    if (*n > 0) improper = DihedralType{(*c)[0], *n, angle, 0};
    into_.impropers_[key_of(types<4>())] = improper;
    return {};
  }

  // The depth is negative, as CHARMM has it.
  Expected<LennardJones> lennard_jones(double depth, double radius) const {
    static const double sixth_root = std::pow(2.0, 1.0 / 6.0);
    if (depth > 0 || radius < 0) {
      return lines_.wrong(depth > 0 ? "a depth above 0" : "a radius below 0",
                          "a depth of 0 or below, and a radius of 0 or above");
    }
    return LennardJones{-depth, radius / sixth_root};
  }

  // Half of Rmin stands in the file; of both where three bonds are between, too, if they differ.
  Expected<void> read_type() {
    const auto c = numbers(1, 3, 6);
    if (!c) return std::unexpected(c.error());
    const auto plain = lennard_jones((*c)[1], 2 * (*c)[2]);
    if (!plain) return std::unexpected(plain.error());
    Nonbonded both{*plain, *plain};
    if (c->size() == 6) {
      const auto close = lennard_jones((*c)[4], 2 * (*c)[5]);
      if (!close) return std::unexpected(close.error());
      both.close = *close;
    }
    into_.types_[std::string(lines_.word(0))] = both;
    return {};
  }

  Expected<void> read_pair() {
    const auto c = numbers(2, 2, 4);
    if (!c) return std::unexpected(c.error());
    const auto plain = lennard_jones((*c)[0], (*c)[1]);
    if (!plain) return std::unexpected(plain.error());
    Nonbonded both{*plain, *plain};
    if (c->size() == 4) {
      const auto close = lennard_jones((*c)[2], (*c)[3]);
      if (!close) return std::unexpected(close.error());
      both.close = *close;
    }
    into_.pairs_[key_of(types<2>())] = both;
    return {};
  }

  // Eight types and the points in each angle, and behind them so many energies.
  Expected<void> read_cross() {
    constexpr std::int64_t points_max = 360;
    if (lines_.size() != 9) {
      return lines_.wrong(std::to_string(lines_.size()) + " words", "8 types and a number");
    }
    const auto eight = types<8>();
    const auto points = lines_.integer(8, "the points in each angle", 2, points_max);
    if (!points) return std::unexpected(points.error());
    CrossType cross{static_cast<int>(*points), {}};
    const auto count = static_cast<std::size_t>(*points * *points);
    while (cross.energies.size() < count) {
      if (!lines_.next()) {
        return lines_.wrong("the file ends after " + std::to_string(cross.energies.size()) +
                                " of " + std::to_string(count) + " energies",
                            "all of them");
      }
      for (std::size_t i = 0; i < lines_.size(); ++i) {
        const auto value = lines_.number(i, "an energy");
        if (!value) return std::unexpected(value.error());
        cross.energies.push_back(*value);
      }
    }
    if (cross.energies.size() > count) {
      return lines_.wrong("more energies than " + std::to_string(count), "so many");
    }
    into_.crosses_[eight] = std::move(cross);
    return {};
  }

  TextLines lines_;
  Parameters& into_;
  std::string section_;
  std::set<std::string> dihedrals_;  // of this file, which replace all terms of those before it
};

Expected<void> Parameters::read(std::string_view text, const std::string& name) {
  return ParameterFile(text, name, *this).read();
}

namespace {

template <class Map>
auto entry_of(const Map& entries, std::span<const std::string> types) {
  const auto found = entries.find(key_of(types));
  return found == entries.end() ? nullptr : &found->second;
}

template <class Map>
auto optional_of(const Map& entries, const std::string& key) {
  const auto found = entries.find(key);
  return found == entries.end() ? std::nullopt : std::optional(found->second);
}

}  // namespace

std::optional<std::string> Parameters::type_of_number(const std::string& number) const {
  return optional_of(numbers_, number);
}

std::optional<Nonbonded> Parameters::of_type(const std::string& type) const {
  return optional_of(types_, type);
}

std::optional<Nonbonded> Parameters::of_pair(const std::string& one,
                                             const std::string& other) const {
  return optional_of(pairs_, key_of(std::array{one, other}));
}

const BondType* Parameters::bond(const std::array<std::string, 2>& types) const {
  return entry_of(bonds_, types);
}

const AngleType* Parameters::angle(const std::array<std::string, 3>& types) const {
  return entry_of(angles_, types);
}

const CrossType* Parameters::cross(const std::array<std::string, 5>& t) const {
  const auto found = crosses_.find({t[0], t[1], t[2], t[3], t[1], t[2], t[3], t[4]});
  return found == crosses_.end() ? nullptr : &found->second;
}

const std::map<int, DihedralType>* Parameters::dihedral(
    const std::array<std::string, 4>& types) const {
  const auto* const own = entry_of(dihedrals_, types);
  return own != nullptr
             ? own
             : entry_of(dihedrals_, std::array<std::string, 4>{any, types[1], types[2], any});
}

const Parameters::Improper* Parameters::improper(const std::array<std::string, 4>& t) const {
  // In both orders, as one of several X may stand at either end.
  const std::array<std::string, 4> reversed = {t[3], t[2], t[1], t[0]};
  constexpr const char* shapes[] = {"abcd", "aXXd", "Xbcd", "XbcX", "XXcd"};
  for (const std::string_view shape : shapes) {
    for (const auto& types : {t, reversed}) {
      std::array<std::string, 4> names = types;
      for (std::size_t i = 0; i < 4; ++i) {
        if (shape[i] == 'X') names[i] = any;
      }
      if (const auto* const found = entry_of(impropers_, names)) return found;
    }
  }
  return nullptr;
}

}  // namespace md::charmm
