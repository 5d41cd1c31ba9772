// Refine: few objects from PEs with too much to those with too little.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "isthmus/balance/quality.hpp"
#include "isthmus/balance/strategy.hpp"
#include "isthmus/balance/strategy/parts.hpp"
#include "isthmus/balance/strategy/refine.hpp"
#include "isthmus/balance/test_snapshots.hpp"

namespace isthmus::engine::balance {
namespace {

TEST(Refine, MovesFarFewerObjectsThanGreedy) {
  const Snapshot snapshot =
      made({.pattern = "communities", .objects = 4096, .start = Start::random});
  const Quality refined = measure(snapshot, find_strategy("refine")->decide(snapshot, {}));
  const Quality greedy = measure(snapshot, find_strategy("greedy")->decide(snapshot, {}));
  EXPECT_LT(refined.objects_moved, greedy.objects_moved / 4);
  EXPECT_LE(refined.imbalance, 1.03);
}

TEST(Refine, LeavesAloneWhatIsEvenEnough) {
  const Snapshot snapshot = made({.objects = 4096});
  EXPECT_EQ(find_strategy("refine")->decide(snapshot, {}), current_placement(snapshot));
}

/// Four PEs of two sites; objects of one second each, so many on each PE.
Snapshot counted(const std::vector<int>& counts) {
  Snapshot snapshot;
  snapshot.sites = {"a", "b"};
  for (std::uint32_t pe = 0; pe < 4; ++pe) snapshot.add_pe(SiteId(pe / 2), NodeId(pe / 2));
  for (std::uint32_t pe = 0; pe < 4; ++pe) {
    for (int i = 0; i < counts[pe]; ++i) snapshot.add_object(1.0, PeId(pe));
  }
  snapshot.set_edges({});
  return snapshot;
}

TEST(Refine, GivesToAPeOfItsOwnSiteWhereOneHasRoom) {
  const Snapshot snapshot = counted({14, 6, 12, 8});
  const Placement after = refine(snapshot, {});
  EXPECT_EQ(loads_s(snapshot, after), std::vector<double>(4, 10.0));
  for (std::size_t i = 0; i < 40; ++i) {
    EXPECT_EQ(snapshot.site_of(after[i]), snapshot.site_of(snapshot.objects.pe[i])) << i;
  }
  EXPECT_EQ(measure(snapshot, after).objects_moved, 6u);
}

TEST(Refine, GivesToAnotherSiteWhatItsOwnHasNoRoomFor) {
  const Snapshot snapshot = counted({16, 10, 8, 6});
  const Placement after = refine(snapshot, {});
  EXPECT_EQ(loads_s(snapshot, after), std::vector<double>(4, 10.0));
  EXPECT_EQ(measure(snapshot, after).objects_moved, 6u);
}

TEST(Refine, ExchangesObjectsWhereNothingCanBeGiven) {
  Snapshot snapshot = counted({2, 2, 0, 0});
  snapshot.objects.cpu_s = {6, 5, 4, 1};
  Placement placement = current_placement(snapshot);
  std::vector<double> load_s = loads_s(snapshot, placement);
  const std::vector<Part> sites = parts_by_site(snapshot, placement);
  refine_part(snapshot, sites[0], 0.0, placement, load_s);
  // 6 and 1 beside 5 and 4 is the best that there is.
  EXPECT_EQ(std::max(load_s[0], load_s[1]), 9.0);
  EXPECT_EQ(load_s[0] + load_s[1], 16.0);
}

TEST(Refine, LeavesPinnedObjectsWhereTheyAre) {
  Snapshot snapshot = counted({8, 0, 0, 0});
  for (std::size_t i = 0; i < 6; ++i) snapshot.objects.is_pinned[i] = 1;
  const Placement after = refine(snapshot, {});
  EXPECT_EQ(std::ranges::count(after, PeId(0)), 6);
}

TEST(Refine, ChangesLoadsAndPlacementOfAPartTogether) {
  const Snapshot snapshot = counted({14, 6, 12, 8});
  Placement placement = current_placement(snapshot);
  std::vector<double> load_s = loads_s(snapshot, placement);
  const std::vector<Part> sites = parts_by_site(snapshot, placement);
  refine_part(snapshot, sites[1], 0.0, placement, load_s);
  EXPECT_EQ(load_s, (std::vector<double>{14, 6, 10, 10}));
  EXPECT_EQ(loads_s(snapshot, placement), load_s);
}

}  // namespace
}  // namespace isthmus::engine::balance
