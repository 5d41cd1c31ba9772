#include "isthmus/bootstrap/reconnect/reconnect_service.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <functional>

#include "isthmus/bootstrap/join/mesh.hpp"
#include "isthmus/bootstrap/test_parts.hpp"

namespace isthmus::engine::bootstrap::testing {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;
using Kind = ReconnectService::Event::Kind;

/// Ranks 0 and 1 of a running job.
class ReconnectServiceTest : public ::testing::Test {
 protected:
  void SetUp() override {
    Meeter meeter(2);
    Joiner host(meeter.options(ProcessId(0)), log);
    Joiner client(meeter.options(ProcessId(1)), log);
    ASSERT_TRUE(host.wait()) << host.wait().error().text();
    ASSERT_TRUE(client.wait()) << client.wait().error().text();
    members[0] = std::move(*host.wait());
    members[1] = std::move(*client.wait());
    data_ports[0] = members[0].peers[0].address;
    for (unsigned self : {0U, 1U}) board(self).prepare(ProcessId(1 - self), true);
    for (unsigned self : {0U, 1U}) board(self).progress(clock.now_ns());
  }
  ReconnectService& board(unsigned self) { return *members[self].reconnect_service; }

  /// The next event of one of the two, whose peer is the other.
  std::optional<ReconnectService::Event> next(unsigned self, TimeNs within_ns = 3000 * ms_ns) {
    const TimeNs end_ns = clock.now_ns() + within_ns;
    while (clock.now_ns() < end_ns) {
      for (Membership& member : members) {
        if (member.reconnect_service) member.reconnect_service->progress(clock.now_ns());
      }
      if (auto event = board(self).take(ProcessId(1 - self))) return event;
    }
    return std::nullopt;
  }

  /// The other one does nothing meanwhile.
  void advance(ReconnectService& one, TimeNs for_ns) {
    const TimeNs end_ns = clock.now_ns() + for_ns;
    while (clock.now_ns() < end_ns) one.progress(clock.now_ns());
  }

  const SteadyClock clock;
  MemoryLog log;
  std::array<Membership, 2> members;
  std::array<HostPort, 2> data_ports;
};

TEST_F(ReconnectServiceTest, ConnectsAgainWhenTheHigherRankCalls) {
  board(1).call(ProcessId(0), 3);
  const auto called = next(0);
  ASSERT_TRUE(called && called->kind == Kind::connected);
  EXPECT_EQ(called->slot, 3U);
  const auto caller = next(1);
  ASSERT_TRUE(caller && caller->kind == Kind::connected);
  say(caller->socket, "hello");
  char bytes[16];
  pollfd entry{called->socket.descriptor(), POLLIN, 0};
  ASSERT_EQ(poll(&entry, 1, 2000), 1);
  EXPECT_EQ(recv(called->socket.descriptor(), bytes, sizeof(bytes), 0), 5);
  EXPECT_EQ(board(1).deadline_ns(), never_ns);
}

TEST_F(ReconnectServiceTest, AsksToBeCalledWhenTheLowerRankHasLostAConnection) {
  board(0).call(ProcessId(1), 2);
  const auto asked = next(1);
  ASSERT_TRUE(asked && asked->kind == Kind::asked);
  EXPECT_EQ(asked->slot, 2U);
  const auto answered = next(0);
  ASSERT_TRUE(answered && answered->kind == Kind::answered);
  EXPECT_EQ(answered->slot, 2U);
  board(1).call(ProcessId(0), 2);
  const auto called = next(0);
  ASSERT_TRUE(called && called->kind == Kind::connected);
  EXPECT_TRUE(next(1));
  EXPECT_EQ(board(0).deadline_ns(), never_ns) << "it goes on asking";
}

TEST_F(ReconnectServiceTest, ServesOnWhereAnotherEpochWasAgreedOnMeanwhile) {
  PeerTable table = board(0).end();
  EXPECT_EQ(table.self, ProcessId(0));
  board(0).begin_again(std::move(table));
  board(1).call(ProcessId(0), 1);
  const auto called = next(0);
  ASSERT_TRUE(called && called->kind == Kind::connected);
  EXPECT_EQ(called->slot, 1U);
  EXPECT_TRUE(next(1));
}

TEST_F(ReconnectServiceTest, KnowsWhoHasComeInThePlaceOfAnotherWhenThatIsPrepared) {
  PeerTable table = board(0).end();
  table.peers[1].pid += 1;
  board(0).begin_again(std::move(table));
  board(1).call(ProcessId(0), 1);
  EXPECT_FALSE(next(0, 100 * ms_ns)) << "that is the other one, perhaps";
  board(0).prepare(ProcessId(1), true);
  const auto called = next(0);
  ASSERT_TRUE(called && called->kind == Kind::connected);
}

/// Of two that nothing has joined yet.
class FirstConnectionTest : public ReconnectServiceTest {
 protected:
  void SetUp() override {
    ReconnectServiceTest::SetUp();
    for (const unsigned self : {0U, 1U}) {
      board(self).hang_up(ProcessId(1 - self));
      board(self).prepare(ProcessId(1 - self), false);
      board(self).progress(clock.now_ns());
    }
  }
};

TEST_F(FirstConnectionTest, IsAskedForAtOnceAsThereIsNoneToMiss) {
  const TimeNs begin_ns = clock.now_ns();
  board(0).call(ProcessId(1), 0);
  const auto asked = next(1);
  ASSERT_TRUE(asked && asked->kind == Kind::asked);
  EXPECT_LT(clock.now_ns() - begin_ns, ReconnectService::Options().ask_after_ns);
  board(0).call(ProcessId(1), 1);
  board(1).call(ProcessId(0), 0);
  while (const auto event = next(0, 200 * ms_ns)) {
    if (event->kind == Kind::connected) break;
  }
  EXPECT_TRUE(board(1).has_news_of(ProcessId(0)));
  EXPECT_FALSE(board(1).has_news_of(ProcessId(1)));
}

TEST_F(FirstConnectionTest, IsOneWhereBothBeginAtOnce) {
  board(0).call(ProcessId(1), 0);
  board(1).call(ProcessId(0), 0);
  std::array<int, 2> connections{};
  const TimeNs end_ns = clock.now_ns() + 400 * ms_ns;
  while (clock.now_ns() < end_ns) {
    for (const unsigned self : {0U, 1U}) {
      board(self).progress(clock.now_ns());
      while (const auto event = board(self).take(ProcessId(1 - self))) {
        connections[self] += event->kind == Kind::connected;
      }
    }
  }
  EXPECT_EQ(connections, (std::array<int, 2>{1, 1}));
  EXPECT_EQ(board(0).deadline_ns(), never_ns) << "it goes on asking";
}

/// Process 0 has asked process 1, played by the test, to be called, and is called before it has an
/// answer.
class EarlyCallTest : public ReconnectServiceTest {
 protected:
  void SetUp() override {
    ReconnectServiceTest::SetUp();
    auto busy = listen_on({"127.0.0.1", 0});  // process 1, which answers nothing yet
    auto listener = listen_on({"127.0.0.1", 0});
    ASSERT_TRUE(busy && listener);
    const HostPort at = local_address(*listener).value();
    std::vector<Peer> peers = members[0].peers;
    peers[1].address = local_address(*busy).value();
    asking.emplace(ProcessId(0), peers, std::move(*listener), JobKey(secret),
                   ReconnectService::Options(), log);
    asking->prepare(ProcessId(1), false);
    asking->call(ProcessId(1), 0);
    advance(*asking, 50 * ms_ns);
    ASSERT_TRUE(asking->is_waiting_for_answer(ProcessId(1)));
    question = std::move(*accept_from(*busy));
    call.emplace(stranger_at(at), Channel::Role::connector, Purpose::again, key, "it", 64);
    call->send(RecordKind::call, encode(Call{ProcessId(1), ProcessId(0), 0}));
    for (int i = 0; i < 200 && !call->take(); ++i) {
      EXPECT_TRUE(call->pump());
      advance(*asking, ms_ns);
    }
    EXPECT_TRUE(confirm(*call, {ProcessId(1), ProcessId(0)}));
    advance(*asking, 50 * ms_ns);
  }

  const JobKey key{secret};
  std::optional<ReconnectService> asking;
  std::optional<Channel> call;
  Socket question;
};

// Else it would leave a line about a stranger in the log of the process that it has asked.
TEST_F(EarlyCallTest, LetsTheQuestionGoOnToItsEnd) {
  const auto connected = asking->take(ProcessId(1));
  ASSERT_TRUE(connected && connected->kind == Kind::connected);
  std::array<char, 256> bytes;
  EXPECT_GT(recv(question.descriptor(), bytes.data(), bytes.size(), MSG_DONTWAIT), 0);
  EXPECT_EQ(recv(question.descriptor(), bytes.data(), bytes.size(), MSG_DONTWAIT), -1)
      << "it has hung up";
}

TEST_F(EarlyCallTest, IsNotDroppedForTheAnswerThatComesBehindIt) {
  Channel answer(std::move(question), Channel::Role::acceptor, Purpose::again, key, "it", 64);
  std::optional<Record> asked;
  for (int i = 0; i < 200 && !(asked = answer.take()); ++i) {
    EXPECT_TRUE(answer.pump());
    advance(*asking, ms_ns);
  }
  ASSERT_TRUE(asked && asked->kind == RecordKind::ask);
  answer.send(RecordKind::met, encode(Meet{ProcessId(1), ProcessId(0)}));
  while (!answer.is_flushed()) ASSERT_TRUE(answer.flush());
  advance(*asking, 50 * ms_ns);
  ASSERT_FALSE(asking->is_waiting_for_answer(ProcessId(1)));
  const auto connected = asking->take(ProcessId(1));
  ASSERT_TRUE(connected && connected->kind == Kind::connected);
}

TEST_F(ReconnectServiceTest, AConnectionCountsWhenItsCallerSaysThatItHasIt) {
  const JobKey key(secret);
  auto listener = listen_on({"127.0.0.1", 0});
  ASSERT_TRUE(listener);
  const HostPort at = local_address(*listener).value();
  members[0].reconnect_service =
      std::make_unique<ReconnectService>(ProcessId(0), members[0].peers, std::move(*listener),
                                         JobKey(secret), ReconnectService::Options(), log);
  board(0).prepare(ProcessId(1), false);
  const auto call = [&] {
    auto channel = std::make_unique<Channel>(stranger_at(at), Channel::Role::connector,
                                             Purpose::again, key, "it", 64);
    channel->send(RecordKind::call, encode(Call{ProcessId(1), ProcessId(0), 2}));
    std::optional<Record> answer;
    for (int i = 0; i < 1000 && !answer; ++i) {
      EXPECT_FALSE(next(0, ms_ns));
      EXPECT_TRUE(channel->pump());
      answer = channel->take();
    }
    EXPECT_TRUE(answer && answer->kind == RecordKind::met);
    return channel;
  };
  call();  // and give up
  EXPECT_FALSE(next(0, 50 * ms_ns));
  const auto channel = call();
  EXPECT_FALSE(next(0, 50 * ms_ns));
  EXPECT_TRUE(confirm(*channel, {ProcessId(1), ProcessId(0)}));
  const auto connected = next(0);
  ASSERT_TRUE(connected && connected->kind == Kind::connected);
  EXPECT_EQ(connected->slot, 2U);
}

TEST_F(ReconnectServiceTest, KnowsThatAProcessIsGoneByItsMachinesRefusal) {
  members[1].reconnect_service.reset();
  board(0).call(ProcessId(1), 0);
  const auto gone = next(0);
  ASSERT_TRUE(gone && gone->kind == Kind::gone);
  EXPECT_THAT(gone->why, HasSubstr("nobody listens at 127.0.0.1:"));
  EXPECT_THAT(board(0).why_in_vain(ProcessId(1)), HasSubstr("Connection refused"));
  EXPECT_EQ(board(0).why_in_vain(ProcessId(2)), "");
}

TEST_F(ReconnectServiceTest, TellsAProcessThatDoesNotAnswerFromOneThatIsGone) {
  board(1).call(ProcessId(0), 0);
  EXPECT_FALSE(board(1).is_waiting_for_answer(ProcessId(0))) << "nothing has been reached yet";
  advance(board(1), 100 * ms_ns);
  EXPECT_FALSE(board(1).take(ProcessId(0)));
  EXPECT_TRUE(board(1).is_waiting_for_answer(ProcessId(0)));
  EXPECT_TRUE(next(1)) << "it may answer late";
  EXPECT_FALSE(board(1).is_waiting_for_answer(ProcessId(0)));
}

TEST_F(ReconnectServiceTest, GoesOnWaitingBetweenCallsThatAreNotAnswered) {
  ReconnectService::Options options;
  options.answer_timeout_ns = 20 * ms_ns;
  options.pause_ns = 1000 * ms_ns;
  ReconnectService caller(ProcessId(1), members[1].peers, std::move(*listen_on({"127.0.0.1", 0})),
                          JobKey(secret), options, log);
  caller.prepare(ProcessId(0), true);
  caller.call(ProcessId(0), 0);
  advance(caller, 100 * ms_ns);
  EXPECT_TRUE(caller.is_waiting_for_answer(ProcessId(0)));
}

TEST_F(ReconnectServiceTest, DoesNotWaitForTheAnswerOfAMachineThatRefuses) {
  members[0].reconnect_service.reset();
  board(1).call(ProcessId(0), 0);
  advance(board(1), 100 * ms_ns);
  EXPECT_FALSE(board(1).is_waiting_for_answer(ProcessId(0)));
}

TEST_F(ReconnectServiceTest, CallsAgainSoonWhenAConnectionWasOfNoUse) {
  // Something between the two takes connections and drops them.
  auto forwarder = listen_on({"127.0.0.1", 0});
  ASSERT_TRUE(forwarder);
  std::vector<Peer> peers = members[1].peers;
  peers[0].address = local_address(*forwarder).value();
  auto listener = listen_on({"127.0.0.1", 0});
  ReconnectService caller(ProcessId(1), peers, std::move(*listener), JobKey(secret), {}, log);
  caller.prepare(ProcessId(0), true);
  caller.progress(clock.now_ns());
  caller.call(ProcessId(0), 0);
  int taken = 0;
  const TimeNs end_ns = clock.now_ns() + 2000 * ms_ns;
  while (taken < 4 && clock.now_ns() < end_ns) {
    caller.progress(clock.now_ns());
    if (*accept_from(*forwarder)) ++taken;
  }
  EXPECT_EQ(taken, 4);
}

TEST_F(ReconnectServiceTest, RefusesStrangersAndGoesOn) {
  const Socket silent = stranger_at(data_ports[0]);
  const Socket browser = stranger_at(data_ports[0]);
  say(browser, "GET / HTTP/1.1\r\n\r\n");
  EXPECT_FALSE(next(0, 20 * ms_ns));
  std::vector<Socket> scan;
  for (int i = 0; i < 100; ++i) scan.push_back(stranger_at(data_ports[0]));
  board(1).call(ProcessId(0), 0);
  EXPECT_TRUE(next(0));
  EXPECT_TRUE(next(1));
  EXPECT_THAT(log.text(), HasSubstr("sent something that is no greeting of Isthmus"));
  EXPECT_THAT(log.text(), Not(HasSubstr("made room for newer ones"))) << "no line for each";
  members[0].reconnect_service.reset();
  EXPECT_THAT(log.text(), HasSubstr("made room for newer ones ("));
}

TEST_F(ReconnectServiceTest, RefusesAProcessOfAnotherJob) {
  const JobKey other_key(secret);  // the job's own, but not of this run
  Socket socket = stranger_at(data_ports[0]);
  Channel channel(std::move(socket), Channel::Role::connector, Purpose::again, other_key, "it", 64);
  channel.send(RecordKind::call, encode(Call{ProcessId(1), ProcessId(0), 0}));
  Expected<void> pumped;
  for (int i = 0; i < 1000 && pumped; ++i) {
    EXPECT_FALSE(next(0, ms_ns));
    pumped = channel.pump();
  }
  EXPECT_FALSE(pumped);
  EXPECT_THAT(log.text(), HasSubstr("does not know the job key"));
}

TEST_F(ReconnectServiceTest, HangsUp) {
  board(1).call(ProcessId(0), 0);
  board(1).hang_up(ProcessId(0));
  EXPECT_EQ(board(1).deadline_ns(), never_ns);
  EXPECT_FALSE(next(0, 100 * ms_ns));
}

}  // namespace
}  // namespace isthmus::engine::bootstrap::testing
