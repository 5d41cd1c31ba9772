#include "mesh/ghosts/ghost_plan.hpp"

#include <gtest/gtest.h>

#include <numeric>

#include "mesh/ghosts/sample_plans.hpp"
#include "mesh/ghosts/strip.hpp"

namespace isthmus::mesh {
namespace {

using Transfers = std::vector<Window::Transfer>;
using Layers = std::vector<std::vector<std::int32_t>>;

TEST(GhostPlan, OfDepthOneSendsWhatIsReadAndComputesNothingTwice) {
  const GhostPlan plan(sample::leapfrog(), 2);
  EXPECT_EQ(plan.events(), 1);
  EXPECT_EQ(plan.window(0, 1).transfers, (Transfers{{0, 1}}));
  EXPECT_EQ(plan.window(0, 1).layers, (Layers{{0, 0}}));
  EXPECT_EQ(plan.width(1), 1);
}

TEST(GhostPlan, KnowsWhichOperationsAreBehindAnEvent) {
  const GhostPlan plan(sample::runge_kutta(), 3);
  EXPECT_EQ(plan.behind(0), (std::vector<std::size_t>{2, 3}));
  EXPECT_EQ(plan.behind(3), (std::vector<std::size_t>{0})) << "of the next step";
  EXPECT_EQ(plan.behind(4), plan.behind(0));
}

TEST(GhostPlan, FollowsTimeLevelsThroughRotations) {
  const GhostPlan plan(sample::leapfrog(), 2);
  // The level before is read at the point alone, one step after the window began.
  EXPECT_EQ(plan.window(0, 4).transfers, (Transfers{{0, 4}, {1, 3}}));
  EXPECT_EQ(plan.window(0, 4).layers, (Layers{{0, 3}, {0, 2}, {0, 1}, {0, 0}}));
}

TEST(GhostPlan, SendsAStateThatLivesOnWithTheSubstepsThatNeedIt) {
  const GhostPlan plan(sample::runge_kutta(), 3);
  EXPECT_EQ(plan.events(), 4);
  // Behind the first event of a step: u0 is read by all three substeps that come.
  EXPECT_EQ(plan.window(0, 1).transfers, (Transfers{{sample::runge_kutta_stage, 1}}));
  const Window& whole_step = plan.window(0, 4);
  EXPECT_EQ(whole_step.transfers, (Transfers{{sample::runge_kutta_state, 3},
                                             {sample::runge_kutta_stage, 4},
                                             {sample::runge_kutta_sum, 3}}));
  // Behind the last event the state is what the next step begins with.
  EXPECT_EQ(plan.window(3, 1).transfers, (Transfers{{sample::runge_kutta_state, 1}}));
}

TEST(GhostPlan, CountsEventsOverSteps) {
  const GhostPlan plan(sample::crank_nicholson(8), 3);
  EXPECT_EQ(plan.events(), 9);
  EXPECT_EQ(plan.window(3, 5).transfers, plan.window(3 + 9 * 7, 5).transfers);
  EXPECT_EQ(plan.width(1), 1);
  EXPECT_EQ(plan.width(9), 9);
  EXPECT_EQ(plan.width(10), 10);
}

TEST(GhostPlan, SendsAsManyLayersAsStencilsAreWide) {
  EXPECT_EQ(GhostPlan(sample::leapfrog(2), 2).width(1), 2);
  EXPECT_EQ(GhostPlan(sample::leapfrog(3), 2).width(1), 3);
  EXPECT_EQ(GhostPlan(sample::leapfrog(3), 2).window(0, 3).transfers, (Transfers{{0, 9}, {1, 6}}));
}

TEST(GhostPlan, SendsNoFieldThatIsReadAtThePointAlone) {
  const GhostPlan plan(sample::with_source(), 3);
  for (int depth = 1; depth <= 8; ++depth) {
    for (const auto& transfer : plan.window(0, depth).transfers) {
      EXPECT_NE(transfer.field, sample::with_source_aside) << depth;
    }
  }
}

TEST(GhostPlan, HasNoWindowsWhereNothingIsSynchronized) {
  EXPECT_EQ(GhostPlan({sample::computes({}, {0})}, 1).events(), 0);
  EXPECT_EQ(GhostPlan({sample::computes({}, {0})}, 1).width(3), 0);
}

TEST(GhostPlan, BeginsWindowsWhereLeastLivesOn) {
  const GhostPlan plan(sample::runge_kutta(), 3);
  // Behind the last substep the state is all that there is; a run begins behind the first one.
  EXPECT_EQ(plan.length(0, 4), 3);
  EXPECT_EQ(plan.length(3, 4), 4);
  EXPECT_EQ(plan.into(3, 4), 0);
  EXPECT_EQ(plan.into(4, 4), 1);
  EXPECT_EQ(plan.window(3, 4).transfers, (Transfers{{sample::runge_kutta_state, 4}}));
  EXPECT_EQ(plan.width(4), 4);
  EXPECT_EQ(plan.length(0, 2), 1);
  EXPECT_EQ(plan.length(1, 2), 2);
  EXPECT_EQ(plan.length(0, 8), 7);
  for (int event = 0; event < 4; ++event) {
    EXPECT_EQ(plan.length(event, 3), 3) << "these begin at every event, one step or another";
  }
  const GhostPlan iterated(sample::crank_nicholson(8), 3);
  EXPECT_EQ(iterated.length(0, 3), 2);
  EXPECT_EQ(iterated.length(8, 9), 9);
  EXPECT_EQ(iterated.length(8, 10), 10);
}

TEST(GhostPlan, GoesOnWithWholeWindowsBehindTheFirst) {
  for (std::uint64_t seed = 0; seed < 50; ++seed) {
    const sample::RandomStep random(seed);
    const GhostPlan plan(random.operations, random.fields);
    for (int depth = 1; depth <= 9; ++depth) {
      for (std::int64_t event = 0; event < plan.events(); ++event) {
        const int length = plan.length(event, depth);
        EXPECT_GE(length, 1);
        EXPECT_LE(length, depth);
        EXPECT_EQ(plan.length(event + length, depth), depth);
      }
      EXPECT_EQ(plan.into(plan.length(0, depth) + std::int64_t{depth} * plan.events(), depth) %
                    std::gcd(depth, plan.events()),
                0);
    }
  }
}

/// Of the strip's blocks, carried out with these depths, against a run without blocks.
void expect_same(const std::vector<Operation>& step, std::size_t fields,
                 const std::vector<std::vector<int>>& depths) {
  const GhostPlan plan(step, fields);
  Strip strip(step, fields, plan, depths);
  EXPECT_EQ(strip.differences(5 * plan.events() + 5 * 8), 0);
}

TEST(GhostPlan, KeepsEveryPointOfEveryBlockRight) {
  for (int depth = 1; depth <= 8; ++depth) {
    SCOPED_TRACE(depth);
    for (const int width : {1, 2, 3}) expect_same(sample::leapfrog(width), 2, {{depth}, {depth}});
    expect_same(sample::runge_kutta(), 3, {{depth}, {depth}});
    expect_same(sample::crank_nicholson(8), 3, {{depth}, {depth}});
    expect_same(sample::with_source(), 3, {{depth}, {depth}});
  }
}

TEST(GhostPlan, KeepsPointsRightWhereEachPlaneHasItsOwnDepth) {
  expect_same(sample::leapfrog(), 2, {{1}, {5}, {2}});
  expect_same(sample::runge_kutta(), 3, {{3}, {1}, {7}});
  expect_same(sample::crank_nicholson(8), 3, {{10}, {4}, {1}, {2}});
}

TEST(GhostPlan, KeepsPointsRightWhereDepthsChange) {
  expect_same(sample::runge_kutta(), 3, {{3, 3, 4}, {1, 1, 7}, {2, 1}});
  expect_same(sample::crank_nicholson(8), 3, {{1, 1, 2, 2, 3, 3, 4, 4, 4, 1}, {9, 5}});
}

TEST(GhostPlan, KeepsPointsRightForAnyStep) {
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    SCOPED_TRACE(seed);
    const sample::RandomStep random(seed);
    for (const int depth : {1, 2, 3, 5, 8}) {
      expect_same(random.operations, random.fields,
                  {{depth}, {1 + static_cast<int>(seed % 4), depth, depth, depth}});
    }
  }
}

/// Each number of layers of each window, less one.
void expect_least(const std::vector<Operation>& step, std::size_t fields, int depth) {
  const GhostPlan plan(step, fields);
  for (int event = 0; event < plan.events(); ++event) {
    const Window window = plan.window(event, depth);
    ASSERT_EQ(window_differences(step, fields, event, window), 0);
    for (std::size_t i = 0; i < window.transfers.size(); ++i) {
      Window less = window;
      --less.transfers[i].layers;
      EXPECT_GT(window_differences(step, fields, event, less), 0) << event << " transfer " << i;
    }
    for (std::size_t e = 0; e < window.layers.size(); ++e) {
      for (std::size_t o = 0; o < window.layers[e].size(); ++o) {
        if (window.layers[e][o] == 0) continue;
        Window less = window;
        --less.layers[e][o];
        EXPECT_GT(window_differences(step, fields, event, less), 0)
            << event << " behind " << e << " operation " << o;
      }
    }
  }
}

TEST(GhostPlan, HasNoLayerThatCouldBeLeftOut) {
  for (int depth = 1; depth <= 8; ++depth) {
    SCOPED_TRACE(depth);
    for (const int width : {1, 2, 3}) expect_least(sample::leapfrog(width), 2, depth);
    expect_least(sample::runge_kutta(), 3, depth);
    expect_least(sample::crank_nicholson(8), 3, depth);
    expect_least(sample::with_source(), 3, depth);
  }
  for (std::uint64_t seed = 0; seed < 40; ++seed) {
    SCOPED_TRACE(seed);
    const sample::RandomStep random(seed);
    for (const int depth : {1, 2, 3, 5}) expect_least(random.operations, random.fields, depth);
  }
}

}  // namespace
}  // namespace isthmus::mesh
