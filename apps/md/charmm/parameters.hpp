// md/charmm/parameters.hpp: what CHARMM parameter files say of types of atoms.
#pragma once

#include <array>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "isthmus/base/error.hpp"
#include "md/system.hpp"

namespace md::charmm {

/// Lennard-Jones of a type or of two, and the same where three bonds are between.
struct Nonbonded {
  LennardJones plain;
  LennardJones close;
};

/// The parameters of one or several files, of which a later one replaces what an earlier one says
/// of the same types. Names of types are in either order; X stands for any of them.
class Parameters {
 public:
  /// Adds those of a file: ATOMS, BONDS, ANGLES, DIHEDRALS, IMPROPER, NONBONDED, NBFIX, CMAP;
  /// HBOND is passed over. bad_input names file and line, also where rules are asked for that the
  /// application does not have (other exclusions than NBXMOD 5, scaled 1-4 charges, geometric
  /// radii).
  isthmus::Expected<void> read(std::string_view text, const std::string& name);

  /// The name of a type that a file numbers.
  std::optional<std::string> type_of_number(const std::string& number) const;
  std::optional<Nonbonded> of_type(const std::string& type) const;
  /// Of NBFIX; none where the two mix as others do.
  std::optional<Nonbonded> of_pair(const std::string& one, const std::string& other) const;

  const BondType* bond(const std::array<std::string, 2>& types) const;
  const AngleType* angle(const std::array<std::string, 3>& types) const;
  /// All terms of a dihedral, by their periodicities: those of its four types, else those of
  /// X-b-c-X.
  const std::map<int, DihedralType>* dihedral(const std::array<std::string, 4>& types) const;
  /// By the most particular entry: a-b-c-d, a-X-X-d, X-b-c-d, X-b-c-X, X-X-c-d. One with a
  /// periodicity is a cosine.
  using Improper = std::variant<ImproperType, DihedralType>;
  const Improper* improper(const std::array<std::string, 4>& types) const;
  /// Of five atoms in a row: the eight types of both dihedrals, in their order.
  const CrossType* cross(const std::array<std::string, 5>& types) const;

 private:
  friend class ParameterFile;

  std::map<std::string, std::string> numbers_;
  std::map<std::string, Nonbonded> types_;
  std::map<std::string, Nonbonded> pairs_;
  // By the types' names, in that one of both orders that comes first.
  std::map<std::string, BondType> bonds_;
  std::map<std::string, AngleType> angles_;
  std::map<std::string, std::map<int, DihedralType>> dihedrals_;
  std::map<std::string, Improper> impropers_;
  std::map<std::array<std::string, 8>, CrossType> crosses_;
};

}  // namespace md::charmm
