#include "isthmus/network/gateway.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <vector>

#include "isthmus/message/pool.hpp"
#include "isthmus/testing/shape.hpp"

namespace isthmus::engine::network {
namespace {

using ::testing::ElementsAre;

/// Two sites of three processes with a PE each; 0 and 3 are gateways.
topology::Topology two_sites() {
  return testing::with_gateways(testing::uniform_topology(2, 3, "0", "0", 3));
}

MessagePtr numbered(Pool& pool, std::uint64_t word) {
  MessagePtr message = pool.acquire(0);
  message->word = word;
  return message;
}

std::vector<std::uint64_t> words_of(Gateway::Batch batch) {
  std::vector<std::uint64_t> words;
  for (const MessagePtr& message : batch.messages) words.push_back(message->word);
  return words;
}

TEST(Gateway, IsAtTheFirstProcessOfEachSiteWhereTheGridHasGateways) {
  std::vector<bool> found;
  for (const std::uint32_t process : {0, 1, 2, 3, 4, 5}) {
    found.push_back(Gateway::is_at(two_sites(), ProcessId(process)));
  }
  EXPECT_THAT(found, ElementsAre(true, false, false, true, false, false));
  EXPECT_FALSE(Gateway::is_at(testing::uniform_topology(2, 3, "0", "0", 3), ProcessId(0)));
}

TEST(Gateway, PassesOnWhatGoesBetweenItsSiteAndOthers) {
  const topology::Topology topology = two_sites();
  const ProcessId self(0);
  EXPECT_TRUE(Gateway::passes(topology, self, ProcessId(1), PeId(4)));
  EXPECT_TRUE(Gateway::passes(topology, self, ProcessId(3), PeId(2)));
  EXPECT_FALSE(Gateway::passes(topology, self, ProcessId(1), PeId(2))) << "within its site";
  EXPECT_FALSE(Gateway::passes(topology, self, ProcessId(3), PeId(5))) << "within another site";
}

TEST(Gateway, GivesAllThatItHoldsInTheOrderInWhichItCame) {
  Pool pool;
  Gateway gateway;
  EXPECT_FALSE(gateway.holds_messages());
  for (const std::uint64_t word : {1, 2, 3}) gateway.keep(numbered(pool, word));
  EXPECT_TRUE(gateway.holds_messages());
  EXPECT_THAT(words_of(gateway.take()), ElementsAre(1, 2, 3));
  EXPECT_FALSE(gateway.holds_messages());
  EXPECT_TRUE(gateway.take().messages.empty());
}

TEST(Gateway, GivesNobodyTheNextMessagesWhileTheLastOnesAreSentOn) {
  Pool pool;
  Gateway gateway;
  gateway.keep(numbered(pool, 1));
  {
    const Gateway::Batch batch = gateway.take();
    gateway.keep(numbered(pool, 2));
    EXPECT_TRUE(gateway.take().messages.empty());
    EXPECT_TRUE(gateway.holds_messages()) << "they wait for whoever comes next";
  }
  EXPECT_THAT(words_of(gateway.take()), ElementsAre(2));
}

TEST(Gateway, TakesNothingFromOneSideWhileTheOtherSideHasNoRoom) {
  constexpr bool outside = true;
  constexpr bool inside = false;
  Gateway gateway;
  EXPECT_FALSE(gateway.is_blocked(outside) || gateway.is_blocked(inside));
  gateway.note_chain(outside, true);
  EXPECT_TRUE(gateway.is_blocked(inside));
  EXPECT_FALSE(gateway.is_blocked(outside)) << "acknowledgements come from there";
  gateway.note_chain(outside, false);
  gateway.note_chain(inside, true);
  EXPECT_TRUE(gateway.is_blocked(outside));
  EXPECT_FALSE(gateway.is_blocked(inside));
  gateway.note_chain(inside, false);
  EXPECT_FALSE(gateway.is_blocked(outside) || gateway.is_blocked(inside));
}

TEST(Gateway, NeverBlocksBothSides) {
  for (int in = 0; in < 3; ++in) {
    for (int out = 0; out < 3; ++out) {
      Gateway gateway;
      for (int i = 0; i < in; ++i) gateway.note_chain(false, true);
      for (int i = 0; i < out; ++i) gateway.note_chain(true, true);
      EXPECT_FALSE(gateway.is_blocked(true) && gateway.is_blocked(false)) << in << " " << out;
      EXPECT_EQ(gateway.is_blocked(true) || gateway.is_blocked(false), in + out > 0);
    }
  }
}

}  // namespace
}  // namespace isthmus::engine::network
