#include "task_graph.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

namespace bench {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

TEST(TaskGraph, AStencilsTaskNeedsItselfAndItsNeighbours) {
  const TaskGraph graph{Pattern::stencil_1d, 8};
  EXPECT_EQ(graph.phase_count(), 1);
  EXPECT_THAT(graph.needs(0, 0), ElementsAre(0, 1));
  EXPECT_THAT(graph.needs(0, 3), ElementsAre(2, 3, 4));
  EXPECT_THAT(graph.needs(0, 7), ElementsAre(6, 7));
  EXPECT_THAT(graph.serves(0, 3), ElementsAre(2, 3, 4));
}

TEST(TaskGraph, AnFftsStrideDoublesWithEveryTimestepAndBeginsAgain) {
  const TaskGraph graph{Pattern::fft, 8};
  EXPECT_EQ(graph.phase_count(), 3);
  EXPECT_THAT(graph.needs(graph.phase_at(1), 3), ElementsAre(2, 3, 4));
  EXPECT_THAT(graph.needs(graph.phase_at(2), 3), ElementsAre(1, 3, 5));
  EXPECT_THAT(graph.needs(graph.phase_at(3), 3), ElementsAre(3, 7));
  EXPECT_THAT(graph.needs(graph.phase_at(4), 3), ElementsAre(2, 3, 4));
}

TEST(TaskGraph, AnFftOfAWidthThatIsNoPowerOfTwoEndsAtItsEdge) {
  const TaskGraph graph{Pattern::fft, 5};
  EXPECT_EQ(graph.phase_count(), 3);
  EXPECT_THAT(graph.needs(2, 0), ElementsAre(0, 4));
  EXPECT_THAT(graph.needs(2, 1), ElementsAre(1));
}

TEST(TaskGraph, ATreeDoublesUntilItIsAsWideAsTheGraph) {
  const TaskGraph graph{Pattern::tree, 6};
  const int widths[] = {1, 2, 4, 6, 6};
  for (int timestep = 0; timestep < 5; ++timestep) {
    EXPECT_EQ(graph.width_at(timestep), widths[timestep]);
  }
  EXPECT_EQ(graph.task_count(5), 1 + 2 + 4 + 6 + 6);
  EXPECT_EQ(graph.first_timestep(0), 0);
  EXPECT_EQ(graph.first_timestep(1), 1);
  EXPECT_EQ(graph.first_timestep(3), 2);
  EXPECT_EQ(graph.first_timestep(5), 3);
}

TEST(TaskGraph, ATreesTaskNeedsItsParentAndServesItsChildren) {
  const TaskGraph graph{Pattern::tree, 6};
  EXPECT_THAT(graph.needs(0, 0), ElementsAre(0));
  EXPECT_THAT(graph.needs(0, 5), ElementsAre(2));
  EXPECT_THAT(graph.serves(0, 0), ElementsAre(0, 1));
  EXPECT_THAT(graph.serves(0, 2), ElementsAre(4, 5));
  EXPECT_THAT(graph.serves(0, 3), IsEmpty());
}

// The numbers of this test and the next are those of Task Bench's own code.
TEST(TaskGraph, HashesAsTaskBenchDoes) { EXPECT_EQ(sip_hash({0, 5, 1, 2, 3}), 0x51a43d9b49d00a62); }

TEST(TaskGraph, DrawsTheRandomNeighboursThatTaskBenchDraws) {
  const TaskGraph graph{Pattern::random_nearest, 8};
  EXPECT_EQ(graph.phase_count(), 3);
  EXPECT_EQ(graph.phase_at(3), 0);
  EXPECT_THAT(graph.needs(1, 0), ElementsAre(0));
  EXPECT_THAT(graph.needs(1, 3), ElementsAre(1, 3));
  EXPECT_THAT(graph.needs(1, 7), ElementsAre(6, 7));
  EXPECT_THAT(graph.needs(2, 2), ElementsAre(1, 2, 3));
  EXPECT_THAT(graph.needs(2, 7), ElementsAre(5, 7));
  EXPECT_THAT(graph.needs(0, 6), ElementsAre(4, 6, 7));
  EXPECT_THAT(graph.serves(0, 4), ElementsAre(2, 3, 4, 6));
}

TEST(TaskGraph, WhoIsNeededServes) {
  for (const Pattern pattern : patterns) {
    for (const int width : {1, 2, 5, 8, 32}) {
      const TaskGraph graph{pattern, width};
      for (int phase = 0; phase < graph.phase_count(); ++phase) {
        for (int giver = 0; giver < width; ++giver) {
          for (int taker = 0; taker < width; ++taker) {
            const auto served = graph.serves(phase, giver);
            const auto needed = graph.needs(phase, taker);
            EXPECT_EQ(std::ranges::count(served, taker), std::ranges::count(needed, giver))
                << name_of(pattern) << " of " << width << ", phase " << phase << ": " << giver
                << " for " << taker;
          }
        }
      }
    }
  }
}

}  // namespace
}  // namespace bench
