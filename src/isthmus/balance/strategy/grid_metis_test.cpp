// GridMetis: sites, and then their PEs, cut apart by METIS.
#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>

#include "isthmus/balance/quality.hpp"
#include "isthmus/balance/strategy.hpp"
#include "isthmus/balance/test_snapshots.hpp"

namespace isthmus::engine::balance {
namespace {

TEST(GridMetis, LeavesPartsWhereTheyAre) {
  const Snapshot first = made({.start = Start::random});
  Snapshot moved = first;
  moved.objects.pe = find_strategy("grid_metis")->decide(first, {});
  const Placement again = find_strategy("grid_metis")->decide(moved, {});
  EXPECT_LT(measure(moved, again).objects_moved, 64u);
}

TEST(GridMetis, CutsSitesAsSmallAsTheirPowerAndKeepsPinnedObjects) {
  Snapshot snapshot = made({.objects = 1024, .pes_per_site = 4, .start = Start::block});
  for (std::uint32_t pe = 4; pe < 8; ++pe) snapshot.pes.speed[pe] = 3.0;
  for (std::size_t i = 0; i < 1024; i += 50) snapshot.objects.is_pinned[i] = 1;
  const Placement after = find_strategy("grid_metis")->decide(snapshot, {});
  std::size_t at_fast = 0;
  for (std::size_t i = 0; i < 1024; ++i) {
    at_fast += snapshot.site_of(after[i]) == SiteId(1) ? 1 : 0;
    if (snapshot.objects.is_pinned[i] != 0) {
      EXPECT_EQ(after[i], snapshot.objects.pe[i]) << i;
    }
  }
  // Three quarters of the power.
  EXPECT_NEAR(static_cast<double>(at_fast), 768, 60);
}

}  // namespace
}  // namespace isthmus::engine::balance
