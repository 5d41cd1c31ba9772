#include "metg.hpp"

#include <gtest/gtest.h>

#include <functional>

namespace bench {
namespace {

/// What the search finds in tasks whose granularity is that function of their work, both in ns; an
/// iteration is 2 ns.
struct Found {
  double metg_ns = 0;
  int asked = 0;
};
Found search_in(const std::function<double(double)>& granularity_ns, int first_iterations = 64) {
  constexpr double ns_per_iteration = 2.0;
  MetgSearch search(ns_per_iteration, first_iterations);
  Found found;
  for (; !search.is_done() && found.asked < 100; ++found.asked) {
    search.add(granularity_ns(static_cast<double>(search.iterations()) * ns_per_iteration));
  }
  EXPECT_TRUE(search.is_done());
  found.metg_ns = search.metg_ns();
  return found;
}

TEST(MetgSearch, IsTwiceWhatIsLostWhereEveryTaskLosesTheSame) {
  for (const double lost_ns : {20.0, 150.0, 1e3, 3e6}) {
    const Found found = search_in([&](double work_ns) { return work_ns + lost_ns; });
    EXPECT_NEAR(found.metg_ns, 2 * lost_ns, 0.01 * lost_ns);
    EXPECT_LT(found.asked, 30);
  }
}

TEST(MetgSearch, FindsTheSameFromAboveAndFromBelow) {
  const auto granularity = [](double work_ns) { return work_ns + 500.0; };
  // work = (work + 500) / 2 at 500, where the granularity is 500 + 500.
  EXPECT_NEAR(search_in(granularity, 1).metg_ns, 1000, 10);
  EXPECT_NEAR(search_in(granularity, 1'000'000).metg_ns, 1000, 10);
}

TEST(MetgSearch, IsTwiceTheWorkWhereALatencyIsHiddenBehindOtherTasks) {
  // Of four tasks a PE; a timestep takes no less than a latency and a task.
  const auto granularity = [](double work_ns) { return std::max(4 * work_ns, 1e6 + work_ns) / 4; };
  // Half of the time is work where 4 w is half of 1 ms + w: w = 1 ms / 7, and the granularity 2 w.
  EXPECT_NEAR(search_in(granularity).metg_ns, 2 * 1e6 / 7, 5e3);
}

TEST(MetgSearch, IsTheLeastTaskWhereThatIsWorkByHalfAlready) {
  const Found found = search_in([](double work_ns) { return work_ns + 1.0; });
  EXPECT_DOUBLE_EQ(found.metg_ns, 3.0);
}

TEST(MetgSearch, FailsWhereNoTaskIsWorkByHalf) {
  MetgSearch search(2.0);
  int asked = 0;
  for (; !search.is_done() && asked < 100; ++asked) {
    EXPECT_FALSE(search.has_failed());
    search.add(6.0 * static_cast<double>(search.iterations()));
  }
  EXPECT_TRUE(search.has_failed());
  EXPECT_LT(asked, 30);
}

TEST(MetgSearch, EndsWhereAMeasurementIsOff) {
  int count = 0;
  const Found found = search_in(
      [&](double work_ns) { return ++count == 3 ? 50 * (work_ns + 200) : work_ns + 200; });
  EXPECT_GT(found.metg_ns, 100);
}

TEST(RoundLength, GrowsUntilRoundsAreLongEnough) {
  RoundLength length(1e-3);
  int rounds = 0;
  while (!length.fits(length.timesteps() * 1e-6)) ++rounds;
  EXPECT_GE(length.timesteps(), 1000);
  EXPECT_LE(length.timesteps(), 3000);
  EXPECT_LE(rounds, 3);
}

TEST(RoundLength, ShrinksForTheNextWhereARoundWasFarTooLong) {
  RoundLength length(1e-3);
  while (!length.fits(length.timesteps() * 1e-6)) {
  }
  const int before = length.timesteps();
  EXPECT_TRUE(length.fits(before * 1e-4));
  EXPECT_LT(length.timesteps(), before);
}

TEST(RoundLength, EndsWhereNoRoundIsLongEnough) {
  RoundLength length(1.0);
  int rounds = 0;
  while (!length.fits(1e-7) && rounds < 100) ++rounds;
  EXPECT_LT(rounds, 100);
}

}  // namespace
}  // namespace bench
