#include "md/neighbour_list.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "isthmus/base/random.hpp"
#include "md/pair_kernel.hpp"

namespace md {
namespace {

Interaction interaction_of(Ending ending, int types) {
  Interaction interaction;
  interaction.ending = ending;
  interaction.switch_from = 2.0;
  for (int i = 0; i < types; ++i) {
    for (int j = 0; j < types; ++j) {
      interaction.pairs.push_back(
          mixed({1.0 + 0.2 * i, 1.0 - 0.1 * i}, {1.0 + 0.2 * j, 1.0 - 0.1 * j}, true));
    }
  }
  return interaction;
}

// So many atoms in a cell of side 4, none nearer to another one than 0.8.
Positions some_atoms(std::uint64_t seed, int count, int types, double begin) {
  isthmus::Random random(seed);
  Positions atoms;
  atoms.has_roster = true;
  while (std::ssize(atoms.x) < count) {
    const Vec at = {begin + 4 * random.uniform(), 4 * random.uniform(), 4 * random.uniform()};
    bool is_free = true;
    for (std::size_t i = 0; i < atoms.size() && is_free; ++i) {
      is_free = std::hypot(at[0] - atoms.x[i], at[1] - atoms.y[i], at[2] - atoms.z[i]) > 0.8;
    }
    if (!is_free) continue;
    atoms.roster.ids.push_back(std::ssize(atoms.x) + 1);
    atoms.roster.types.push_back(static_cast<std::int32_t>(random.below(types)));
    atoms.roster.charges.push_back(random.uniform() - 0.5);
    atoms.x.push_back(at[0]);
    atoms.y.push_back(at[1]);
    atoms.z.push_back(at[2]);
  }
  return atoms;
}

double energy_at(const Interaction& interaction, const LennardJones& pair, double r) {
  const auto plain = [&](double at) {
    return 4 * pair.epsilon * (std::pow(pair.sigma / at, 12) - std::pow(pair.sigma / at, 6));
  };
  const double cutoff = interaction.cutoff;
  if (r >= cutoff) return 0;
  if (interaction.ending == Ending::shift) return plain(r) - plain(cutoff);
  const double from = interaction.switch_from;
  if (interaction.ending == Ending::cut || r <= from) return plain(r);
  const double c2 = cutoff * cutoff;
  const double f2 = from * from;
  return plain(r) * std::pow(c2 - r * r, 2) * (c2 + 2 * r * r - 3 * f2) / std::pow(c2 - f2, 3);
}

struct Direct {
  std::vector<Vec> on_first;
  std::vector<Vec> on_second;
  double energy = 0;
  double virial = 0;
};

// Two loops; forces by differences of the energy.
Direct directly(const Positions& first, const Positions& second, const Interaction& interaction,
                int types, const Vec& shift, bool is_self) {
  Direct direct;
  direct.on_first.resize(first.size());
  direct.on_second.resize(second.size());
  for (std::size_t i = 0; i < first.size(); ++i) {
    for (std::size_t j = is_self ? i + 1 : 0; j < second.size(); ++j) {
      const Vec d = {first.x[i] - second.x[j] - shift[0], first.y[i] - second.y[j] - shift[1],
                     first.z[i] - second.z[j] - shift[2]};
      const double r = std::hypot(d[0], d[1], d[2]);
      const LennardJones& pair = interaction.pairs[static_cast<std::size_t>(
          first.roster.types[i] * types + second.roster.types[j])];
      if (r >= interaction.cutoff) continue;
      const double h = 1e-6;
      const double force = (energy_at(interaction, pair, r - h) -
                            energy_at(interaction, pair, std::min(r + h, 2.4999999))) /
                           (std::min(r + h, 2.4999999) - (r - h));
      direct.energy += energy_at(interaction, pair, r);
      direct.virial += force * r;
      for (std::size_t k = 0; k < 3; ++k) {
        direct.on_first[i][k] += force * d[k] / r;
        (is_self ? direct.on_first : direct.on_second)[j][k] -= force * d[k] / r;
      }
    }
  }
  return direct;
}

void expect_forces(const Forces& found, const std::vector<Vec>& expected) {
  std::vector<Vec> all(expected.size());
  for (std::size_t i = 0; i < found.atoms.size(); ++i) {
    all[static_cast<std::size_t>(found.atoms[i])] = {found.x()[i], found.y()[i], found.z()[i]};
  }
  for (std::size_t i = 0; i < all.size(); ++i) {
    for (std::size_t d = 0; d < 3; ++d) {
      EXPECT_NEAR(all[i][d], expected[i][d], 1e-5 * (1 + std::abs(expected[i][d])));
    }
  }
}

class Forces2 : public testing::TestWithParam<std::tuple<Ending, int>> {};

TEST_P(Forces2, BetweenTwoCellsAreThoseOfTwoLoops) {
  const auto [ending, types] = GetParam();
  const Interaction interaction = interaction_of(ending, types);
  const PairTable table(interaction, types);
  const Positions first = some_atoms(1, 37, types, 0);
  const Positions second = some_atoms(2, 41, types, -16);
  const Vec shift = {20.2, 0, 0};
  NeighbourList list;
  list.build(first, second, first.roster, second.roster, shift, 2.8, false);
  EXPECT_GT(list.size(), 50);
  Forces on_first;
  Forces on_second;
  list.compute(first, second, table, true, on_first, on_second);
  const Direct direct = directly(first, second, interaction, types, shift, false);
  expect_forces(on_first, direct.on_first);
  expect_forces(on_second, direct.on_second);
  EXPECT_NEAR(on_first.energies.van_der_waals, direct.energy, 1e-9 * std::abs(direct.energy));
  EXPECT_NEAR(on_first.energies.virial, direct.virial, 1e-4 * std::abs(direct.virial));
  EXPECT_EQ(on_second.energies, Energies{});
}

TEST_P(Forces2, WithinACellAreThoseOfTwoLoops) {
  const auto [ending, types] = GetParam();
  const Interaction interaction = interaction_of(ending, types);
  const Positions atoms = some_atoms(3, 45, types, 0);
  NeighbourList list;
  list.build(atoms, atoms, atoms.roster, atoms.roster, {0, 0, 0}, 2.8, true);
  Forces forces;
  Forces nothing;
  list.compute(atoms, atoms, PairTable(interaction, types), true, forces, nothing);
  const Direct direct = directly(atoms, atoms, interaction, types, {0, 0, 0}, true);
  expect_forces(forces, direct.on_first);
  EXPECT_TRUE(nothing.atoms.empty());
  EXPECT_NEAR(forces.energies.van_der_waals, direct.energy, 1e-9 * std::abs(direct.energy));
}

INSTANTIATE_TEST_SUITE_P(Every, Forces2,
                         testing::Combine(testing::Values(Ending::cut, Ending::shift,
                                                          Ending::smooth),
                                          testing::Values(1, 3)));

TEST(NeighbourList, ChargesActAsTheirEnergySays) {
  for (const bool shifts : {false, true}) {
    Interaction interaction = interaction_of(Ending::smooth, 2);
    for (LennardJones& pair : interaction.pairs) pair.epsilon = 0;
    interaction.coulomb = 3;
    interaction.shifts_coulomb = shifts;
    for (double r = 0.5; r < 3; r += 0.07) {
      Positions two;
      two.x = {1, 1 + r};
      two.y = two.z = {0, 0};
      two.roster = {{1, 2}, {0, 1}, {0.5, -2}};
      NeighbourList list;
      list.build(two, two, two.roster, two.roster, {0, 0, 0}, 3.5, true);
      Forces forces;
      Forces nothing;
      list.compute(two, two, PairTable(interaction, 2), true, forces, nothing);
      const double product = r < 2.5 ? 3 * 0.5 * -2 : 0;
      const double c = shifts ? 2.5 : 1e300;
      EXPECT_NEAR(forces.energies.coulomb, product * (1 / r + r / c / c - 2 / c), 1e-12);
      EXPECT_NEAR(forces.x()[1], product * (1 / (r * r) - 1 / c / c), 1e-12);
      EXPECT_NEAR(forces.x()[0], -forces.x()[1], 0);
      EXPECT_EQ(forces.energies.van_der_waals, 0);
    }
  }
}

TEST(NeighbourList, GivesTheSameBitsWithEnergiesAndWithout) {
  const Interaction interaction = interaction_of(Ending::smooth, 2);
  const PairTable table(interaction, 2);
  const Positions atoms = some_atoms(4, 50, 2, 0);
  NeighbourList list;
  list.build(atoms, atoms, atoms.roster, atoms.roster, {0, 0, 0}, 2.8, true);
  Forces with;
  Forces without;
  Forces nothing;
  list.compute(atoms, atoms, table, true, with, nothing);
  list.compute(atoms, atoms, table, false, without, nothing);
  EXPECT_EQ(with.values, without.values);
}

TEST(NeighbourList, HasTheSameBitsWithEveryInstructionSet) {
  const Positions atoms = some_atoms(7, 60, 2, 0);
  std::vector<std::int32_t> all;
  std::vector<std::int32_t> row_begin = {0};
  std::vector<std::int32_t> entries;
  for (std::int32_t i = 0; i < 60; ++i) {
    all.push_back(i);
    for (std::int32_t j = i + 1; j < 60; ++j) entries.push_back(j);
    for (std::int32_t filler = 60; entries.size() % strands != 0; ++filler)
      entries.push_back(filler);
    row_begin.push_back(static_cast<std::int32_t>(entries.size()));
  }
  std::vector<std::int32_t> types = atoms.roster.types;
  types.resize(60 + strands - 1);
  std::vector<Quad> places;
  gather(atoms, all, atoms.roster.charges, {0, 0, 0}, places);
  for (const Ending ending : {Ending::cut, Ending::smooth}) {
    for (const double coulomb : {0.0, 3.0, 4.0}) {
      Interaction interaction = interaction_of(ending, 2);
      interaction.coulomb = coulomb;
      interaction.ewald_beta = coulomb == 4 ? 1.2 : 0;
      const PairTable table(interaction, 2);
      std::vector<std::vector<Quad>> forces;
      std::vector<Energies> energies;
      for (const Kernel kernel : kernels_of_this_cpu()) {
        forces.emplace_back(places.size());
        energies.emplace_back();
        kernel({60, row_begin.data(), entries.data(), places.data(), places.data(), types.data(),
                types.data(), table.rows.data(), table.mesh_forces.data(),
                table.mesh_energies.data(), forces.back().data(), forces.back().data()},
               table, true, energies.back());
        EXPECT_EQ(energies.back(), energies.front());
        for (std::size_t i = 0; i < 60; ++i) {
          EXPECT_TRUE(std::ranges::equal(forces.back()[i].values, forces.front()[i].values));
        }
      }
      EXPECT_NE(energies[0].van_der_waals, 0);
      EXPECT_EQ(energies[0].coulomb != 0, coulomb != 0);
    }
  }
}

TEST(NeighbourList, OfCellsFarApartIsEmpty) {
  const Positions first = some_atoms(5, 9, 1, 0);
  const Positions second = some_atoms(6, 9, 1, 10);
  NeighbourList list;
  list.build(first, second, first.roster, second.roster, {0, 0, 0}, 2.8, false);
  EXPECT_EQ(list.size(), 0);
  Forces on_first;
  Forces on_second;
  list.compute(first, second, PairTable(interaction_of(Ending::cut, 1), 1), true, on_first,
               on_second);
  EXPECT_TRUE(on_first.values.empty());
  EXPECT_TRUE(on_second.values.empty());
}

}  // namespace
}  // namespace md
