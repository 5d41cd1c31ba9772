#include "md/regulator.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "md/arithmetic.hpp"
#include "md/generator.hpp"
#include "md/results.hpp"
#include "md/serial.hpp"

namespace md {
namespace {

TEST(Arithmetic, PowersAndRootsAreThoseOfTheLibrary) {
  for (double x = 0; x < 600; x += 0.37) {
    EXPECT_NEAR(exponential(-x) / std::exp(-x), 1, 1e-15) << x;
  }
  EXPECT_EQ(exponential(-1e9), 0);
  for (double x = 1e-6; x < 1e6; x *= 1.3) {
    EXPECT_NEAR(cube_root(x) / std::cbrt(x), 1, 1e-15) << x;
  }
  EXPECT_EQ(cube_root(1), 1);
}

System liquid(double temperature) {
  System system = *generate({.atoms = 864, .temperature = temperature});
  system.interaction.cutoff = 2.5;
  system.interaction.ending = Ending::shift;
  return system;
}

Course course_for(int steps) {
  Course course;
  course.steps = steps;
  course.cells = {2, 2, 2};
  course.exchange_every = 5;
  return course;
}

TEST(Regulator, AsksWhereTheAnswerStillChangesSomething) {
  Regulator regulator;
  EXPECT_FALSE(regulator.asks(10));
  regulator.every = 10;
  regulator.lag = 3;
  regulator.steps = 33;
  EXPECT_FALSE(regulator.asks(0));
  EXPECT_TRUE(regulator.asks(10));
  EXPECT_TRUE(regulator.answers(13));
  EXPECT_FALSE(regulator.answers(10));
  EXPECT_FALSE(regulator.asks(30));
}

TEST(Regulator, AGasGrowsByWhatItsPressureLacks) {
  // Nothing acts, so the pressure is that of an ideal gas, and the volume V obeys
  // dV/dt = V compressibility / time (N k T' / V - P).
  System gas = liquid(2);
  gas.interaction.pairs[0].epsilon = 0;
  Course course = course_for(200);
  course.regulator = {.holds_pressure = true,
                      .pressure = 1.2,
                      .pressure_time = 0.5,
                      .compressibility = 0.3,
                      .every = 1};
  const auto model = model_of(gas, course);
  ASSERT_TRUE(model) << model.error().text();
  const auto outcome = solve_serial(gas, *model);
  ASSERT_TRUE(outcome) << outcome.error().text();
  const double volume = gas.box.volume();
  const double kinetic = outcome->energies.front().second.kinetic;
  const double rate = 0.3 / 0.5 * model->timestep;
  double expected = volume;
  for (int step = 1; step < 200; ++step) {
    expected *= 1 - rate * (1.2 - 2 * kinetic / 3 / expected);
  }
  const double stretch = outcome->energies.back().second.stretch;
  EXPECT_NEAR(volume * stretch * stretch * stretch / expected, 1, 1e-12);
  EXPECT_GT(stretch, 1.01);
}

TEST(Regulator, AMeltComesToThePressureAndTheTemperature) {
  const System system = liquid(1.2);
  Course course = course_for(800);
  course.regulator = {.holds_pressure = true,
                      .pressure = 3,
                      .pressure_time = 0.5,
                      .temperature = 1,
                      .temperature_time = 0.2,
                      .every = 5,
                      .lag = 2};
  const auto model = model_of(system, course);
  ASSERT_TRUE(model) << model.error().text();
  const auto outcome = solve_serial(system, *model);
  ASSERT_TRUE(outcome) << outcome.error().text();
  double pressure = 0;
  double temperature = 0;
  int count = 0;
  for (const auto& [step, reading] : outcome->energies) {
    if (step < 400) continue;
    pressure += pressure_of(reading, *model);
    temperature += temperature_of(reading.kinetic, 864, system.units);
    ++count;
  }
  EXPECT_NEAR(pressure / count, 3, 0.15);
  EXPECT_NEAR(temperature / count, 1, 0.02);
}

TEST(Regulator, NeitherCellsNorListsChangeWhatTheBoxDoes) {
  const System system = liquid(1.4);
  Course course = course_for(40);
  course.regulator = {.holds_pressure = true, .pressure = -2, .pressure_time = 0.2, .every = 4};
  std::vector<double> stretches;
  for (const Place& cells : {Place{1, 1, 1}, Place{3, 2, 3}}) {
    course.cells = cells;
    const auto model = model_of(system, course);
    ASSERT_TRUE(model) << model.error().text();
    const auto outcome = solve_serial(system, *model);
    ASSERT_TRUE(outcome) << outcome.error().text();
    stretches.push_back(outcome->energies.back().second.stretch);
  }
  EXPECT_GT(std::abs(stretches[0] - 1), 1e-3);
  EXPECT_NEAR(stretches[0], stretches[1], 1e-10);
}

TEST(Regulator, ABoxThatShrinksBelowItsCellsIsToldOf) {
  const System system = liquid(1.4);
  Course course = course_for(400);
  course.cells = {3, 3, 3};
  course.exchange_every = 1;
  course.regulator = {.holds_pressure = true, .pressure = 400, .pressure_time = 5, .every = 2};
  const auto model = model_of(system, course);
  ASSERT_TRUE(model) << model.error().text();
  const auto outcome = solve_serial(system, *model);
  ASSERT_FALSE(outcome);
  EXPECT_NE(outcome.error().text().find("where its cells are too small"), std::string::npos)
      << outcome.error().text();
}

TEST(Regulator, ABoxThatWouldJumpIsToldOf) {
  const System system = liquid(1.4);
  Course course = course_for(40);
  course.regulator = {.holds_pressure = true, .pressure = 1e5, .every = 10};
  const auto model = model_of(system, course);
  ASSERT_TRUE(model) << model.error().text();
  const auto outcome = solve_serial(system, *model);
  ASSERT_FALSE(outcome);
  EXPECT_NE(outcome.error().text().find("change by more than a tenth at once"), std::string::npos);
}

}  // namespace
}  // namespace md
