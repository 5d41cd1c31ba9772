#include "netsort/problem.hpp"

#include <gtest/gtest.h>

#include <set>

#include "netsort/serial.hpp"

namespace netsort {
namespace {

TEST(NetsortProblem, IsRefusedInOneLineThatNamesWhatWasExpected) {
  Problem problem;
  EXPECT_TRUE(validate(problem));
  problem.size = 100;
  auto failed = validate(problem);
  ASSERT_FALSE(failed);
  EXPECT_EQ(failed.error().text(), "size is 100 (expected a power of two from 2 to 1048576)");
  problem = {};
  problem.payload_bytes = -1;
  EXPECT_FALSE(validate(problem));
  problem = {};
  problem.stages_between_moves = 79;
  failed = validate(problem);
  ASSERT_FALSE(failed);
  EXPECT_EQ(failed.error().text(), "stages between moves is 79 (expected 0 to 78)");
}

TEST(NetsortProblem, HasOtherValuesForEverySeedAndTheSameForOne) {
  Problem problem;
  problem.size = 64;
  const auto values = values_of(problem);
  EXPECT_EQ(values.size(), 64u);
  EXPECT_EQ(values, values_of(problem));
  problem.seed = 2;
  EXPECT_NE(values, values_of(problem));
}

TEST(NetsortProblem, IsSortedByTheNetworkAsBySort) {
  for (std::int32_t size = 2; size <= 4096; size *= 2) {
    Problem problem;
    problem.size = size;
    problem.seed = static_cast<std::uint64_t>(size);
    const auto values = values_of(problem);
    EXPECT_EQ(sorted_by(problem.network(), values), sorted(values)) << size;
  }
}

TEST(Destination, ComesEverySoManyStages) {
  Problem problem;
  problem.stages_between_moves = 20;
  int moves = 0;
  for (int stage = 1; stage < problem.network().stage_count(); ++stage) {
    const std::int32_t to = destination(problem, 7, stage, 32);
    EXPECT_EQ(to >= 0, stage % 20 == 0);
    EXPECT_LT(to, 32);
    moves += to >= 0;
  }
  EXPECT_EQ(moves, 3);
  problem.stages_between_moves = 0;
  EXPECT_EQ(destination(problem, 7, 20, 32), -1);
}

TEST(Destination, ReachesAllPesAndIsTheSameAgain) {
  const Problem problem;
  std::set<std::int32_t> seen;
  for (std::int32_t element = 0; element < 512; ++element) {
    const std::int32_t to = destination(problem, element, 3, 32);
    EXPECT_EQ(to, destination(problem, element, 3, 32));
    seen.insert(to);
  }
  EXPECT_EQ(seen.size(), 32u);
}

TEST(NetsortProblem, ComesToPointsBeforeItIsSorted) {
  Problem problem{.size = 64};
  EXPECT_EQ(problem.point_count(), 0);
  EXPECT_FALSE(problem.comes_to_point(0));
  const int stages = problem.network().stage_count();
  for (const std::int32_t every : {1, 4, 7, stages}) {
    problem.stages_between_points = every;
    int count = 0;
    for (int done = 1; done < stages; ++done) count += problem.comes_to_point(done) ? 1 : 0;
    EXPECT_EQ(problem.point_count(), count) << every;
  }
}

}  // namespace
}  // namespace netsort
