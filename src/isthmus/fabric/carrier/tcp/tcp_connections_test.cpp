#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "isthmus/fabric/carrier/tcp/tcp.hpp"
#include "isthmus/fabric/test_device.hpp"
#include "isthmus/fabric/test_reconnector.hpp"

namespace isthmus::engine::fabric {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using Event = Reconnector::Event;

constexpr TimeNs step_ns = 1'000'000;
constexpr TimeNs second_ns = 1000 * step_ns;

/// Processes 0 and 1, which nothing joins yet.
class TcpConnectionsTest : public ::testing::Test {
 protected:
  TcpConnectionsTest() {
    for (const unsigned self : {0U, 1U}) {
      TcpOptions options;
      options.limits = {std::uint32_t{16} << 20, 4, 1};
      options.queued_bytes_max = 10'000;
      std::vector<TcpCarrier::Connection> connections;
      connections.emplace_back(ProcessId(1 - self), Socket());
      carriers[self] =
          TcpCarrier::adopt(std::move(connections), options, &exchange.end(self)).value();
      carriers[self]->attach(receivers[self]);
    }
  }

  SendStatus send(unsigned from, std::uint64_t word, std::size_t payload_bytes = 0) {
    frame = {bytes_message(pool, word, payload_bytes), ProcessId(1 - from)};
    return carriers[from]->try_send(frame, now_ns);
  }
  void step(int rounds = 5, TimeNs each_ns = step_ns) {
    for (int i = 0; i < rounds; ++i) {
      now_ns += each_ns;
      for (auto& carrier : carriers) carrier->progress(now_ns, 1000);
    }
  }
  /// Nobody comes through.
  void cut_off() { exchange.end(0).is_answering = exchange.end(1).is_answering = false; }
  void end(unsigned self) {
    carriers[self]->expect_close();
    carriers[self]->close();
  }

  TestExchange exchange;
  Pool pool;
  RecordingReceiver receivers[2];
  std::unique_ptr<TcpCarrier> carriers[2];
  Frame frame;
  TimeNs now_ns = second_ns;
};

TEST_F(TcpConnectionsTest, CallsWhenTheFirstFrameGoesAndOnce) {
  step(10);
  EXPECT_EQ(exchange.end(0).calls + exchange.end(1).calls, 0);
  EXPECT_FALSE(carriers[0]->is_joined_to(ProcessId(1)));
  ASSERT_EQ(send(0, 1, 100), SendStatus::sent);
  EXPECT_TRUE(carriers[0]->is_joined_to(ProcessId(1)));
  EXPECT_TRUE(carriers[0]->holds_frames());
  ASSERT_EQ(send(0, 2, 100), SendStatus::sent);
  step();
  EXPECT_THAT(receivers[1].words, ElementsAre(1, 2));
  ASSERT_EQ(send(1, 3), SendStatus::sent);
  step();
  EXPECT_THAT(receivers[0].words, ElementsAre(3));
  EXPECT_EQ(exchange.end(0).calls, 1);
  EXPECT_EQ(exchange.end(1).calls, 0) << "there is a connection";
  EXPECT_EQ(carriers[0]->deadline_ns(), never_ns) << "it goes on looking for calls";
}

TEST_F(TcpConnectionsTest, OneConnectionIsEnoughWhereBothBeginAtOnce) {
  cut_off();
  ASSERT_EQ(send(0, 1), SendStatus::sent);
  ASSERT_EQ(send(1, 2), SendStatus::sent);
  EXPECT_LE(carriers[0]->deadline_ns(), now_ns);
  exchange.end(1).events.push_back({Event::Kind::asked, 0, Socket(), {}});
  step();
  exchange.connect(0);
  step();
  exchange.end(1).events.push_back({Event::Kind::asked, 0, Socket(), {}});
  step();
  EXPECT_THAT(receivers[0].words, ElementsAre(2));
  EXPECT_THAT(receivers[1].words, ElementsAre(1));
  EXPECT_EQ(exchange.end(0).calls, 1);
  EXPECT_EQ(exchange.end(1).calls, 1);
}

TEST_F(TcpConnectionsTest, CallsWhoAsksForIt) {
  exchange.end(1).events.push_back({Event::Kind::asked, 0, Socket(), {}});
  step();
  EXPECT_EQ(exchange.end(1).calls, 1);
  EXPECT_TRUE(carriers[0]->is_joined_to(ProcessId(1)));
}

TEST_F(TcpConnectionsTest, FramesWaitInOrderAndUpToALimit) {
  cut_off();
  std::uint64_t sent = 0;
  while (send(0, sent, 1000) == SendStatus::sent) ++sent;
  EXPECT_EQ(sent, 9U);
  EXPECT_EQ(carriers[0]->link_state(ProcessId(1)).unsent_bytes, 9 * 1064U);
  exchange.connect(0);
  step();
  ASSERT_EQ(send(0, sent, 1000), SendStatus::sent);
  step();
  EXPECT_THAT(receivers[1].words, ElementsAre(0, 1, 2, 3, 4, 5, 6, 7, 8, 9));
  EXPECT_FALSE(carriers[0]->holds_frames());
}

TEST_F(TcpConnectionsTest, TellsWhoCannotBeReached) {
  cut_off();
  ASSERT_EQ(send(0, 1), SendStatus::sent);
  exchange.end(0).events.push_back({Event::Kind::gone, 0, Socket(), "nobody listens there"});
  step(49, 200 * step_ns);
  EXPECT_TRUE(receivers[0].lost.empty()) << "it may have ended with the job";
  step(2, 200 * step_ns);
  ASSERT_EQ(receivers[0].lost.size(), 1U);
  EXPECT_EQ(receivers[0].lost[0].second, "process 1: no connection for 10s (the way is blocked)");
  EXPECT_TRUE(exchange.end(0).has_hung_up);
  EXPECT_EQ(send(0, 2), SendStatus::unreachable);
  EXPECT_FALSE(carriers[0]->holds_frames());
}

TEST_F(TcpConnectionsTest, DoesNotCountTheTimeInWhichItDidNotLook) {
  cut_off();
  ASSERT_EQ(send(0, 1), SendStatus::sent);
  step(1, 3600 * second_ns);
  EXPECT_TRUE(receivers[0].lost.empty());
}

TEST_F(TcpConnectionsTest, WaitsForAPeerWhoseMachineHasTakenTheCall) {
  cut_off();
  exchange.end(0).is_waiting = true;
  ASSERT_EQ(send(0, 1), SendStatus::sent);
  step(1000, second_ns);
  EXPECT_TRUE(receivers[0].lost.empty());
  exchange.connect(0);
  step();
  EXPECT_THAT(receivers[1].words, ElementsAre(1));
}

TEST_F(TcpConnectionsTest, ThoseWhoNeverMetNeedNotPart) {
  end(0);
  EXPECT_TRUE(carriers[0]->is_finished());
  EXPECT_EQ(exchange.end(0).calls, 0);
}

TEST_F(TcpConnectionsTest, NobodyIsCalledForAFirstTimeWhenAllIsOver) {
  carriers[0]->expect_close();
  EXPECT_EQ(send(0, 1), SendStatus::unreachable);
  exchange.end(0).events.push_back({Event::Kind::asked, 0, Socket(), {}});
  step();
  EXPECT_EQ(exchange.end(0).calls, 0);
  carriers[0]->close();
  EXPECT_TRUE(carriers[0]->is_finished());
}

TEST_F(TcpConnectionsTest, WhatWasToBeSentBeforeTheEndIsSent) {
  cut_off();
  ASSERT_EQ(send(0, 1), SendStatus::sent);
  end(0);
  step();
  EXPECT_FALSE(carriers[0]->is_finished());
  exchange.connect(0);
  carriers[1]->progress(now_ns += 3 * step_ns, 1000);
  end(1);
  step();
  EXPECT_THAT(receivers[1].words, ElementsAre(1));
  EXPECT_TRUE(carriers[0]->is_finished());
  EXPECT_TRUE(carriers[1]->is_finished());
  EXPECT_TRUE(receivers[0].lost.empty());
}

TEST_F(TcpConnectionsTest, WhoIsGoneWhenAllIsOverHoldsUpNobody) {
  cut_off();
  ASSERT_EQ(send(0, 1), SendStatus::sent);
  end(0);
  exchange.end(0).events.push_back({Event::Kind::gone, 0, Socket(), "nobody listens there"});
  step();
  EXPECT_TRUE(carriers[0]->is_finished());
}

// The caller has not heard of the end yet, and would take the end of its connection for a loss.
TEST_F(TcpConnectionsTest, AConnectionThatComesAfterTheEndIsEndedByItsCaller) {
  cut_off();
  ASSERT_EQ(send(0, 1), SendStatus::sent);
  end(1);
  EXPECT_TRUE(carriers[1]->is_finished());
  exchange.connect(0);
  EXPECT_FALSE(carriers[1]->is_finished()) << "the other one has a connection by now";
  step(20);
  EXPECT_TRUE(receivers[0].lost.empty());
  EXPECT_FALSE(carriers[1]->is_finished());
  end(0);
  step();
  EXPECT_TRUE(carriers[0]->is_finished());
  EXPECT_TRUE(carriers[1]->is_finished());
  EXPECT_TRUE(receivers[0].lost.empty());
}

}  // namespace
}  // namespace isthmus::engine::fabric
