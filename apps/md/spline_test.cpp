#include "md/spline.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace md {
namespace {

/// The cardinal B-spline by its closed sum (Essmann and others 1995, 4.1):
///   M_n(u) = 1/(n-1)! sum_k (-1)^k C(n, k) max(u - k, 0)^(n-1)
double closed_sum(int order, double u) {
  double sum = 0;
  double binomial = 1;
  for (int k = 0; k <= order; ++k) {
    if (u > k) sum += (k % 2 == 0 ? 1 : -1) * binomial * std::pow(u - k, order - 1);
    binomial = binomial * (order - k) / (k + 1);
  }
  return sum / std::tgamma(order);
}

class Splines : public testing::TestWithParam<int> {};

// The atom's own point has M_n(at + n - 1), the last one M_n(at).
TEST_P(Splines, HaveTheWeightsOfTheClosedSum) {
  const int order = GetParam();
  for (const double at : {0.0, 0.125, 0.5, 0.8125}) {
    const Spline spline = spline_at(20 + at, 64, order);
    EXPECT_EQ(spline.first, 20);
    for (int j = 0; j < order; ++j) {
      EXPECT_NEAR(spline.weights[static_cast<std::size_t>(j)],
                  closed_sum(order, at + order - 1 - j), 1e-12)
          << "point " << j << " at " << at;
    }
  }
}

// M_n'(u) = M_(n-1)(u) - M_(n-1)(u - 1)
TEST_P(Splines, HaveTheSlopesOfTheClosedSum) {
  const int order = GetParam();
  for (const double at : {0.0, 0.25, 0.6875}) {
    const Spline spline = spline_at(at, 64, order);
    for (int j = 0; j < order; ++j) {
      const double u = at + order - 1 - j;
      EXPECT_NEAR(spline.slopes[static_cast<std::size_t>(j)],
                  closed_sum(order - 1, u) - closed_sum(order - 1, u - 1), 1e-12)
          << "point " << j << " at " << at;
    }
  }
}

TEST_P(Splines, GiveAwayAllOfTheChargeAndNoForce) {
  for (double place = 3; place < 5; place += 0.0625) {
    const Spline spline = spline_at(place, 64, GetParam());
    double all = 0;
    double slopes = 0;
    for (int j = 0; j < GetParam(); ++j) {
      all += spline.weights[static_cast<std::size_t>(j)];
      slopes += spline.slopes[static_cast<std::size_t>(j)];
    }
    EXPECT_NEAR(all, 1, 1e-14);
    EXPECT_NEAR(slopes, 0, 1e-14);
  }
}

INSTANTIATE_TEST_SUITE_P(OfEachOrder, Splines, testing::Values(4, 6, 8));

TEST(Spline, OfAnAtomBeyondTheMeshBeginsAtItsImage) {
  EXPECT_EQ(spline_at(70.5, 64, 4).first, 6);
  EXPECT_EQ(spline_at(-0.5, 64, 4).first, 63);
  EXPECT_EQ(spline_at(-64.0, 64, 4).first, 0);
  EXPECT_EQ(spline_at(-64.25, 64, 4).first, 63);
  EXPECT_EQ(spline_at(-0.25, 64, 4).weights, spline_at(0.75, 64, 4).weights);
}

}  // namespace
}  // namespace md
