// md/bonded_kernel.hpp: energies and forces of bonds, angles, dihedrals and impropers.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "md/positions.hpp"
#include "md/system.hpp"
#include "md/topology.hpp"

namespace md {

/// What the loop looks up, made of types once; angles in radians. Sines and cosines are taken here
/// alone, so that they are the same bits for all who are sent this.
struct BondedTable {
  struct Angle {
    double k = 0;
    double angle = 0;
    double urey_k = 0;
    double urey_length = 0;
  };
  struct Dihedral {
    double k = 0;
    int periodicity = 1;
    double cos_phase = 1;
    double sin_phase = 0;
    double weight = 0;
  };
  struct Improper {
    double k = 0;
    double angle = 0;
  };
  BondedTable() = default;
  BondedTable(const Topology& topology, const Interaction& interaction, int types);

  std::vector<BondType> bonds;
  std::vector<Angle> angles;
  std::vector<Dihedral> dihedrals;
  std::vector<Improper> impropers;
  std::vector<PairType> pairs;
  std::vector<CrossMap> crosses;
  std::vector<LennardJones> close_pairs;  ///< types x types, of ends of dihedrals.
  std::vector<LennardJones> plain_pairs;  ///< types x types, of TermKind::pair.
  int types = 1;
  double coulomb = 0;
  double ewald_beta = 0;  ///< Above 0: a mesh acts between all atoms, as erf(beta r) / r.

  void serialize(auto& archive) {
    archive(bonds, angles, dihedrals, impropers, pairs, crosses, close_pairs, plain_pairs, types,
            coulomb, ewald_beta);
  }
};

/// A term whose atoms are named by their places in BondedAtoms.
struct LocalTerm {
  TermKind kind = TermKind::bond;
  std::int32_t type = 0;
  std::array<std::int32_t, atoms_max> atoms = {0, 0, 0, 0, 0};
};

/// Atoms of terms, whichever cells they are in.
struct BondedAtoms {
  std::vector<Vec> positions;
  std::vector<std::int32_t> types;
  std::vector<double> charges;
};

/// The angle whose cosine and sine are in this proportion, -pi to pi, by sums, products, quotients
/// and roots alone: the same bits everywhere.
double angle_of(double cosine, double sine);

/// erf(x) of x >= 0, and 2 / sqrt(pi) exp(-x^2), by sums, products and quotients alone.
struct ErrorFunction {
  explicit ErrorFunction(double x);
  double value = 0;
  double slope = 0;
};

/// Adds the forces of all terms, in their order, to `forces`. Atoms of a term are taken in the
/// images that are nearest to each other.
Energies compute_terms(std::span<const LocalTerm> terms, const BondedTable& table, const Box& box,
                       const BondedAtoms& atoms, std::vector<Vec>& forces);

}  // namespace md
