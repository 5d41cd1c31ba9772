// md/topology.hpp: what bonds tie together: terms of two to five atoms, and pairs that are left
// out; plain data.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "isthmus/base/error.hpp"
#include "md/cross_map.hpp"

namespace md {

/// E = k (r - length)^2
struct BondType {
  double k = 0;
  double length = 0;
};

/// E = k (theta - angle)^2 + urey_k (r13 - urey_length)^2, as in CHARMM; angles in degrees.
struct AngleType {
  double k = 0;
  double angle = 0;
  double urey_k = 0;
  double urey_length = 0;
};

/// E = k (1 + cos(periodicity phi - phase)), the phase in degrees. Beside that the first and the
/// last atom act on each other by `weight` as 1-4 pairs do, at any distance.
struct DihedralType {
  double k = 0;
  int periodicity = 1;
  double phase = 0;
  double weight = 0;
};

/// E = k (|chi| - angle)^2; chi is the dihedral angle of the four atoms, in degrees.
struct ImproperType {
  double k = 0;
  double angle = 0;
};

/// What two atoms that up to three bonds join still do to each other, at any distance: so much of
/// Lennard-Jones and of their charges; beside a mesh what that does between them is taken off.
struct PairType {
  double van_der_waals = 0;
  double coulomb = 0;
};

/// Pairs are never in a file: they follow from bonds. A cross-term has the energy of two dihedral
/// angles, of its first four atoms and of its last four.
enum class TermKind : std::uint8_t { bond, angle, dihedral, improper, pair, cross };

constexpr std::size_t atoms_max = 5;

constexpr std::size_t atoms_of(TermKind kind) {
  constexpr std::size_t counts[] = {2, 3, 4, 4, 2, 5};
  return counts[static_cast<std::size_t>(kind)];
}

/// Some atoms, named by their ids, and the type of what ties them.
struct Term {
  TermKind kind = TermKind::bond;
  std::int32_t type = 0;  ///< From 0 on, of this kind.
  std::array<std::int64_t, atoms_max> atoms = {0, 0, 0, 0, 0};

  bool operator==(const Term&) const = default;
};

/// All terms of a system, found by their first atom, and the pairs of atoms between which nothing
/// acts but terms: those that one, two or three bonds join.
class Topology {
 public:
  std::vector<BondType> bonds;
  std::vector<AngleType> angles;
  std::vector<DihedralType> dihedrals;
  std::vector<ImproperType> impropers;
  std::vector<PairType> pairs;
  std::vector<CrossType> crosses;

  Topology() = default;

  /// Takes the terms over, in their order for each first atom.
  void set_terms(std::vector<Term> terms);

  const std::vector<Term>& terms() const { return terms_; }
  /// Adds terms that leave out nobody, behind those that are there.
  void add_terms(const std::vector<Term>& terms);
  /// Takes terms out; the pairs that are left out stay so.
  void drop_terms(const std::function<bool(const Term&)>& is_dropped);
  std::int64_t count(TermKind kind) const;
  /// Those whose first atom it is.
  std::span<const Term> terms_of(std::int64_t atom) const;
  /// Ids, ascending, of the atoms that nothing but terms acts on from this one.
  std::span<const std::int64_t> excluded(std::int64_t atom) const;
  bool has_excluded() const { return !bonded_.empty(); }
  /// Ids, ascending, of the atoms with bonds.
  const std::vector<std::int64_t>& bonded() const { return bonded_; }
  /// For each two atoms that three bonds join and no fewer a way from the one of the lower id to
  /// the other; ascending.
  std::vector<std::array<std::int64_t, 4>> three_bond_ways() const;

  void serialize(auto& archive) {
    archive(bonds, angles, dihedrals, impropers, pairs, crosses, terms_, bonded_, begin_,
            partners_);
  }

 private:
  void sort_terms();
  void find_exclusions();

  std::vector<Term> terms_;             // by the first atom
  std::vector<std::int64_t> bonded_;    // ids, ascending, of the atoms with bonds
  std::vector<std::int32_t> begin_;     // of each one's partners; one more at the end
  std::vector<std::int64_t> partners_;  // ids, ascending for each
};

}  // namespace md
