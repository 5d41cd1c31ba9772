#include "isthmus/relay/relay.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <thread>

#include "isthmus/bootstrap/reconnect/reconnect_service.hpp"
#include "isthmus/bootstrap/relay/relay_listener.hpp"
#include "isthmus/bootstrap/test_parts.hpp"

namespace isthmus::engine::relay {
namespace {

using bootstrap::JobKey;
using bootstrap::RelayHandshake;
using bootstrap::RelayName;
using bootstrap::testing::is_hung_up_on;
using bootstrap::testing::Joiner;
using bootstrap::testing::Meeter;
using bootstrap::testing::MemoryLog;
using bootstrap::testing::ms_ns;
using bootstrap::testing::say;
using bootstrap::testing::stranger_at;
using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

constexpr const char* token = "the relay's token";

/// A relay in a thread of its own.
class RunningRelay {
 public:
  explicit RunningRelay(const Limits& limits = {}, HostPort at = {"127.0.0.1", 0}) {
    auto listener = listen_on(at).value();
    at_ = local_address(listener).value();
    relay_.emplace(std::move(listener), token, limits, clock_, log_);
    thread_ = std::thread([this] {
      while (!stops_) {
        EXPECT_TRUE(relay_->step());
        pairs_ = relay_->pair_count();
        listeners_ = relay_->listener_count();
        callers_ = relay_->caller_count();
        relay_->wait({-1, 0, 0});
      }
    });
  }
  ~RunningRelay() {
    stops_ = true;
    thread_.join();
  }
  const HostPort& at() const { return at_; }
  std::string log() const { return log_.text(); }
  std::size_t pairs() const { return pairs_; }
  std::size_t listener_count() const { return listeners_; }
  std::size_t callers() const { return callers_; }

 private:
  const SteadyClock clock_;
  MemoryLog log_;
  HostPort at_;
  std::optional<Relay> relay_;
  std::atomic<bool> stops_ = false;
  std::atomic<std::size_t> pairs_ = 0;
  std::atomic<std::size_t> listeners_ = 0;
  std::atomic<std::size_t> callers_ = 0;
  std::thread thread_;
};

/// Whether that comes to be within three seconds.
template <class Condition>
bool eventually(Condition condition) {
  const SteadyClock clock;
  const TimeNs end_ns = clock.now_ns() + 3000 * ms_ns;
  while (clock.now_ns() < end_ns) {
    if (condition()) return true;
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  return false;
}

RelayName name(std::uint8_t number) {
  RelayName name{};
  name[0] = static_cast<std::byte>(number);
  return name;
}

struct Client {
  Client(const HostPort& at, RelayHandshake::Kind kind, std::uint8_t number,
         const char* token_text = token)
      : key(token_text), handshake(stranger_at(at), kind, key, name(number), "relay") {}

  bool is_through() {
    return eventually([&] { return handshake.step().value_or(false); });
  }
  bool is_listening() {
    return eventually([&] { return handshake.step().has_value() && handshake.is_listening(); });
  }
  std::string failure() {
    std::string text;
    eventually([&] {
      const auto step = handshake.step();
      if (!step) text = step.error().text();
      return !step;
    });
    return text;
  }

  JobKey key;
  RelayHandshake handshake;
};

using Kind = RelayHandshake::Kind;

/// Both go on until they are through.
bool are_through(Client& one, Client& other) {
  bool has_one = false;
  bool has_other = false;
  return eventually([&] {
    has_one = has_one || one.handshake.step().value_or(false);
    has_other = has_other || other.handshake.step().value_or(false);
    return has_one && has_other;
  });
}

std::string hear(const Socket& socket, std::size_t bytes) {
  std::string text;
  eventually([&] {
    char piece[64];
    const ssize_t got = recv(socket.descriptor(), piece, sizeof(piece), MSG_DONTWAIT);
    if (got > 0) text.append(piece, static_cast<std::size_t>(got));
    return text.size() >= bytes;
  });
  return text;
}

TEST(Relay, JoinsWhoCallsWithWhoSitsUnderThatName) {
  const RunningRelay relay;
  Client listener(relay.at(), Kind::listen, 1);
  Client other(relay.at(), Kind::listen, 2);
  ASSERT_TRUE(listener.is_listening() && other.is_listening());
  Client caller(relay.at(), Kind::connect, 1);
  ASSERT_TRUE(caller.is_through());
  ASSERT_TRUE(listener.is_through());
  const Socket one = caller.handshake.release();
  const Socket two = listener.handshake.release();
  say(one, "who is there?");
  EXPECT_EQ(hear(two, 13), "who is there?");
  say(two, "me");
  EXPECT_EQ(hear(one, 2), "me");
  EXPECT_FALSE(other.handshake.step().value());
}

TEST(Relay, LetsACallerWaitForWhoComesLater) {
  const RunningRelay relay;
  Client caller(relay.at(), Kind::connect, 1);
  EXPECT_TRUE(eventually([&] { return !caller.handshake.step().value() && relay.callers() == 1; }));
  Client listener(relay.at(), Kind::listen, 1);
  EXPECT_TRUE(are_through(listener, caller));
}

TEST(Relay, PutsOutACallerForWhomNobodyComes) {
  Limits limits;
  limits.caller_ns = 50 * ms_ns;
  const RunningRelay relay(limits);
  Client caller(relay.at(), Kind::connect, 1);
  EXPECT_THAT(caller.failure(), HasSubstr("closed the connection"));
}

TEST(Relay, ConnectsToTheListenerThatCameLast) {
  const RunningRelay relay;
  Client first(relay.at(), Kind::listen, 1);
  ASSERT_TRUE(first.is_listening());
  Client last(relay.at(), Kind::listen, 1);
  ASSERT_TRUE(last.is_listening());
  Client caller(relay.at(), Kind::connect, 1);
  ASSERT_TRUE(caller.is_through());
  EXPECT_TRUE(last.is_through());
  EXPECT_FALSE(first.handshake.step().value());
}

TEST(Relay, ForgetsWhoHasLeft) {
  const RunningRelay relay;
  {
    Client listener(relay.at(), Kind::listen, 1);
    ASSERT_TRUE(listener.is_listening());
  }
  EXPECT_TRUE(eventually([&] { return relay.listener_count() == 0; }));
}

TEST(Relay, EndsAPairWhenOneOfThemGoes) {
  const RunningRelay relay;
  Client listener(relay.at(), Kind::listen, 1);
  Client caller(relay.at(), Kind::connect, 1);
  ASSERT_TRUE(are_through(listener, caller));
  ASSERT_TRUE(eventually([&] { return relay.pairs() == 1; }));
  Socket gone = caller.handshake.release();
  gone.close();
  const Socket left = listener.handshake.release();
  EXPECT_TRUE(is_hung_up_on(left));
}

TEST(Relay, RefusesWhoHasAnotherToken) {
  const RunningRelay relay;
  Client guesser(relay.at(), Kind::listen, 1, "guessed");
  EXPECT_THAT(guesser.failure(), HasSubstr("the relay token is wrong"));
  EXPECT_THAT(relay.log(), AllOf(HasSubstr("does not know the relay token"), Not(HasSubstr(token)),
                                 Not(HasSubstr("guessed"))));
}

TEST(Relay, StrangersHoldUpNobody) {
  Limits limits;
  limits.proof_ns = 100 * ms_ns;
  const RunningRelay relay(limits);
  std::vector<Socket> crowd;
  for (int i = 0; i < 300; ++i) crowd.push_back(stranger_at(relay.at()));
  say(crowd[299], "GET / HTTP/1.1\r\n\r\n");
  say(crowd[298], "ISTHM");
  Client listener(relay.at(), Kind::listen, 1);
  Client caller(relay.at(), Kind::connect, 1);
  EXPECT_TRUE(are_through(listener, caller));
  for (const Socket& stranger : crowd) EXPECT_TRUE(is_hung_up_on(stranger));
}

TEST(Relay, PutsOutWhoHasTheTokenAndTalksOutOfTurn) {
  const RunningRelay relay;
  const JobKey key(token);
  bootstrap::Channel channel(stranger_at(relay.at()), bootstrap::Channel::Role::connector,
                             bootstrap::Purpose::relay, key, "relay", 64);
  channel.send(bootstrap::RecordKind::listen, bootstrap::encode(name(1)));
  channel.send(bootstrap::RecordKind::listen, bootstrap::encode(name(1)));
  EXPECT_TRUE(eventually([&] {
    const bool is_over = !channel.pump();
    channel.take();
    return is_over;
  }));
  Client listener(relay.at(), Kind::listen, 2);
  EXPECT_TRUE(listener.is_listening());
  bootstrap::Channel short_name(stranger_at(relay.at()), bootstrap::Channel::Role::connector,
                                bootstrap::Purpose::relay, key, "relay", 64);
  short_name.send(bootstrap::RecordKind::listen, bootstrap::Bytes(31));
  EXPECT_TRUE(eventually([&] { return !short_name.pump(); }));
}

TEST(Relay, HasRoomForSoManyAndNoMore) {
  Limits limits;
  limits.connections_max = 2;
  const RunningRelay relay(limits);
  Client one(relay.at(), Kind::listen, 1);
  Client two(relay.at(), Kind::listen, 2);
  ASSERT_TRUE(one.is_listening() && two.is_listening());
  Client three(relay.at(), Kind::listen, 3);
  EXPECT_THAT(three.failure(), HasSubstr("closed the connection"));
  EXPECT_THAT(relay.log(), HasSubstr("no room for"));
}

/// Options of a process that only a relay leads to, or that calls one.
bootstrap::JobOptions relayed(bootstrap::JobOptions options, const HostPort& at) {
  options.relay.token = token;
  options.relay.own = at;
  options.relay.of_rank = {at, at, at};
  options.relay.of_rank[options.rank.value] = {};
  options.chains = "between_sites crypt|tcp";
  return options;
}

/// A job whose processes advertise where nobody is, and meet at a relay.
class RelayedJob : public ::testing::Test {
 protected:
  using Board = bootstrap::ReconnectService;

  void meet(std::uint32_t count) {
    relay.emplace();
    Meeter meeter(count);
    for (std::uint32_t rank = 0; rank < count; ++rank) {
      bootstrap::JobOptions options = relayed(meeter.options(ProcessId(rank)), relay->at());
      options.advertised = {"192.0.2.1", 9};
      if (rank > 0) options.rendezvous = {"192.0.2.1", 9};
      members.push_back(std::make_unique<Joiner>(std::move(options), log));
    }
    for (auto& member : members) ASSERT_TRUE(member->wait()) << member->wait().error().text();
  }
  Board& board(int rank) { return *(*members[rank]->wait()).reconnect_service; }
  const Socket& connection(int from, int to) { return (*members[from]->wait()).connections[to]; }
  void progress() {
    for (auto& member : members) member->wait()->reconnect_service->progress(clock.now_ns());
  }
  std::optional<Board::Event> event_of(int self, int peer) {
    std::optional<Board::Event> event;
    eventually([&] {
      progress();
      event = board(self).take(ProcessId(peer));
      return event.has_value();
    });
    return event;
  }

  const SteadyClock clock;
  MemoryLog log;
  std::optional<RunningRelay> relay;
  std::vector<std::unique_ptr<Joiner>> members;
};
using Event = bootstrap::ReconnectService::Event::Kind;

TEST_F(RelayedJob, MeetsThoughNobodyCanCallAnybody) {
  ASSERT_NO_FATAL_FAILURE(meet(3));
  say(connection(2, 1), "hello");
  EXPECT_EQ(hear(connection(1, 2), 5), "hello");
  EXPECT_EQ(log.text(), "");
}

TEST_F(RelayedJob, ConnectsAgainInEitherDirection) {
  ASSERT_NO_FATAL_FAILURE(meet(3));
  board(2).prepare(ProcessId(1), true);
  board(1).prepare(ProcessId(2), true);
  board(2).call(ProcessId(1), 3);
  const auto called = event_of(1, 2);
  ASSERT_TRUE(called && called->kind == Event::connected);
  const auto caller = event_of(2, 1);
  ASSERT_TRUE(caller && caller->kind == Event::connected);
  say(caller->socket, "again");
  EXPECT_EQ(hear(called->socket, 5), "again");
  board(1).call(ProcessId(2), 3);
  const auto asked = event_of(2, 1);
  ASSERT_TRUE(asked && asked->kind == Event::asked);
}

TEST_F(RelayedJob, TakesARelayThatIsGoneForNoProcessThatIsGone) {
  ASSERT_NO_FATAL_FAILURE(meet(2));
  board(0).prepare(ProcessId(1), true);
  board(1).prepare(ProcessId(0), true);
  const HostPort at = relay->at();
  relay.reset();
  board(1).call(ProcessId(0), 0);
  // More than refusals of a process's own machine take to prove its end.
  const TimeNs end_ns = clock.now_ns() + 2 * Board::Options().refused_for_ns;
  while (clock.now_ns() < end_ns) progress();
  EXPECT_FALSE(board(1).take(ProcessId(0)));
  relay.emplace(Limits(), at);
  const auto caller = event_of(1, 0);
  ASSERT_TRUE(caller);
  EXPECT_EQ(caller->kind, Event::connected);
}

TEST(Relay, AJobWithAnotherTokenIsToldSoAtOnce) {
  const RunningRelay relay;
  MemoryLog log;
  Meeter meeter(2);
  bootstrap::JobOptions options = relayed(meeter.options(ProcessId(1)), relay.at());
  options.relay.token = "another";
  Joiner client(std::move(options), log);
  ASSERT_FALSE(client.wait());
  EXPECT_THAT(client.wait().error().text(), HasSubstr("the relay token is wrong"));
  bootstrap::JobOptions none = relayed(meeter.options(ProcessId(1)), relay.at());
  none.relay.token.clear();
  Joiner without(std::move(none), log);
  EXPECT_THAT(without.wait().error().text(), HasSubstr("ISTHMUS_RELAY_TOKEN"));
}

TEST(Relay, ListenersRegisterAgainWhenTheRelayIsBack) {
  MemoryLog log;
  auto relay = std::make_unique<RunningRelay>();
  const HostPort at = relay->at();
  auto relay_listener = bootstrap::RelayListener::make(at, token, name(1), log).value();
  const SteadyClock clock;
  const auto listens = [&] {
    relay_listener->serve(clock.now_ns());
    return relay->listener_count() == static_cast<std::size_t>(bootstrap::RelayListener::count);
  };
  ASSERT_TRUE(eventually(listens));
  // The relay knows of a listener before the word that it is taken has come back.
  ASSERT_TRUE(eventually([&] {
    relay_listener->serve(clock.now_ns());
    return relay_listener->wake_ns() == never_ns;
  }));
  relay.reset();
  ASSERT_TRUE(eventually([&] {
    relay_listener->serve(clock.now_ns());
    return log.text().find("no way through the relay at") != std::string::npos;
  }));
  relay = std::make_unique<RunningRelay>(Limits(), at);
  EXPECT_TRUE(eventually(listens));
}

}  // namespace
}  // namespace isthmus::engine::relay
