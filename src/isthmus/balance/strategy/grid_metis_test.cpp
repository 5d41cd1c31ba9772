// GridMetis: sites, and then their PEs, cut apart by METIS.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

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

/// A site; on its first PE an object of `first_s`, and so many of a second, each of which talks to
/// the next one.
Snapshot on_one_site(std::uint32_t pes, double first_s, bool is_pinned, std::uint32_t others) {
  Snapshot snapshot;
  snapshot.sites = {"a"};
  for (std::uint32_t pe = 0; pe < pes; ++pe) snapshot.add_pe(SiteId(0), NodeId(0));
  snapshot.add_object(first_s, PeId(0), is_pinned);
  std::vector<Edge> edges;
  for (std::uint32_t i = 1; i <= others; ++i) {
    snapshot.add_object(1, PeId(0));
    if (i > 1) edges.push_back({i - 1, i, 1, 8});
  }
  snapshot.set_edges(std::move(edges));
  return snapshot;
}

TEST(GridMetis, GivesAPeAsMuchAsItHasRoomForBesideWhatIsFixed) {
  const Snapshot snapshot = on_one_site(2, 40, true, 60);
  // (40 + 60) / 2 = 50 for each.
  const Placement after = find_strategy("grid_metis")->decide(snapshot, {});
  EXPECT_EQ(after[0], PeId(0));
  EXPECT_NEAR(loads_s(snapshot, after)[0], 50, 2);
  EXPECT_LE(measure(snapshot, after).cross_pe_messages, 2u) << "a chain is cut in one place or two";
}

TEST(GridMetis, GivesAnObjectThatIsAsHeavyAsAllElseAPeOfItsOwn) {
  const Snapshot snapshot = on_one_site(3, 100, false, 100);
  const Placement after = find_strategy("grid_metis")->decide(snapshot, {});
  EXPECT_EQ(std::ranges::count(after, after[0]), 1);
  for (const double load_s : loads_s(snapshot, after)) EXPECT_GE(load_s, 48);
}

}  // namespace
}  // namespace isthmus::engine::balance
