#include "isthmus/balance/strategy/parts.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <numeric>

namespace isthmus::engine::balance {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

/// Sites a, b, c of which b has no PE; PE 1 is twice as fast; object 2 is pinned.
Snapshot three_sites() {
  Snapshot snapshot;
  snapshot.sites = {"a", "b", "c"};
  snapshot.add_pe(SiteId(2), NodeId(1), 1);
  snapshot.add_pe(SiteId(0), NodeId(0), 2);
  snapshot.add_pe(SiteId(0), NodeId(0), 1);
  snapshot.add_object(1, PeId(0), false, 10);
  snapshot.add_object(4, PeId(1), false, 10);
  snapshot.add_object(2, PeId(2), true, 10);
  snapshot.add_object(0, PeId(2), false, 10);
  return snapshot;
}

TEST(Parts, OfSitesHaveTheirPesAndWhatMayMoveThere) {
  const Snapshot snapshot = three_sites();
  const auto parts = parts_by_site(snapshot, current_placement(snapshot));
  ASSERT_EQ(parts.size(), 3u);
  EXPECT_THAT(parts[0].pes, ElementsAre(PeId(1), PeId(2)));
  EXPECT_THAT(parts[0].movable, ElementsAre(1, 3));
  EXPECT_THAT(parts[1].pes, IsEmpty());
  EXPECT_THAT(parts[1].movable, IsEmpty());
  EXPECT_THAT(parts[2].pes, ElementsAre(PeId(0)));
  EXPECT_THAT(parts[2].movable, ElementsAre(0));
}

TEST(Parts, GoByThePlacementThatIsAskedForAndNotByThePresentOne) {
  const Snapshot snapshot = three_sites();
  const auto parts = parts_by_site(snapshot, {PeId(1), PeId(0), PeId(0), PeId(0)});
  EXPECT_THAT(parts[0].movable, ElementsAre(0));
  EXPECT_THAT(parts[2].movable, ElementsAre(1, 3));
}

TEST(Parts, TheWholeHasAllPesAndAllThatMayMove) {
  const Part part = whole(three_sites());
  EXPECT_THAT(part.pes, ElementsAre(PeId(0), PeId(1), PeId(2)));
  EXPECT_THAT(part.movable, ElementsAre(0, 1, 3));
}

TEST(Parts, CannotBeLoadedLessThanTheLevelOfTheirWork) {
  Snapshot snapshot = three_sites();
  const Part part = whole(snapshot);
  // 5 s of work over speeds of 1 + 2 + 1 above nothing: 1.25 s; alone the object of 4 s takes 2 s.
  EXPECT_DOUBLE_EQ(least_load_s(snapshot, part, std::vector<double>{0, 0, 0}), 2);
  for (const std::size_t i : {0U, 1U, 3U}) snapshot.objects.cpu_s[i] = 1;
  // (3 + 0.5 * 1 + 0.5 * 2 + 0.5 * 1) / 4
  EXPECT_DOUBLE_EQ(least_load_s(snapshot, part, std::vector<double>{0.5, 0.5, 0.5}), 1.25);
  // Work goes round a PE that is above the level: 3 / (2 + 1).
  EXPECT_DOUBLE_EQ(least_load_s(snapshot, part, std::vector<double>{9, 0, 0}), 1);
}

TEST(Parts, AreSortedByTheHeaviestThenByNumber) {
  Snapshot snapshot;
  snapshot.sites = {"a"};
  snapshot.add_pe(SiteId(0), NodeId(0), 1);
  for (const double cpu_s : {0.5, 2.0, 0.0, 2.0, 1e-300, -0.0, 0.5}) {
    snapshot.add_object(cpu_s, PeId(0), false, 0);
  }
  std::vector<std::uint32_t> objects(7);
  std::iota(objects.begin(), objects.end(), 0U);
  sort_by_weight(snapshot, objects);
  EXPECT_THAT(objects, ElementsAre(1, 3, 0, 6, 4, 2, 5));
  objects = {5, 2, 0};
  sort_by_weight(snapshot, objects);
  EXPECT_THAT(objects, ElementsAre(0, 2, 5));
}

}  // namespace
}  // namespace isthmus::engine::balance
