// The policies that tell of a move at once.
#include <gtest/gtest.h>

#include "isthmus/location/policy.hpp"
#include "isthmus/location/test_events.hpp"

namespace isthmus::engine::location {
namespace {

using Spread = Update::Spread;

TEST(BroadcastUpdate, TellsEverySiteOnceFromThePeThatHasTheObject) {
  EXPECT_EQ(broadcast_update.updates(moved(1, 6)),
            (Updates{{PeId(2), Spread::site}, {PeId(6), Spread::site}}));
  EXPECT_EQ(broadcast_update.updates(moved(1, 3)),
            (Updates{{PeId(3), Spread::site}, {PeId(7), Spread::site}}));
  EXPECT_TRUE(broadcast_update.updates(delivered(3, 6, 2)).empty());
}

TEST(PartitionedUpdate, TellsTheSitesThatTheObjectLeftAndCameTo) {
  EXPECT_EQ(partitioned_update.updates(moved(1, 2)), (Updates{{PeId(2), Spread::site}}));
  EXPECT_EQ(partitioned_update.updates(moved(1, 6)),
            (Updates{{PeId(6), Spread::site}, {PeId(1), Spread::site}}));
}

TEST(BroadcastUpdate, TellsAnotherPeOfASiteWhereTheUsualOneIsGone) {
  const topology::Members members(two_sites().topology(), 1, {PeId(0), PeId(1), PeId(7)});
  const Event event{.kind = Event::Kind::moved,
                    .members = members,
                    .here = PeId(1),
                    .home = PeId(0),
                    .from = PeId(0)};
  EXPECT_EQ(broadcast_update.updates(event),
            (Updates{{PeId(1), Spread::site}, {PeId(7), Spread::site}}));
}

TEST(PartitionedUpdate, TellsTheSendersSiteOfADetour) {
  EXPECT_EQ(partitioned_update.updates(delivered(3, 6, 1)), (Updates{{PeId(6), Spread::site}}));
}

TEST(EagerUpdate, TellsThoseWhoHaveSentToTheObject) {
  const PeId profile[] = {PeId(2), PeId(6), PeId(7)};
  EXPECT_TRUE(eager_update.keeps_profiles);
  EXPECT_EQ(eager_update.updates(moved(1, 6, profile)), (Updates{{PeId(2)}, {PeId(7)}}));
  EXPECT_TRUE(eager_update.updates(delivered(3, 6, 2)).empty());
}

TEST(BroadcastUpdate, AsPublishedTellsAllOthersFromThePeThatTheObjectLeaves) {
  Updates all;
  for (int pe = 0; pe < 8; ++pe) {
    if (pe != 1) all.push_back({PeId(pe)});
  }
  EXPECT_EQ(broadcast_update_published.updates(left(1, 6)), all);
  EXPECT_TRUE(broadcast_update_published.updates(moved(1, 6)).empty());
  EXPECT_TRUE(broadcast_update_published.updates(delivered(3, 6, 2)).empty());
}

TEST(PartitionedUpdate, AsPublishedHasEachSiteToldByItsOwnPe) {
  const Policy& policy = partitioned_update_published;
  EXPECT_EQ(policy.updates(left(1, 6)), (Updates{{PeId(1), Spread::site}}));
  EXPECT_EQ(policy.updates(moved(1, 6)), (Updates{{PeId(6), Spread::site}}));
  EXPECT_EQ(policy.updates(left(1, 2)), (Updates{{PeId(1), Spread::site}}));
  EXPECT_TRUE(policy.updates(moved(1, 2)).empty());
  EXPECT_EQ(policy.updates(delivered(3, 6, 1)), (Updates{{PeId(6), Spread::site}}));
}

TEST(EagerUpdate, AsPublishedTellsThoseWhoHaveSentFromThePeThatTheObjectLeaves) {
  const PeId profile[] = {PeId(1), PeId(2), PeId(6), PeId(7)};
  EXPECT_TRUE(eager_update_published.keeps_profiles);
  EXPECT_EQ(eager_update_published.updates(left(1, 6, profile)), (Updates{{PeId(2)}, {PeId(7)}}));
  EXPECT_TRUE(eager_update_published.updates(moved(1, 6, profile)).empty());
}

TEST(EagerUpdate, TellsNobodyTwiceWhoIsWhereTheObjectComesTo) {
  const PeId profile[] = {PeId(6)};
  EXPECT_TRUE(eager_update.updates(moved(1, 6, profile)).empty());
  EXPECT_EQ(eager_update.updates(moved(1, 5, profile)), (Updates{{PeId(6)}}));
  EXPECT_TRUE(eager_update_published.updates(left(1, 6, profile)).empty());
  EXPECT_EQ(eager_update_published.updates(left(1, 5, profile)), (Updates{{PeId(6)}}));
}

TEST(PartitionedUpdate, TellsNobodyOfAMessageThatCameStraightOrFromHere) {
  for (const Policy* policy : {&partitioned_update, &partitioned_update_published}) {
    EXPECT_TRUE(policy->updates(delivered(3, 6, 0)).empty()) << policy->name;
    EXPECT_TRUE(policy->updates(delivered(3, 3, 2)).empty()) << policy->name;
    EXPECT_EQ(policy->updates(delivered(3, 2, 1)).size(), 1u) << policy->name;
  }
}

}  // namespace
}  // namespace isthmus::engine::location
