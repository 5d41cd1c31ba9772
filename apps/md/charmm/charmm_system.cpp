#include "md/charmm/charmm_system.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "md/text_lines.hpp"

namespace md::charmm {

namespace {

using isthmus::Expected;

std::unexpected<isthmus::Error> wrong(std::string what, const std::string& where,
                                      std::string expected) {
  return isthmus::fail(isthmus::ErrorCode::bad_input, std::move(what), where, std::move(expected));
}

// Equal parameters become one type; its number.
template <class Type, class Key>
std::int32_t number_of(std::vector<Type>& types, std::map<Key, std::int32_t>& numbers,
                       const Key& key, const Type& type) {
  const auto [found, is_new] = numbers.try_emplace(key, static_cast<std::int32_t>(types.size()));
  if (is_new) types.push_back(type);
  return found->second;
}

// Puts a PSF's atoms and terms together with their parameters.
class Assembly {
 public:
  Assembly(const Psf& psf, const Parameters& parameters, const std::string& name)
      : psf_(psf), parameters_(parameters), name_(name) {
    system_.units = *Units::named("real");
  }

  Expected<System> run(const Coordinates& coordinates) {
    if (auto done = add_atoms(coordinates); !done) return isthmus::forward_error(done);
    if (auto done = add_pairs(); !done) return isthmus::forward_error(done);
    for (const auto& atoms : psf_.bonds) {
      if (auto done = add_bond(atoms); !done) return isthmus::forward_error(done);
    }
    system_.topology.set_terms(terms_);
    for (const auto& way : system_.topology.three_bond_ways()) {
      close_.insert({way.front(), way.back()});
    }
    for (const auto& atoms : psf_.angles) {
      if (auto done = add_angle(atoms); !done) return isthmus::forward_error(done);
    }
    for (const auto& atoms : psf_.dihedrals) {
      if (auto done = add_dihedral(atoms); !done) return isthmus::forward_error(done);
    }
    for (const auto& atoms : psf_.impropers) {
      if (auto done = add_improper(atoms); !done) return isthmus::forward_error(done);
    }
    for (const auto& atoms : psf_.cross_terms) {
      if (auto done = add_cross(atoms); !done) return isthmus::forward_error(done);
    }
    add_close_pairs();
    system_.topology.set_terms(std::move(terms_));
    return std::move(system_);
  }

 private:
  Expected<void> add_atoms(const Coordinates& coordinates) {
    const std::size_t count = psf_.atoms.size();
    if (coordinates.positions.size() != count) {
      return wrong(std::to_string(coordinates.positions.size()) + " atoms", coordinates.file,
                   std::to_string(count) + ", as in " + name_);
    }
    if (!coordinates.box) return wrong("no box", coordinates.file, "its lengths, or --box");
    set_box(coordinates);
    std::map<std::pair<std::string, double>, std::int32_t> numbers;
    for (std::size_t i = 0; i < count; ++i) {
      const Psf::Atom& from = psf_.atoms[i];
      const std::string& its_name = coordinates.names[i];
      if (!from.name.starts_with(its_name)) {
        return wrong("atom " + std::to_string(i + 1) + " is '" + its_name + "'",
                     coordinates.place_of(i), "'" + from.name + "', as in " + name_);
      }
      std::string type = from.type;
      if (type.find_first_not_of("0123456789") == type.npos) {
        const auto found = parameters_.type_of_number(type);
        if (!found) {
          return wrong("atom type " + type, name_,
                       "a name, or a number that a MASS line of the parameters has");
        }
        type = *found;
      }
      Atom atom;
      atom.id = static_cast<std::int64_t>(i) + 1;
      atom.molecule = from.residue;
      atom.type = number_of(system_.masses, numbers, {type, from.mass}, from.mass);
      atom.charge = from.charge;
      atom.position = coordinates.positions[i];
      if (!coordinates.velocities.empty()) atom.velocity = coordinates.velocities[i];
      system_.atoms.push_back(atom);
      types_.push_back(type);
      if (static_cast<std::size_t>(atom.type) == names_.size()) names_.push_back(type);
    }
    return {};
  }

  void set_box(const Coordinates& coordinates) {
    for (std::size_t d = 0; d < 3; ++d) {
      const auto along = [d](const Vec& position) { return position[d]; };
      const auto [least, most] = std::ranges::minmax(coordinates.positions, {}, along);
      const double middle = 0.5 * (least[d] + most[d]);
      system_.box.low[d] = middle - 0.5 * (*coordinates.box)[d];
      system_.box.high[d] = system_.box.low[d] + (*coordinates.box)[d];
    }
  }

  Expected<void> add_pairs() {
    std::vector<Nonbonded> all;
    for (const std::string& type : names_) {
      const auto found = parameters_.of_type(type);
      if (!found) return wrong("no NONBONDED parameters of " + type, name_, "some in the files");
      all.push_back(*found);
    }
    for (std::size_t i = 0; i < names_.size(); ++i) {
      for (std::size_t j = 0; j < names_.size(); ++j) {
        const auto own = parameters_.of_pair(names_[i], names_[j]);
        const Nonbonded pair = own.value_or(Nonbonded{mixed(all[i].plain, all[j].plain, true),
                                                      mixed(all[i].close, all[j].close, true)});
        system_.interaction.pairs.push_back(pair.plain);
        system_.interaction.close_pairs.push_back(pair.close);
      }
    }
    return {};
  }

  template <std::size_t count>
  std::array<std::string, count> types_of(const std::array<std::int32_t, count>& atoms) const {
    std::array<std::string, count> types;
    for (std::size_t i = 0; i < count; ++i) types[i] = types_[static_cast<std::size_t>(atoms[i])];
    return types;
  }

  template <std::size_t count>
  std::unexpected<isthmus::Error> missing(const char* what,
                                          const std::array<std::int32_t, count>& atoms) const {
    std::string names;
    std::string numbers;
    for (std::size_t i = 0; i < count; ++i) {
      names += (i == 0 ? "" : "-") + types_[static_cast<std::size_t>(atoms[i])];
      numbers += " " + std::to_string(atoms[i] + 1);
    }
    return wrong(
        "no parameters of the " + std::string(what) + " " + names + " (atoms" + numbers + ")",
        name_, "some in the files");
  }

  template <std::size_t count>
  void add_term(TermKind kind, std::int32_t type, const std::array<std::int32_t, count>& atoms) {
    Term term{kind, type, {}};
    for (std::size_t i = 0; i < count; ++i) term.atoms[i] = atoms[i] + 1;
    terms_.push_back(term);
  }

  Expected<void> add_bond(const std::array<std::int32_t, 2>& atoms) {
    const BondType* const found = parameters_.bond(types_of(atoms));
    if (found == nullptr) return missing("bond", atoms);
    const std::vector<double> key = {found->k, found->length};
    add_term(TermKind::bond, number_of(system_.topology.bonds, bond_numbers_, key, *found), atoms);
    return {};
  }

  Expected<void> add_angle(const std::array<std::int32_t, 3>& atoms) {
    const AngleType* const found = parameters_.angle(types_of(atoms));
    if (found == nullptr) return missing("angle", atoms);
    const std::vector<double> key = {found->k, found->angle, found->urey_k, found->urey_length};
    add_term(TermKind::angle, number_of(system_.topology.angles, angle_numbers_, key, *found),
             atoms);
    return {};
  }

  void add_cosine(const DihedralType& type, const std::array<std::int32_t, 4>& atoms) {
    const std::vector<double> key = {type.k, 1.0 * type.periodicity, type.phase, type.weight};
    add_term(TermKind::dihedral,
             number_of(system_.topology.dihedrals, dihedral_numbers_, key, type), atoms);
  }

  // The first term whose ends three bonds join has these act on each other, too.
  Expected<void> add_dihedral(const std::array<std::int32_t, 4>& atoms) {
    const auto* const found = parameters_.dihedral(types_of(atoms));
    if (found == nullptr) return missing("dihedral", atoms);
    const auto [first, last] = std::minmax(atoms.front(), atoms.back());
    bool is_close = close_.erase({first + 1, last + 1}) > 0;
    for (const auto& [periodicity, some] : *found) {
      DihedralType type = some;
      type.weight = std::exchange(is_close, false) ? 1 : 0;
      if (type.k != 0 || type.weight != 0) add_cosine(type, atoms);
    }
    return {};
  }

  Expected<void> add_improper(const std::array<std::int32_t, 4>& atoms) {
    const Parameters::Improper* const found = parameters_.improper(types_of(atoms));
    if (found == nullptr) return missing("improper", atoms);
    if (const auto* const cosine = std::get_if<DihedralType>(found)) {
      add_cosine(*cosine, atoms);
      return {};
    }
    const ImproperType& type = std::get<ImproperType>(*found);
    const std::vector<double> key = {type.k, type.angle};
    add_term(TermKind::improper,
             number_of(system_.topology.impropers, improper_numbers_, key, type), atoms);
    return {};
  }

  Expected<void> add_cross(const std::array<std::int32_t, 5>& atoms) {
    const CrossType* const found = parameters_.cross(types_of(atoms));
    if (found == nullptr) return missing("cross-term (CMAP)", atoms);
    add_term(TermKind::cross,
             number_of(system_.topology.crosses, cross_numbers_, found->energies, *found), atoms);
    return {};
  }

  // Those that no dihedral of the PSF has for its ends.
  void add_close_pairs() {
    for (const auto& way : system_.topology.three_bond_ways()) {
      if (!close_.contains({way.front(), way.back()})) continue;
      std::array<std::int32_t, 4> atoms;
      for (std::size_t i = 0; i < 4; ++i) atoms[i] = static_cast<std::int32_t>(way[i] - 1);
      add_cosine({0, 1, 0, 1}, atoms);
    }
  }

  const Psf& psf_;
  const Parameters& parameters_;
  const std::string& name_;
  System system_;
  std::vector<std::string> types_;  // by atom
  std::vector<std::string> names_;  // by type
  std::vector<Term> terms_;
  std::map<std::vector<double>, std::int32_t> bond_numbers_;
  std::map<std::vector<double>, std::int32_t> angle_numbers_;
  std::map<std::vector<double>, std::int32_t> dihedral_numbers_;
  std::map<std::vector<double>, std::int32_t> improper_numbers_;
  std::map<std::vector<double>, std::int32_t> cross_numbers_;
  std::set<std::pair<std::int64_t, std::int64_t>> close_;  // ids that no term has for its ends yet
};

}  // namespace

Expected<System> assemble(const Psf& psf, const Parameters& parameters,
                          const Coordinates& coordinates, const std::string& name) {
  return Assembly(psf, parameters, name).run(coordinates);
}

Expected<System> read_system(const Files& files) {
  const auto text = read_file(files.psf);
  if (!text) return std::unexpected(text.error());
  const auto psf = parse_psf(*text, files.psf);
  if (!psf) return std::unexpected(psf.error());
  Parameters parameters;
  for (const std::string& path : files.parameters) {
    const auto some = read_file(path);
    if (!some) return std::unexpected(some.error());
    if (auto read = parameters.read(*some, path); !read) return isthmus::forward_error(read);
  }
  auto coordinates = read_coordinates(files.coordinates);
  if (!coordinates) return std::unexpected(coordinates.error());
  if (files.box) coordinates->box = files.box;
  return assemble(*psf, parameters, *coordinates, files.psf);
}

}  // namespace md::charmm
