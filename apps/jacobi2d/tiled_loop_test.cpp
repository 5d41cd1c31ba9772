#include "jacobi2d/tiled_loop.hpp"

#include <gtest/gtest.h>

#include <tuple>

#include "jacobi2d/serial.hpp"

namespace jacobi2d {
namespace {

TEST(TiledLoop, GivesTheSerialFieldBitForBitForAnyThreadsAndTiles) {
  const isthmus::SteadyClock clock;
  for (const auto& [down, across, threads] :
       {std::tuple{1, 1, 1}, {4, 3, 1}, {4, 3, 2}, {5, 7, 3}, {2, 1, 2}, {37, 41, 5}}) {
    SCOPED_TRACE(std::to_string(down) + " x " + std::to_string(across) + " tiles, " +
                 std::to_string(threads) + " threads");
    Problem problem;
    problem.rows = 37;
    problem.columns = 41;
    problem.objects_down = down;
    problem.objects_across = across;
    problem.steps = 15;
    problem.boundary = {1, 0.3, -2, 0.7, 0.1, {}};
    const auto loop = run_tiled_loop(problem, {threads, 2}, clock);
    ASSERT_TRUE(loop);
    EXPECT_EQ(loop->ms_per_step.size(), 2u);

    problem.steps = 30;
    const auto serial = solve_serial(problem);
    ASSERT_TRUE(serial);
    EXPECT_EQ(loop->field, serial->field);
  }
}

TEST(TiledLoop, RefusesMoreThreadsThanRowsOfTiles) {
  const isthmus::SteadyClock clock;
  Problem problem;
  problem.objects_down = 2;
  const auto loop = run_tiled_loop(problem, {3, 1}, clock);
  ASSERT_FALSE(loop);
  EXPECT_EQ(loop.error().text(), "3 threads (expected 1 to 2, the number of rows of tiles)");
}

TEST(TiledLoopResult, HasAMedianAndALeast) {
  const TiledLoopResult odd{{5.0, 1.0, 2.0}, {}};
  EXPECT_EQ(odd.median_ms_per_step(), 2.0);
  EXPECT_EQ(odd.least_ms_per_step(), 1.0);
  const TiledLoopResult even{{4.0, 1.0}, {}};
  EXPECT_EQ(even.median_ms_per_step(), 2.5);
}

}  // namespace
}  // namespace jacobi2d
