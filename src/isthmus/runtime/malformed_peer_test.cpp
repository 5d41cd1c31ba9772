// What a peer gets that lies to a process: the job ends, and says why.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>
#include <string>

#include "isthmus/network/alert.hpp"
#include "isthmus/object/value.hpp"
#include "isthmus/runtime/membership_changes.hpp"
#include "isthmus/testing/malformed_peer.hpp"
#include "isthmus/testing/shape.hpp"

namespace isthmus::engine::runtime {
namespace {

using ::testing::HasSubstr;

/// Two PEs of one process; PE 1 is not the one that the process hears by.
std::string provoke(const std::function<MessagePtr(testing::MalformedPeer&)>& message,
                    const char* handler, PeId to) {
  testing::World world(testing::uniform_topology(1, 2));
  testing::MalformedPeer malformed_peer(world);
  world.start([](Job& job) -> Task<void> { co_await job.reduction("never"); });
  world.settle();
  const auto failure = malformed_peer.provoke(message(malformed_peer), handler, PeId(1), to);
  return failure ? failure->text() : "nothing";
}

MessagePtr number(testing::MalformedPeer& malformed_peer) {
  return isthmus::engine::detail::make_value<int>(malformed_peer.pool(), 1);
}
MessagePtr nothing(testing::MalformedPeer& malformed_peer) {
  return isthmus::engine::detail::make_value<void>(malformed_peer.pool());
}

TEST(MalformedPeers, CannotEndAJobWithoutAWordThatMakesSense) {
  for (const PeId to : {PeId(0), PeId(1)}) {
    EXPECT_THAT(provoke(number, "Process::receive_stop", to),
                HasSubstr("word of the end that makes no sense came from PE 1"));
  }
}

TEST(MalformedPeers, CannotSayThatAPeerIsLost) {
  for (const auto message : {number, nothing}) {
    EXPECT_THAT(provoke(message, "Process::receive_loss", PeId(0)),
                HasSubstr("word of a lost peer that makes no sense came from PE 1"));
  }
}

TEST(MalformedPeers, CannotAlertAnotherPeThanTheFirst) {
  EXPECT_THAT(provoke(
                  [](testing::MalformedPeer& malformed_peer) {
                    return isthmus::engine::detail::make_value<Alert>(malformed_peer.pool(),
                                                                      Alert{});
                  },
                  "Alerts::receive", PeId(1)),
              HasSubstr("an alert came from PE 1"));
}

TEST(MalformedPeers, CannotAnswerWhatTheWatchdogHasNotAsked) {
  EXPECT_THAT(provoke(number, "Watchdog::receive_lines", PeId(0)),
              HasSubstr("word of who waits came from PE 1"));
}

TEST(MalformedPeers, CannotReportWhatNobodyHasAskedFor) {
  for (const PeId to : {PeId(0), PeId(1)}) {
    EXPECT_THAT(provoke(number, "Reports::receive_report", to),
                HasSubstr("a report at the end of the job came from PE 1"));
  }
}

TEST(MalformedPeers, CannotOrderChainsToChange) {
  EXPECT_THAT(provoke(number, "ChainChanges::receive_order", PeId(0)),
              HasSubstr("a value of another type"));
  EXPECT_THAT(provoke(number, "ChainChanges::receive_order", PeId(1)),
              HasSubstr("an order to change chains came from PE 1"));
}

TEST(MalformedPeers, CannotReportOnAChangeOfChainsThatNobodyWants) {
  EXPECT_THAT(provoke(number, "ChainChanges::receive_report", PeId(0)),
              HasSubstr("a value of another type"));
  EXPECT_THAT(provoke(number, "ChainChanges::receive_report", PeId(1)),
              HasSubstr("a report on a change of chains came from PE 1"));
}

TEST(MalformedPeers, CannotSetVerbs) {
  for (const PeId to : {PeId(0), PeId(1)}) {
    EXPECT_THAT(provoke(number, "VerbOrders::receive_order", to),
                HasSubstr("an order to set a verb came from PE 1"));
  }
}

TEST(MalformedPeers, CannotAnswerAboutVerbsThatNobodyHasSet) {
  EXPECT_THAT(provoke(number, "VerbOrders::receive_answer", PeId(0)),
              HasSubstr("a value of another type"));
  EXPECT_THAT(provoke(number, "VerbOrders::receive_answer", PeId(1)),
              HasSubstr("an answer about a verb came from PE 1"));
}

TEST(MalformedPeers, CannotHaveProcessesComeOrGo) {
  for (const PeId to : {PeId(0), PeId(1)}) {
    EXPECT_THAT(provoke(number, "MembershipChanges::receive_order", to),
                HasSubstr("an order to change processes came from PE 1"));
    EXPECT_THAT(provoke(number, "MembershipChanges::receive_answer", to),
                HasSubstr("word of a change of processes came from PE 1"));
    EXPECT_THAT(provoke(number, "MembershipChanges::receive_promise", to),
                HasSubstr("word of a place that is kept came from PE 1"));
  }
  EXPECT_THAT(provoke(number, "MembershipChanges::receive_wish", PeId(0)),
              HasSubstr("a value of another type"));
  const auto wish = [](std::uint32_t process) {
    return [process](testing::MalformedPeer& malformed_peer) {
      return isthmus::engine::detail::make_value<MembershipChange>(
          malformed_peer.pool(), MembershipChange{.leaving = {ProcessId(process)}});
    };
  };
  for (const std::uint32_t process : {0U, 1U}) {
    EXPECT_THAT(provoke(wish(process), "MembershipChanges::receive_wish", PeId(0)),
                HasSubstr("a wish to leave came from PE 1"));
  }
}

}  // namespace
}  // namespace isthmus::engine::runtime
