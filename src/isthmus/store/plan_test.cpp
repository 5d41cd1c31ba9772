#include "isthmus/store/plan.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace isthmus::engine::store {
namespace {

constexpr double second = 1e9;

TEST(Interval, IsThatOfYoungLessTheCost) {
  // sqrt(2 C M) - C (Young 1974; Daly 2006, eq. 37): C = 2 s, M = 3600 s.
  const double expected = (std::sqrt(2 * 2.0 * 3600.0) - 2.0) * second;
  EXPECT_NEAR(static_cast<double>(interval(2'000'000'000, 3'600'000'000'000)), expected, 1.0);
}

TEST(Interval, IsTheTimeBetweenFailuresWhereACheckpointCostsHalfOfThat) {
  EXPECT_EQ(interval(5'000, 10'000), 10'000);
  EXPECT_EQ(interval(50'000, 10'000), 10'000);
}

TEST(Interval, CostsNoMoreThanAFifthMoreOrLessOften) {
  // The share of time lost: C / t for checkpoints and t / (2 M) for work that is done again.
  constexpr double cost = 1e6;
  constexpr double between = 6e11;
  const auto lost = [&](double every) { return cost / every + every / (2 * between); };
  const auto best = static_cast<double>(interval(1'000'000, 600'000'000'000));
  EXPECT_LT(lost(best), lost(best * 1.2));
  EXPECT_LT(lost(best), lost(best / 1.2));
  EXPECT_LT(lost(best), 0.02);
}

}  // namespace
}  // namespace isthmus::engine::store
