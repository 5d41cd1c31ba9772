// A beam that is held at one end and swings: how fast, beside theory, and with which order.
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <numbers>
#include <vector>

#include "fracture/test_solids.hpp"

namespace fracture {
namespace {

constexpr double length_m = 4;  // and 1 m high

// Of a beam with shear and turning masses (Timoshenko 1921): deflection w, turn t, moment m and
// shear force q along it, m' = q - rho I omega^2 t, q' = -rho A omega^2 w; at the end that is held
// w = t = 0, at the other one m = q = 0. Young's modulus, density, height are 1, as is the width.
double mismatch(double omega) {
  constexpr double inertia = 1.0 / 12;
  constexpr double shear = 5.0 / 6 * 0.5;  // of a rectangle, at Poisson's ratio 0
  using State = std::array<double, 4>;
  const auto slope = [&](const State& s) {
    return State{s[1] + s[3] / shear, s[2] / inertia, -s[3] - inertia * omega * omega * s[1],
                 -omega * omega * s[0]};
  };
  const auto added = [](State s, double h, const State& more) {
    for (std::size_t i = 0; i < 4; ++i) s[i] += h * more[i];
    return s;
  };
  constexpr int steps = 400;
  constexpr double h = length_m / steps;
  std::array<State, 2> ends = {{{0, 0, 1, 0}, {0, 0, 0, 1}}};
  for (State& s : ends) {
    for (int i = 0; i < steps; ++i) {
      const State a = slope(s);
      const State b = slope(added(s, h / 2, a));
      const State c = slope(added(s, h / 2, b));
      const State d = slope(added(s, h, c));
      s = added(added(added(added(s, h / 6, a), h / 3, b), h / 3, c), h / 6, d);
    }
  }
  return ends[0][2] * ends[1][3] - ends[0][3] * ends[1][2];
}

// Of Euler and Bernoulli, without shear.
double slender_omega() { return 3.5160153 * std::sqrt(1.0 / 12) / (length_m * length_m); }

double timoshenko_omega() {
  double low = 0.5 * slender_omega();
  double high = slender_omega();
  EXPECT_LT(mismatch(low) * mismatch(high), 0);
  for (int i = 0; i < 60; ++i) {
    const double middle = 0.5 * (low + high);
    (mismatch(low) * mismatch(middle) > 0 ? low : high) = middle;
  }
  return low;
}

// The frequency whose sine and cosine leave least of the samples, under a window that keeps other
// frequencies out.
double rest_at(double omega, double step, const std::vector<double>& samples) {
  double ss = 0, sc = 0, cc = 0, us = 0, uc = 0, uu = 0;
  for (std::size_t i = 0; i < samples.size(); ++i) {
    const double t = step * static_cast<double>(i + 1);
    const double share = static_cast<double>(i + 1) / static_cast<double>(samples.size() + 1);
    const double window = std::pow(std::sin(std::numbers::pi * share), 2);
    const double s = window * std::sin(omega * t);
    const double c = window * std::cos(omega * t);
    const double u = window * samples[i];
    ss += s * s;
    sc += s * c;
    cc += c * c;
    us += u * s;
    uc += u * c;
    uu += u * u;
  }
  const double det = ss * cc - sc * sc;
  const double a = (us * cc - uc * sc) / det;
  const double b = (uc * ss - us * sc) / det;
  return uu - a * us - b * uc;
}

double omega_of(double step, const std::vector<double>& samples, double guess) {
  double low = 0.7 * guess;
  double high = 2 * guess;
  for (int i = 0; i < 60; ++i) {
    const double one = low + (high - low) / 3;
    const double other = high - (high - low) / 3;
    (rest_at(one, step, samples) < rest_at(other, step, samples) ? high : low) =
        rest_at(one, step, samples) < rest_at(other, step, samples) ? other : one;
  }
  return low;
}

// In units of sqrt(E / rho) over the height, of so many elements over the height.
double measured_omega(int nodes_per_element, std::int32_t cells) {
  Problem problem;
  problem.box = {{0, 0, 0}, {length_m, 1, 1.0 / cells}, {4 * cells, cells, 1}, fem::Kind::tet4};
  problem.nodes_per_element = nodes_per_element;
  problem.notch = 0;
  problem.cohesion.breaks = false;
  problem.material.poisson = 0;
  const fem::Mesh mesh = prepare(problem).value();
  // At first it turns about the end that is held, which is nearly how it swings.
  problem.grips = {{0, false, {true, true, true}, {0, 0, 0}},
                   {0, true, {false, false, false}, {0, 1, 0}}};
  const double unit_s = std::sqrt(problem.material.density / problem.material.young);
  const double period_s = 2 * std::numbers::pi / slender_omega() * unit_s;
  const int steps = static_cast<int>(std::ceil(2.5 * period_s / problem.step_s));
  problem.step_s = 2.5 * period_s / steps;
  std::vector<Solid> solids = cut_up(problem, mesh, 1);
  std::vector<double> samples;
  for (int i = 0; i < steps; ++i) {
    step(solids);
    if (i % 8 != 7) continue;
    double sum = 0;
    for (const NodeState& node : solids[0].nodes()) {
      if (mesh.points[node.place][0] == length_m) sum += node.displacement[1];
    }
    samples.push_back(sum);
  }
  return omega_of(8 * problem.step_s / unit_s, samples, slender_omega());
}

// Of meshes each of which has twice the elements along each edge.
std::array<double, 3> swings(int nodes_per_element, std::int32_t cells) {
  std::array<double, 3> omega;
  for (std::size_t i = 0; i < 3; ++i) omega[i] = measured_omega(nodes_per_element, cells << i);
  return omega;
}

TEST(Beam, OfFourNodesSwingsAsTheorySaysWithOrderTwo) {
  const double theory = timoshenko_omega();
  EXPECT_LT(theory / slender_omega(), 0.97);  // it is no slender one
  const auto omega = swings(4, 2);
  const double ratio = (omega[0] - omega[1]) / (omega[1] - omega[2]);
  EXPECT_NEAR(std::log2(ratio), 2, 0.2);
  const double limit = omega[2] - (omega[1] - omega[2]) / (ratio - 1);
  EXPECT_NEAR(limit / theory, 1, 0.005);
  EXPECT_NEAR(omega[2] / theory, 1, 0.03);
}

TEST(Beam, OfTenNodesSwingsAsTheorySaysWithOneElementOverItsHeight) {
  const double theory = timoshenko_omega();
  const auto omega = swings(10, 1);
  EXPECT_NEAR(omega[0] / theory, 1, 0.01);
  EXPECT_LT(std::abs(omega[1] - theory), 0.6 * std::abs(omega[0] - theory));
  EXPECT_LT(std::abs(omega[2] - theory), 0.6 * std::abs(omega[1] - theory));
}

}  // namespace
}  // namespace fracture
