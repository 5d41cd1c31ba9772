#include "md/serial.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "md/generator.hpp"
#include "md/noise.hpp"
#include "md/results.hpp"

namespace md {
namespace {

System melt(int atoms, Ending ending = Ending::smooth) {
  System system = *generate({.atoms = atoms});
  system.interaction.cutoff = 2.0;
  system.interaction.switch_from = 1.6;
  system.interaction.ending = ending;
  return system;
}

Course course_of(int steps, const Place& cells) {
  Course course;
  course.steps = steps;
  course.cells = cells;
  course.exchange_every = 5;
  return course;
}

Outcome run(const System& system, const Course& course) {
  const auto model = model_of(system, course);
  EXPECT_TRUE(model) << model.error().text();
  auto outcome = solve_serial(system, *model);
  EXPECT_TRUE(outcome) << outcome.error().text();
  return *outcome;
}

// Of a gas they would be 32 in each dimension, with half a million pairs of nothing.
TEST(Model, HasCellsForAtomsAndNotForRoom) {
  System gas = *generate({.atoms = 256, .density = 1e-6});
  const auto model = model_of(gas, {});
  ASSERT_TRUE(model);
  EXPECT_EQ(model->grid.cells(), (Place{3, 3, 3}));
  const auto liquid = model_of(*generate({.atoms = 32000}), {});
  ASSERT_TRUE(liquid);
  EXPECT_EQ(liquid->grid.cells(), (Place{3, 3, 3}));
  const auto dense = model_of(*generate({.atoms = 4000, .density = 0.1}), {});
  ASSERT_TRUE(dense);
  EXPECT_EQ(dense->grid.cells(), (Place{3, 3, 3}));
}

TEST(Generator, MakesWholeLatticesAtTheTemperatureAndAtRest) {
  const auto system = generate({.atoms = 500, .temperature = 1.44});
  ASSERT_TRUE(system);
  EXPECT_EQ(system->atoms.size(), 500u);
  EXPECT_NEAR(500 / system->box.volume(), 0.8442, 1e-12);
  double kinetic = 0;
  Vec momentum = {0, 0, 0};
  for (const Atom& atom : system->atoms) {
    for (std::size_t d = 0; d < 3; ++d) {
      momentum[d] += atom.velocity[d];
      kinetic += 0.5 * atom.velocity[d] * atom.velocity[d];
    }
  }
  EXPECT_NEAR(temperature_of(kinetic, 500, system->units), 1.44, 1e-12);
  for (const double some : momentum) EXPECT_NEAR(some, 0, 1e-11);
}

TEST(Generator, MakesADropInALargerBox) {
  const auto drop = generate({.shape = "drop", .atoms = 2000});
  ASSERT_TRUE(drop);
  EXPECT_NEAR(static_cast<double>(drop->atoms.size()), 2000, 100);
  EXPECT_NEAR(drop->box.volume(), 8 * 2000 / 0.8442, 1e-6);
}

TEST(Serial, ConservesEnergyAndMomentum) {
  const System system = melt(256);
  const Outcome outcome = run(system, course_of(400, {2, 2, 2}));
  ASSERT_EQ(outcome.energies.size(), 41u);
  const double first = outcome.energies.front().second.total();
  for (const auto& [step, energies] : outcome.energies) {
    EXPECT_NEAR(energies.total(), first, 2e-3 * 256) << step;
  }
  Vec momentum = {0, 0, 0};
  for (const Atom& atom : outcome.atoms) {
    for (std::size_t d = 0; d < 3; ++d) momentum[d] += atom.velocity[d];
  }
  for (const double some : momentum) EXPECT_NEAR(some, 0, 1e-10);
}

TEST(Serial, NeitherCellsNorListsChangeThePhysics) {
  const System system = melt(864);
  const Outcome coarse = run(system, course_of(20, {1, 1, 1}));
  for (const Place cells : {Place{2, 3, 4}, Place{3, 3, 3}, Place{2, 2, 2}}) {
    const Outcome fine = run(system, course_of(20, cells));
    for (std::size_t i = 0; i < coarse.atoms.size(); ++i) {
      for (std::size_t d = 0; d < 3; ++d) {
        ASSERT_NEAR(fine.forces[i][d], coarse.forces[i][d], 1e-8 * 100);
      }
    }
    EXPECT_NEAR(fine.energies.back().second.total(), coarse.energies.back().second.total(), 1e-8);
  }
  Course away = course_of(20, {6, 6, 6});
  away.away = 2;
  EXPECT_NEAR(run(system, away).energies.back().second.total(),
              coarse.energies.back().second.total(), 1e-8);
}

TEST(Serial, AnOpenBoxLetsAtomsGo) {
  System system = melt(108);
  system.box.periodic = {false, false, false};
  const Outcome outcome = run(system, course_of(300, {2, 2, 2}));
  EXPECT_EQ(outcome.atoms.size(), 108u);
  double farthest = 0;
  for (const Atom& atom : outcome.atoms) farthest = std::max(farthest, atom.position[0]);
  EXPECT_GT(farthest, system.box.high[0]);
  EXPECT_NEAR(outcome.energies.back().second.total(), outcome.energies.front().second.total(), 0.5);
}

TEST(Serial, AtomsThatAreTooFastAreToldOf) {
  System system = melt(864);
  for (Atom& atom : system.atoms) {
    for (double& v : atom.velocity) v *= 40;
  }
  const auto model = model_of(system, course_of(20, {4, 4, 4}));
  ASSERT_TRUE(model);
  const auto outcome = solve_serial(system, *model);
  ASSERT_FALSE(outcome);
  EXPECT_NE(outcome.error().text().find("has gone too far out of its cell"), std::string::npos);
}

TEST(Serial, AtomsUponEachOtherAreToldOf) {
  for (const bool periodic : {true, false}) {
    System system = melt(108);
    system.box.periodic = {periodic, periodic, periodic};
    system.atoms[7].position = system.atoms[3].position;
    const auto model = model_of(system, course_of(20, {1, 1, 1}));
    ASSERT_TRUE(model);
    const auto outcome = solve_serial(system, *model);
    ASSERT_FALSE(outcome);
    EXPECT_EQ(outcome.error().text(),
              "atoms fly apart at no finite speed (expected a smaller --timestep, or atoms that do "
              "not lie upon each other)");
  }
}

TEST(Noise, IsNormalAndOfAtomAndStep) {
  double sums[4] = {0, 0, 0, 0};
  double products = 0;
  constexpr int count = 200'000;
  Vec last = {0, 0, 0};
  for (int i = 0; i < count; ++i) {
    const Vec noise = noise_of(7, i % 100, i / 100);
    double power = 1;
    for (double& sum : sums) sum += power *= noise[0];
    products += noise[0] * noise[1] + noise[0] * last[0] + noise[1] * last[2];
    last = noise;
  }
  EXPECT_NEAR(sums[0] / count, 0, 0.01);
  EXPECT_NEAR(sums[1] / count, 1, 0.01);
  EXPECT_NEAR(sums[2] / count, 0, 0.03);
  EXPECT_NEAR(sums[3] / count, 2.9, 0.06);  // of a sum of twelve: 3 - 0.1
  EXPECT_NEAR(products / count, 0, 0.015);
  EXPECT_EQ(noise_of(7, 3, 4), noise_of(7, 3, 4));
  EXPECT_NE(noise_of(7, 3, 4), noise_of(8, 3, 4));
  EXPECT_NE(noise_of(7, 3, 4), noise_of(7, 4, 3));
}

TEST(Serial, ABathHoldsTheTemperatureOfALiquid) {
  const System system = melt(864);
  Course course = course_of(1500, {2, 2, 2});
  course.bath = 0.9;
  course.damping = 0.2;
  const Outcome outcome = run(system, course);
  double sum = 0;
  double squares = 0;
  int count = 0;
  for (const auto& [step, energies] : outcome.energies) {
    if (step < 300) continue;
    const double found = temperature_of(energies.kinetic, 864, system.units);
    sum += found;
    squares += found * found;
    ++count;
  }
  const double mean = sum / count;
  // It varies as that of a canonical ensemble does: by T sqrt(2 / (3 N)).
  EXPECT_NEAR(mean, 0.9, 0.012);
  EXPECT_NEAR(std::sqrt(squares / count - mean * mean), 0.9 * std::sqrt(2.0 / (3 * 864)), 0.009);
}

TEST(Serial, AnIdealGasInABathDiffusesAsEinsteinSays) {
  System system = *generate({.atoms = 2048, .density = 0.1, .temperature = 2});
  system.interaction.pairs[0].epsilon = 0;
  Course course = course_of(600, {2, 2, 2});
  course.bath = 2;
  course.damping = 0.1;
  const Outcome outcome = run(system, course);
  double way = 0;
  double speed = 0;
  double fourth = 0;
  for (std::size_t i = 0; i < outcome.atoms.size(); ++i) {
    const Atom& atom = outcome.atoms[i];
    for (std::size_t d = 0; d < 3; ++d) {
      const double at = atom.position[d] + atom.image[d] * system.box.length(static_cast<int>(d));
      const double moved = at - system.atoms[i].position[d];
      way += moved * moved;
      const double v = atom.velocity[d] * atom.velocity[d];
      speed += v;
      fourth += v * v;
    }
  }
  const double count = 3.0 * 2048;
  // D = k T damping / m over a time of 3, less what the beginning takes.
  EXPECT_NEAR(way / count, 2 * 2 * 0.1 * (3 - 0.1), 5 * 1.16 * std::sqrt(2 / count));
  EXPECT_NEAR(speed / count, 2, 5 * 2 * std::sqrt(2 / count));
  EXPECT_NEAR(fourth / count, 3 * 4, 5 * 4 * std::sqrt(96 / count));
}

TEST(Results, DifferencesAreCounted) {
  const System system = melt(108);
  const Outcome one = run(system, course_of(10, {1, 1, 1}));
  Outcome other = one;
  EXPECT_EQ(difference_of(one, other), "");
  other.forces[3][1] = std::nextafter(other.forces[3][1], 1e9);
  other.energies[0].second.virial += 1;
  EXPECT_EQ(difference_of(one, other),
            "1 of 108 atoms and the energies of 1 steps differ from the serial program");
}

}  // namespace
}  // namespace md
