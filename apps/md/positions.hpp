// md/positions.hpp: what a cell tells its pairs, and what they answer; plain data.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace md {

/// The atoms of a cell as its pairs see them, for as long as they stay in it.
struct Roster {
  std::vector<std::int64_t> ids;
  std::vector<std::int32_t> types;
  std::vector<double> charges;

  std::size_t size() const { return ids.size(); }
  bool operator==(const Roster&) const = default;
};

/// Where the atoms of a cell are at one step.
struct Positions {
  int step = 0;
  /// Lengths of the box that they are in, by those at the beginning.
  double stretch = 1;
  /// How far any of the cell's atoms may have gone in all, since the roster was new.
  double path = 0;
  bool has_roster = false;  ///< Whether atoms have changed cells; the first one is new, too.
  Roster roster;            ///< Empty where it is not new.
  std::vector<double> x;
  std::vector<double> y;
  std::vector<double> z;

  std::size_t size() const { return x.size(); }
};

/// Energies of one kind each, and the virial (sum of r.F) that pressure is made of.
struct Energies {
  double kinetic = 0;
  double van_der_waals = 0;
  double coulomb = 0;
  double bond = 0;
  double angle = 0;
  double dihedral = 0;
  double improper = 0;
  double cross = 0;  ///< Of pairs of dihedral angles.
  double virial = 0;

  double potential() const {
    return van_der_waals + coulomb + ((((bond + angle) + dihedral) + improper) + cross);
  }
  double total() const { return kinetic + potential(); }
  Energies& operator+=(const Energies& other) {
    kinetic += other.kinetic;
    van_der_waals += other.van_der_waals;
    coulomb += other.coulomb;
    bond += other.bond;
    angle += other.angle;
    dihedral += other.dihedral;
    improper += other.improper;
    cross += other.cross;
    virial += other.virial;
    return *this;
  }
  bool operator==(const Energies&) const = default;
};

/// Energies of all at a step, and the box that they belong to.
struct Reading : Energies {
  double stretch = 1;  ///< Lengths of the box, by those at the beginning.

  bool operator==(const Reading&) const = default;
  void serialize(auto& archive) { archive(static_cast<Energies&>(*this), stretch); }
};

/// Forces of a pair or a block on some atoms of one cell, in the order of the cell.
struct Forces {
  std::vector<std::int32_t> atoms;  ///< By their places in the cell.
  std::vector<double> values;       ///< All x, then all y, then all z.
  Energies energies;                ///< The pair's or block's, with the first of its cells.
  std::int64_t terms = 0;           ///< Computed, whose first atoms are the cell's.

  std::size_t size() const { return atoms.size(); }
  const double* x() const { return values.data(); }
  const double* y() const { return values.data() + size(); }
  const double* z() const { return values.data() + 2 * size(); }
};

}  // namespace md
