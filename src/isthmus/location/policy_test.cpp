#include "isthmus/location/policy.hpp"

#include <gtest/gtest.h>

#include <set>
#include <vector>

#include "isthmus/location/test_events.hpp"

namespace isthmus::engine::location {
namespace {

using Spread = Update::Spread;

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

TEST(HomeBased, SendsEveryMessageByTheHomeWhichLearnsOfEveryMove) {
  EXPECT_TRUE(home_based.asks_home);
  EXPECT_TRUE(home_based.tells_home);
  EXPECT_TRUE(home_based.updates(delivered(3, 6, 1)).empty());
}

}  // namespace
}  // namespace isthmus::engine::location
