#include "isthmus/balance/quality.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace isthmus::engine::balance {
namespace {

using testing::ElementsAre;

/// Site a has PEs of speed 1 and 2, site b one of speed 1 with half a second of background.
/// Four objects in a row, one step.
Snapshot row() {
  Snapshot snapshot;
  snapshot.sites = {"a", "b"};
  snapshot.add_pe(SiteId(0), NodeId(0), 1.0);
  snapshot.add_pe(SiteId(0), NodeId(0), 2.0);
  snapshot.add_pe(SiteId(1), NodeId(1), 1.0, 0.5);
  snapshot.add_object(1.0, PeId(0), false, 10);
  snapshot.add_object(2.0, PeId(1), false, 20);
  snapshot.add_object(1.0, PeId(1), false, 40);
  snapshot.add_object(3.5, PeId(2), true, 80);
  snapshot.set_edges({{0, 1, 1, 8}, {1, 0, 1, 8}, {1, 2, 5, 100}, {2, 3, 3, 50}, {3, 2, 3, 50}});
  return snapshot;
}

TEST(Quality, CountsLoadsBySpeedWithBackground) {
  const Snapshot snapshot = row();
  // background + cpu / speed: 0 + 1 / 1, 0 + (2 + 1) / 2, 0.5 + 3.5 / 1.
  EXPECT_THAT(loads_s(snapshot, current_placement(snapshot)), ElementsAre(1.0, 1.5, 4.0));
  const Quality quality = measure(snapshot, current_placement(snapshot));
  EXPECT_EQ(quality.load_max_s, 4.0);
  EXPECT_EQ(quality.load_mean_s, 2.0);  // (7.5 + 0.5) / (1 + 2 + 1)
  EXPECT_EQ(quality.imbalance, 2.0);    // 4 / 2
}

TEST(Quality, CountsWhatCrosses) {
  const Snapshot snapshot = row();
  const Quality before = measure(snapshot, current_placement(snapshot));
  EXPECT_EQ(before.cross_site_messages, 6);
  EXPECT_EQ(before.cross_site_bytes, 100);
  EXPECT_EQ(before.cross_pe_messages, 8);
  EXPECT_EQ(before.objects_moved, 0);
  EXPECT_EQ(before.border_objects_max, 1);
  const Placement placement = {PeId(1), PeId(1), PeId(2), PeId(2)};
  const Quality after = measure(snapshot, placement);
  EXPECT_EQ(after.cross_site_messages, 5);
  EXPECT_EQ(after.cross_pe_messages, 5);
  EXPECT_EQ(after.objects_moved, 2);
  EXPECT_EQ(after.bytes_moved, 50);
  EXPECT_THAT(border_objects_of(snapshot, placement), ElementsAre(0, 1, 1));
  EXPECT_THAT(cross_site_messages_of(snapshot, placement), ElementsAre(0, 5, 5, 0));
  EXPECT_EQ(cross_site_messages(snapshot, placement), 5);
}

TEST(Quality, KnowsTheLeastLoadThatIsPossible) {
  Snapshot snapshot = row();
  // 0.5 + 3.5 = 4 s are fixed on PE 2; the other 4 s of work fit below that.
  EXPECT_DOUBLE_EQ(least_load_s(snapshot), 4.0);
  EXPECT_DOUBLE_EQ(overload(snapshot, current_placement(snapshot)), 1.0);
  snapshot.objects.is_pinned[3] = 0;
  // (7.5 + 0.5) / (1 + 2 + 1); the heaviest object alone takes less, 3.5 / 2.
  EXPECT_DOUBLE_EQ(least_load_s(snapshot), 2.0);
  snapshot.objects.cpu_s[3] = 30;  // alone on the fastest PE: 30 / 2
  EXPECT_DOUBLE_EQ(least_load_s(snapshot), 15.0);
  snapshot.pes.background_s = {5.0, 1.0, 1.0};
  snapshot.objects.cpu_s = {1.0, 1.0, 1.0, 3.0};
  // PEs 1 and 2 share 6 s and rise to 1 + 6 / (2 + 1) = 3; PE 0 stays above.
  EXPECT_DOUBLE_EQ(least_load_s(snapshot), 5.0);
  snapshot.pes.background_s = {2.0, 1.0, 1.0};
  // PEs 1 and 2 rise to 2 by (2 - 1) * (2 + 1) = 3 s of work, then all: 2 + (6 - 3) / 4.
  EXPECT_DOUBLE_EQ(least_load_s(snapshot), 2.75);
}

TEST(Quality, OfNoLoadIsBalanced) {
  Snapshot snapshot = row();
  snapshot.objects.cpu_s.assign(4, 0.0);
  snapshot.pes.background_s.assign(3, 0.0);
  EXPECT_EQ(measure(snapshot, current_placement(snapshot)).imbalance, 1.0);
  EXPECT_EQ(overload(snapshot, current_placement(snapshot)), 1.0);
  EXPECT_EQ(least_load_s(snapshot), 0.0);
}

TEST(Quality, ExpectsTheLongestOfWorkLatencyAndBytes) {
  Snapshot snapshot = row();
  const Placement& here = current_placement(snapshot);
  // The load of PE 2, 0.5 + 3.5.
  EXPECT_DOUBLE_EQ(expected_step_s(snapshot, here), 4.0);
  // Latency and the border object on PE 2: 1 + 3.5 / 1.
  snapshot.links.wide_area_latency_s = 1.0;
  EXPECT_DOUBLE_EQ(expected_step_s(snapshot, here), 4.5);
  // max(4 / 10, 1 + 3.5 / 10).
  snapshot.steps = 10;
  EXPECT_DOUBLE_EQ(expected_step_s(snapshot, here), 1.35);
  // (50 + 50) bytes of both directions / 10 steps / 5.
  snapshot.links.wide_area_bytes_per_s = 5.0;
  EXPECT_DOUBLE_EQ(expected_step_s(snapshot, here), 2.0);
  // PE 2 has 3 + 3 messages on top of its load: (4 + 6 * 10 / 1) / 10.
  snapshot.links = {.message_s = 10.0};
  EXPECT_DOUBLE_EQ(expected_step_s(snapshot, here), 6.4);
}

TEST(Quality, ExpectsAMigrationToTakeItsBytesAndTheWay) {
  Snapshot snapshot = row();
  snapshot.links = {
      .wide_area_latency_s = 0.5, .wide_area_bytes_per_s = 10, .local_bytes_per_s = 5};
  EXPECT_EQ(migration_s(snapshot, current_placement(snapshot)), 0.0);
  // 10 bytes within the site: 10 / 5.
  EXPECT_DOUBLE_EQ(migration_s(snapshot, {PeId(1), PeId(1), PeId(1), PeId(2)}), 2.0);
  // 40 bytes between the sites: max(40 / 5, 0.5 + 40 / 10).
  EXPECT_DOUBLE_EQ(migration_s(snapshot, {PeId(0), PeId(1), PeId(2), PeId(2)}), 8.0);
  snapshot.links.local_bytes_per_s = 0;
  EXPECT_DOUBLE_EQ(migration_s(snapshot, {PeId(0), PeId(1), PeId(2), PeId(2)}), 4.5);
}

}  // namespace
}  // namespace isthmus::engine::balance
