#include "md/lammps_data.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <iterator>
#include <map>
#include <set>
#include <utility>
#include <vector>

#include "md/data_lines.hpp"
#include "md/lammps_pairs.hpp"
#include "md/lammps_terms.hpp"

namespace md {

namespace {

using isthmus::Expected;

constexpr std::int64_t count_max = 1'000'000'000;
constexpr std::int64_t types_max = 10'000;
constexpr const char* type_of_atoms = "an atom type";

// Which words of a line in `Atoms` mean what.
struct AtomStyle {
  const char* name;
  std::size_t molecule;  // 0: has none
  std::size_t type;
  std::size_t charge;  // 0: has none
  std::size_t position;
};

constexpr AtomStyle styles[] = {{"atomic", 0, 1, 0, 2},    {"charge", 0, 1, 2, 3},
                                {"bond", 1, 2, 0, 3},      {"angle", 1, 2, 0, 3},
                                {"molecular", 1, 2, 0, 3}, {"full", 1, 2, 3, 4}};
constexpr const AtomStyle& atomic = styles[0];
constexpr const AtomStyle& full = styles[std::size(styles) - 1];

class DataFile {
 public:
  DataFile(std::string_view text, const std::string& name, const Units& units, bool arithmetic)
      : lines_(text, name), name_(name), pairs_(arithmetic) {
    system_.units = units;
  }

  Expected<System> read() {
    if (auto read = read_header(); !read) return isthmus::forward_error(read);
    while (lines_.has_line()) {
      if (auto read = read_section(); !read) return isthmus::forward_error(read);
    }
    if (auto sound = complete(); !sound) return isthmus::forward_error(sound);
    return std::move(system_);
  }

 private:
  // The first line is a title, whatever it says; then counts and bounds.
  Expected<void> read_header() {
    while (lines_.advance()) {
      if (sections().contains(lines_->joined())) return {};
      if (auto read = read_header_line(); !read) return read;
    }
    return lines_->wrong("the file ends early", "a section, such as Atoms");
  }

  Expected<void> read_header_line() {
    const std::string joined = lines_->joined();
    const std::string meaning = joined.substr(std::min(joined.find(' ') + 1, joined.size()));
    for (const char* const count : {"atoms", "bonds", "angles", "dihedrals", "impropers"}) {
      if (meaning == count) return set_count(count, count_max);
    }
    for (const char* const count :
         {"atom types", "bond types", "angle types", "dihedral types", "improper types"}) {
      if (meaning == count) return set_count(count, types_max);
    }
    // Room that LAMMPS keeps free.
    if (meaning.starts_with("extra ") && meaning.ends_with(" per atom")) return {};
    constexpr const char* bounds[] = {"xlo xhi", "ylo yhi", "zlo zhi"};
    for (std::size_t d = 0; d < 3; ++d) {
      if (lines_->size() == 4 && lines_->joined().ends_with(bounds[d])) return read_bounds(d);
    }
    if (joined.ends_with("xy xz yz")) return read_tilts();
    return lines_->wrong("'" + joined.substr(0, 60) + "'",
                         "a count, bounds of the box, or the name of a section");
  }

  Expected<void> set_count(const std::string& name, std::int64_t most) {
    const auto count = lines_->integer(0, name.c_str(), 0, most);
    if (!count) return std::unexpected(count.error());
    counts_[name] = *count;
    return {};
  }

  Expected<void> read_bounds(std::size_t d) {
    const auto low = lines_->number(0, "the lower end of the box");
    if (!low) return std::unexpected(low.error());
    const auto high = lines_->number(1, "the upper end of the box");
    if (!high) return std::unexpected(high.error());
    if (!(*high > *low)) return lines_->wrong("an empty box", "an upper end above the lower one");
    system_.box.low[d] = *low;
    system_.box.high[d] = *high;
    if (std::exchange(has_bounds_[d], true)) {
      return lines_->wrong("bounds of the box a second time", "each once");
    }
    return {};
  }

  // Those of 0 are what programs write that have boxes of either kind.
  Expected<void> read_tilts() {
    for (std::size_t i = 0; i < 3; ++i) {
      const auto tilt = lines_->number(i, "a tilt of the box");
      if (!tilt) return std::unexpected(tilt.error());
      if (*tilt != 0) return lines_->wrong("a triclinic box", "an orthogonal one");
    }
    return {};
  }

  using Reader = Expected<void> (DataFile::*)();

  static const std::map<std::string, Reader>& sections() {
    static const std::map<std::string, Reader> readers = {
        {"Masses", &DataFile::read_masses},
        {"Atoms", &DataFile::read_atoms},
        {"Velocities", &DataFile::read_velocities},
        {"Pair Coeffs", &DataFile::read_pair_coeffs},
        {"PairIJ Coeffs", &DataFile::read_pairij_coeffs},
        {"Bond Coeffs", &DataFile::read_coefficients<TermKind::bond>},
        {"Angle Coeffs", &DataFile::read_coefficients<TermKind::angle>},
        {"Dihedral Coeffs", &DataFile::read_coefficients<TermKind::dihedral>},
        {"Improper Coeffs", &DataFile::read_coefficients<TermKind::improper>},
        {"Bonds", &DataFile::read_terms<TermKind::bond>},
        {"Angles", &DataFile::read_terms<TermKind::angle>},
        {"Dihedrals", &DataFile::read_terms<TermKind::dihedral>},
        {"Impropers", &DataFile::read_terms<TermKind::improper>}};
    return readers;
  }

  Expected<void> read_section() {
    const std::string name = lines_->joined();
    const auto found = sections().find(name);
    if (found == sections().end()) {
      return lines_->wrong("'" + name.substr(0, 60) + "'",
                           "a section such as Masses, Atoms, Pair Coeffs, Bonds or Bond Coeffs");
    }
    if (!read_.insert(name).second) return lines_->wrong(name + " a second time", "each once");
    if (!std::ranges::all_of(has_bounds_, std::identity())) {
      return lines_->wrong("the box is not known", "xlo xhi, ylo yhi and zlo zhi");
    }
    hint_ = lines_->comment();
    return (this->*found->second)();
  }

  std::int64_t types() const { return count_of("atom types"); }
  std::int64_t count_of(const std::string& name) const {
    const auto found = counts_.find(name);
    return found == counts_.end() ? 0 : found->second;
  }

  Expected<void> read_masses() {
    system_.masses.assign(static_cast<std::size_t>(types()), 0.0);
    return lines_.for_each(types(), "masses", [&]() -> Expected<void> {
      const auto type = lines_.type_at(0, types(), type_of_atoms);
      if (!type) return std::unexpected(type.error());
      const auto mass = lines_->number(1, "a mass");
      if (!mass) return std::unexpected(mass.error());
      if (!(*mass > 0)) return lines_->wrong(std::string(lines_->word(1)), "a mass above 0");
      if (system_.masses[*type] > 0) return lines_.repeated_type(*type);
      system_.masses[*type] = *mass;
      return {};
    });
  }

  Expected<void> read_pair_coeffs() { return pairs_.read_own(lines_, types(), hint_); }
  Expected<void> read_pairij_coeffs() { return pairs_.read_all(lines_, types(), hint_); }

  template <TermKind kind>
  Expected<void> read_coefficients() {
    const std::int64_t count = count_of(std::string(name_of(kind)) + " types");
    return terms_.read_coefficients(kind, lines_, count, hint_);
  }

  template <TermKind kind>
  Expected<void> read_terms() {
    const std::string name = name_of(kind);
    if (!read_.contains("Atoms")) return lines_->wrong("its " + name + "s", "Atoms before them");
    return terms_.read_terms(kind, lines_, count_of(name + "s"), count_of(name + " types"),
                             [&](std::int64_t id) { return place_of_.contains(id); });
  }

  // By the comment behind `Atoms`, else by the number of words.
  Expected<const AtomStyle*> style_of_line() const {
    for (const AtomStyle& style : styles) {
      if (hint_ == style.name) return &style;
    }
    if (!hint_.empty()) {
      return lines_->wrong("atom style '" + hint_.substr(0, 40) + "'",
                           "atomic, charge, bond, angle, molecular or full");
    }
    for (const AtomStyle* const style : {&atomic, &full}) {
      const std::size_t words = style->position + 3;
      if (lines_->size() == words || lines_->size() == words + 3) return style;
    }
    return lines_->wrong("an unknown atom style",
                         "the style behind the section's name: Atoms # full");
  }

  Expected<void> read_atoms() {
    const std::int64_t count = count_of("atoms");
    const AtomStyle* style = nullptr;
    return lines_.for_each(count, "atoms", [&]() -> Expected<void> {
      if (style == nullptr) {
        const auto found = style_of_line();
        if (!found) return std::unexpected(found.error());
        style = *found;
      }
      return read_atom(*style);
    });
  }

  Expected<void> read_atom(const AtomStyle& style) {
    Atom atom;
    const auto id = lines_->integer(0, "an atom's number", 1, INT64_MAX);
    if (!id) return std::unexpected(id.error());
    atom.id = *id;
    if (style.molecule > 0) {
      const auto molecule = lines_->integer(style.molecule, "a molecule's number", 0, INT32_MAX);
      if (!molecule) return std::unexpected(molecule.error());
      atom.molecule = static_cast<std::int32_t>(*molecule);
    }
    const auto type = lines_.type_at(style.type, types(), type_of_atoms);
    if (!type) return std::unexpected(type.error());
    atom.type = static_cast<std::int32_t>(*type);
    if (style.charge > 0) {
      const auto charge = lines_->number(style.charge, "a charge");
      if (!charge) return std::unexpected(charge.error());
      atom.charge = *charge;
    }
    for (std::size_t d = 0; d < 3; ++d) {
      const auto at = lines_->number(style.position + d, "a coordinate");
      if (!at) return std::unexpected(at.error());
      const double boxes = (*at - system_.box.low[d]) / system_.box.length(static_cast<int>(d));
      if (!(std::abs(boxes) < 1e6)) {
        return lines_->wrong("atom " + std::to_string(atom.id) + " is a million boxes away",
                             "atoms in or near the box");
      }
      atom.position[d] = *at;
    }
    if (lines_->size() == style.position + 6) {
      for (std::size_t d = 0; d < 3; ++d) {
        const auto image = lines_->integer(style.position + 3 + d, "an image", -1000000, 1000000);
        if (!image) return std::unexpected(image.error());
        atom.image[d] = static_cast<std::int32_t>(*image);
      }
    } else if (lines_->size() != style.position + 3) {
      return lines_->wrong(std::to_string(lines_->size()) + " words",
                           std::string("those of atom style ") + style.name);
    }
    if (!place_of_.emplace(atom.id, system_.atoms.size()).second) {
      return lines_->wrong("atom " + std::to_string(atom.id) + " a second time", "each once");
    }
    system_.atoms.push_back(atom);
    return {};
  }

  Expected<void> read_velocities() {
    if (!read_.contains("Atoms")) return lines_->wrong("Velocities", "Atoms before them");
    std::set<std::int64_t> seen;
    return lines_.for_each(count_of("atoms"), "velocities", [&]() -> Expected<void> {
      const auto id = lines_->integer(0, "an atom's number", 1, INT64_MAX);
      if (!id) return std::unexpected(id.error());
      const auto found = place_of_.find(*id);
      if (found == place_of_.end()) {
        return lines_->wrong("atom " + std::to_string(*id), "one of Atoms");
      }
      if (!seen.insert(*id).second) {
        return lines_->wrong("atom " + std::to_string(*id) + " a second time", "each once");
      }
      for (std::size_t d = 0; d < 3; ++d) {
        const auto velocity = lines_->number(1 + d, "a velocity");
        if (!velocity) return std::unexpected(velocity.error());
        system_.atoms[found->second].velocity[d] = *velocity;
      }
      return {};
    });
  }

  Expected<void> complete() {
    const auto missing = [&](const char* what) {
      return isthmus::fail(isthmus::ErrorCode::bad_input, std::string("there is no ") + what, name_,
                           "one that is complete");
    };
    if (system_.atoms.empty()) return missing("section Atoms");
    if (system_.masses.empty()) return missing("section Masses");
    if (pairs_.empty()) return missing("section Pair Coeffs");
    if (!pairs_.complete(types(), system_.interaction)) {
      return missing("coefficient of some pair of types");
    }
    for (const TermKind kind : term_kinds) {
      const std::string section = terms_.missing(kind, count_of(std::string(name_of(kind)) + "s"));
      if (!section.empty()) return missing(("section " + section).c_str());
    }
    system_.topology = terms_.complete();
    std::ranges::sort(system_.atoms, {}, &Atom::id);
    return {};
  }

  DataLines lines_;
  const std::string& name_;
  System system_;
  std::map<std::string, std::int64_t> counts_;
  std::array<bool, 3> has_bounds_ = {};
  std::set<std::string> read_;  // sections
  std::string hint_;            // behind the present section's name
  PairSections pairs_;
  TermSections terms_;
  std::map<std::int64_t, std::size_t> place_of_;  // of an atom in system_.atoms, by its number
};

}  // namespace

Expected<System> read_lammps_data(const std::string& path, const Units& units, bool arithmetic) {
  const auto text = read_file(path);
  if (!text) return std::unexpected(text.error());
  return parse_lammps_data(*text, path, units, arithmetic);
}

Expected<System> parse_lammps_data(std::string_view text, const std::string& name,
                                   const Units& units, bool arithmetic) {
  // The first line is a title, whatever it says.
  std::string body(text);
  const std::size_t title = std::min(body.find('\n'), body.size());
  std::fill_n(body.begin(), title, ' ');
  return DataFile(body, name, units, arithmetic).read();
}

}  // namespace md
