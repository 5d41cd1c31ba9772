#include "isthmus/fabric/carrier/tcp/session_carrier.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "isthmus/base/random.hpp"
#include "isthmus/fabric/test_device.hpp"
#include "isthmus/fabric/test_reconnector.hpp"

namespace isthmus::engine::fabric {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

constexpr TimeNs step_ns = 1'000'000;
constexpr TimeNs patience_ns = 100 * step_ns;

/// Processes 0 and 1.
class SessionCarrierTest : public ::testing::Test {
 protected:
  void make(unsigned slots = 1, std::size_t window_bytes = 1 << 20) {
    auto [near_end, far_end] = exchange.pair(0);
    carriers[0] = make_end(0, std::move(near_end), slots, window_bytes);
    carriers[1] = make_end(1, std::move(far_end), slots, window_bytes);
  }
  /// Nothing joins the two yet.
  void make_unmet(unsigned slots = 1) {
    for (const unsigned self : {0U, 1U}) carriers[self] = make_end(self, Socket(), slots, 1 << 20);
  }
  std::unique_ptr<SessionCarrier> make_end(unsigned self, Socket socket, unsigned slots,
                                           std::size_t window_bytes) {
    SessionOptions options;
    options.session = {{std::uint32_t{16} << 20, 4, 1}, window_bytes, segment_bytes, slots};
    options.patience_ns = patience_ns;
    options.counters = &counters[self];
    options.fault = [this, self](const LinkFault& fault) { faults[self].push_back(fault); };
    std::vector<SessionCarrier::Connection> connections;
    connections.emplace_back(ProcessId(1 - self), std::move(socket));
    auto made = SessionCarrier::adopt(std::move(connections), options, &exchange.end(self));
    EXPECT_TRUE(made);
    (*made)->attach(receivers[self]);
    return std::move(*made);
  }

  SendStatus send(unsigned from, std::uint64_t word, std::size_t payload_bytes = 0) {
    frame = {bytes_message(pool, word, payload_bytes), ProcessId(1 - from)};
    return carriers[from]->try_send(frame, now_ns);
  }
  /// Nobody comes through from here on.
  void cut_off() {
    exchange.end(0).is_answering = exchange.end(1).is_answering = false;
    exchange.cut(0);
  }
  int progress(unsigned self) { return carriers[self]->progress(now_ns, 1000); }
  void step(int rounds = 1) {
    for (int i = 0; i < rounds; ++i) {
      now_ns += step_ns;
      for (const unsigned self : {0U, 1U}) {
        if (carriers[self]) progress(self);
      }
    }
  }

  TestExchange exchange;
  Pool pool;
  trace::LinkCounters counters[2];
  std::vector<LinkFault> faults[2];
  RecordingReceiver receivers[2];
  std::unique_ptr<SessionCarrier> carriers[2];
  Frame frame;
  TimeNs now_ns = 0;
  std::uint32_t segment_bytes = 8192;
};

TEST_F(SessionCarrierTest, ResumesAfterACutWithoutLossOrRepeat) {
  make();
  step(5);
  for (std::uint64_t i = 0; i < 100; ++i) {
    ASSERT_EQ(send(0, i, 5000), SendStatus::sent);
    if (i % 10 == 5) exchange.cut(0);
    if (i % 3 == 0) step();
  }
  step(100);
  ASSERT_EQ(receivers[1].words.size(), 100U);
  for (std::uint64_t i = 0; i < 100; ++i) EXPECT_EQ(receivers[1].words[i], i);
  EXPECT_TRUE(receivers[0].lost.empty());
  EXPECT_TRUE(receivers[1].lost.empty());
  EXPECT_EQ(carriers[0]->kept_bytes(ProcessId(1)), 0U);
}

TEST_F(SessionCarrierTest, ResumesWhereSomethingWasSwallowedOnTheWay) {
  make();
  step(5);
  ASSERT_EQ(send(0, 0, 100), SendStatus::sent);
  exchange.swallow(0);
  ASSERT_EQ(send(0, 1, 100), SendStatus::sent);
  step(30);
  EXPECT_THAT(receivers[1].words, ElementsAre(0, 1));
  ASSERT_FALSE(faults[1].empty());
  EXPECT_THAT(faults[1][0].why, HasSubstr("lost or repeated on the way"));
}

TEST_F(SessionCarrierTest, NoticesWithinASecondThatTheLastThingSentWasSwallowed) {
  make();
  step(5);
  ASSERT_EQ(send(0, 0, 100), SendStatus::sent);
  exchange.swallow(0);
  step(900);
  EXPECT_TRUE(receivers[1].words.empty());
  EXPECT_LE(carriers[0]->deadline_ns(), 1'010 * step_ns);
  step(150);
  EXPECT_THAT(receivers[1].words, ElementsAre(0));
}

TEST_F(SessionCarrierTest, TellsOfAPeerThatNeverSaysHello) {
  make();
  ASSERT_EQ(send(0, 0, 100), SendStatus::sent);
  const TimeNs end_ns = now_ns + 3 * patience_ns + 2'000 * step_ns;
  for (; now_ns < end_ns; now_ns += 100 * step_ns) progress(0);
  ASSERT_EQ(faults[0].size(), 1U);
  EXPECT_EQ(faults[0][0].kind, LinkFault::Kind::stalled);
  step(2'000);
  EXPECT_THAT(receivers[1].words, ElementsAre(0));
  ASSERT_EQ(faults[0].size(), 2U);
  EXPECT_EQ(faults[0][1].kind, LinkFault::Kind::resumed);
}

TEST_F(SessionCarrierTest, TellsOfAPeerThatTakesNothingThoughTheConnectionHolds) {
  make();
  step(5);
  ASSERT_EQ(send(0, 0, 100), SendStatus::sent);
  const auto wait = [&](TimeNs duration_ns) {  // for a peer that sleeps
    const TimeNs end_ns = now_ns + duration_ns;
    for (; now_ns < end_ns; now_ns += 100 * step_ns) progress(0);
  };
  wait(3 * patience_ns);
  EXPECT_TRUE(faults[0].empty()) << "looked at once a second";
  wait(2'000 * step_ns);
  ASSERT_EQ(faults[0].size(), 1U);
  EXPECT_EQ(faults[0][0].kind, LinkFault::Kind::stalled);
  EXPECT_GT(faults[0][0].duration_ns, patience_ns);
  EXPECT_EQ(faults[0][0].connections_left, 1U);
  wait(20'000 * step_ns);
  EXPECT_EQ(faults[0].size(), 1U) << "told once";
  step(2'000);
  EXPECT_THAT(receivers[1].words, ElementsAre(0));
  ASSERT_EQ(faults[0].size(), 2U);
  EXPECT_EQ(faults[0][1].kind, LinkFault::Kind::resumed);
  EXPECT_GT(faults[0][1].duration_ns, 20'000 * step_ns);
  EXPECT_EQ(counters[0].connections_cut.value(), 0U);
  EXPECT_EQ(counters[0].connections_stalled.value(), 1U);
  ASSERT_EQ(send(0, 1, 100), SendStatus::sent);
  wait(10'000 * step_ns);
  EXPECT_EQ(faults[0].size(), 3U) << "of longer ones than before";
  step(2'000);
  EXPECT_THAT(receivers[1].words, ElementsAre(0, 1));
}

TEST_F(SessionCarrierTest, SaysWhatWasCutAndForHowLongAndWhatWasSentAgain) {
  make();
  step(5);
  cut_off();
  step();
  for (std::uint64_t i = 0; i < 3; ++i) EXPECT_EQ(send(0, i, 10), SendStatus::sent);
  step(9);
  ASSERT_EQ(faults[0].size(), 1U);
  EXPECT_EQ(faults[0][0].kind, LinkFault::Kind::cut);
  EXPECT_EQ(faults[0][0].peer, ProcessId(1));
  EXPECT_THAT(faults[0][0].why, HasSubstr("connection"));
  exchange.connect(0);
  step(10);
  ASSERT_EQ(faults[0].size(), 2U);
  EXPECT_EQ(faults[0][1].kind, LinkFault::Kind::resumed);
  EXPECT_GE(faults[0][1].duration_ns, 8 * step_ns);
  EXPECT_LE(faults[0][1].duration_ns, 20 * step_ns);
  EXPECT_THAT(receivers[1].words, ElementsAre(0, 1, 2));
  EXPECT_EQ(counters[0].connections_cut.value(), 1U);
  EXPECT_EQ(counters[0].connections_resumed.value(), 1U);
}

TEST_F(SessionCarrierTest, CountsTheFramesThatItSendsAgain) {
  make();
  step(5);
  for (std::uint64_t i = 0; i < 4; ++i) EXPECT_EQ(send(0, i, 1000), SendStatus::sent);
  exchange.cut(0);
  step(20);
  EXPECT_THAT(receivers[1].words, ElementsAre(0, 1, 2, 3));
  EXPECT_EQ(counters[0].frames_resent.value(), 4U);
}

TEST_F(SessionCarrierTest, LosesAPeerThatIsAwayForLongerThanThePatience) {
  make();
  step(5);
  cut_off();
  step(90);
  EXPECT_TRUE(receivers[0].lost.empty());
  EXPECT_EQ(send(0, 1), SendStatus::sent);
  step(20);
  ASSERT_EQ(receivers[0].lost.size(), 1U);
  EXPECT_THAT(receivers[0].lost[0].second,
              HasSubstr("no connection for 100ms (the way is blocked)"));
  EXPECT_EQ(send(0, 2), SendStatus::unreachable);
  EXPECT_TRUE(exchange.end(0).has_hung_up);
}

TEST_F(SessionCarrierTest, WaitsLongerForAPeerWhoseMachineAnswers) {
  make();
  step(5);
  exchange.end(0).is_waiting = exchange.end(1).is_waiting = true;
  cut_off();
  step(900);
  EXPECT_TRUE(receivers[0].lost.empty());
  step(200);
  EXPECT_EQ(receivers[0].lost.size(), 1U);
}

TEST_F(SessionCarrierTest, GivesAPeerThatAnswersAtLastTimeToMakeTheConnection) {
  make();
  step(5);
  exchange.end(0).is_waiting = exchange.end(1).is_waiting = true;
  cut_off();
  step(500);
  for (const unsigned self : {0U, 1U}) {
    exchange.end(self).events.push_back({Reconnector::Event::Kind::answered, 0, Socket(), {}});
  }
  step(3);
  exchange.end(0).is_waiting = exchange.end(1).is_waiting = false;
  step(80);
  EXPECT_TRUE(receivers[0].lost.empty());
  exchange.connect(0);
  EXPECT_EQ(send(0, 1), SendStatus::sent);
  step(20);
  EXPECT_TRUE(receivers[0].lost.empty());
  EXPECT_THAT(receivers[1].words, ElementsAre(1));
}

TEST_F(SessionCarrierTest, DoesNotCountItsOwnSleepAsThePeersAbsence) {
  make();
  step(5);
  cut_off();
  step(10);
  now_ns += 20 * patience_ns;
  exchange.connect(0);
  EXPECT_EQ(send(0, 1), SendStatus::sent);
  step(20);
  EXPECT_TRUE(receivers[0].lost.empty());
  EXPECT_TRUE(receivers[1].lost.empty());
  EXPECT_THAT(receivers[1].words, ElementsAre(1));
}

TEST_F(SessionCarrierTest, LosesAPeerThatOnlySomebodyInBetweenAnswersFor) {
  make();
  step(5);
  cut_off();
  for (int i = 0; i < 120; ++i) {
    // A forwarder takes calls, and ends them when it finds nobody.
    exchange.end(0).is_waiting = i % 2 == 0;
    step();
  }
  EXPECT_EQ(receivers[0].lost.size(), 1U);
}

TEST_F(SessionCarrierTest, LosesAPeerAtOnceWhoseMachineSaysThatItIsGone) {
  make();
  step(5);
  exchange.end(0).is_answering = false;
  carriers[1].reset();
  exchange.end_connection(0);
  step(2);
  EXPECT_TRUE(receivers[0].lost.empty());
  exchange.end(0).events.push_back({Reconnector::Event::Kind::gone, 0, Socket(), "nobody there"});
  step(3);
  ASSERT_EQ(receivers[0].lost.size(), 1U);
  EXPECT_THAT(receivers[0].lost[0].second, HasSubstr("nobody there"));
}

TEST_F(SessionCarrierTest, CallsAgainWhenThePeerSaysThatItHasLostTheConnection) {
  make();
  step(5);
  now_ns += 5'000'000'000;
  exchange.end(0).events.push_back({Reconnector::Event::Kind::asked, 0, Socket(), {}});
  step(3);
  EXPECT_EQ(exchange.end(0).calls, 1);
  ASSERT_EQ(send(0, 1), SendStatus::sent);
  step(20);
  EXPECT_THAT(receivers[1].words, ElementsAre(1));
}

TEST_F(SessionCarrierTest, IsBusyWhenTheWindowIsFull) {
  make(1, 100'000);
  cut_off();
  std::uint64_t sent = 0;
  while (send(0, sent, 1000) == SendStatus::sent) ++sent;
  EXPECT_LE(carriers[0]->kept_bytes(ProcessId(1)), 100'000U);
  EXPECT_GT(sent, 80U);
  ASSERT_NE(frame.message, nullptr);
  exchange.connect(0);
  step(20);
  EXPECT_EQ(receivers[1].words.size(), sent);
  EXPECT_EQ(send(0, sent, 1000), SendStatus::sent);
}

TEST_F(SessionCarrierTest, CallsForTheOtherConnectionsAndUsesAll) {
  make(3);
  step(10);
  EXPECT_EQ(send(0, 0, 500'000), SendStatus::sent);
  step(5);
  exchange.cut(1);
  EXPECT_EQ(send(0, 1, 500'000), SendStatus::sent);
  step(50);
  EXPECT_THAT(receivers[1].words, ElementsAre(0, 1));
  EXPECT_TRUE(receivers[0].lost.empty());
  ASSERT_FALSE(faults[0].empty());
  EXPECT_EQ(faults[0][0].connections_left, 2U);
}

TEST_F(SessionCarrierTest, LosesAPeerThatEndsItsSessionUnasked) {
  make();
  step(5);
  ASSERT_EQ(send(1, 7), SendStatus::sent);
  carriers[1]->close();
  progress(1);
  carriers[1].reset();
  exchange.end_connection(0);
  step(5);
  EXPECT_THAT(receivers[0].words, ElementsAre(7));
  ASSERT_EQ(receivers[0].lost.size(), 1U);
  EXPECT_THAT(receivers[0].lost[0].second, HasSubstr("ended the session"));
  EXPECT_EQ(receivers[0].words_before_loss, 1U);
}

TEST_F(SessionCarrierTest, PartsInOrder) {
  make();
  step(5);
  for (std::uint64_t i = 0; i < 5; ++i) EXPECT_EQ(send(0, i, 50'000), SendStatus::sent);
  for (auto& carrier : carriers) carrier->expect_close();
  for (auto& carrier : carriers) carrier->close();
  for (int i = 0; i < 100 && !(carriers[0]->is_finished() && carriers[1]->is_finished()); ++i) {
    step();
  }
  EXPECT_TRUE(carriers[0]->is_finished() && carriers[1]->is_finished());
  EXPECT_EQ(receivers[1].words.size(), 5U);
  EXPECT_TRUE(receivers[0].lost.empty());
  EXPECT_TRUE(receivers[1].lost.empty());
}

TEST_F(SessionCarrierTest, PartsInOrderThoughTheConnectionBreaksMeanwhile) {
  make();
  step(5);
  for (std::uint64_t i = 0; i < 5; ++i) EXPECT_EQ(send(0, i, 50'000), SendStatus::sent);
  for (auto& carrier : carriers) carrier->expect_close();
  for (auto& carrier : carriers) carrier->close();
  exchange.cut(0);
  for (int i = 0; i < 100 && !(carriers[0]->is_finished() && carriers[1]->is_finished()); ++i) {
    step();
  }
  EXPECT_TRUE(carriers[0]->is_finished() && carriers[1]->is_finished());
  EXPECT_EQ(receivers[1].words.size(), 5U);
}

TEST_F(SessionCarrierTest, SendsAgainWhatWasChangedOnTheWay) {
  make();
  step(5);
  // In a record's head, in a frame's header, in a payload.
  const std::size_t places[] = {3, 21, 50, 60, 1000, 4900};
  std::uint64_t word = 0;
  for (const std::size_t place : places) {
    ASSERT_EQ(send(0, word++, 5000), SendStatus::sent);
    ASSERT_TRUE(exchange.damage(0, 1, place));
    step(30);
    ASSERT_EQ(receivers[1].words.size(), word) << "byte " << place;
    EXPECT_THAT(faults[1].at(2 * (word - 1)).why, HasSubstr("changed")) << "byte " << place;
  }
  EXPECT_TRUE(receivers[1].lost.empty());
}

TEST_F(SessionCarrierTest, ComesThroughWhereNoLargeSegmentDoes) {
  segment_bytes = 128 * 1024;
  make(1, segment_bytes);
  step(5);
  ASSERT_EQ(send(0, 0, 900'000), SendStatus::sent);
  Random random(3);
  int damages = 0;
  for (int i = 0; i < 3000 && receivers[1].words.empty(); ++i) {
    now_ns += step_ns;
    damages += exchange.damage(0, 1, random.below(50'000)) ? 1 : 0;
    progress(1);
    progress(0);
  }
  EXPECT_TRUE(receivers[1].lost.empty());
  EXPECT_THAT(receivers[1].words, ElementsAre(0));
  EXPECT_GT(damages, 10);
}

TEST_F(SessionCarrierTest, KeepsAPeerWhoseWordWasChangedNowAndThen) {
  make();
  step(5);
  // What was sent comes each time, and only the answer is damaged.
  for (std::uint64_t word = 0; word < 40; ++word) {
    ASSERT_EQ(send(0, word, 100), SendStatus::sent);
    bool is_damaged = false;
    for (int i = 0; i < 100; ++i) {
      now_ns += step_ns;
      progress(1);
      if (!is_damaged) is_damaged = exchange.damage(0, 0, 20);
      progress(0);
    }
    ASSERT_TRUE(is_damaged);
    ASSERT_EQ(receivers[1].words.size(), word + 1);
    ASSERT_TRUE(receivers[0].lost.empty()) << receivers[0].lost[0].second;
  }
}

TEST_F(SessionCarrierTest, KeepsAPeerOnWhoseConnectionsEachReadIsDamagedButSomethingComes) {
  make(1, 1 << 20);
  step(5);
  std::uint64_t sent = 0;
  for (int i = 0; i < 3000; ++i) {
    now_ns += step_ns;
    while (send(0, sent, 1000) == SendStatus::sent) ++sent;
    progress(1);
    progress(0);
    exchange.damage(0, 1, 60'000);
    progress(1);
    ASSERT_TRUE(receivers[1].lost.empty())
        << receivers[1].lost[0].second << " after " << receivers[1].words.size() << " messages";
  }
  EXPECT_GT(counters[1].connections_cut.value(), 0U);
}

TEST_F(SessionCarrierTest, PartsInOrderThoughTheLastBytesAreChanged) {
  make();
  step(5);
  for (auto& carrier : carriers) carrier->expect_close();
  carriers[1]->close();
  step(5);
  for (std::uint64_t i = 0; i < 5; ++i) EXPECT_EQ(send(0, i, 5'000), SendStatus::sent);
  carriers[0]->close();
  ASSERT_TRUE(exchange.damage(0, 1, 3'000));
  for (int i = 0; i < 1000 && !(carriers[0]->is_finished() && carriers[1]->is_finished()); ++i) {
    step();
  }
  EXPECT_TRUE(carriers[0]->is_finished() && carriers[1]->is_finished());
  EXPECT_EQ(receivers[1].words.size(), 5U);
}

TEST_F(SessionCarrierTest, LosesAPeerWhereEachConnectionIsDamaged) {
  make();
  step(5);
  ASSERT_EQ(send(0, 0, 100), SendStatus::sent);
  for (int i = 0; i < 1000 && receivers[1].lost.empty(); ++i) {
    now_ns += step_ns;
    exchange.damage(0, 1, 90);
    progress(1);
    progress(0);
  }
  ASSERT_EQ(receivers[1].lost.size(), 1U);
  EXPECT_THAT(receivers[1].lost[0].second, HasSubstr("32 connections in a row"));
  EXPECT_TRUE(receivers[1].words.empty());
}

TEST_F(SessionCarrierTest, LosesAPeerThatTalksNonsense) {
  make();
  auto [near_end, far_end] = exchange.pair(0);
  exchange.end(0).events.push_back(
      {Reconnector::Event::Kind::connected, 0, std::move(near_end), {}});
  const session::RecordBytes nonsense =
      session::encode({session::RecordKind::data, 1, 0, 0, 0, 0, 0});
  ASSERT_EQ(::send(far_end.descriptor(), nonsense.data(), nonsense.size(), 0),
            static_cast<ssize_t>(nonsense.size()));
  for (int i = 0; i < 5; ++i) {
    now_ns += 10 * step_ns;
    progress(0);
  }
  ASSERT_EQ(receivers[0].lost.size(), 1U);
  EXPECT_THAT(receivers[0].lost[0].second, HasSubstr("without a hello"));
}

TEST_F(SessionCarrierTest, CountsTheDamagedConnectionsSinceSomethingCame) {
  make();
  step(5);
  for (std::uint64_t word = 0; word < 3; ++word) {
    ASSERT_EQ(send(0, word, 100), SendStatus::sent);
    step(30);
  }
  ASSERT_EQ(receivers[1].words.size(), 3U);
  ASSERT_EQ(send(0, 3, 100), SendStatus::sent);
  int damages = 0;
  for (int i = 0; i < 1000 && receivers[1].lost.empty(); ++i) {
    now_ns += step_ns;
    damages += exchange.damage(0, 1, 90) ? 1 : 0;
    progress(1);
    progress(0);
  }
  ASSERT_EQ(receivers[1].lost.size(), 1U);
  EXPECT_EQ(damages, SessionCarrier::damaged_in_a_row_max);
  EXPECT_EQ(receivers[1].words.size(), 3U);
}

TEST_F(SessionCarrierTest, MakesTheFirstConnectionsWhenTheFirstFrameGoes) {
  make_unmet(3);
  step(10);
  EXPECT_EQ(exchange.end(0).calls + exchange.end(1).calls, 0);
  EXPECT_FALSE(carriers[0]->is_joined_to(ProcessId(1)));
  ASSERT_EQ(send(0, 1, 100), SendStatus::sent);
  EXPECT_TRUE(carriers[0]->is_joined_to(ProcessId(1)));
  step(20);
  ASSERT_EQ(send(1, 2, 100), SendStatus::sent);
  step(20);
  EXPECT_THAT(receivers[1].words, ElementsAre(1));
  EXPECT_THAT(receivers[0].words, ElementsAre(2));
  EXPECT_GE(exchange.end(0).calls + exchange.end(1).calls, 3) << "one for each slot";
  EXPECT_TRUE(faults[0].empty() && faults[1].empty()) << "no connection was cut";
  for (auto& carrier : carriers) carrier->expect_close();
  for (auto& carrier : carriers) carrier->close();
  step(20);
  EXPECT_TRUE(carriers[0]->is_finished() && carriers[1]->is_finished());
}

TEST_F(SessionCarrierTest, TellsWhoCannotBeReachedForAFirstTime) {
  make_unmet();
  exchange.end(0).is_answering = false;
  ASSERT_EQ(send(0, 1), SendStatus::sent);
  exchange.end(0).events.push_back(
      {Reconnector::Event::Kind::gone, 0, Socket(), "nobody listens there"});
  step(9'900);
  EXPECT_TRUE(receivers[0].lost.empty()) << "it may have ended with the job";
  step(200);
  ASSERT_EQ(receivers[0].lost.size(), 1U);
  EXPECT_EQ(receivers[0].lost[0].second, "process 1: no connection for 10s (the way is blocked)");
}

TEST_F(SessionCarrierTest, CallsForAFirstTimeWhoAsksForIt) {
  make_unmet();
  exchange.end(1).events.push_back({Reconnector::Event::Kind::asked, 0, Socket(), {}});
  step(5);
  EXPECT_EQ(exchange.end(1).calls, 1);
}

TEST_F(SessionCarrierTest, ThoseWhoNeverMetNeedNotPart) {
  make_unmet();
  carriers[0]->expect_close();
  EXPECT_EQ(send(0, 1), SendStatus::unreachable);
  exchange.end(0).events.push_back({Reconnector::Event::Kind::asked, 0, Socket(), {}});
  step(5);
  carriers[0]->close();
  EXPECT_TRUE(carriers[0]->is_finished());
  EXPECT_EQ(exchange.end(0).calls, 0);
}

TEST_F(SessionCarrierTest, AConnectionThatComesAfterTheEndIsServedUntilItsCallerEnds) {
  make_unmet();
  exchange.end(0).is_answering = false;
  ASSERT_EQ(send(0, 1, 100), SendStatus::sent);
  carriers[1]->expect_close();
  carriers[1]->close();
  EXPECT_TRUE(carriers[1]->is_finished());
  exchange.connect(0);
  EXPECT_FALSE(carriers[1]->is_finished()) << "the other one has a connection by now";
  step(50);
  EXPECT_THAT(receivers[1].words, ElementsAre(1));
  EXPECT_TRUE(receivers[0].lost.empty());
  carriers[0]->expect_close();
  carriers[0]->close();
  step(50);
  EXPECT_TRUE(carriers[0]->is_finished() && carriers[1]->is_finished());
  EXPECT_TRUE(receivers[0].lost.empty());
}

TEST_F(SessionCarrierTest, BlocksOfAStreamOneWayComeFromAndGoToItsCallers) {
  make();
  Pool far_pool;
  carriers[0]->use_pool(pool);
  carriers[1]->use_pool(far_pool);
  step(5);
  for (std::uint64_t i = 0; i < 50; ++i) {
    ASSERT_EQ(send(0, i, 5000), SendStatus::sent);
    if (i == 20) exchange.cut(0);
    step();
  }
  step(100);
  ASSERT_EQ(receivers[1].frames.size(), 50U);
  EXPECT_EQ(pool.outstanding(), 0);
  EXPECT_EQ(far_pool.outstanding(), 50);
  for (Frame& each : receivers[1].frames) far_pool.release(std::move(each.message));
  for (const auto& carrier : carriers) EXPECT_EQ(carrier->messages_outstanding(), 0);
}

TEST_F(SessionCarrierTest, LetsGoOfWhatItKeepsWhenItsCallersAreGone) {
  make();
  auto gone = std::make_unique<Pool>();
  carriers[0]->use_pool(*gone);
  ASSERT_EQ(send(0, 1, 5000), SendStatus::sent);
  gone.reset();
  carriers[0].reset();
}

TEST_F(SessionCarrierTest, HasNothingToDoWhenNothingHappens) {
  make(2);
  step(10);
  ASSERT_EQ(send(0, 1, 100), SendStatus::sent);
  step(20);
  for (const auto& carrier : carriers) {
    EXPECT_EQ(carrier->deadline_ns(), never_ns);
    EXPECT_FALSE(carrier->holds_frames());
  }
}

}  // namespace
}  // namespace isthmus::engine::fabric
