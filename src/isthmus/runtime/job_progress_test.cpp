#include "isthmus/runtime/job_progress.hpp"

#include <gtest/gtest.h>

namespace isthmus::engine::runtime {
namespace {

constexpr TimeNs second = 1'000'000'000;

TEST(JobProgresses, ShowNothingBeforeTheProgramHasSaidSomething) {
  const JobProgress progress;
  std::vector<ShownRow> rows;
  progress.show(rows);
  EXPECT_TRUE(rows.empty());
  EXPECT_FALSE(progress.is_on_its_way());
  EXPECT_EQ(progress.text(), "");
}

TEST(JobProgresses, SayHowLongTheRestTakesAtThePaceSoFar) {
  JobProgress progress;
  progress.set(10, 100, 5 * second);  // it goes on from a checkpoint
  EXPECT_FALSE(progress.left_s());
  EXPECT_EQ(progress.text(), "10 of 100");
  progress.set(30, 100, 15 * second);
  EXPECT_EQ(progress.left_s(), 35);
  EXPECT_TRUE(progress.is_on_its_way());
  EXPECT_EQ(progress.text(), "30 of 100, 35 s left");
  progress.set(100, 100, 50 * second);
  EXPECT_FALSE(progress.is_on_its_way());
  EXPECT_EQ(progress.left_s(), 0);
}

TEST(JobProgresses, CountAnewInEachPhaseAndWhereTheCountBeginsAgain) {
  JobProgress progress;
  progress.begin("reading", 0);
  progress.set(0, 4, 0);
  progress.set(2, 4, 200 * second);
  EXPECT_EQ(progress.text(), "reading: 2 of 4, 3 min left");
  progress.begin("time steps", 300 * second);
  EXPECT_EQ(progress.text(), "time steps");
  EXPECT_FALSE(progress.is_on_its_way());
  progress.set(1, 10, 301 * second);
  progress.set(2, 10, 302 * second);
  EXPECT_EQ(progress.left_s(), 8);
  progress.set(1, 10, 303 * second);
  EXPECT_FALSE(progress.left_s());
}

}  // namespace
}  // namespace isthmus::engine::runtime
