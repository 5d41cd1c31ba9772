#include "fracture/material.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "fracture/cohesion.hpp"
#include "fracture/sum.hpp"

namespace fracture {
namespace {

constexpr Mat some = {0.02, -0.01, 0.03, 0.015, -0.04, 0.005, -0.02, 0.01, 0.025};

Mat scaled(double s, const Mat& m) {
  Mat r = m;
  for (double& x : r) x *= s;
  return r;
}

TEST(Material, HasTheStressThatItsEnergySays) {
  for (const Law law : {Law::linear, Law::neo_hookean}) {
    Material material;
    material.law = law;
    const Mat p = stress(material, some);
    for (std::size_t i = 0; i < 9; ++i) {
      constexpr double step = 1e-6;
      Mat more = some;
      Mat less = some;
      more[i] += step;
      less[i] -= step;
      const double slope =
          (energy_density(material, more) - energy_density(material, less)) / (2 * step);
      EXPECT_NEAR(p[i], slope, 1e-6 * material.young);
    }
  }
}

TEST(Material, IsHookesForSmallStrains) {
  Material hooke;
  Material neo;
  neo.law = Law::neo_hookean;
  const Mat small = scaled(1e-6, some);
  const Mat one = stress(hooke, small);
  const Mat other = stress(neo, small);
  for (std::size_t i = 0; i < 9; ++i)
    EXPECT_NEAR(one[i], other[i], 1e-6 * 0.04 * hooke.young * 1e-3);
  EXPECT_NEAR(energy_density(hooke, small) / energy_density(neo, small), 1, 1e-6);
}

TEST(Material, IsNotStressedByATurn) {
  Material neo;
  neo.law = Law::neo_hookean;
  const double c = std::cos(0.7);
  const double s = std::sin(0.7);
  const Mat turn = {c - 1, -s, 0, s, c - 1, 0, 0, 0, 0};
  for (const double p : stress(neo, turn)) EXPECT_NEAR(p, 0, 1e-5);
  EXPECT_NEAR(energy_density(neo, turn), 0, 1e-5);
}

TEST(Material, HasTheRayleighWavesOfTheBooks) {
  Material material;
  material.poisson = 0.25;
  EXPECT_NEAR(material.rayleigh_speed() / material.shear_speed(), 0.9194, 1e-4);
  material.poisson = 0;
  EXPECT_NEAR(material.rayleigh_speed() / material.shear_speed(), 0.8740, 1e-4);
}

struct Opened {
  Cohesion cohesion;
  CohesiveSide side;
  Vec normal = {0, 0, 1};

  explicit Opened(const Vec& first) {
    side.peak = effective_traction(cohesion, first, normal);
    side.first = first;
    side.stiffness = 1e10;
    side.points[0].traction = first;
  }
  Vec at(const Vec& opening) { return pull(cohesion, side, side.points[0], opening, normal); }
  double last() const { return side.last_opening(cohesion); }
};

TEST(Cohesion, BeginsWithTheTractionThatThereWas) {
  Opened side({1e6, 0, 3e6});
  EXPECT_EQ(side.at({0, 0, 0}), (Vec{1e6, 0, 3e6}));
}

TEST(Cohesion, TakesTheToughnessToOpen) {
  for (const Vec way : {Vec{0, 0, 1}, Vec{0.6, 0, 0.8}, Vec{1, 0, 0}}) {
    Opened side(3e6 * way);
    for (int i = 0; i <= 4000; ++i) side.at(i / 4000.0 * side.last() * way);
    EXPECT_NEAR(side.side.points[0].work, side.cohesion.toughness, 1e-3 * side.cohesion.toughness);
    EXPECT_EQ(side.at(2 * side.last() * way), (Vec{0, 0, 0}));
  }
}

TEST(Cohesion, GoesBackInAStraightLineAndRemembers) {
  Opened side({0, 0, 3e6});
  const double half = side.last() / 2;
  const double there = side.at({0, 0, half})[2];
  EXPECT_NEAR(there, 1.5e6, 1e-3);
  EXPECT_NEAR(side.at({0, 0, half / 2})[2], there / 2, 1e-3);
  EXPECT_NEAR(side.at({0, 0, half})[2], there, 1e-3);
}

TEST(Cohesion, PressesOverlappingSidesApart) {
  Opened side({0, 0, 3e6});
  side.at({0, 0, 2 * side.last()});
  EXPECT_NEAR(side.at({0, 0, -1e-5})[2], -1e5, 1e-6);
}

TEST(Cohesion, RubsByItsCoefficientTimesThePressure) {
  Opened side({0, 0, 3e6});
  side.cohesion.friction = 0.3;
  side.at({0, 0, 2 * side.last()});
  side.at({5e-3, 0, 2 * side.last()});
  EXPECT_EQ(side.side.points[0].heat, 0);  // open sides do not rub
  constexpr double pressed = 1e-5;         // of 1e10 Pa/m: 1e5 Pa
  side.at({5e-3, 0, -pressed});
  // Back and forth by a millimetre each, in a slanting direction; it sticks for 3e-6 m before.
  const Vec way = {0.6, 0.8, 0};
  double heat = 0;
  for (const double sense : {1.0, -1.0}) {
    const Vec from = side.side.points[0].opening;
    Vec last = {};
    for (int i = 1; i <= 1000; ++i) last = side.at(from + sense * i * 1e-6 * way);
    EXPECT_NEAR(last[2], -1e5, 1e-4);
    EXPECT_NEAR(dot(last, way), sense * 3e4, 1e-4);  // on the first side: along with the second
    EXPECT_NEAR(length(last - -1e5 * side.normal), 3e4, 1e-4);
    heat += 3e4 * (1e-3 - (sense > 0 ? 3e-6 : 6e-6));
    EXPECT_NEAR(side.side.points[0].heat, heat, 1e-3 * heat);
    const double before = side.side.points[0].heat;
    EXPECT_EQ(side.at(side.side.points[0].opening), last);  // asked again, the same bits
    EXPECT_EQ(side.side.points[0].heat, before);
  }
  // Where the pressure goes, so does what friction held.
  side.at(side.side.points[0].opening + Vec{0, 0, 2 * pressed});
  EXPECT_EQ(side.side.points[0].rubbing, (Vec{0, 0, 0}));
}

TEST(Cohesion, ScattersStrengthsWithinItsShare) {
  Cohesion cohesion;
  cohesion.scatter = 0.3;
  double sum = 0;
  for (int i = 0; i < 1000; ++i) {
    const double factor = strength_factor(cohesion, i, i % 4);
    EXPECT_GE(factor, 0.7);
    EXPECT_LE(factor, 1.3);
    sum += factor;
  }
  EXPECT_NEAR(sum / 1000, 1, 0.02);
}

TEST(Sum, IsTheSameInAnyOrder) {
  std::vector<double> terms;
  for (int i = 0; i < 1000; ++i) terms.push_back(std::sin(i) * std::pow(10, i % 12 - 4));
  Sum one;
  for (const double term : terms) one.add(term);
  Sum other;
  Sum rest;
  for (auto term = terms.rbegin(); term != terms.rend(); ++term)
    (*term < 0 ? other : rest).add(*term);
  EXPECT_EQ(one, other + rest);
  double plain = 0;
  for (const double term : terms) plain += term;
  EXPECT_NEAR(one.value(), plain, 1e-6);
}

}  // namespace
}  // namespace fracture
