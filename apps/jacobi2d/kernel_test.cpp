#include "jacobi2d/kernel.hpp"

#include <gtest/gtest.h>

#include "isthmus/base/clock.hpp"
#include "jacobi2d/serial.hpp"

namespace jacobi2d {
namespace {

TEST(Serial, ComputesOneStepAsOnPaper) {
  Problem problem;
  problem.rows = 2;
  problem.columns = 2;
  problem.objects_down = problem.objects_across = 1;
  problem.steps = 1;
  problem.boundary = {4, 8, 16, 32, 1, {}};
  const auto solution = solve_serial(problem);
  ASSERT_TRUE(solution);
  EXPECT_EQ(solution->field.row(1)[1], 0.25 * (4 + 1 + 16 + 1));
  EXPECT_EQ(solution->field.row(1)[2], 0.25 * (4 + 1 + 1 + 32));
  EXPECT_EQ(solution->field.row(2)[1], 0.25 * (1 + 8 + 16 + 1));
  EXPECT_EQ(solution->field.row(2)[2], 0.25 * (1 + 8 + 1 + 32));
  EXPECT_EQ(solution->residual, 0.25 * (1 + 8 + 1 + 32) - 1);
  EXPECT_EQ(solution->steps_done, 1);
}

TEST(Serial, StopsAtTheFirstLookThatFindsTheTolerance) {
  Problem problem;
  problem.rows = problem.columns = 12;
  problem.objects_down = problem.objects_across = 1;
  problem.steps = 100000;
  problem.tolerance = 1e-6;
  problem.residual_every = 7;
  const auto solution = solve_serial(problem);
  ASSERT_TRUE(solution);
  EXPECT_LE(solution->residual, problem.tolerance);
  EXPECT_EQ(solution->steps_done % 7, 0);
  EXPECT_LT(solution->steps_done, problem.steps);

  Problem shorter = problem;
  shorter.tolerance = 0;
  shorter.steps = solution->steps_done - 7;
  const auto before = solve_serial(shorter);
  ASSERT_TRUE(before);
  EXPECT_GT(before->residual, problem.tolerance);
}

TEST(Serial, ConvergesToTheConstantOfAConstantBoundary) {
  Problem problem;
  problem.rows = problem.columns = 8;
  problem.objects_down = problem.objects_across = 1;
  problem.steps = 2000;
  problem.boundary = {3, 3, 3, 3, 0, {}};
  const auto solution = solve_serial(problem);
  ASSERT_TRUE(solution);
  for (const double cell : solution->field.cells) EXPECT_NEAR(cell, 3.0, 1e-12);
}

TEST(MemoryBandwidth, CountsTheBytesOverTheTimeThatTheClockGives) {
  // Every look at this clock is a microsecond after the last.
  class TickingClock final : public isthmus::Clock {
   public:
    isthmus::TimeNs now_ns() const override { return now_ns_ += 1000; }

   private:
    mutable isthmus::TimeNs now_ns_ = 0;
  };
  const TickingClock clock;
  // 48 doubles, 16 bytes each, in one microsecond; the triad moves less.
  EXPECT_DOUBLE_EQ(measure_memory_bandwidth(48 * sizeof(double), 2, clock), 48 * 16 / 1e-6);
}

}  // namespace
}  // namespace jacobi2d
