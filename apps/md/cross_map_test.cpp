#include "md/cross_map.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <numbers>

#include "md/bonded_kernel.hpp"

namespace md {
namespace {

constexpr double half_turn = std::numbers::pi;

double hills(double one, double other) {
  return 1.3 * std::cos(one - 0.4) + std::sin(2 * other + 0.3) * std::cos(one) - 0.7;
}

CrossType map_of_hills(int points) {
  CrossType type{points, {}};
  for (int i = 0; i < points; ++i) {
    for (int j = 0; j < points; ++j) {
      type.energies.push_back(
          hills(2 * half_turn * i / points - half_turn, 2 * half_turn * j / points - half_turn));
    }
  }
  return type;
}

TEST(CrossMap, GoesThroughItsPointsAndIsSmoothBetween) {
  const CrossMap map(map_of_hills(24));
  for (int i = 0; i < 24; ++i) {
    for (int j = 0; j < 24; ++j) {
      const double one = 2 * half_turn * i / 24 - half_turn;
      const double other = 2 * half_turn * j / 24 - half_turn;
      EXPECT_NEAR(map.at(one, other).energy, hills(one, other), 1e-13);
    }
  }
  const double h = 1e-6;
  for (double one = -half_turn + 0.01; one < half_turn - 0.01; one += 0.17) {
    for (double other = -half_turn + 0.01; other < half_turn - 0.01; other += 0.19) {
      const CrossMap::Value value = map.at(one, other);
      EXPECT_NEAR(value.energy, hills(one, other), 1e-3);
      const double by_one = map.at(one + h, other).energy - map.at(one - h, other).energy;
      const double by_other = map.at(one, other + h).energy - map.at(one, other - h).energy;
      EXPECT_NEAR(value.slopes[0], by_one / (2 * h), 1e-8);
      EXPECT_NEAR(value.slopes[1], by_other / (2 * h), 1e-8);
    }
  }
}

TEST(CrossMap, GoesRound) {
  const CrossMap map(map_of_hills(12));
  for (double angle = -3; angle < 3; angle += 0.3) {
    const CrossMap::Value low = map.at(-half_turn, angle);
    const CrossMap::Value high = map.at(half_turn, angle);
    EXPECT_NEAR(low.energy, high.energy, 1e-13);
    EXPECT_NEAR(low.slopes[0], high.slopes[0], 1e-12);
    EXPECT_NEAR(map.at(angle, -half_turn).slopes[1], map.at(angle, half_turn).slopes[1], 1e-12);
  }
}

TEST(CrossMap, OfNoAngleIsNoEnergy) {
  const CrossMap map(map_of_hills(360));
  const double none = std::numeric_limits<double>::quiet_NaN();
  EXPECT_TRUE(std::isnan(map.at(none, 0).energy));
  EXPECT_TRUE(std::isnan(map.at(0, none).slopes[0]));
}

TEST(CrossMap, ForcesOfATermAreTheSlopesOfItsEnergy) {
  Topology topology;
  topology.crosses = {map_of_hills(24)};
  const BondedTable table(topology, Interaction{}, 1);
  Box box;
  box.high = {10, 10, 10};
  BondedAtoms atoms;
  atoms.positions = {{9.5, 0.3, 5}, {0.4, 1.1, 5.2}, {0.9, 9.9, 6.1}, {2.1, 0.2, 5.4}, {2.2, 1, 4}};
  atoms.types.assign(5, 0);
  atoms.charges.assign(5, 0.0);
  const LocalTerm term{TermKind::cross, 0, {0, 1, 2, 3, 4}};
  const auto energy = [&] {
    std::vector<Vec> forces(5, Vec{});
    return compute_terms({&term, 1}, table, box, atoms, forces).cross;
  };
  std::vector<Vec> forces(5, Vec{});
  const Energies found = compute_terms({&term, 1}, table, box, atoms, forces);
  EXPECT_EQ(found.potential(), found.cross);
  EXPECT_EQ(found.virial, 0);
  for (std::size_t i = 0; i < 5; ++i) {
    for (std::size_t d = 0; d < 3; ++d) {
      const double step = 1e-6;
      const double here = atoms.positions[i][d];
      atoms.positions[i][d] = here + step;
      const double above = energy();
      atoms.positions[i][d] = here - step;
      const double below = energy();
      atoms.positions[i][d] = here;
      EXPECT_NEAR(forces[i][d], -(above - below) / (2 * step), 1e-7) << i << " " << d;
    }
  }
}

}  // namespace
}  // namespace md
