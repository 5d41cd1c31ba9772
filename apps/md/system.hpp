// md/system.hpp: atoms in a box, what acts between them, and the units of both; plain data.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "isthmus/base/error.hpp"
#include "md/rigid_groups.hpp"
#include "md/topology.hpp"
#include "md/vec.hpp"

namespace md {

/// The constants that tie a system of units together; those of LAMMPS, so that it can judge.
struct Units {
  double boltzmann = 1;          ///< Energy per temperature.
  double acceleration = 1;       ///< Of a force of 1 on a mass of 1.
  double coulomb = 1;            ///< Energy of two charges of 1 at a distance of 1.
  double pressure = 1;           ///< Of an energy density of 1.
  double timestep = 0.005;       ///< What is usual.
  double skin = 0.4;             ///< The same, of neighbour lists,
  double tight_skin = 0.3;       ///< and where cells are hardly longer than the cutoff.
  double compressibility = 0.1;  ///< The same, of a liquid: of its volume, by pressure.

  /// "lj" (reduced) or "real" (kcal/mol, Angstrom, fs, g/mol, e, K, atm); bad_input for others.
  static isthmus::Expected<Units> named(const std::string& name);
};

/// Where the atoms are. A dimension that is not periodic is open: atoms may leave the box there.
struct Box {
  Vec low = {0, 0, 0};
  Vec high = {1, 1, 1};
  std::array<bool, 3> periodic = {true, true, true};

  double length(int dimension) const {
    const auto d = static_cast<std::size_t>(dimension);
    return high[d] - low[d];
  }
  double volume() const { return length(0) * length(1) * length(2); }
  double middle(std::size_t dimension) const { return 0.5 * (low[dimension] + high[dimension]); }
  /// With lengths so many times these, around the same middle.
  Box stretched(double stretch) const;
};

/// One atom; what moves with it from cell to cell.
struct Atom {
  std::int64_t id = 0;
  std::int32_t type = 0;  ///< From 0 on.
  std::int32_t molecule = 0;
  double charge = 0;
  Vec position = {0, 0, 0};
  Vec velocity = {0, 0, 0};
  std::array<std::int32_t, 3> image = {0, 0, 0};  ///< Boxes that it has wandered, a dimension.

  bool operator==(const Atom&) const = default;
};

/// Lennard-Jones: 4 epsilon ((sigma / r)^12 - (sigma / r)^6).
struct LennardJones {
  double epsilon = 1;
  double sigma = 1;
};

/// How a pair's energy ends at the cutoff.
enum class Ending : std::uint8_t {
  cut,     ///< It jumps to 0.
  shift,   ///< It is shifted to 0 there; the force jumps.
  smooth,  ///< Multiplied by the switching function of CHARMM between `switch_from` and the cutoff.
};

/// What is between any two atoms that no bonds join.
struct Interaction {
  std::vector<LennardJones> pairs;  ///< types x types, symmetric.
  /// The same of atoms that three bonds join; empty: as others.
  std::vector<LennardJones> close_pairs;
  /// What of everything acts between atoms that three bonds join, beside what dihedrals' weights
  /// say: factors of AMBER and OPLS, of the coefficients that all atoms have.
  PairType one_four;
  double cutoff = 2.5;
  double switch_from = 0;  ///< With Ending::smooth.
  Ending ending = Ending::cut;
  /// Of charges: energy of two of 1 at a distance of 1; 0 where there are none.
  double coulomb = 0;
  /// Energy and force of charges go to 0 at the cutoff, as they do in CHARMM's force shift: a
  /// constant is taken off the force. Else both jump.
  bool shifts_coulomb = true;
  /// Above 0: charges act as erfc(beta r) / r, and a mesh does the rest (Ewald).
  double ewald_beta = 0;
};

/// A whole system: what a data file holds.
struct System {
  Units units;
  Box box;
  std::vector<double> masses;  ///< By type.
  Interaction interaction;
  std::vector<Atom> atoms;  ///< By id.
  Topology topology;
  RigidGroups rigid;

  int types() const { return static_cast<int>(masses.size()); }
};

/// Lennard-Jones of two types by a mixing rule: "geometric" or "arithmetic" (Lorentz-Berthelot).
LennardJones mixed(const LennardJones& one, const LennardJones& other, bool arithmetic);

}  // namespace md
