#include "isthmus/location/policy.hpp"

#include <gtest/gtest.h>

#include <set>
#include <vector>

#include "isthmus/topology/members.hpp"

namespace isthmus::engine::location {
namespace {

using Spread = Update::Spread;

// PEs 0 to 3 and 4 to 7.
const topology::Members& two_sites() {
  static const topology::Topology topology =
      topology::Topology::from_grid(topology::uniform_grid(2, 4)).value();
  static const topology::Members members(topology);
  return members;
}

Event moved(int from, int here, std::span<const PeId> profile = {}) {
  return {.kind = Event::Kind::moved,
          .members = two_sites(),
          .here = PeId(here),
          .home = PeId(0),
          .from = PeId(from),
          .profile = profile};
}

Event delivered(int here, int sender, int hops) {
  return {.kind = Event::Kind::delivered,
          .members = two_sites(),
          .here = PeId(here),
          .home = PeId(0),
          .sender = PeId(sender),
          .hops = hops};
}

TEST(Policies, HaveNamesOfTheirOwn) {
  std::set<std::string_view> names;
  for (const Policy* policy : policies()) {
    EXPECT_TRUE(names.insert(policy->name).second);
    EXPECT_EQ(find_policy(policy->name), policy);
    EXPECT_NE(policy_names().find(policy->name), std::string::npos);
  }
  EXPECT_EQ(find_policy("guesswork"), nullptr);
}

TEST(Policies, TellNobodyOfAMessageThatCameStraight) {
  for (const Policy* policy : policies()) {
    EXPECT_TRUE(policy->updates(delivered(3, 6, 0)).empty()) << policy->name;
  }
}

TEST(Policies, TellNoPeOfItsOwnDetour) {
  for (const Policy* policy : policies()) {
    EXPECT_TRUE(policy->updates(delivered(3, 3, 2)).empty()) << policy->name;
  }
}

TEST(Policies, ThatForwardTellNobodyOfAMove) {
  for (const Policy* policy :
       {&lazy_forwarding, &jump_update, &path_compression, &home_and_sender}) {
    EXPECT_TRUE(policy->updates(moved(1, 6)).empty()) << policy->name;
  }
}

TEST(LazyForwarding, NeverTellsAnybody) {
  EXPECT_TRUE(lazy_forwarding.updates(delivered(3, 6, 4)).empty());
  EXPECT_FALSE(lazy_forwarding.tells_home);
}

TEST(JumpUpdate, TellsTheSenderOfAForwardedMessage) {
  EXPECT_EQ(jump_update.updates(delivered(3, 6, 1)), (Updates{{PeId(6)}}));
}

TEST(PathCompression, TellsTheSenderAndThroughItTheTrail) {
  EXPECT_EQ(path_compression.updates(delivered(3, 6, 3)), (Updates{{PeId(6), Spread::path}}));
}

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

// Of PEs 0 to 7, 2 and 5 are of processes that are gone, or all of the second site's.
TEST(Policies, TellNobodyWhoTakesNoPart) {
  const std::vector<PeId> without_two = {PeId(0), PeId(1), PeId(3), PeId(4), PeId(6), PeId(7)};
  const std::vector<PeId> one_site = {PeId(0), PeId(1), PeId(3)};
  for (const std::vector<PeId>& pes : {without_two, one_site}) {
    const topology::Members members(two_sites().topology(), 1, pes);
    for (const Policy* policy : policies()) {
      for (std::uint32_t here = 0; here < 4; ++here) {
        for (const Event::Kind kind : {Event::Kind::moved, Event::Kind::left}) {
          const Event event{.kind = kind,
                            .members = members,
                            .here = PeId(here),
                            .home = PeId(0),
                            .from = PeId(3),
                            .to = PeId(3)};
          for (const Update& update : policy->updates(event)) {
            EXPECT_TRUE(update.to == event.here || members.contains(update.to)) << policy->name;
          }
        }
      }
    }
  }
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

Event left(int here, int to, std::span<const PeId> profile = {}) {
  return {.kind = Event::Kind::left,
          .members = two_sites(),
          .here = PeId(here),
          .home = PeId(0),
          .to = PeId(to),
          .profile = profile};
}

TEST(Policies, OfOursTellNobodyWhileAnObjectIsOnItsWay) {
  for (const Policy* policy : policies()) {
    if (!policy->as_published) {
      EXPECT_TRUE(policy->updates(left(1, 6)).empty()) << policy->name;
    }
  }
}

TEST(Policies, AsPublishedTellNoHome) {
  for (const Policy* policy :
       {&broadcast_update_published, &partitioned_update_published, &eager_update_published}) {
    EXPECT_TRUE(policy->as_published);
    EXPECT_FALSE(policy->tells_home || policy->asks_home) << policy->name;
  }
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

TEST(HomeBased, SendsEveryMessageByTheHomeWhichLearnsOfEveryMove) {
  EXPECT_TRUE(home_based.asks_home);
  EXPECT_TRUE(home_based.tells_home);
  EXPECT_TRUE(home_based.updates(delivered(3, 6, 1)).empty());
}

}  // namespace
}  // namespace isthmus::engine::location
