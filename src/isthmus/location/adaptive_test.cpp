#include "isthmus/location/adaptive.hpp"

#include <gtest/gtest.h>

#include <string>

namespace isthmus::engine::location {
namespace {

// Stays like those of the sorting network, which the model's constants were fitted to: what is
// chosen for them is kept as it is, and says nothing of other programs.
//
// An average of a hundred stays.
Experience experience(double messages, double senders, double returning_share, double bytes) {
  return {.stays = 100,
          .messages = 100 * messages,
          .senders = 100 * senders,
          .returning = 100 * senders * returning_share,
          .bytes = 100 * messages * bytes};
}

Circumstances one_site(int pes, double share_of_home) {
  return {.pes = pes, .pes_of_site = pes, .sites = 1, .share_of_home = share_of_home};
}

std::string_view chosen(const Experience& experience, const Circumstances& here) {
  return choose(experience, here, adaptive).policy->name;
}

TEST(Adaptive, AsksHomesThatAreSpreadWhereObjectsMoveWithEveryLargeMessage) {
  EXPECT_EQ(chosen(experience(1, 1, 0.03, 10256), one_site(32, 1.0 / 32)), "home_based");
}

TEST(Adaptive, TellsTheSenderWhereOneHomeWouldHaveToForwardEverything) {
  EXPECT_EQ(chosen(experience(1, 1, 0.03, 10256), one_site(32, 1)), "jump_update");
  EXPECT_EQ(chosen(experience(1, 1, 0.03, 1040), one_site(32, 1)), "jump_update");
}

TEST(Adaptive, TellsAllWhereMessagesAreHugeAndOneHomeWouldHaveToForwardThem) {
  EXPECT_EQ(chosen(experience(1, 1, 0.03, 1'000'000), one_site(32, 1)), "broadcast_update");
}

TEST(Adaptive, TellsAllWhereManyMessagesComeBetweenTwoMoves) {
  EXPECT_EQ(chosen(experience(20, 14, 0.4, 10256), one_site(32, 1.0 / 32)), "broadcast_update");
  EXPECT_EQ(chosen(experience(20, 14, 0.4, 10256), one_site(32, 1)), "broadcast_update");
}

TEST(Adaptive, TellsTheNeighboursWhereTheyAreFewAndAlwaysTheSame) {
  EXPECT_EQ(chosen(experience(400, 4, 1, 1000), one_site(1024, 1.0 / 1024)), "eager_update");
}

TEST(Adaptive, DoesNotTellEverySiteOfWhatConcernsOne) {
  Experience seen = experience(20, 14, 0.4, 100);
  seen.crossing_messages = 0.02 * seen.messages;
  seen.crossing_moves = 0.01 * seen.stays;
  const Circumstances here = {.pes = 64, .pes_of_site = 4, .sites = 16, .share_of_home = 1.0 / 64};
  EXPECT_EQ(chosen(seen, here), "partitioned_update");
}

// The sorting network of the Clam thesis on 32 PEs in two sites: half of all crosses.
Experience crossing_experience(double messages, double senders, double returning_share,
                               double bytes) {
  Experience seen = experience(messages, senders, returning_share, bytes);
  seen.crossing_messages = seen.messages / 2;
  seen.crossing_moves = seen.stays / 2;
  seen.moved_bytes = seen.stays * (bytes + 100);
  return seen;
}

Circumstances two_sites(double mbps, double share_of_home, double latency_s = 0) {
  return {.pes = 32,
          .pes_of_site = 16,
          .sites = 2,
          .share_of_home = share_of_home,
          .costs = {.update_s = 168e-6,
                    .shared_bytes_per_s = mbps * 125'000,
                    .crossing_latency_s = latency_s}};
}

TEST(Adaptive, TellsAllWhereMessagesThatGoAstrayWouldFillTheLinkBetweenSites) {
  for (const double share_of_home : {1.0, 1.0 / 32}) {
    for (const double bytes : {1040.0, 10256.0}) {
      SCOPED_TRACE(bytes);
      const Experience seen = crossing_experience(1, 1, 0.02, bytes);
      EXPECT_EQ(chosen(seen, two_sites(10, share_of_home)), "broadcast_update");
      EXPECT_EQ(chosen(seen, two_sites(10, share_of_home, 0.02)), "broadcast_update");
    }
  }
}

TEST(Adaptive, CountsWhatIsBusyLongest) {
  const Experience seen = crossing_experience(1, 1, 0.02, 1040);
  // Where 16 PEs share between sites what each has for itself within one, their work counts.
  EXPECT_EQ(chosen(seen, two_sites(100, 1.0 / 32)), "home_based");
  EXPECT_EQ(chosen(seen, two_sites(100, 1.0)), "jump_update");
  Circumstances few = two_sites(10, 1.0);
  few.pes = 8;
  few.pes_of_site = 4;
  EXPECT_EQ(chosen(seen, few), "broadcast_update");
}

TEST(Adaptive, TakesAWideLinkBetweenSitesForNoLink) {
  for (const double share_of_home : {1.0, 1.0 / 32}) {
    for (const double bytes : {64.0, 1040.0, 10256.0}) {
      for (const double messages : {1.0, 20.0}) {
        const Experience seen = crossing_experience(messages, 0.7 * messages, 0.1, bytes);
        const Experience near = experience(messages, 0.7 * messages, 0.1, bytes);
        for (const Policy* policy : policies()) {
          if (policy == &partitioned_update || policy->as_published) continue;
          const double cost = expected_cost(*policy, near, one_site(32, share_of_home));
          EXPECT_NEAR(expected_cost(*policy, seen, two_sites(1e7, share_of_home)), cost,
                      0.001 * cost)
              << policy->name;
        }
      }
    }
  }
}

TEST(Adaptive, ReckonsWithADistanceBetweenSitesOfWhichItKnowsNothing) {
  Circumstances unknown = two_sites(0, 1.0 / 32);
  const Circumstances far = two_sites(1e7, 1.0 / 32, 0.05);
  const Circumstances near = two_sites(1e7, 1.0 / 32, 0);
  const Experience seen = crossing_experience(1, 1, 0.02, 1040);
  const double cost = expected_cost(home_based, seen, unknown);
  EXPECT_NEAR(expected_cost(home_based, seen, far), cost, 0.01 * cost);
  EXPECT_LT(expected_cost(home_based, seen, near), 0.3 * cost);
}

TEST(Adaptive, KeepsToWhatItHasWhereAnotherPolicyIsHardlyBetter) {
  const Circumstances here = one_site(32, 1.0 / 32);
  for (double messages = 1; messages < 30; messages *= 1.1) {
    const Experience seen = experience(messages, messages * 0.8, 0.2, 2000);
    const Policy& best = *choose(seen, here, lazy_forwarding).policy;
    EXPECT_EQ(choose(seen, here, best).policy, &best);
    EXPECT_LE(expected_cost(best, seen, here), expected_cost(lazy_forwarding, seen, here));
  }
}

TEST(Adaptive, IsNeverItsOwnChoice) {
  for (const int pes : {1, 2, 7, 128, 4096}) {
    for (const double messages : {0.0, 0.5, 1.0, 10.0, 1e6}) {
      const Choice choice = choose(experience(messages, messages / 2, 0.5, 64),
                                   one_site(pes, 1.0 / pes), lazy_forwarding);
      EXPECT_FALSE(choice.policy->adapts);
    }
  }
}

TEST(Adaptive, TellsAPeThatAsksAllOnceItsQuestionsHaveCostAsMuch) {
  const std::size_t records = 1000;  // 24,000 bytes, and 2,000 as every message
  EXPECT_FALSE(worth_telling_all({.messages = 2, .bytes = 20'000}, records));
  EXPECT_TRUE(worth_telling_all({.messages = 3, .bytes = 20'000}, records));
  EXPECT_FALSE(worth_telling_all({.messages = 12, .bytes = 0}, records));
  EXPECT_TRUE(worth_telling_all({.messages = 13, .bytes = 0}, records));
}

TEST(Adaptive, WaitsTwiceAsLongEachTimeForAPeThatGoesOnAsking) {
  EXPECT_FALSE(worth_telling_all({.messages = 25, .bytes = 0, .times_told = 1}, 1000));
  EXPECT_TRUE(worth_telling_all({.messages = 26, .bytes = 0, .times_told = 1}, 1000));
  EXPECT_FALSE(worth_telling_all({.messages = 103, .bytes = 0, .times_told = 3}, 1000));
  EXPECT_TRUE(worth_telling_all({.messages = 104, .bytes = 0, .times_told = 3}, 1000));
}

TEST(Adaptive, TellsOfDealingWhereThatCostsLessThanWhatIsDealt) {
  EXPECT_TRUE(worth_telling_of_dealing(0, 64));
  EXPECT_FALSE(worth_telling_of_dealing(0, 128));
  EXPECT_TRUE(worth_telling_of_dealing(10'240, 500));
  EXPECT_FALSE(worth_telling_of_dealing(10'240, 1000));
}

TEST(Adaptive, SaysWhatItHasSeen) {
  const Choice choice = choose(experience(1, 1, 0.25, 512), one_site(32, 0.5), adaptive);
  EXPECT_EQ(choice.why,
            "1.0 messages of 512 bytes from 1.0 PEs between two moves, 25 % of which had sent "
            "before the first; 32 PEs in 1 site, 50 % of pairs of elements share a home");
}

TEST(Adaptive, SaysWhatItKnowsOfTheLinkBetweenSites) {
  const std::string why = choose(experience(1, 1, 0.25, 512), two_sites(10, 0.5), adaptive).why;
  EXPECT_NE(why.find("32 PEs in 2 sites with 10Mb/s between them, 50 %"), std::string::npos) << why;
}

TEST(Adaptive, HasNothingToSayOfObjectsThatNeverMoved) {
  const Choice choice = choose({}, one_site(8, 0.125), home_and_sender);
  EXPECT_NE(choice.policy, nullptr);
}

TEST(Experience, FadesByHalf) {
  Experience seen = experience(4, 2, 0.5, 8);
  seen.fade();
  EXPECT_EQ(seen.stays, 50);
  EXPECT_EQ(seen.messages, 200);
  EXPECT_EQ(seen.returning, 50);
}

}  // namespace
}  // namespace isthmus::engine::location
