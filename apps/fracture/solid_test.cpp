#include "fracture/solid.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

#include "fracture/serial.hpp"
#include "fracture/test_solids.hpp"

namespace fracture {
namespace {

Problem plate(std::array<std::int32_t, 3> cells, double pull) {
  Problem problem;
  problem.box.cells = cells;
  problem.pull = pull;
  return problem;
}

void expect_serial_bits(Law law, int nodes_per_element, double friction = 0) {
  Problem problem = plate({8, 8, 2}, 1);
  problem.nodes_per_element = nodes_per_element;
  problem.material.law = law;
  problem.cohesion.scatter = 0.2;
  problem.cohesion.friction = friction;
  problem.steps = 60;
  const fem::Mesh mesh = prepare(problem).value();
  const Solution serial = solve_serial(problem, mesh);
  EXPECT_GT(serial.end.apart.value(), 100);
  EXPECT_GT(serial.nodes.size(), mesh.points.size() + 100);
  for (const std::int32_t parts : {1, 2, 13, 60}) {
    std::vector<Solid> solids = cut_up(problem, mesh, parts);
    EXPECT_EQ(energies(solids), serial.start);
    for (int i = 0; i < problem.steps; ++i) step(solids);
    EXPECT_TRUE(nodes(solids) == serial.nodes) << parts << " parts";
    EXPECT_EQ(energies(solids), serial.end) << parts << " parts";
  }
}

TEST(Solid, InPartsIsTheSerialProgramsBitForBit) {
  expect_serial_bits(Law::linear, 4);
  expect_serial_bits(Law::neo_hookean, 4);
  expect_serial_bits(Law::linear, 10);
  expect_serial_bits(Law::neo_hookean, 10);
  expect_serial_bits(Law::linear, 4, 0.5);
  expect_serial_bits(Law::neo_hookean, 10, 0.5);
}

TEST(Solid, RefusesValuesThatDoNotFit) {
  Problem problem = plate({2, 2, 1}, 1);
  problem.notch = 0;
  const fem::Mesh mesh = prepare(problem).value();
  std::vector<Solid> solids = cut_up(problem, mesh, 2);
  const std::vector<std::int32_t> outside = {1000};
  std::vector<double> values(3 * solids[0].piece().links[0].nodes_from.size());
  EXPECT_FALSE(solids[0].take(0, outside, values));
  EXPECT_TRUE(solids[0].take(0, {}, values));
  values.pop_back();
  EXPECT_FALSE(solids[0].take(0, {}, values));
  values.resize(values.size() - 2);
  EXPECT_FALSE(solids[0].take(0, {}, values));
}

TEST(Problem, WantsSidesInItsNotch) {
  Problem problem = plate({2, 3, 1}, 1);
  problem.notch = 1;
  const auto mesh = prepare(problem);
  ASSERT_FALSE(mesh);
  EXPECT_NE(mesh.error().text().find("no side of an element lies in the notch"), std::string::npos);
}

TEST(Sum, OfWhatIsNoNumberIsNone) {
  Sum sum;
  sum.add(1.5);
  EXPECT_EQ(sum.value(), 1.5);
  Sum broken = sum;
  broken.add(HUGE_VAL);
  EXPECT_FALSE(broken.is_finite);
  EXPECT_TRUE(std::isnan((sum + broken).value()));
  Sum large;
  large.add(0x1p61);
  large.add(0x1p61);
  EXPECT_EQ(large.value(), 0x1p62);
  EXPECT_FALSE((large + large).is_finite);
}

// Any mesh carries a uniform strain: the dynamic form of the patch test.
TEST(Solid, ThatIsStretchedEvenlyStaysEven) {
  Problem problem = plate({5, 6, 4}, 2);
  problem.notch = 0;
  problem.cohesion.breaks = false;
  problem.material.poisson = 0;
  fem::Mesh mesh = prepare(problem).value();
  for (std::size_t i = 0; i < mesh.points.size(); ++i) {
    Vec& p = mesh.points[i];
    for (std::size_t k = 0; k < 3; ++k) {
      const bool is_inside = p[k] > problem.low[k] && p[k] < problem.high[k];
      if (is_inside) p[k] += 0.05 * std::sin(static_cast<double>(7 * i + k));
    }
  }
  ASSERT_TRUE(fem::check(mesh, "mesh"));
  problem.step_s = 0.5 * least_crossing_s(mesh, problem.material);
  std::vector<Solid> solids = cut_up(problem, mesh, 3);
  constexpr int steps = 100;
  for (int i = 0; i < steps; ++i) step(solids);
  for (const NodeState& node : nodes(solids)) {
    const Vec velocity = first_velocity(problem, mesh.points[node.place]);
    for (std::size_t k = 0; k < 3; ++k) {
      EXPECT_NEAR(node.velocity[k], velocity[k], 1e-10);
      EXPECT_NEAR(node.displacement[k], steps * problem.step_s * velocity[k], 1e-12);
    }
  }
}

// How far the front of a wave has come along x after `time_s`: where half of what comes is there.
double front(Problem problem, std::size_t direction, double time_s) {
  problem.notch = 0;
  problem.cohesion.breaks = false;
  const std::vector<Grip> grips = problem.grips;
  const fem::Mesh mesh = prepare(problem).value();
  problem.grips = grips;
  const int steps = static_cast<int>(std::ceil(time_s / problem.step_s));
  problem.step_s = time_s / steps;
  std::vector<Solid> solids = cut_up(problem, mesh, 1);
  for (int i = 0; i < steps; ++i) step(solids);
  // Mean velocities of planes of nodes.
  std::map<double, std::pair<double, int>> planes;
  for (const NodeState& node : nodes(solids)) {
    auto& [sum, count] = planes[mesh.points[node.place][0]];
    sum += node.velocity[direction];
    ++count;
  }
  double before = 0;
  double before_x = 0;
  for (const auto& [x, plane] : planes) {
    const double mean = plane.first / plane.second;
    if (x > 0 && mean < 0.5) return before_x + (x - before_x) * (before - 0.5) / (before - mean);
    before = mean;
    before_x = x;
  }
  return before_x;
}

// Between the moments at which a pressure wave has come 4 m and 8 m far.
double speed(const Problem& problem, std::size_t direction) {
  const double time_s = 4 / problem.material.pressure_speed();
  return (front(problem, direction, 2 * time_s) - front(problem, direction, time_s)) / time_s;
}

Problem bar() {
  Problem problem;
  problem.box = {{0, 0, 0}, {10, 0.5, 0.5}, {80, 4, 4}, fem::Kind::tet4};
  return problem;
}

Grip held(int axis, bool high, std::array<bool, 3> directions, Vec velocity = {}) {
  return {axis, high, directions, velocity};
}

TEST(Waves, ArePressureWavesWhereTheSidesAreHeld) {
  Problem problem = bar();
  problem.material.poisson = 0.3;
  problem.grips = {held(1, false, {false, true, true}), held(1, true, {false, true, true}),
                   held(2, false, {false, true, true}), held(2, true, {false, true, true}),
                   held(0, false, {true, false, false}, {1, 0, 0})};
  EXPECT_NEAR(speed(problem, 0) / problem.material.pressure_speed(), 1, 0.01);
}

TEST(Waves, AreAsFastInElementsOfTenNodes) {
  Problem problem = bar();
  problem.box.cells = {40, 2, 2};
  problem.nodes_per_element = 10;
  problem.material.poisson = 0.3;
  problem.grips = {held(1, false, {false, true, true}), held(1, true, {false, true, true}),
                   held(2, false, {false, true, true}), held(2, true, {false, true, true}),
                   held(0, false, {true, false, false}, {1, 0, 0})};
  EXPECT_NEAR(speed(problem, 0) / problem.material.pressure_speed(), 1, 0.01);
}

TEST(Waves, AreShearWavesWhereNothingMovesAlong) {
  Problem problem = bar();
  problem.material.poisson = 0.3;
  problem.grips = {held(1, false, {true, false, true}), held(1, true, {true, false, true}),
                   held(2, false, {true, false, true}), held(2, true, {true, false, true}),
                   held(0, false, {true, true, true}, {0, 1, 0})};
  EXPECT_NEAR(speed(problem, 1) / problem.material.shear_speed(), 1, 0.01);
}

TEST(Waves, AreThoseOfABarWhereTheSidesAreFree) {
  Problem problem = bar();
  problem.material.poisson = 0.25;
  problem.grips = {held(0, false, {true, false, false}, {1, 0, 0})};
  const double theory = std::sqrt(problem.material.young / problem.material.density);
  EXPECT_NEAR(speed(problem, 0) / theory, 1, 0.02);
}

// The furthest that a crack has come along x.
double tip(const Problem& problem, const fem::Mesh& mesh, const Solid& solid) {
  double furthest = 0;
  for (const CrackState& crack : solid.cracks()) {
    if (crack.damage < 1) continue;
    const auto nodes = mesh.nodes_of(crack.element);
    for (const int k : fem::sides_of_tet[static_cast<std::size_t>(crack.side)]) {
      furthest = std::max(furthest, mesh.points[nodes[k]][0] - problem.low[0]);
    }
  }
  return furthest;
}

TEST(Crack, KeepsTheEnergyAndIsSlowerThanRayleighWaves) {
  Problem problem = plate({20, 20, 4}, 0.02);
  problem.steps = 450;
  const fem::Mesh mesh = prepare(problem).value();
  std::vector<Solid> solids = cut_up(problem, mesh, 1);
  const Energies start = energies(solids);
  double most = 0;
  double error = 0;
  std::map<int, double> tips;
  for (int i = 1; i <= problem.steps; ++i) {
    step(solids);
    if (i % 10 != 0) continue;
    const Energies e = energies(solids);
    most = std::max(most, e.kinetic.value() + e.strain.value() + e.cohesive.value());
    error = std::max(error, std::abs(e.error(start)));
    tips[i] = tip(problem, mesh, solids[0]);
  }
  EXPECT_LT(error, 0.01 * most);
  // It takes the toughness to crack the 4 m x 1 m before the notch, and more beside it.
  const Energies end = energies(solids);
  EXPECT_GT(end.cracked.value(), 4);
  EXPECT_GT(end.cohesive.value(), 0.9 * problem.cohesion.toughness * 4);
  // From 0.5 m before the notch to 0.5 m before the end.
  const auto begin = std::ranges::find_if(tips, [](const auto& at) { return at.second >= 1.5; });
  const auto last = std::ranges::find_if(tips, [](const auto& at) { return at.second >= 4.5; });
  ASSERT_TRUE(begin != tips.end() && last != tips.end());
  const double speed =
      (last->second - begin->second) / ((last->first - begin->first) * problem.step_s);
  EXPECT_LT(speed, problem.material.rayleigh_speed());
  EXPECT_GT(speed, 0.2 * problem.material.rayleigh_speed());
}

// A block lies on another one, is pressed down and pulled along: pressure rises with time, and so
// does what friction takes.
TEST(Friction, TakesItsCoefficientTimesThePressureAlongTheWay) {
  for (const int nodes_per_element : {4, 10}) {
    Problem problem;
    problem.nodes_per_element = nodes_per_element;
    problem.box = {{0, 0, 0}, {1, 1, 1}, {4, 4, 4}, fem::Kind::tet4};
    problem.notch = 1;
    problem.material.poisson = 0;
    problem.cohesion.breaks = false;
    problem.cohesion.friction = 0.3;
    const fem::Mesh mesh = prepare(problem).value();
    constexpr double down = 0.2;
    constexpr double along = 2;
    problem.grips = {held(1, false, {true, true, true}),
                     held(1, true, {true, true, true}, {along, -down, 0})};
    std::vector<Solid> solids = cut_up(problem, mesh, 2);
    const Energies start = energies(solids);
    const double time_s = 40 / problem.material.shear_speed();
    const int steps = static_cast<int>(time_s / problem.step_s);
    for (int i = 0; i < steps; ++i) step(solids);
    const Energies end = energies(solids);
    // What yields: two blocks of half a metre, and the penalty (of sides of a cell's triangles).
    const Material& m = problem.material;
    const double yields = std::sqrt(0.5 * 0.25 * 0.25) / m.young;
    const double pressure_rate = down / (1 / m.young + yields);
    const double slip_rate =
        along - problem.cohesion.friction * pressure_rate * (1 / m.mu() + yields);
    const double t = steps * problem.step_s;
    const double heat = problem.cohesion.friction * pressure_rate * slip_rate * t * t / 2;
    EXPECT_NEAR(end.friction.value() / heat, 1, 0.05) << nodes_per_element;
    EXPECT_LT(std::abs(end.error(start)), 0.01 * heat);
  }
}

TEST(Crack, OfElementsOfTenNodesKeepsTheEnergyToo) {
  Problem problem = plate({10, 10, 2}, 0.02);
  problem.nodes_per_element = 10;
  const fem::Mesh mesh = prepare(problem).value();
  std::vector<Solid> solids = cut_up(problem, mesh, 1);
  const Energies start = energies(solids);
  double most = 0;
  double error = 0;
  for (int i = 1; i <= 700; ++i) {
    step(solids);
    if (i % 10 != 0) continue;
    const Energies e = energies(solids);
    most = std::max(most, e.kinetic.value() + e.strain.value() + e.cohesive.value());
    error = std::max(error, std::abs(e.error(start)));
  }
  EXPECT_LT(error, 0.01 * most);
  const Energies end = energies(solids);
  EXPECT_GT(end.cracked.value(), 4);
  EXPECT_GT(end.cohesive.value(), 0.8 * problem.cohesion.toughness * 4);
}

}  // namespace
}  // namespace fracture
