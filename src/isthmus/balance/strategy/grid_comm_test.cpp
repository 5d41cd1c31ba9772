// GridComm: border objects evenly over the PEs of their site.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "isthmus/balance/quality.hpp"
#include "isthmus/balance/strategy.hpp"
#include "isthmus/balance/test_snapshots.hpp"
#include "isthmus/base/random.hpp"

namespace isthmus::engine::balance {
namespace {

/// 32 border objects in each of two sites, all on one PE of four.
Snapshot borders_on_one_pe() {
  Snapshot snapshot;
  snapshot.sites = {"a", "b"};
  for (std::uint32_t pe = 0; pe < 8; ++pe) snapshot.add_pe(SiteId(pe / 4), NodeId(pe / 4));
  for (std::uint32_t i = 0; i < 256; ++i) snapshot.add_object(1.0, PeId(i / 32));
  std::vector<Edge> edges;
  for (std::uint32_t i = 0; i < 32; ++i) edges.push_back({i, 128 + i, i + 1, 8});
  snapshot.set_edges(edges);
  return snapshot;
}

TEST(GridComm, SpreadsBorderObjectsEvenlyOverThePesOfTheirSite) {
  const Snapshot snapshot = borders_on_one_pe();
  const Placement after = find_strategy("grid_comm")->decide(snapshot, {});
  // Of each site 32 over 4 PEs; 256 objects of 1 s over 8.
  EXPECT_THAT(border_objects_of(snapshot, after), testing::Each(8));
  EXPECT_THAT(loads_s(snapshot, after), testing::Each(32.0));
  for (std::uint32_t i = 0; i < 256; ++i) {
    EXPECT_EQ(snapshot.site_of(after[i]), snapshot.site_of(snapshot.objects.pe[i]));
  }
}

TEST(GridComm, TakesTheObjectWithMostMessagesAmongThoseAboutAsHeavy) {
  Snapshot snapshot = borders_on_one_pe();
  // Heavier than the tolerance, so it goes first and has a PE to itself for a while.
  snapshot.objects.cpu_s[100] = 30.0;
  const Placement after = find_strategy("grid_comm")->decide(snapshot, {});
  const std::vector<double> loads = loads_s(snapshot, after);
  EXPECT_LE(std::ranges::max(loads), 40.0);
  // 32 over the other three PEs: ceil(32 / 3).
  EXPECT_LE(std::ranges::max(border_objects_of(snapshot, after)), 11u);
}

TEST(GridComm, CountsPinnedBorderObjects) {
  Snapshot snapshot = borders_on_one_pe();
  for (std::uint32_t i = 0; i < 8; ++i) snapshot.objects.is_pinned[i] = 1;
  const Placement after = find_strategy("grid_comm")->decide(snapshot, {});
  EXPECT_THAT(border_objects_of(snapshot, after), testing::Each(8));
}

// What Jacobi2D looks like when its equal objects are measured (Koenig 2007, 7.1.3): whatever order
// the noise of the loads suggests would take apart the rows that lie on one PE.
TEST(GridComm, HardlyAddsMessagesWhereObjectsAreAlikeButForNoise) {
  Snapshot snapshot = made({.objects = 1024, .pes_per_site = 4, .start = Start::naive});
  Random random(7);
  for (double& cpu_s : snapshot.objects.cpu_s) cpu_s *= 1 + 0.02 * random.uniform();
  const Quality before = measure(snapshot, current_placement(snapshot));
  const Quality after = measure(snapshot, find_strategy("grid_comm")->decide(snapshot, {}));
  EXPECT_LT(after.border_objects_max, before.border_objects_max);
  EXPECT_LT(static_cast<double>(after.cross_pe_messages),
            1.25 * static_cast<double>(before.cross_pe_messages));
}

TEST(GridComm, KeepsManyObjectsThatAreAlikeMostlyWhereTheyAre) {
  Snapshot snapshot = made({.objects = 4096, .pes_per_site = 16, .start = Start::naive});
  Random random(7);
  for (double& cpu_s : snapshot.objects.cpu_s) cpu_s *= 1 + 0.02 * random.uniform();
  const Quality before = measure(snapshot, current_placement(snapshot));
  const Quality after = measure(snapshot, find_strategy("grid_comm")->decide(snapshot, {}));
  EXPECT_LT(after.border_objects_max, before.border_objects_max);
  EXPECT_LT(after.objects_moved, snapshot.object_count() / 4);
  EXPECT_LT(static_cast<double>(after.cross_pe_messages),
            1.2 * static_cast<double>(before.cross_pe_messages));
}

TEST(GridComm, TakesNoLongerWhereOnePeHasAllObjects) {
  // Each weight opens the window for a few more of them: quadratic, this would take minutes.
  Snapshot snapshot = made({.objects = 100'000, .pes_per_site = 32, .start = Start::crowded});
  for (std::size_t i = 0; i < snapshot.object_count(); ++i) {
    snapshot.objects.pe[i] = PeId(0);
    snapshot.objects.cpu_s[i] = 1e-3 * static_cast<double>(i + 1);
  }
  const Placement after = find_strategy("grid_comm")->decide(snapshot, {});
  EXPECT_TRUE(is_valid(snapshot, after));
  EXPECT_LE(measure(snapshot, after).load_max_s,
            largest_load_s(snapshot, current_placement(snapshot)));
}

}  // namespace
}  // namespace isthmus::engine::balance
