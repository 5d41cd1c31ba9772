#include "mesh/driver/probes.hpp"

#include <cmath>
#include <vector>

#include "gtest/gtest.h"

namespace isthmus::mesh {
namespace {

struct Sampled {
  Geometry geometry{{{0, 0, 0}, {11, 9, 8}}, {-1, 2, 0.5}, {0.25, 0.5, 0.125}};
  std::vector<double> memory = std::vector<double>(11 * 9 * 8);

  View view() { return {memory.data(), geometry.whole}; }
  template <class F>
  void fill(F&& f) {
    const View v = view();
    for (int k = 0; k < 8; ++k) {
      for (int j = 0; j < 9; ++j) {
        for (int i = 0; i < 11; ++i) {
          v(i, j, k) =
              f(geometry.coordinate(0, i), geometry.coordinate(1, j), geometry.coordinate(2, k));
        }
      }
    }
  }
  std::vector<double> at(const std::vector<Probe>& probes, std::array<bool, 3> is_periodic = {}) {
    const auto stencils = stencils_of({"", 0, true, probes}, geometry, is_periodic);
    return values_of(stencils, samples_of(stencils, 0, view(), geometry.whole));
  }
};

double power(double x, int n) { return n == 0 ? 1 : x * power(x, n - 1); }

TEST(Probes, ReproducePolynomialsOfTheirOrderWhereverTheyLie) {
  Sampled grid;
  for (int order = 0; order <= 7; ++order) {
    const auto f = [&](double x, double y, double z) {
      return power(x, order) - 2 * power(y - 3, order) * power(z, order) + 1;
    };
    grid.fill(f);
    // Also at the ends, where there are no points on the one side.
    for (const Place& place : std::vector<Place>{{0.31, 4.2, 0.9},
                                                 {-1, 2, 0.5},
                                                 {1.5, 6, 1.375},
                                                 {-0.99, 5.9, 0.51},
                                                 {1.4, 2.3, 1.3}}) {
      const Place at = order == 0 ? Place{-0.25, 3.5, 0.75} : place;
      const double expected = f(at[0], at[1], at[2]);
      EXPECT_NEAR(grid.at({{at, order}})[0], expected, 1e-9 * (1 + std::abs(expected))) << order;
    }
  }
}

TEST(Probes, ReproduceDerivativesOfPolynomials) {
  Sampled grid;
  grid.fill([](double x, double y, double z) { return x * x * x + 2 * x * y * y + y * z + 1; });
  const Place at{0.31, 4.2, 0.9};
  const auto derived = [&](std::array<std::int8_t, 3> how) { return grid.at({{at, 3, how}})[0]; };
  EXPECT_NEAR(derived({1, 0, 0}), 3 * 0.31 * 0.31 + 2 * 4.2 * 4.2, 1e-9);
  EXPECT_NEAR(derived({2, 0, 0}), 6 * 0.31, 1e-9);
  EXPECT_NEAR(derived({0, 2, 0}), 4 * 0.31, 1e-9);
  EXPECT_NEAR(derived({1, 1, 0}), 4 * 4.2, 1e-9);
  EXPECT_NEAR(derived({0, 1, 1}), 1, 1e-9);
  EXPECT_NEAR(derived({0, 0, 2}), 0, 1e-8);
}

TEST(Probes, AreThePointItselfWhereTheyLieOnIt) {
  Sampled grid;
  grid.fill([](double x, double y, double z) { return std::sin(9 * x) + std::cos(5 * y * z); });
  for (const int order : {1, 2, 3, 4}) {
    EXPECT_EQ(grid.at({{{0.5, 4, 1}, order}})[0], grid.view()(6, 4, 4));
  }
}

TEST(Probes, HaveNoValueOutsideTheGridOrWhereItHasTooFewPoints) {
  Sampled grid;
  grid.fill([](double, double, double) { return 1.0; });
  const auto values = grid.at({{{1.6, 4, 1}, 1},
                               {{0, 1.9, 1}, 1},
                               {{0, 4, std::nan("")}, 1},
                               {{0, 4, 1}, 8},
                               {{0, 4, 1}, 7},
                               {{1.5 + 1e-13, 4, 1}, 3}});
  for (int i = 0; i < 4; ++i) EXPECT_TRUE(std::isnan(values[static_cast<std::size_t>(i)])) << i;
  EXPECT_NEAR(values[4], 1, 1e-12);
  EXPECT_NEAR(values[5], 1, 1e-12);
}

TEST(Probes, GoAroundWhereTheGridIsPeriodic) {
  Sampled grid;
  grid.fill([](double x, double y, double z) { return x + 10 * y + 100 * z; });
  // Half way from the last point to the first one.
  const double value = grid.at({{{-1 - 0.125, 2, 0.5}, 1}}, {true, false, false})[0];
  EXPECT_DOUBLE_EQ(value, (grid.view()(0, 0, 0) + grid.view()(10, 0, 0)) / 2);
  EXPECT_EQ(grid.at({{{-1 - 0.125, 2, 0.5}, 3}}, {true, false, false}),
            grid.at({{{-1 - 0.125 + 2.75, 2, 0.5}, 3}}, {true, false, false}));
  // However far: between two points of the grid.
  for (const double far : {1e30, -1e300}) {
    const double there = grid.at({{{far, 2, 0.5}, 1}}, {true, false, false})[0];
    EXPECT_GE(there, grid.view()(0, 0, 0));
    EXPECT_LE(there, grid.view()(10, 0, 0));
  }
}

TEST(Probes, AreTheSameBitsHoweverTheGridIsCut) {
  Sampled grid;
  grid.fill([](double x, double y, double z) { return std::sin(9 * x) + std::cos(5 * y * z); });
  std::vector<Probe> probes;
  for (int i = 0; i < 40; ++i) {
    probes.push_back({{-1 + 0.06 * i, 2 + 0.1 * i, 0.5 + 0.0213 * i}, i % 5});
  }
  const std::array<bool, 3> is_periodic{true, false, true};
  const auto stencils = stencils_of({"", 0, true, probes}, grid.geometry, is_periodic);
  const auto whole = grid.at(probes, is_periodic);
  for (const int width : {1, 3, 5}) {
    std::vector<Sample> samples;
    for (int k = 0; k < 8; k += width) {
      for (int j = 0; j < 9; j += width) {
        for (int i = 0; i < 11; i += width) {
          const Box box =
              Box{{i, j, k}, {i + width, j + width, k + width}}.intersection(grid.geometry.whole);
          const auto own = samples_of(stencils, 0, grid.view(), box);
          samples.insert(samples.begin(), own.begin(), own.end());
        }
      }
    }
    EXPECT_EQ(values_of(stencils, samples), whole) << width;
    samples.pop_back();
    EXPECT_THROW(values_of(stencils, samples), std::logic_error);
  }
}

}  // namespace
}  // namespace isthmus::mesh
