#include "isthmus/balance/strategy/shares.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "isthmus/balance/quality.hpp"
#include "isthmus/base/random.hpp"

namespace isthmus::engine::balance {
namespace {

using testing::ElementsAre;

/// PE 0 has everything, of which object 1 is pinned there; PE 1 is idle but for its background.
Snapshot one_sided() {
  Snapshot snapshot;
  snapshot.sites = {"a"};
  snapshot.add_pe(SiteId(0), NodeId(0), 2);
  snapshot.add_pe(SiteId(0), NodeId(0), 1, 0.5);
  snapshot.add_object(2, PeId(0), false, 10);
  snapshot.add_object(4, PeId(0), true, 10);
  snapshot.add_object(0, PeId(0), false, 10);
  snapshot.add_object(1, PeId(0), false, 10);
  return snapshot;
}

TEST(Shares, AreLoadedAsTheSnapshotIs) {
  const Snapshot snapshot = one_sided();
  const Shares shares(snapshot);
  EXPECT_DOUBLE_EQ(shares.load_s(PeId(0)), 3.5);  // (2 + 4 + 1) / 2
  EXPECT_DOUBLE_EQ(shares.load_s(PeId(1)), 0.5);
  EXPECT_EQ(shares.placement(), current_placement(snapshot));
}

TEST(Shares, MoveWhatMayMoveAndHasLoad) {
  const Snapshot snapshot = one_sided();
  Shares shares(snapshot);
  EXPECT_GT(shares.even_out(PeId(0), PeId(1)), 0u);
  const Placement placement = shares.placement();
  EXPECT_EQ(placement[1], PeId(0));
  EXPECT_EQ(placement[2], PeId(0));
  // The heavier one takes PE 1 to 0.5 + 2 / 1 = 2.5, and leaves PE 0 (4 + 1) / 2 = 2.5.
  EXPECT_THAT(placement, ElementsAre(PeId(1), PeId(0), PeId(0), PeId(0)));
  EXPECT_DOUBLE_EQ(shares.load_s(PeId(0)), 2.5);
  EXPECT_DOUBLE_EQ(shares.load_s(PeId(1)), 2.5);
}

TEST(Shares, LeaveTwoThatAreEvenAsTheyAre) {
  const Snapshot snapshot = one_sided();
  Shares shares(snapshot);
  shares.even_out(PeId(0), PeId(1));
  const Placement placement = shares.placement();
  EXPECT_EQ(shares.even_out(PeId(0), PeId(1)), 0u);
  EXPECT_EQ(shares.even_out(PeId(1), PeId(0)), 0u);
  EXPECT_EQ(shares.placement(), placement);
}

// Whoever evens out with whom, loads are those of the placement, and the longer time gets no
// longer.
TEST(Shares, AreLoadedAsTheirPlacementIs) {
  Random random(5);
  Snapshot snapshot;
  snapshot.sites = {"a"};
  for (int pe = 0; pe < 6; ++pe) {
    snapshot.add_pe(SiteId(0), NodeId(0), 1 + pe % 3, static_cast<double>(random.next() % 4) / 8);
  }
  for (int i = 0; i < 80; ++i) {
    snapshot.add_object(static_cast<double>(random.next() % 32) / 16, PeId(random.next() % 6),
                        random.next() % 8 == 0, 1);
  }
  Shares shares(snapshot);
  for (int i = 0; i < 100; ++i) {
    const PeId one(random.next() % 6);
    const PeId other((one.value + 1 + random.next() % 5) % 6);
    const double before_s = std::max(shares.load_s(one), shares.load_s(other));
    shares.even_out(one, other);
    EXPECT_LE(std::max(shares.load_s(one), shares.load_s(other)), before_s + 1e-12);
    const std::vector<double> loads = loads_s(snapshot, shares.placement());
    for (std::size_t pe = 0; pe < 6; ++pe) {
      ASSERT_NEAR(shares.load_s(PeId(pe)), loads[pe], 1e-9) << "PE " << pe;
    }
  }
}

}  // namespace
}  // namespace isthmus::engine::balance
