#include "mesh/flesh/lines.hpp"

#include <gmock/gmock.h>

#include <cmath>
#include <string>
#include <vector>

#include "mesh/driver/serial_mesh.hpp"
#include "mesh/flesh/flesh.hpp"

namespace isthmus::mesh {
namespace {

/// Where u' = -u + sin(t), u(0) = 1, is behind so many steps to t = 1: on one point.
double solve(Method method, std::int64_t iterations, std::int64_t steps, std::int32_t levels = 1) {
  Flesh flesh;
  Thorn& thorn = flesh.declare("decay");
  const GridFunctionId u = thorn.function("u", {.time_levels = levels});
  const GridFunctionId u_dot = thorn.function("u_dot");
  thorn.evolves(u, u_dot);
  thorn.routine(Bin::initial, "begin", [=](const Patch& patch) { patch(u)(0, 0, 0) = 1; })
      .writes({u});
  thorn
      .routine(Bin::right_side, "derive",
               [=](const Patch& patch) {
                 patch(u_dot)(0, 0, 0) = -patch(u)(0, 0, 0) + std::sin(patch.moment().time);
               })
      .reads(u)
      .writes({u_dot});
  auto file = read_mesh_file(
      "thorns = [\"decay\"]\n[grid]\npoints = 1\nspacing = 1\n[time]\nsteps = 1\nstep = 1", "a");
  file->time.method = method;
  file->time.iterations = iterations;
  const auto plan = flesh.plan(*file);
  EXPECT_TRUE(plan) << plan.error().text();
  SerialMesh mesh(*plan, frame_of(*file, *plan).geometry, 1.0 / static_cast<double>(steps));
  mesh.run(steps);
  return mesh.fields()[0](0, 0, 0);
}

double error_of(Method method, std::int64_t iterations, std::int64_t steps) {
  const double exact = 1.5 * std::exp(-1.0) + (std::sin(1.0) - std::cos(1.0)) / 2;
  return std::abs(solve(method, iterations, steps) - exact);
}

double order_of(Method method, std::int64_t iterations = 2) {
  return std::log2(error_of(method, iterations, 20) / error_of(method, iterations, 40));
}

TEST(Lines, ConvergeAtTheirOrders) {
  EXPECT_NEAR(order_of(Method::rk2), 2, 0.1);
  EXPECT_NEAR(order_of(Method::rk3), 3, 0.1);
  EXPECT_NEAR(order_of(Method::rk4), 4, 0.1);
  for (const std::int64_t iterations : {1, 2, 3, 8}) {
    EXPECT_NEAR(order_of(Method::icn, iterations), 2, 0.1) << iterations;
  }
}

TEST(Lines, IterationsTendToTheImplicitMethod) {
  // Crank-Nicholson itself, of u' = -u + sin(t), whose force is taken at the middle of the step.
  const std::int64_t steps = 4;
  const double h = 0.25;
  double u = 1;
  for (std::int64_t step = 0; step < steps; ++step) {
    // The first guess of the iteration takes the force at the begin; its weight vanishes.
    const double force = std::sin((static_cast<double>(step) + 0.5) * h);
    u = (u * (1 - h / 2) + h * force) / (1 + h / 2);
  }
  EXPECT_NEAR(solve(Method::icn, 40, steps), u, 1e-14);
  EXPECT_GT(std::abs(solve(Method::icn, 2, steps) - u), 1e-5);
}

TEST(Lines, TimeLevelsChangeNoResult) {
  for (const Method method : {Method::rk2, Method::rk3, Method::rk4, Method::icn}) {
    EXPECT_EQ(solve(method, 2, 7, 3), solve(method, 2, 7, 1));
  }
}

TEST(Lines, DoTheClassicalStepBitForBit) {
  double u = 1;
  const double h = 0.125;
  const auto f = [](double value, double time) { return -value + std::sin(time); };
  for (int step = 0; step < 8; ++step) {
    const double t = step * h;
    const double k1 = f(u, t);
    const double u1 = u + 0.5 * h * k1;
    const double k2 = f(u1, t + 0.5 * h);
    const double u2 = u + 0.5 * h * k2;
    const double k3 = f(u2, t + 0.5 * h);
    const double u3 = u + h * k3;
    const double k4 = f(u3, t + h);
    double sum = u + 1.0 / 6.0 * h * k1;
    sum = sum + 1.0 / 3.0 * h * k2;
    sum = sum + 1.0 / 3.0 * h * k3;
    u = sum + 1.0 / 6.0 * h * k4;
  }
  EXPECT_EQ(solve(Method::rk4, 0, 8), u);
}

}  // namespace
}  // namespace isthmus::mesh
