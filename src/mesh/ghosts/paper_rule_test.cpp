#include "mesh/ghosts/paper_rule.hpp"

#include <gtest/gtest.h>

#include "mesh/ghosts/synthetic_link.hpp"

namespace isthmus::mesh {
namespace {

std::int32_t depth_at(const SyntheticLink& link, PaperOptions options = {}) {
  PaperController controller(link.facts(), options);
  ControlledRun run{controller, Random(1)};
  run.go(link, 400);
  return run.exchange.depth;
}

TEST(PaperRule, EndsAtFourAsInThePapersFiguresFiveAndSeven) {
  // Lost time falls by a half, a third, a quarter, a fifth: the fifth layer is no more than 20 %.
  EXPECT_EQ(depth_at({.latency_s = 0.075, .work_s = 0.075}), 4);
  EXPECT_EQ(depth_at({.latency_s = 0.075, .work_s = 0.139}), 4);
}

TEST(PaperRule, ByEfficiencyStopsAtTwo) {
  // 50, 67, 75 %: by a third, and then by an eighth.
  EXPECT_EQ(depth_at({.latency_s = 0.075, .work_s = 0.075, .redundant = 0},
                     {.measure = PaperOptions::Measure::efficiency}),
            2);
}

TEST(PaperRule, RaisesByOneAndGoesBackByOne) {
  const SyntheticLink link{.latency_s = 0.075, .work_s = 0.075};
  PaperController controller(link.facts());
  ControlledRun run{controller, Random(1)};
  run.go(link, 400);
  std::vector<std::int32_t> depths;
  for (const auto& decision : run.decisions) depths.push_back(decision.exchange.depth);
  EXPECT_EQ(depths, (std::vector<std::int32_t>{2, 3, 4, 5, 4}));
}

TEST(PaperRule, StaysAtOneWhereNothingIsLost) {
  EXPECT_EQ(depth_at({.latency_s = 0, .line_s = 0.05}), 1);
  EXPECT_EQ(depth_at({}), 1);
}

TEST(PaperRule, EndsWhereBlocksAreNoThicker) {
  EXPECT_EQ(depth_at({.latency_s = 1, .deepest = 3}), 3);
  EXPECT_EQ(depth_at({.latency_s = 1, .deepest = 1}), 1);
}

TEST(PaperRule, GoesBackWithTheNeighbourThatFindsALayerOfNoUse) {
  PaperDepthRule rule({.averaged = 1});
  EXPECT_EQ(rule.take({{.depth = 1}, 2, 1})->exchange.depth, 2);
  EXPECT_EQ(rule.take({{.depth = 2}, 3, 2})->exchange.depth, 3);
  rule.end(2);
  EXPECT_TRUE(rule.is_done());
  EXPECT_EQ(rule.depth(), 2);
  EXPECT_FALSE(rule.take({{.depth = 2}, 30, 2}));
}

TEST(PaperCompression, IsSwitchedOnAcrossAnOceanAndStaysOffWithinAMachine) {
  const SyntheticLink ocean{.latency_s = 0.05, .line_s = 0.5, .packed = 0.1, .packing_s = 0.02};
  const SyntheticLink machine{.line_s = 1e-4, .packed = 0.1, .packing_s = 0.02};
  for (const auto& [link, is_packed] : {std::pair{ocean, true}, std::pair{machine, false}}) {
    PaperController controller(link.facts(true));
    ControlledRun run{controller, Random(1)};
    run.go(link, 300);
    EXPECT_EQ(run.exchange.is_packed, is_packed);
    EXPECT_GE(run.decisions.size(), 2u) << "it was tried";
  }
}

TEST(PaperCompression, IsTriedAgainWhenDataHaveChanged) {
  SyntheticLink link{.line_s = 0.5, .packed = 0.1, .packing_s = 0.02};
  PaperCompressionRule rule;
  std::int64_t events = 0;
  const auto go_on = [&](int windows) {
    for (int i = 0; i < windows; ++i, ++events) rule.take(link.window({1, rule.is_packed()}));
  };
  go_on(100);
  EXPECT_TRUE(rule.is_packed());
  link.packed = 1;  // noise that nothing compresses
  go_on(400);
  EXPECT_TRUE(rule.is_packed()) << "not before 500 events";
  go_on(100);
  EXPECT_FALSE(rule.is_packed());
  link.packed = 0.1;
  go_on(510);
  EXPECT_TRUE(rule.is_packed());
}

}  // namespace
}  // namespace isthmus::mesh
