#include "md/bonded_kernel.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "isthmus/base/random.hpp"

namespace md {
namespace {

TEST(BondedKernel, AnglesAreThoseOfTheLibraryToRounding) {
  for (int i = -1000; i <= 1000; ++i) {
    const double angle = std::numbers::pi * i / 1000;
    for (const double length : {1e-3, 1.0, 50.0}) {
      EXPECT_NEAR(angle_of(length * std::cos(angle), length * std::sin(angle)), angle, 1e-15);
    }
  }
  EXPECT_NEAR(angle_of(1, 1e-9), 1e-9, 1e-24);
  EXPECT_EQ(angle_of(0, 0), 0);
}

TEST(BondedKernel, TheErrorFunctionIsThatOfTheLibraryToRounding) {
  for (int i = 0; i <= 1000; ++i) {
    const double x = 0.007 * i;
    const ErrorFunction found(x);
    EXPECT_NEAR(found.value, std::erf(x), 3e-14) << x;
    EXPECT_NEAR(found.slope, 2 / std::sqrt(std::numbers::pi) * std::exp(-x * x), 1e-14) << x;
  }
}

// Beside a mesh two charges with all their weight act as they do without one.
TEST(BondedKernel, APairTakesOffWhatTheMeshDoes) {
  Topology topology;
  topology.pairs = {{0, 1}, {0, 0}};
  Interaction interaction;
  interaction.pairs = {{0, 1}};
  interaction.coulomb = 2;
  interaction.ewald_beta = 0.7;
  const BondedTable table(topology, interaction, 1);
  Box box;
  box.high = {10, 10, 10};
  BondedAtoms atoms;
  atoms.positions = {{1, 2, 3}, {1, 2, 9.5}};
  atoms.types = {0, 0};
  atoms.charges = {0.5, -3};
  for (const std::int32_t type : {0, 1}) {
    const LocalTerm term{TermKind::pair, type, {0, 1}};
    std::vector<Vec> forces(2, Vec{});
    const double energy = compute_terms({&term, 1}, table, box, atoms, forces).coulomb;
    const double kept = type == 0 ? 1 : 0;
    EXPECT_NEAR(energy, -3 * (kept - std::erf(0.7 * 3.5)) / 3.5, 1e-14);
  }
}

BondedTable table_of_all_kinds() {
  Topology topology;
  topology.bonds = {{310.0, 1.1}};
  topology.angles = {{51.0, 107.5, 11.0, 2.4}};
  topology.dihedrals = {{0.9, 3, 30, 0}, {1.7, 1, 180, 0.5}, {0.2, 0, 0, 0}};
  topology.impropers = {{21.0, 0}, {13.0, 25}};
  topology.pairs = {{0.5, 0.8}, {0, 0}};
  Interaction interaction;
  interaction.pairs = {{0.1, 3.0}};
  interaction.close_pairs = {{0.05, 2.6}};
  interaction.coulomb = 332;
  interaction.ewald_beta = 0.4;
  return BondedTable(topology, interaction, 1);
}

// Four atoms in no special place, some of them beyond the box's end.
BondedAtoms some_four(isthmus::Random& random, const Box& box) {
  BondedAtoms atoms;
  Vec at = {9.5, 0.3, 5};
  for (int i = 0; i < 4; ++i) {
    Vec place = at;
    for (std::size_t d = 0; d < 3; ++d) {
      place[d] -= box.length(static_cast<int>(d)) * std::floor(place[d] / 10);
    }
    atoms.positions.push_back(place);
    atoms.types.push_back(0);
    atoms.charges.push_back(0.3 * (i + 1));
    for (double& value : at) value += 0.4 + 0.9 * random.uniform();
    at[static_cast<std::size_t>(i) % 3] -= 1.9;
  }
  return atoms;
}

double energy_of(const LocalTerm& term, const BondedTable& table, const Box& box,
                 const BondedAtoms& atoms) {
  std::vector<Vec> forces(4, Vec{});
  return compute_terms({&term, 1}, table, box, atoms, forces).potential();
}

TEST(BondedKernel, ForcesAreTheSlopesOfTheEnergies) {
  const BondedTable table = table_of_all_kinds();
  Box box;
  box.high = {10, 10, 10};
  const LocalTerm terms[] = {{TermKind::bond, 0, {0, 1}},
                             {TermKind::angle, 0, {2, 0, 1}},
                             {TermKind::dihedral, 0, {0, 1, 2, 3}},
                             {TermKind::dihedral, 1, {3, 1, 0, 2}},
                             {TermKind::dihedral, 2, {0, 1, 2, 3}},
                             {TermKind::improper, 0, {1, 0, 2, 3}},
                             {TermKind::improper, 1, {0, 1, 2, 3}},
                             {TermKind::pair, 0, {3, 1}},
                             {TermKind::pair, 1, {0, 2}}};
  isthmus::Random random(7);
  for (int trial = 0; trial < 20; ++trial) {
    BondedAtoms atoms = some_four(random, box);
    for (const LocalTerm& term : terms) {
      std::vector<Vec> forces(4, Vec{});
      compute_terms({&term, 1}, table, box, atoms, forces);
      for (std::size_t i = 0; i < 4; ++i) {
        for (std::size_t d = 0; d < 3; ++d) {
          const double step = 1e-5;
          const double here = atoms.positions[i][d];
          atoms.positions[i][d] = here + step;
          const double above = energy_of(term, table, box, atoms);
          atoms.positions[i][d] = here - step;
          const double below = energy_of(term, table, box, atoms);
          atoms.positions[i][d] = here;
          const double slope = (above - below) / (2 * step);
          EXPECT_NEAR(forces[i][d], -slope, 1e-6 * (1 + std::abs(slope)))
              << static_cast<int>(term.kind) << " " << term.type << " " << i << " " << d;
        }
      }
    }
  }
}

// Where others keep the sine above 0.001 and push too little (LAMMPS's improper_style harmonic).
TEST(BondedKernel, AnImproperThatIsNearlyFlatIsPulledByItsFullSlope) {
  const BondedTable table = table_of_all_kinds();
  Box box;
  box.periodic = {false, false, false};
  const LocalTerm term = {TermKind::improper, 0, {0, 1, 2, 3}};
  for (const double height : {1e-3, 1e-4, 1e-6}) {
    BondedAtoms atoms;
    atoms.positions = {{0, 0, height}, {1.5, 0, 0}, {-0.7, 1.1, 0}, {-0.7, -1.1, 0}};
    atoms.types = {0, 0, 0, 0};
    atoms.charges = {0, 0, 0, 0};
    std::vector<Vec> forces(4, Vec{});
    const double energy = compute_terms({&term, 1}, table, box, atoms, forces).improper;
    // The energy is a square of the height, but for terms of its fourth power.
    EXPECT_NEAR(forces[0][2] * height, -2 * energy, 1e-5 * energy) << height;
  }
}

TEST(BondedKernel, TheVirialIsTheSlopeOfTheEnergyWithAllLengths) {
  const BondedTable table = table_of_all_kinds();
  Box box;
  box.periodic = {false, false, false};
  isthmus::Random random(3);
  BondedAtoms atoms = some_four(random, box);
  const LocalTerm terms[] = {{TermKind::bond, 0, {0, 1}},
                             {TermKind::angle, 0, {2, 0, 1}},
                             {TermKind::dihedral, 1, {0, 1, 2, 3}},
                             {TermKind::pair, 0, {0, 2}},
                             {TermKind::improper, 1, {0, 1, 2, 3}}};
  for (const LocalTerm& term : terms) {
    std::vector<Vec> forces(4, Vec{});
    const double virial = compute_terms({&term, 1}, table, box, atoms, forces).virial;
    const auto scaled = [&](double scale) {
      BondedAtoms other = atoms;
      for (Vec& at : other.positions) at = times(scale, at);
      return energy_of(term, table, box, other);
    };
    const double slope = (scaled(1 + 1e-6) - scaled(1 - 1e-6)) / 2e-6;
    EXPECT_NEAR(virial, -slope, 1e-5 * (1 + std::abs(slope)));
  }
}

TEST(BondedKernel, AtomsInALineHaveFiniteForces) {
  const BondedTable table = table_of_all_kinds();
  BondedAtoms atoms;
  for (int i = 0; i < 4; ++i) {
    atoms.positions.push_back({1.0 + i, 2, 3});
    atoms.types.push_back(0);
    atoms.charges.push_back(0);
  }
  Box box;
  box.high = {50, 50, 50};
  for (const LocalTerm& term :
       {LocalTerm{TermKind::angle, 0, {0, 1, 2}}, LocalTerm{TermKind::dihedral, 0, {0, 1, 2, 3}},
        LocalTerm{TermKind::improper, 0, {0, 1, 2, 3}}}) {
    std::vector<Vec> forces(4, Vec{});
    compute_terms({&term, 1}, table, box, atoms, forces);
    for (const Vec& force : forces) {
      for (const double value : force) EXPECT_TRUE(std::isfinite(value));
    }
  }
}

}  // namespace
}  // namespace md
