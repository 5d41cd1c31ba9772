#include "mesh/lagrange.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <vector>

namespace isthmus::mesh {
namespace {

/// 1 - 2 x + x^2 / 2 + x^3 / 4 and its derivatives.
double cubic(double x, std::int32_t derivative = 0) {
  if (derivative == 0) return 1 - 2 * x + x * x / 2 + x * x * x / 4;
  if (derivative == 1) return -2 + x + 0.75 * x * x;
  return 1 + 1.5 * x;
}

double applied(const AxisStencil& stencil) {
  double sum = 0;
  for (std::int32_t slot = 0; slot < stencil.count; ++slot) {
    sum += stencil.weights[static_cast<std::size_t>(slot)] * cubic(stencil.index(slot));
  }
  return sum;
}

TEST(LagrangeWeights, AreOneAtThePointItselfAndSumUpToOneElsewhere) {
  std::array<double, 5> weights{0, 0, 0, 0, 7};
  lagrange_weights(4, 2.0, weights.data());
  EXPECT_EQ(weights, (std::array<double, 5>{0, 0, 1, 0, 7})) << "what lies behind them stays";
  // (x - 1)(x - 2)(x - 3) / -6 at 0.5, and so on.
  lagrange_weights(4, 0.5, weights.data());
  EXPECT_DOUBLE_EQ(weights[0], 0.3125);
  EXPECT_DOUBLE_EQ(weights[1], 0.9375);
  EXPECT_DOUBLE_EQ(weights[2], -0.3125);
  EXPECT_DOUBLE_EQ(weights[3], 0.0625);
}

TEST(LagrangeDerivatives, AreTheUsualDifferencesAtThePointInTheMiddle) {
  std::array<double, 4> weights{0, 0, 0, 7};
  lagrange_derivatives(3, 1.0, 1, weights.data());
  EXPECT_EQ(weights, (std::array<double, 4>{-0.5, 0, 0.5, 7}));
  lagrange_derivatives(3, 1.0, 2, weights.data());
  EXPECT_EQ(weights, (std::array<double, 4>{1, -2, 1, 7}));
}

TEST(AxisStencil, HasACubicAndItsDerivativesAnywhereInside) {
  for (const double x : {0.0, 0.3, 4.5, 7.99, 9.0}) {
    for (const std::int32_t derivative : {0, 1, 2}) {
      for (const std::int32_t order : {3, 4, 5}) {
        const AxisStencil stencil = axis_stencil(x, order, 0, 10, false, derivative);
        ASSERT_TRUE(stencil.is_inside);
        EXPECT_EQ(stencil.count, order + 1);
        EXPECT_NEAR(applied(stencil), cubic(x, derivative), 1e-9)
            << x << " " << derivative << " " << order;
      }
    }
  }
}

TEST(AxisStencil, LiesAroundThePlaceAndMovesAwayFromEnds) {
  EXPECT_EQ(axis_stencil(4.7, 3, 0, 10, false).first, 3) << "two on either side";
  EXPECT_EQ(axis_stencil(4.7, 2, 0, 10, false).first, 4) << "around the nearest";
  EXPECT_EQ(axis_stencil(4.4, 2, 0, 10, false).first, 3);
  EXPECT_EQ(axis_stencil(0.2, 3, 0, 10, false).first, 0);
  EXPECT_EQ(axis_stencil(8.9, 3, 0, 10, false).first, 6);
  EXPECT_EQ(axis_stencil(-2.5, 1, -3, 5, false).first, -3) << "indices may be negative";
}

TEST(AxisStencil, GoesRoundWhereTheDimensionIsPeriodic) {
  const AxisStencil stencil = axis_stencil(-0.5, 3, 0, 8, true);
  ASSERT_TRUE(stencil.is_inside);
  std::vector<std::int32_t> at;
  for (std::int32_t slot = 0; slot < 4; ++slot) at.push_back(stencil.index(slot));
  EXPECT_EQ(at, (std::vector<std::int32_t>{6, 7, 0, 1}));
  const AxisStencil turns = axis_stencil(7.5 + 3 * 8, 3, 0, 8, true);
  EXPECT_EQ(turns.first, stencil.first);
  EXPECT_EQ(turns.weights, stencil.weights);
  EXPECT_TRUE(axis_stencil(0.5, 3, 0, 2, true).is_inside) << "fewer points than the order";
}

TEST(AxisStencil, IsOutsideBeyondTheEndsButForRounding) {
  EXPECT_TRUE(axis_stencil(9 + 1e-11, 3, 0, 10, false).is_inside);
  EXPECT_FALSE(axis_stencil(9 + 1e-9, 3, 0, 10, false).is_inside);
  EXPECT_TRUE(axis_stencil(-1e-11, 3, 0, 10, false).is_inside);
  EXPECT_FALSE(axis_stencil(-1e-9, 3, 0, 10, false).is_inside);
  for (const bool is_periodic : {false, true}) {
    EXPECT_FALSE(axis_stencil(std::nan(""), 3, 0, 10, is_periodic).is_inside);
    EXPECT_FALSE(axis_stencil(HUGE_VAL, 3, 0, 10, is_periodic).is_inside);
  }
}

TEST(AxisStencil, NeedsOnePointMoreThanItsOrder) {
  EXPECT_TRUE(axis_stencil(1, 3, 0, 3, false).is_too_small);
  EXPECT_FALSE(axis_stencil(1, 3, 0, 3, false).is_inside);
  EXPECT_FALSE(axis_stencil(1, 3, 0, 4, false).is_too_small);
}

TEST(AxisStencil, TakesADimensionOfOnePointForThatPoint) {
  const AxisStencil stencil = axis_stencil(17.3, 3, 5, 6, false);
  EXPECT_TRUE(stencil.is_inside);
  EXPECT_EQ(stencil.count, 1);
  EXPECT_EQ(stencil.index(0), 5);
  EXPECT_EQ(stencil.weights[0], 1);
  EXPECT_EQ(axis_stencil(17.3, 3, 5, 6, false, 1).weights[0], 0) << "it is flat";
}

TEST(Interpolate, IsTheProductOfThreeDimensions) {
  const std::array<AxisStencil, 3> axes = {axis_stencil(2.25, 3, 0, 10, false),
                                           axis_stencil(3.5, 3, 0, 10, false),
                                           axis_stencil(0, 3, 4, 5, false)};
  const double value = interpolate(axes, [&](std::int32_t i, std::int32_t j, std::int32_t k) {
    return cubic(axes[0].index(i)) * cubic(axes[1].index(j)) + axes[2].index(k);
  });
  EXPECT_NEAR(value, cubic(2.25) * cubic(3.5) + 4, 1e-9);
}

}  // namespace
}  // namespace isthmus::mesh
