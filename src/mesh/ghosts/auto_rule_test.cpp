#include "mesh/ghosts/auto_rule.hpp"

#include <gtest/gtest.h>

#include <array>
#include <string>

#include "mesh/ghosts/synthetic_link.hpp"

namespace isthmus::mesh {
namespace {

constexpr std::array latencies_ms{0, 1, 2, 5, 10, 20, 35, 50, 75, 100, 150, 200};
constexpr int seeds = 20;

/// Of all latencies, of blocks with much and little work, of fast and slow lines.
template <class Test>
void for_each_link(double noise, Test test) {
  for (const int latency_ms : latencies_ms) {
    for (const double work_s : {0.005, 0.03, 0.139, 1.7}) {
      for (const double line_s : {0.0, 0.02}) {
        for (const double redundant : {0.01, 0.05}) {
          SCOPED_TRACE(in_ms(1e-3 * latency_ms) + " away, " + in_ms(work_s) + " of work, " +
                       in_ms(line_s) + " on the line, a layer is " + std::to_string(redundant));
          test(SyntheticLink{.latency_s = 1e-3 * latency_ms,
                             .line_s = line_s,
                             .work_s = work_s,
                             .redundant = redundant,
                             .noise = noise});
        }
      }
    }
  }
}

TEST(AutoRule, ComesWithinFivePercentOfTheBestFixedDepthInTwentyExchanges) {
  for (const double noise : {0.0, 0.05}) {
    for_each_link(noise, [](const SyntheticLink& link) {
      for (int seed = 0; seed < (link.noise == 0 ? 1 : seeds); ++seed) {
        AutoController controller(link.facts());
        ControlledRun run{controller, Random(static_cast<std::uint64_t>(seed))};
        run.go(link, 20);
        EXPECT_LE(run.event_s(link), 1.05 * link.best_event_s())
            << "depth " << run.exchange.depth << " seed " << seed;
      }
    });
  }
}

TEST(AutoRule, StaysWithinFivePercentOnceItIsThere) {
  for_each_link(0.05, [](const SyntheticLink& link) {
    AutoController controller(link.facts());
    ControlledRun run{controller, Random(7)};
    run.go(link, 20);
    for (int i = 0; i < 200; ++i) {
      run.go(link, 1);
      ASSERT_LE(run.event_s(link), 1.05 * link.best_event_s())
          << "depth " << run.exchange.depth << " at window " << 20 + i;
    }
  });
}

TEST(AutoRule, IsNeverMoreThanTwoPercentSlowerThanDepthOne) {
  for_each_link(0.05, [](const SyntheticLink& link) {
    for (int seed = 0; seed < 5; ++seed) {
      AutoController controller(link.facts());
      ControlledRun run{controller, Random(static_cast<std::uint64_t>(seed))};
      run.go(link, 100);
      EXPECT_LE(run.total_s, 1.02 * static_cast<double>(run.events) * link.event_s({1})) << seed;
    }
  });
}

TEST(AutoRule, LeavesTheDepthAloneWhereNothingIsLost) {
  const SyntheticLink link{.latency_s = 0.01, .hidden_s = 0.02, .noise = 0.05};
  AutoController controller(link.facts());
  ControlledRun run{controller, Random(1)};
  run.go(link, 500);
  EXPECT_TRUE(run.decisions.empty());
}

TEST(AutoRule, IsNotMisledByBlocksThatWaitForSlowerOnes) {
  // A third of each event, whatever the depth: no depth helps.
  const SyntheticLink link{.line_s = 0.05, .noise = 0.05};
  AutoController controller(link.facts());
  ControlledRun run{controller, Random(1)};
  run.go(link, 20);
  EXPECT_EQ(run.exchange.depth, 1);
}

TEST(AutoRule, RecoversWithinFiftyExchangesWhenTheLinkChanges) {
  const SyntheticLink near{.latency_s = 0.005, .noise = 0.05};
  const SyntheticLink distant{.latency_s = 0.2, .noise = 0.05};
  const SyntheticLink thin{.latency_s = 0.2, .line_s = 0.1, .noise = 0.05};
  const SyntheticLink at_once{.noise = 0.05};
  for (int seed = 0; seed < seeds; ++seed) {
    AutoController controller(near.facts());
    ControlledRun run{controller, Random(static_cast<std::uint64_t>(seed))};
    for (const auto* link : {&near, &distant, &near, &thin, &distant, &at_once, &thin, &near}) {
      run.go(*link, 50);
      EXPECT_LE(run.event_s(*link), 1.05 * link->best_event_s())
          << "seed " << seed << " depth " << run.exchange.depth << " at " << link->latency_s
          << " s, " << link->line_s << " s";
      run.go(*link, 50);
    }
  }
}

TEST(AutoRule, CompressesWhereThatIsFaster) {
  const SyntheticLink link{
      .latency_s = 0.075, .line_s = 0.2, .packed = 0.1, .packing_s = 0.01, .noise = 0.05};
  AutoController controller(link.facts(true));
  ControlledRun run{controller, Random(1)};
  run.go(link, 60);
  EXPECT_TRUE(run.exchange.is_packed);
  double best = 1e9;
  for (std::int32_t depth = 1; depth <= 32; ++depth) {
    best = std::min(best, link.event_s({depth, true}));
  }
  EXPECT_LE(run.event_s(link), 1.05 * best);
}

TEST(AutoRule, TriesCompressionBeforeItGoesBackToALesserDepthWhereTheLineIsThin) {
  const SyntheticLink link{.latency_s = 0.075,
                           .line_s = 4.4,
                           .hidden_s = 1.7,
                           .work_s = 1.7,
                           .packed = 0.3,
                           .packing_s = 0.02,
                           .noise = 0.02};
  AutoController controller(link.facts(true));
  ControlledRun run{controller, Random(1)};
  run.go(link, 12);
  EXPECT_TRUE(run.exchange.is_packed);
  run.go(link, 20);
  EXPECT_TRUE(run.exchange.is_packed);
  EXPECT_LE(run.event_s(link), 1.05 * link.event_s({1, true}));
}

TEST(AutoRule, GivesCompressionUpWhereItIsNot) {
  const SyntheticLink link{
      .latency_s = 0.075, .line_s = 0.05, .packed = 0.9, .packing_s = 0.03, .noise = 0.05};
  AutoController controller(link.facts(true));
  ControlledRun run{controller, Random(1)};
  run.go(link, 1000);
  EXPECT_FALSE(run.exchange.is_packed);
  int trials = 0;
  for (const auto& decision : run.decisions) trials += decision.exchange.is_packed;
  EXPECT_GE(trials, 1);
  EXPECT_LE(trials, 2) << "at twice the distance each time";
}

TEST(AutoRule, SaysWhyItDecides) {
  const SyntheticLink link{.latency_s = 0.075, .work_s = 0.139};
  AutoController controller(link.facts());
  ControlledRun run{controller, Random(1)};
  run.go(link, 20);
  ASSERT_EQ(run.decisions.size(), 2u);
  EXPECT_EQ(run.decisions[0].reason, "75 ms of 214 ms are lost, and perhaps all of it is latency");
  EXPECT_NE(run.decisions[1].reason.find("75 ms are lost in an exchange"), std::string::npos)
      << run.decisions[1].reason;
}

}  // namespace
}  // namespace isthmus::mesh
