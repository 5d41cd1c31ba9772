// Auto: whether anything pays, and what.
#include <gtest/gtest.h>

#include <cstdint>

#include "isthmus/balance/quality.hpp"
#include "isthmus/balance/strategy.hpp"
#include "isthmus/balance/strategy/automatic.hpp"
#include "isthmus/balance/test_snapshots.hpp"

namespace isthmus::engine::balance {
namespace {

TEST(Auto, DoesNothingWhereNothingPays) {
  const Strategy& automatic = *find_strategy("auto");
  // Even, in blocks, and nothing is far away.
  const Snapshot even = made({.pattern = "stencil", .start = Start::block, .links = {}});
  EXPECT_TRUE(automatic.decide(even, {}) == current_placement(even));
  // Uneven, but a migration takes longer than all that it gains.
  Snapshot heavy = made({.pattern = "power_law", .start = Start::block});
  EXPECT_NE(automatic.decide(heavy, {.periods_ahead = 100}), current_placement(heavy));
  for (std::uint64_t& bytes : heavy.objects.bytes) bytes = 10'000'000'000;
  EXPECT_EQ(automatic.decide(heavy, {.periods_ahead = 100}), current_placement(heavy));
  // Or the decision does.
  Snapshot short_lived = made({.pattern = "power_law", .start = Start::block});
  EXPECT_EQ(automatic.decide(short_lived, {.periods_ahead = 1e-3}), current_placement(short_lived));
}

TEST(Auto, CutsBetweenSitesWhereTheWideAreaIsInTheWay) {
  const Snapshot snapshot = made({.pattern = "molecular_dynamics", .start = Start::naive});
  const Placement after = find_strategy("auto")->decide(snapshot, {.periods_ahead = 100});
  EXPECT_LT(cross_site_messages(snapshot, after),
            cross_site_messages(snapshot, current_placement(snapshot)) / 2);
  EXPECT_LT(expected_step_s(snapshot, after),
            0.7 * expected_step_s(snapshot, current_placement(snapshot)));
}

TEST(Auto, WeighsGainsAgainstDecisionAndMigration) {
  const Snapshot snapshot = made({.pattern = "molecular_dynamics", .start = Start::naive});
  const Placement after = find_strategy("grid_hybrid")->decide(snapshot, {});
  const Options options{.periods_ahead = 10};
  const Estimate found = estimate(snapshot, "grid_hybrid", after, options);
  const double saved_s =
      10 * (expected_step_s(snapshot, current_placement(snapshot)) - found.step_s);
  EXPECT_GT(found.migration_s, 0.0);
  EXPECT_GT(found.decision_s, 0.0);
  EXPECT_DOUBLE_EQ(found.gain_s, saved_s - found.migration_s - found.decision_s);
}

}  // namespace
}  // namespace isthmus::engine::balance
