#include "md/lammps_data.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cmath>
#include <cstdio>
#include <functional>
#include <map>
#include <set>
#include <utility>
#include <vector>

#include "md/text_lines.hpp"

namespace md {

namespace {

using isthmus::Expected;

constexpr std::int64_t count_max = 1'000'000'000;
constexpr std::int64_t types_max = 10'000;

// Which words of a line in `Atoms` mean what.
struct AtomStyle {
  const char* name;
  std::size_t molecule;  // 0: has none
  std::size_t type;
  std::size_t charge;  // 0: has none
  std::size_t position;
};

constexpr AtomStyle styles[] = {{"atomic", 0, 1, 0, 2},
                                {"charge", 0, 1, 2, 3},
                                {"molecular", 1, 2, 0, 3},
                                {"full", 1, 2, 3, 4}};

class DataFile {
 public:
  DataFile(std::string_view text, const std::string& name, const Units& units, bool arithmetic)
      : lines_(text, name), name_(name), arithmetic_(arithmetic) {
    system_.units = units;
  }

  Expected<System> read() {
    if (auto read = read_header(); !read) return isthmus::forward_error(read);
    while (has_line_) {
      if (auto read = read_section(); !read) return isthmus::forward_error(read);
    }
    if (auto sound = complete(); !sound) return isthmus::forward_error(sound);
    return std::move(system_);
  }

 private:
  // The first line is a title, whatever it says; then counts and bounds.
  Expected<void> read_header() {
    while (advance()) {
      if (sections().contains(lines_.joined())) return {};
      if (auto read = read_header_line(); !read) return read;
    }
    return lines_.wrong("the file ends early", "a section, such as Atoms");
  }

  Expected<void> read_header_line() {
    const std::string joined = lines_.joined();
    const std::string meaning = joined.substr(std::min(joined.find(' ') + 1, joined.size()));
    for (const char* const count : {"atoms", "bonds", "angles", "dihedrals", "impropers"}) {
      if (meaning == count) return set_count(count, count_max);
    }
    for (const char* const count :
         {"atom types", "bond types", "angle types", "dihedral types", "improper types"}) {
      if (meaning == count) return set_count(count, types_max);
    }
    constexpr const char* bounds[] = {"xlo xhi", "ylo yhi", "zlo zhi"};
    for (std::size_t d = 0; d < 3; ++d) {
      if (lines_.size() == 4 && lines_.joined().ends_with(bounds[d])) return read_bounds(d);
    }
    if (joined.ends_with("xy xz yz")) {
      return lines_.wrong("a triclinic box", "an orthogonal one");
    }
    return lines_.wrong("'" + joined.substr(0, 60) + "'",
                        "a count, bounds of the box, or the name of a section");
  }

  Expected<void> set_count(const std::string& name, std::int64_t most) {
    const auto count = lines_.integer(0, name.c_str(), 0, most);
    if (!count) return std::unexpected(count.error());
    counts_[name] = *count;
    return {};
  }

  Expected<void> read_bounds(std::size_t d) {
    const auto low = lines_.number(0, "the lower end of the box");
    if (!low) return std::unexpected(low.error());
    const auto high = lines_.number(1, "the upper end of the box");
    if (!high) return std::unexpected(high.error());
    if (!(*high > *low)) return lines_.wrong("an empty box", "an upper end above the lower one");
    system_.box.low[d] = *low;
    system_.box.high[d] = *high;
    if (std::exchange(has_bounds_[d], true)) {
      return lines_.wrong("bounds of the box a second time", "each once");
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
        {"PairIJ Coeffs", &DataFile::read_pairij_coeffs}};
    return readers;
  }

  Expected<void> read_section() {
    const std::string name = lines_.joined();
    const auto found = sections().find(name);
    if (found == sections().end()) {
      return lines_.wrong("'" + name.substr(0, 60) + "'",
                          "Masses, Atoms, Velocities, Pair Coeffs or PairIJ Coeffs");
    }
    if (!read_.insert(name).second) return lines_.wrong(name + " a second time", "each once");
    if (!std::ranges::all_of(has_bounds_, std::identity())) {
      return lines_.wrong("the box is not known", "xlo xhi, ylo yhi and zlo zhi");
    }
    hint_ = lines_.comment();
    return (this->*found->second)();
  }

  std::int64_t types() const { return count_of("atom types"); }
  std::int64_t count_of(const std::string& name) const {
    const auto found = counts_.find(name);
    return found == counts_.end() ? 0 : found->second;
  }

  // Calls `use` at each of so many lines, and goes on to the line behind.
  template <class Use>
  Expected<void> for_each_line(std::int64_t count, const char* what, Use use) {
    for (std::int64_t i = 0; i < count; ++i) {
      if (!advance()) {
        return lines_.wrong("the file ends after " + std::to_string(i) + " of " +
                                std::to_string(count) + " " + what,
                            "all of them");
      }
      if (Expected<void> used = use(); !used) return used;
    }
    advance();
    return {};
  }

  Expected<std::size_t> type_at(std::size_t word) const {
    const auto type = lines_.integer(word, "an atom type", 1, std::max<std::int64_t>(1, types()));
    if (!type) return std::unexpected(type.error());
    return static_cast<std::size_t>(*type - 1);
  }

  Expected<void> read_masses() {
    system_.masses.assign(static_cast<std::size_t>(types()), 0.0);
    return for_each_line(types(), "masses", [&]() -> Expected<void> {
      const auto type = type_at(0);
      if (!type) return std::unexpected(type.error());
      const auto mass = lines_.number(1, "a mass");
      if (!mass) return std::unexpected(mass.error());
      if (!(*mass > 0)) return lines_.wrong(std::string(lines_.word(1)), "a mass above 0");
      if (system_.masses[*type] > 0) return repeated(*type);
      system_.masses[*type] = *mass;
      return {};
    });
  }

  Expected<void> repeated(std::size_t type) const {
    return lines_.wrong("type " + std::to_string(type + 1) + " a second time", "each once");
  }

  // The last words of the line.
  Expected<LennardJones> lennard_jones_at(std::size_t word) const {
    if (!hint_.empty() && !hint_.starts_with("lj/")) {
      return lines_.wrong("pair style '" + hint_.substr(0, 40) + "'", "one of Lennard-Jones");
    }
    if (lines_.size() > word + 2) {
      return lines_.wrong("'" + std::string(lines_.word(word + 2)) + "' behind sigma",
                          "epsilon and sigma alone");
    }
    const auto epsilon = lines_.number(word, "epsilon");
    if (!epsilon) return std::unexpected(epsilon.error());
    const auto sigma = lines_.number(word + 1, "sigma");
    if (!sigma) return std::unexpected(sigma.error());
    if (*epsilon < 0 || *sigma < 0) {
      return lines_.wrong("a negative coefficient", "epsilon and sigma of 0 or more");
    }
    return LennardJones{*epsilon, *sigma};
  }

  Expected<void> read_pair_coeffs() {
    own_pairs_.assign(static_cast<std::size_t>(types()), LennardJones{});
    std::set<std::size_t> seen;
    return for_each_line(types(), "pair coefficients", [&]() -> Expected<void> {
      const auto type = type_at(0);
      if (!type) return std::unexpected(type.error());
      const auto pair = lennard_jones_at(1);
      if (!pair) return std::unexpected(pair.error());
      if (!seen.insert(*type).second) return repeated(*type);
      own_pairs_[*type] = *pair;
      return {};
    });
  }

  Expected<void> read_pairij_coeffs() {
    const std::int64_t count = types() * (types() + 1) / 2;
    return for_each_line(count, "pair coefficients", [&]() -> Expected<void> {
      const auto one = type_at(0);
      if (!one) return std::unexpected(one.error());
      const auto other = type_at(1);
      if (!other) return std::unexpected(other.error());
      const auto pair = lennard_jones_at(2);
      if (!pair) return std::unexpected(pair.error());
      if (!all_pairs_.emplace(std::minmax(*one, *other), *pair).second) {
        return lines_.wrong("two types a second time", "each pair of types once");
      }
      return {};
    });
  }

  // By the comment behind `Atoms`, else by the number of words.
  Expected<const AtomStyle*> style_of_line() const {
    for (const AtomStyle& style : styles) {
      if (hint_ == style.name) return &style;
    }
    if (!hint_.empty()) {
      return lines_.wrong("atom style '" + hint_.substr(0, 40) + "'",
                          "atomic, charge, molecular or full");
    }
    for (const AtomStyle& style : {styles[0], styles[3]}) {
      const std::size_t words = style.position + 3;
      if (lines_.size() == words || lines_.size() == words + 3) {
        return style.position == 2 ? &styles[0] : &styles[3];
      }
    }
    return lines_.wrong("an unknown atom style",
                        "the style behind the section's name: Atoms # full");
  }

  Expected<void> read_atoms() {
    const std::int64_t count = count_of("atoms");
    const AtomStyle* style = nullptr;
    return for_each_line(count, "atoms", [&]() -> Expected<void> {
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
    const auto id = lines_.integer(0, "an atom's number", 1, INT64_MAX);
    if (!id) return std::unexpected(id.error());
    atom.id = *id;
    if (style.molecule > 0) {
      const auto molecule = lines_.integer(style.molecule, "a molecule's number", 0, INT32_MAX);
      if (!molecule) return std::unexpected(molecule.error());
      atom.molecule = static_cast<std::int32_t>(*molecule);
    }
    const auto type = type_at(style.type);
    if (!type) return std::unexpected(type.error());
    atom.type = static_cast<std::int32_t>(*type);
    if (style.charge > 0) {
      const auto charge = lines_.number(style.charge, "a charge");
      if (!charge) return std::unexpected(charge.error());
      atom.charge = *charge;
    }
    for (std::size_t d = 0; d < 3; ++d) {
      const auto at = lines_.number(style.position + d, "a coordinate");
      if (!at) return std::unexpected(at.error());
      atom.position[d] = *at;
    }
    if (lines_.size() == style.position + 6) {
      for (std::size_t d = 0; d < 3; ++d) {
        const auto image = lines_.integer(style.position + 3 + d, "an image", -1000000, 1000000);
        if (!image) return std::unexpected(image.error());
        atom.image[d] = static_cast<std::int32_t>(*image);
      }
    } else if (lines_.size() != style.position + 3) {
      return lines_.wrong(std::to_string(lines_.size()) + " words",
                          std::string("those of atom style ") + style.name);
    }
    if (!place_of_.emplace(atom.id, system_.atoms.size()).second) {
      return lines_.wrong("atom " + std::to_string(atom.id) + " a second time", "each once");
    }
    system_.atoms.push_back(atom);
    return {};
  }

  Expected<void> read_velocities() {
    if (!read_.contains("Atoms")) return lines_.wrong("Velocities", "Atoms before them");
    std::set<std::int64_t> seen;
    return for_each_line(count_of("atoms"), "velocities", [&]() -> Expected<void> {
      const auto id = lines_.integer(0, "an atom's number", 1, INT64_MAX);
      if (!id) return std::unexpected(id.error());
      const auto found = place_of_.find(*id);
      if (found == place_of_.end()) {
        return lines_.wrong("atom " + std::to_string(*id), "one of Atoms");
      }
      if (!seen.insert(*id).second) {
        return lines_.wrong("atom " + std::to_string(*id) + " a second time", "each once");
      }
      for (std::size_t d = 0; d < 3; ++d) {
        const auto velocity = lines_.number(1 + d, "a velocity");
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
    for (const char* const what : {"bonds", "angles", "dihedrals", "impropers"}) {
      if (count_of(what) > 0) {
        return isthmus::fail(isthmus::ErrorCode::bad_input, std::string("it has ") + what, name_,
                             "a system without");
      }
    }
    if (system_.atoms.empty()) return missing("section Atoms");
    if (system_.masses.empty()) return missing("section Masses");
    if (own_pairs_.empty() && all_pairs_.empty()) return missing("section Pair Coeffs");
    const auto n = static_cast<std::size_t>(types());
    for (std::size_t i = 0; i < n; ++i) {
      for (std::size_t j = 0; j < n; ++j) {
        const auto found = all_pairs_.find(std::minmax(i, j));
        if (found != all_pairs_.end()) {
          system_.interaction.pairs.push_back(found->second);
        } else if (!own_pairs_.empty()) {
          system_.interaction.pairs.push_back(mixed(own_pairs_[i], own_pairs_[j], arithmetic_));
        } else {
          return missing("coefficient of some pair of types");
        }
      }
    }
    for (const Atom& atom : system_.atoms) {
      for (std::size_t d = 0; d < 3; ++d) {
        const double boxes =
            (atom.position[d] - system_.box.low[d]) / system_.box.length(static_cast<int>(d));
        if (std::abs(boxes) < 1e6) continue;
        return isthmus::fail(isthmus::ErrorCode::bad_input,
                             "atom " + std::to_string(atom.id) + " is a million boxes away", name_,
                             "atoms in or near the box");
      }
    }
    std::ranges::sort(system_.atoms, {}, &Atom::id);
    return {};
  }

  bool advance() {
    has_line_ = lines_.next();
    return has_line_;
  }

  TextLines lines_;
  const std::string& name_;
  bool arithmetic_;
  bool has_line_ = false;
  System system_;
  std::map<std::string, std::int64_t> counts_;
  std::array<bool, 3> has_bounds_ = {};
  std::set<std::string> read_;  // sections
  std::string hint_;            // behind the present section's name
  std::vector<LennardJones> own_pairs_;
  std::map<std::pair<std::size_t, std::size_t>, LennardJones> all_pairs_;
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

Expected<void> write_lammps_data(const std::string& path, const System& system) {
  std::FILE* const file = std::fopen(path.c_str(), "w");
  const auto cannot = [&] {
    return isthmus::fail(isthmus::ErrorCode::io, isthmus::with_errno("cannot be written", errno),
                         path);
  };
  if (file == nullptr) return cannot();
  std::fprintf(file, "made by isthmus md\n\n%zu atoms\n%d atom types\n\n", system.atoms.size(),
               system.types());
  constexpr const char* names[] = {"x", "y", "z"};
  for (std::size_t d = 0; d < 3; ++d) {
    std::fprintf(file, "%.17g %.17g %slo %shi\n", system.box.low[d], system.box.high[d], names[d],
                 names[d]);
  }
  std::fputs("\nMasses\n\n", file);
  for (int type = 0; type < system.types(); ++type) {
    std::fprintf(file, "%d %.17g\n", type + 1, system.masses[static_cast<std::size_t>(type)]);
  }
  std::fputs("\nPairIJ Coeffs\n\n", file);
  for (int i = 0; i < system.types(); ++i) {
    for (int j = i; j < system.types(); ++j) {
      const auto at = static_cast<std::size_t>(i * system.types() + j);
      const LennardJones& pair = system.interaction.pairs[at];
      std::fprintf(file, "%d %d %.17g %.17g\n", i + 1, j + 1, pair.epsilon, pair.sigma);
    }
  }
  std::fputs("\nAtoms # full\n\n", file);
  for (const Atom& atom : system.atoms) {
    std::fprintf(file, "%lld %d %d %.17g %.17g %.17g %.17g %d %d %d\n",
                 static_cast<long long>(atom.id), atom.molecule, atom.type + 1, atom.charge,
                 atom.position[0], atom.position[1], atom.position[2], atom.image[0], atom.image[1],
                 atom.image[2]);
  }
  std::fputs("\nVelocities\n\n", file);
  for (const Atom& atom : system.atoms) {
    std::fprintf(file, "%lld %.17g %.17g %.17g\n", static_cast<long long>(atom.id),
                 atom.velocity[0], atom.velocity[1], atom.velocity[2]);
  }
  const bool is_bad = std::fflush(file) != 0 || std::ferror(file) != 0;
  if (std::fclose(file) != 0 || is_bad) return cannot();
  return {};
}

}  // namespace md
