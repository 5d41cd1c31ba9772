#include "task_point.hpp"

#include <gtest/gtest.h>

#include <string>

#include "harness.hpp"

namespace bench {
namespace {

constexpr int timesteps = 40;

class EveryPattern : public testing::TestWithParam<Pattern> {};

TEST_P(EveryPattern, RunsEachTaskOnceInEveryRound) {
  for (const int width : {1, 2, 7, 16}) {
    const TaskGraph graph{GetParam(), width};
    run_pes(2, [&](isthmus::Job& job) -> isthmus::Task<void> {
      const auto points = job.create_array<TaskPoint>(graph.width, isthmus::mapping::block, graph);
      for (int round = 1; round <= 3; ++round) {
        points.all().send<&TaskPoint::begin>(timesteps * round, 10);
        const auto tasks = co_await job.reduction<std::int64_t>("round");
        EXPECT_EQ(tasks, graph.task_count(timesteps * round));
      }
    });
  }
}

INSTANTIATE_TEST_SUITE_P(TaskPoint, EveryPattern, testing::ValuesIn(patterns),
                         [](const auto& tested) { return std::string(name_of(tested.param)); });

/// How a job ends in which point 3 of a stencil gets this output.
int status_after(std::int64_t timestep, std::int64_t point) {
  return run_job({"--pes", "2"}, [&](isthmus::Job& job) -> isthmus::Task<void> {
    const TaskGraph graph{Pattern::stencil_1d, 8};
    const auto points = job.create_array<TaskPoint>(graph.width, isthmus::mapping::block, graph);
    points.all().send<&TaskPoint::begin>(timesteps, 10);
    co_await job.reduction<std::int64_t>("round");
    points[3].send<&TaskPoint::take>(timestep, point);
    co_await job.quiescence();
  });
}

TEST(TaskPoint, TakesAnOutputThatItNeedsBeforeItsRoundBegins) { EXPECT_EQ(status_after(0, 2), 0); }

TEST(TaskPoint, EndsTheJobWhereAnOutputIsOfATaskThatItDoesNotNeed) {
  EXPECT_NE(status_after(0, 5), 0);
}

TEST(TaskPoint, EndsTheJobWhereAnOutputIsOfATimestepThatIsOver) {
  EXPECT_NE(status_after(-2, 2), 0);
}

TEST(TaskPoint, EndsTheJobWhereAnOutputComesTwice) {
  const int status = run_job({"--pes", "2"}, [&](isthmus::Job& job) -> isthmus::Task<void> {
    const TaskGraph graph{Pattern::stencil_1d, 8};
    const auto points = job.create_array<TaskPoint>(graph.width, isthmus::mapping::block, graph);
    for (int i = 0; i < 2; ++i) points[3].send<&TaskPoint::take>(0, 2);
    co_await job.quiescence();
  });
  EXPECT_NE(status, 0);
}

}  // namespace
}  // namespace bench
