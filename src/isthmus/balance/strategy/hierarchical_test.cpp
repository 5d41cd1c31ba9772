// Hierarchical: between sites what they lack, then within each.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "isthmus/balance/quality.hpp"
#include "isthmus/balance/strategy.hpp"
#include "isthmus/balance/test_snapshots.hpp"

namespace isthmus::engine::balance {
namespace {

TEST(Hierarchical, MovesBetweenSitesOnlyWhatTheyLack) {
  Snapshot snapshot = made({.objects = 4096, .start = Start::block});
  for (std::size_t i = 0; i < 2048; ++i) snapshot.objects.cpu_s[i] *= 1.5;
  const Placement after = find_strategy("hierarchical")->decide(snapshot, {});
  EXPECT_LE(overload(snapshot, after), 1.05);
  // Site 0 has 3072 of 5120 units and keeps 2560: 342 of its objects leave, along the border.
  std::size_t left = 0;
  for (std::size_t i = 0; i < 4096; ++i) {
    left += snapshot.site_of(after[i]) != snapshot.site_of(snapshot.objects.pe[i]) ? 1 : 0;
  }
  EXPECT_LE(left, 360u);
  EXPECT_LE(cross_site_messages(snapshot, after), 200u);
}

TEST(Hierarchical, EvensSitesOutAlsoWhereOneObjectSaysWhenAllIsDone) {
  Snapshot snapshot;
  snapshot.sites = {"a", "b"};
  for (std::uint32_t pe = 0; pe < 4; ++pe) snapshot.add_pe(SiteId(pe / 2), NodeId(pe / 2));
  snapshot.add_object(10, PeId(0));
  for (int i = 0; i < 10; ++i) snapshot.add_object(1, PeId(1));
  snapshot.set_edges({});
  const Placement after = find_strategy("hierarchical")->decide(snapshot, {});
  EXPECT_EQ(largest_load_s(snapshot, after), 10) << "as before";
  // (10 + 10 * 1) / 2 = 10 for each site: the heavy one leaves, and 5 of the others for each PE.
  EXPECT_EQ(snapshot.site_of(after[0]), SiteId(1));
  EXPECT_EQ(std::ranges::count(after, PeId(0)), 5);
  EXPECT_EQ(std::ranges::count(after, PeId(1)), 5);
}

}  // namespace
}  // namespace isthmus::engine::balance
