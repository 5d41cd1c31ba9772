#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <deque>

#include "isthmus/bootstrap/acceptor.hpp"
#include "isthmus/bootstrap/channel.hpp"
#include "isthmus/bootstrap/join/join_records.hpp"
#include "isthmus/bootstrap/join/mesh.hpp"
#include "isthmus/bootstrap/test_parts.hpp"

namespace isthmus::engine::bootstrap::testing {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

TEST(Strangers, AWrongKeyIsRefusedOnBothSidesAndNeverShown) {
  MemoryLog log;
  Meeter meeter(2);
  Joiner host(meeter.options(ProcessId(0)), log);
  JobOptions options = meeter.options(ProcessId(1));
  options.job_key = "guessed key";
  Joiner guesser(std::move(options), log);
  ASSERT_FALSE(guesser.wait());
  EXPECT_EQ(guesser.wait().error().code, ErrorCode::refused);
  EXPECT_THAT(guesser.wait().error().text(), HasSubstr("refused: the job key is wrong"));
  Joiner right(meeter.options(ProcessId(1)), log);
  EXPECT_TRUE(right.wait());
  EXPECT_TRUE(host.wait());
  EXPECT_THAT(log.text(), AllOf(HasSubstr("connection refused: 127.0.0.1:"),
                                HasSubstr("does not know the job key")));
  for (const std::string& shown : {log.text(), guesser.wait().error().text()}) {
    EXPECT_THAT(shown, AllOf(Not(HasSubstr(secret)), Not(HasSubstr("guessed key"))));
  }
}

TEST(Strangers, HoldUpNobodyAtRankZero) {
  MemoryLog log;
  Meeter meeter(2);
  Joiner host(meeter.options(ProcessId(0)), log);
  const Socket silent = stranger_at(meeter.at());
  const Socket slow = stranger_at(meeter.at());
  say(slow, "ISTH");
  const Socket browser = stranger_at(meeter.at());
  say(browser, "GET / HTTP/1.1\r\n\r\n");
  Socket scanner = stranger_at(meeter.at());
  scanner.close();
  EXPECT_TRUE(is_hung_up_on(browser));
  Joiner client(meeter.options(ProcessId(1)), log);
  EXPECT_TRUE(client.wait()) << client.wait().error().text();
  EXPECT_TRUE(host.wait()) << host.wait().error().text();
  EXPECT_THAT(log.text(), AllOf(HasSubstr("sent something that is no greeting of Isthmus"),
                                HasSubstr("closed the connection without a word")));
}

TEST(Strangers, OfManyTheFirstIsToldAtOnceAndThenTheNumber) {
  constexpr std::size_t count = 40;
  MemoryLog log;
  const JobKey key(secret);
  auto listener = listen_on({"127.0.0.1", 0});
  ASSERT_TRUE(listener);
  const HostPort at = local_address(*listener).value();
  Acceptor acceptor(std::move(*listener), Purpose::mesh, key, 1'000'000'000, log);
  for (std::size_t i = 0; i < count; ++i) stranger_at(at).close();
  const auto warnings = [&] {
    const std::string text = log.text();
    std::size_t lines = 0;
    for (std::size_t found = text.find("connection refused"); found != std::string::npos;
         found = text.find("connection refused", found + 1)) {
      ++lines;
    }
    return lines;
  };
  // Those that are still on their way end by their time.
  ASSERT_TRUE(acceptor.serve(0));
  ASSERT_TRUE(acceptor.serve(1'000'000'000));
  EXPECT_FALSE(acceptor.has_pending());
  EXPECT_EQ(warnings(), 1u);
  EXPECT_THAT(log.text(), Not(HasSubstr("?:0")));
  const TimeNs wake_ns = acceptor.wake_ns();
  ASSERT_LE(wake_ns, 1'000'000'000 + RefusalLog::interval_ns);
  ASSERT_TRUE(acceptor.serve(wake_ns - 1));
  EXPECT_EQ(warnings(), 1u);
  ASSERT_TRUE(acceptor.serve(wake_ns));
  EXPECT_EQ(warnings(), 2u);
  EXPECT_THAT(log.text(), HasSubstr("connection refused: 39 more in 10s, from 127.0.0.1 (39): "));
  EXPECT_EQ(acceptor.wake_ns(), never_ns);
}

TEST(Strangers, WhoStaysSilentIsPutOutAfterItsTime) {
  MemoryLog log;
  Meeter meeter(2);
  JobOptions options = meeter.options(ProcessId(0));
  options.connection_timeout_ns = 50 * ms_ns;
  options.timeout_ns = 500 * ms_ns;
  Joiner host(std::move(options), log);
  const Socket silent = stranger_at(meeter.at());
  EXPECT_TRUE(is_hung_up_on(silent));
  EXPECT_THAT(log.text(), HasSubstr("did not say who it is in time"));
  EXPECT_FALSE(host.wait());
}

TEST(Strangers, AMultitudePushesOutItsOldest) {
  MemoryLog log;
  Meeter meeter(2);
  Joiner host(meeter.options(ProcessId(0)), log);
  std::vector<Socket> crowd;
  for (int i = 0; i < 300; ++i) crowd.push_back(stranger_at(meeter.at()));
  EXPECT_TRUE(is_hung_up_on(crowd.front()));
  Joiner client(meeter.options(ProcessId(1)), log);
  EXPECT_TRUE(client.wait()) << client.wait().error().text();
  EXPECT_TRUE(host.wait());
}

TEST(Strangers, WhoAnswersInPlaceOfRankZeroIsFoundOut) {
  MemoryLog log;
  Meeter meeter(2);
  JobOptions host = meeter.options(ProcessId(0));
  Joiner client(meeter.options(ProcessId(1)), log);
  pollfd entry{host.listener.descriptor(), POLLIN, 0};
  ASSERT_EQ(poll(&entry, 1, 2000), 1);
  const auto connection = accept_from(host.listener);
  ASSERT_TRUE(connection && *connection);
  say(*connection, "220 mail.example.org ESMTP\r\n");
  ASSERT_FALSE(client.wait());
  EXPECT_EQ(client.wait().error().code, ErrorCode::malformed);
  EXPECT_THAT(client.wait().error().text(), HasSubstr("rank 0 at " + meeter.at().text() +
                                                      ": sent something that is no greeting"));
}

/// A process with the right key that does what it likes.
class Rogue {
 public:
  Rogue(const HostPort& at, Purpose purpose, const JobKey& key)
      : channel_(stranger_at(at), Channel::Role::connector, purpose, key, "host", 1 << 20) {}

  /// The answer to a record, or how the conversation ended.
  Expected<Record> ask(RecordKind kind, Bytes body) {
    const SteadyClock clock;
    const TimeNs deadline_ns = clock.now_ns() + 2000 * ms_ns;
    channel_.send(kind, std::move(body));
    while (clock.now_ns() < deadline_ns) {
      const auto pumped = channel_.pump();
      if (auto record = channel_.take()) return std::move(*record);
      if (!pumped) return std::unexpected(pumped.error());
      pollfd entry{channel_.descriptor(), channel_.poll_events(), 0};
      wait_for({&entry, 1}, clock, deadline_ns);
    }
    return fail(ErrorCode::stalled, "no answer");
  }

 private:
  Channel channel_;
};

TEST(Strangers, AJoinThatDoesNotDecodeIsRefused) {
  MemoryLog log;
  Meeter meeter(2);
  Joiner host(meeter.options(ProcessId(0)), log);
  const JobKey key(secret);
  const Bytes whole = encode(Join{77, 2, 1, {}, Peer{}});
  for (std::size_t bytes = 0; bytes < whole.size(); ++bytes) {
    Rogue rogue(meeter.at(), Purpose::rendezvous, key);
    const auto answer = rogue.ask(RecordKind::join, Bytes(whole.begin(), whole.begin() + bytes));
    ASSERT_FALSE(answer) << bytes;
    EXPECT_THAT(answer.error().text(), HasSubstr("no wish to join"));
  }
  Joiner client(meeter.options(ProcessId(1)), log);
  EXPECT_TRUE(client.wait());
}

TEST(Strangers, AProcessThatLeavesEarlyMakesRoom) {
  MemoryLog log;
  Meeter meeter(2);
  Joiner host(meeter.options(ProcessId(0)), log);
  const JobKey key(secret);
  Join join{77, 3, 1, {}, Peer{}};
  join.self.rank = ProcessId(1);
  {
    Rogue other_count(meeter.at(), Purpose::rendezvous, key);
    EXPECT_FALSE(other_count.ask(RecordKind::join, encode(join)));
  }
  Meeter big_meeter(3);
  Joiner big_host(big_meeter.options(ProcessId(0)), log);
  {
    Rogue leaver(big_meeter.at(), Purpose::rendezvous, key);
    const auto answer = leaver.ask(RecordKind::join, encode(join));
    ASSERT_TRUE(answer) << answer.error().text();
    EXPECT_EQ(answer->kind, RecordKind::admitted);
  }
  Joiner one(big_meeter.options(ProcessId(1)), log);
  Joiner two(big_meeter.options(ProcessId(2)), log);
  EXPECT_TRUE(one.wait()) << one.wait().error().text();
  EXPECT_TRUE(two.wait());
  EXPECT_TRUE(big_host.wait());
  EXPECT_THAT(log.text(), HasSubstr("left before the job was complete"));
  Joiner client(meeter.options(ProcessId(1)), log);
  EXPECT_TRUE(client.wait());
}

/// The part of rank 0 in a mesh of two, by hand.
struct HalfMesh {
  explicit HalfMesh(TimeNs timeout_ns) : listener(listen_on({"127.0.0.1", 0}).value()) {
    at = local_address(listener).value();
    thread = std::thread([this, timeout_ns] {
      std::vector<Peer> peers(2);
      peers[0].rank = ProcessId(0);
      peers[1].rank = ProcessId(1);
      PeerTable table{ProcessId(0), peers, std::move(listener), JobKey("mesh key")};
      const SteadyClock clock;
      MeshOptions options;
      options.timeout_ns = timeout_ns;
      result = mesh(table, options, clock, log);
    });
  }
  Expected<Membership>& wait() {
    if (thread.joinable()) thread.join();
    return result;
  }
  ~HalfMesh() { wait(); }

  MemoryLog log;
  Socket listener;
  HostPort at;
  Expected<Membership> result;
  std::thread thread;
};

TEST(Strangers, AreRefusedByTheMeshToo) {
  HalfMesh half(5000 * ms_ns);
  const JobKey other_key("key of an earlier job");
  const JobKey mesh_key("mesh key");
  const auto refusal = [&](const JobKey& key, Purpose purpose, Meet meet) {
    const auto answer = Rogue(half.at, purpose, key).ask(RecordKind::meet, encode(meet));
    return answer ? std::string("let in") : answer.error().text();
  };
  const Meet right{ProcessId(1), ProcessId(0)};
  EXPECT_THAT(refusal(other_key, Purpose::mesh, right), HasSubstr("the job key is wrong"));
  EXPECT_THAT(refusal(mesh_key, Purpose::rendezvous, right), HasSubstr("came for something else"));
  for (const Meet wrong : {Meet{ProcessId(0), ProcessId(0)}, Meet{ProcessId(2), ProcessId(0)},
                           Meet{ProcessId(1), ProcessId(1)}, Meet{}}) {
    EXPECT_THAT(refusal(mesh_key, Purpose::mesh, wrong), HasSubstr("a rank that does not call"));
  }
  const Socket browser = stranger_at(half.at);
  say(browser, "GET / HTTP/1.1\r\n\r\n");
  EXPECT_TRUE(is_hung_up_on(browser));
  EXPECT_EQ(refusal(mesh_key, Purpose::mesh, right), "let in");
  EXPECT_TRUE(half.wait());
}

TEST(Strangers, TheMeshNamesWhoDoesNotCall) {
  HalfMesh half(50 * ms_ns);
  ASSERT_FALSE(half.wait());
  EXPECT_THAT(half.wait().error().text(),
              HasSubstr("1 of 2 processes is missing after 50ms: rank 1"));
}

}  // namespace
}  // namespace isthmus::engine::bootstrap::testing
