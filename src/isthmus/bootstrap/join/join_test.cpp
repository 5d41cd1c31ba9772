#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <deque>
#include <map>
#include <set>
#include <thread>

#include "isthmus/bootstrap/agreement/agree.hpp"
#include "isthmus/bootstrap/join/mesh.hpp"
#include "isthmus/bootstrap/reconnect/reconnect_service.hpp"
#include "isthmus/bootstrap/test_parts.hpp"

namespace isthmus::engine::bootstrap::testing {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

/// Each process says its rank on each of its connections; whether everybody hears the right one.
void expect_connections_lead_to_their_ranks(std::deque<Joiner>& joiners) {
  for (Joiner& joiner : joiners) {
    for (const Socket& socket : joiner.wait()->connections) {
      const char rank = static_cast<char>('a' + joiner.wait()->self.value);
      if (socket) say(socket, {&rank, 1});
    }
  }
  for (Joiner& joiner : joiners) {
    const Membership& job = *joiner.wait();
    for (std::uint32_t rank = 0; rank < job.connections.size(); ++rank) {
      if (ProcessId(rank) == job.self) {
        EXPECT_FALSE(job.connections[rank]);
        continue;
      }
      pollfd entry{job.connections[rank].descriptor(), POLLIN, 0};
      ASSERT_EQ(poll(&entry, 1, 2000), 1);
      char heard = 0;
      ASSERT_EQ(recv(job.connections[rank].descriptor(), &heard, 1, MSG_DONTWAIT), 1);
      EXPECT_EQ(heard, static_cast<char>('a' + rank));
    }
  }
}

void expect_all_are_in(std::deque<Joiner>& joiners) {
  for (Joiner& joiner : joiners) {
    ASSERT_TRUE(joiner.wait()) << joiner.wait().error().text();
    ASSERT_EQ(joiner.wait()->peers.size(), joiners.size());
    for (std::uint32_t rank = 0; rank < joiners.size(); ++rank) {
      EXPECT_EQ(joiner.wait()->peers[rank].rank, ProcessId(rank));
      EXPECT_EQ(joiner.wait()->peers[rank].pid, getpid());
    }
  }
}

TEST(Join, OneProcessNeedsNobody) {
  MemoryLog log;
  JobOptions options;
  options.site_name = "here";
  const auto job = join(std::move(options), ManualClock(), log);
  ASSERT_TRUE(job) << job.error().text();
  EXPECT_EQ(job->self, ProcessId(0));
  ASSERT_EQ(job->peers.size(), 1u);
  EXPECT_EQ(job->peers[0].site_name, "here");
  ASSERT_EQ(job->connections.size(), 1u);
  EXPECT_FALSE(job->connections[0]);
}

TEST(Join, EveryTwoProcessesGetAConnection) {
  for (const std::uint32_t count : {2u, 5u}) {
    MemoryLog log;
    Meeter meeter(count);
    std::deque<Joiner> joiners;
    for (std::uint32_t rank = count; rank-- > 0;) {
      joiners.emplace_back(meeter.options(ProcessId(rank)), log);
    }
    expect_all_are_in(joiners);
    expect_connections_lead_to_their_ranks(joiners);
    for (Joiner& joiner : joiners) {
      EXPECT_TRUE(std::ranges::equal(joiner.wait()->secret->bytes(),
                                     joiners.front().wait()->secret->bytes()));
    }
    EXPECT_EQ(log.text(), "");
  }
}

TEST(Join, OnlyThoseAreConnectedThatAreToBe) {
  const auto are_joined = [](ProcessId a, ProcessId b) {
    return a.value / 2 == b.value / 2 || (a.value % 2 == 0 && b.value % 2 == 0);
  };
  MemoryLog log;
  Meeter meeter(6);
  std::deque<Joiner> joiners;
  for (const std::uint32_t rank : {5, 4, 3, 2, 1, 0}) {
    JobOptions options = meeter.options(ProcessId(rank));
    options.are_joined = are_joined;
    joiners.emplace_back(std::move(options), log);
  }
  expect_all_are_in(joiners);
  for (Joiner& joiner : joiners) {
    const Membership& job = *joiner.wait();
    for (std::uint32_t rank = 0; rank < 6; ++rank) {
      const bool is_wanted = ProcessId(rank) != job.self && are_joined(job.self, ProcessId(rank));
      EXPECT_EQ(static_cast<bool>(job.connections[rank]), is_wanted)
          << job.self.value << " and " << rank;
    }
  }
  EXPECT_EQ(log.text(), "");
}

/// Rank 0 with each other one.
bool are_joined_to_rank_0(ProcessId a, ProcessId b) { return a.value == 0 || b.value == 0; }

TEST(Join, OthersAreConnectedWhenOneOfThemCalls) {
  MemoryLog log;
  Meeter meeter(4);
  std::deque<Joiner> joiners;
  for (const std::uint32_t rank : {3, 2, 1, 0}) {
    JobOptions options = meeter.options(ProcessId(rank));
    options.are_joined_at_start = are_joined_to_rank_0;
    joiners.emplace_back(std::move(options), log);
  }
  expect_all_are_in(joiners);
  const SteadyClock clock;
  std::map<std::uint32_t, Membership*> jobs;
  for (Joiner& joiner : joiners) {
    Membership& job = *joiner.wait();
    jobs[job.self.value] = &job;
    for (std::uint32_t rank = 0; rank < 4; ++rank) {
      const bool is_wanted =
          ProcessId(rank) != job.self && are_joined_to_rank_0(job.self, ProcessId(rank));
      EXPECT_EQ(static_cast<bool>(job.connections[rank]), is_wanted)
          << job.self.value << " and " << rank;
      if (!is_wanted && ProcessId(rank) != job.self) {
        job.reconnect_service->prepare(ProcessId(rank), false);
      }
    }
  }
  jobs[3]->reconnect_service->call(ProcessId(2), 0);
  std::optional<Reconnector::Event> called;
  std::optional<Reconnector::Event> caller;
  const TimeNs end_ns = clock.now_ns() + 3000 * ms_ns;
  while ((!called || !caller) && clock.now_ns() < end_ns) {
    for (auto& [rank, job] : jobs) job->reconnect_service->progress(clock.now_ns());
    if (!called) called = jobs[2]->reconnect_service->take(ProcessId(3));
    if (!caller) caller = jobs[3]->reconnect_service->take(ProcessId(2));
  }
  ASSERT_TRUE(called && called->kind == Reconnector::Event::Kind::connected);
  ASSERT_TRUE(caller && caller->kind == Reconnector::Event::Kind::connected);
  EXPECT_FALSE(jobs[1]->reconnect_service->has_news());
  EXPECT_EQ(log.text(), "");
}

/// Processes that know each other, and are to be connected.
struct Acquainted {
  explicit Acquainted(std::uint32_t count) {
    for (std::uint32_t rank = 0; rank < count; ++rank) {
      listeners.push_back(listen_on({"127.0.0.1", 0}).value());
      Peer& peer = peers.emplace_back();
      peer.rank = ProcessId(rank);
      peer.address = local_address(listeners.back()).value();
    }
  }
  Expected<Membership> meet(std::uint32_t rank, const MeshOptions& options) {
    PeerTable table{ProcessId(rank), peers, std::move(listeners[rank]), JobKey(secret)};
    auto met = mesh(table, options, clock, log);
    listeners[rank] = std::move(table.data_listener);
    return met;
  }
  void lose(std::uint32_t rank) { listeners[rank].close(); }
  Expected<NextEpoch> agree_as(std::uint32_t rank, AgreementSetup setup, const PastEpochs& past) {
    setup.self = ProcessId(rank);
    for (const Peer& peer : peers) setup.voters.push_back({peer.rank, PeId(peer.rank.value)});
    setup.timing.give_up_ns = 10'000 * ms_ns;
    const JobKey key(secret);
    Acceptor acceptor(std::move(listeners[rank]), Purpose::agreement, key, 5'000 * ms_ns, log);
    auto outcome = agree(std::move(setup), {peers, key, acceptor, past}, clock, log);
    listeners[rank] = acceptor.release();
    return outcome;
  }

  MemoryLog log;
  const SteadyClock clock;
  std::vector<Peer> peers;
  std::vector<Socket> listeners;
};

// Process 2 has its connection to rank 0 and begins; 1 has still to be called by 3, which is late.
TEST(Join, WhoIsStillMeetingOthersKeepsEarlyCallersForLater) {
  Acquainted all(4);
  const SteadyClock& clock = all.clock;
  const auto meet = [&](std::uint32_t rank) {
    MeshOptions options;
    options.are_joined_at_start = [](ProcessId a, ProcessId b) {
      return are_joined_to_rank_0(a, b) || a.value + b.value == 4;
    };
    return all.meet(rank, options);
  };
  std::array<Expected<Membership>, 4> jobs;
  std::vector<std::thread> threads;
  for (const std::uint32_t rank : {0, 1, 2}) {
    threads.emplace_back([&, rank] { jobs[rank] = meet(rank); });
  }
  threads[2].join();
  ASSERT_TRUE(jobs[2]) << jobs[2].error().text();
  ReconnectService& caller = *jobs[2]->reconnect_service;
  caller.prepare(ProcessId(1), false);
  caller.progress(clock.now_ns());
  caller.call(ProcessId(1), 0);
  const TimeNs late_ns = clock.now_ns() + 200 * ms_ns;
  while (clock.now_ns() < late_ns) caller.progress(clock.now_ns());
  EXPECT_TRUE(caller.is_waiting_for_answer(ProcessId(1))) << caller.why_in_vain(ProcessId(1));
  jobs[3] = meet(3);
  for (const std::uint32_t rank : {0, 1}) threads[rank].join();
  ASSERT_TRUE(jobs[1]) << jobs[1].error().text();
  ReconnectService& called = *jobs[1]->reconnect_service;
  called.prepare(ProcessId(2), false);
  std::optional<Reconnector::Event> event;
  const TimeNs end_ns = clock.now_ns() + 3000 * ms_ns;
  while (!event && clock.now_ns() < end_ns) {
    caller.progress(clock.now_ns());
    called.progress(clock.now_ns());
    event = called.take(ProcessId(2));
  }
  ASSERT_TRUE(event && event->kind == Reconnector::Event::Kind::connected);
  EXPECT_EQ(all.log.text(), "");
}

// Process 1 knows that 2 is to come in, and waits for it; 0 does not know yet, and learns it
// from 1.
TEST(Join, WhoIsStillMeetingOthersAnswersForTheAgreementThatIsOver) {
  Acquainted all(3);
  const MemberList members = {{ProcessId(0), ""}, {ProcessId(1), ""}, {ProcessId(2), ""}};
  PastEpochs past;
  past.add({1, members});
  MeshOptions options;
  options.epoch = 1;
  options.past = &past;
  std::array<Expected<Membership>, 3> jobs;
  std::vector<std::jthread> threads;
  threads.emplace_back([&] { jobs[1] = all.meet(1, options); });
  AgreementSetup setup;
  setup.self = ProcessId(0);
  setup.voters = {{ProcessId(0), PeId(0)}, {ProcessId(1), PeId(1)}};
  setup.timing.give_up_ns = 10'000 * ms_ns;
  const JobKey key(secret);
  Acceptor acceptor(std::move(all.listeners[0]), Purpose::agreement, key, 5'000 * ms_ns, all.log);
  const PastEpochs nothing;
  const auto outcome = agree(setup, {all.peers, key, acceptor, nothing}, all.clock, all.log);
  ASSERT_TRUE(outcome) << outcome.error().text();
  EXPECT_EQ(outcome->members, members);
  all.listeners[0] = acceptor.release();
  for (const std::uint32_t rank : {0, 2}) {
    threads.emplace_back([&, rank] { jobs[rank] = all.meet(rank, options); });
  }
  threads.clear();
  for (const auto& job : jobs) EXPECT_TRUE(job) << job.error().text();
  EXPECT_EQ(all.log.text(), "");
}

/// Of a mesh of which somebody is gone, seen by `rank`.
void expect_a_loss_is_found(std::uint32_t rank, std::uint32_t lost) {
  Acquainted all(3);
  all.lose(lost);
  PastEpochs past;
  past.add({1, {{ProcessId(0), ""}, {ProcessId(1), ""}, {ProcessId(2), ""}}});
  MeshOptions options;
  options.epoch = 1;
  options.past = &past;
  options.refused_for_ns = 50 * ms_ns;
  const TimeNs begin_ns = all.clock.now_ns();
  const auto met = all.meet(rank, options);
  ASSERT_FALSE(met);
  EXPECT_EQ(met.error().code, ErrorCode::unreachable);
  EXPECT_THAT(met.error().text(), HasSubstr(all.peers[lost].text() + ": is gone"));
  EXPECT_LT(all.clock.now_ns() - begin_ns, options.timeout_ns / 2);
  EXPECT_EQ(all.log.text(), "");
}

TEST(Join, ALossBeforeAnEpochIsConnectedIsFoundByThoseWhoWouldHaveCalled) {
  expect_a_loss_is_found(1, 0);
}

TEST(Join, ALossBeforeAnEpochIsConnectedIsFoundByThoseWhoWouldHaveBeenCalled) {
  expect_a_loss_is_found(1, 2);
}

TEST(Join, WhereRefusalsProveNothingALossIsFoundByItsSilence) {
  Acquainted all(3);
  all.lose(2);
  PastEpochs past;
  past.add({1, {{ProcessId(0), ""}, {ProcessId(1), ""}, {ProcessId(2), ""}}});
  MeshOptions options;
  options.epoch = 1;
  options.past = &past;
  options.refused_for_ns = never_ns;
  options.timeout_ns = 500 * ms_ns;
  const auto met = all.meet(1, options);
  ASSERT_FALSE(met);
  EXPECT_THAT(met.error().text(), HasSubstr("2 of 3 processes are missing after 500ms"));
}

// Process 1 has noticed that 2 is lost; 0 could tell that as little as it could tell a slow one.
TEST(Join, WhoHearsThatAnEpochIsOverMeetsNobodyInIt) {
  Acquainted all(3);
  PastEpochs past;
  past.add({1, {{ProcessId(0), ""}, {ProcessId(1), ""}, {ProcessId(2), ""}}});
  MeshOptions options;
  options.epoch = 1;
  options.past = &past;
  options.refused_for_ns = never_ns;
  AgreementSetup setup;
  setup.epoch = 1;
  Expected<NextEpoch> outcomes[2];
  {
    const std::jthread other([&] {
      AgreementSetup own = setup;
      own.dead = {ProcessId(2)};
      outcomes[1] = all.agree_as(1, std::move(own), past);
    });
    const auto met = all.meet(0, options);
    ASSERT_FALSE(met);
    EXPECT_EQ(met.error().code, ErrorCode::unreachable);
    EXPECT_THAT(met.error().text(), HasSubstr("epoch 1: is over already for "));
    outcomes[0] = all.agree_as(0, setup, past);
  }
  const MemberList members = {{ProcessId(0), ""}, {ProcessId(1), ""}};
  for (const auto& outcome : outcomes) {
    ASSERT_TRUE(outcome) << outcome.error().text();
    EXPECT_EQ(outcome->members, members);
  }
}

TEST(Join, ConnectionsHaveTheBuffersThatAreAskedForWhoeverCalls) {
  const auto send_buffer = [](const Socket& socket) {
    int bytes = 0;
    socklen_t length = sizeof(bytes);
    getsockopt(socket.descriptor(), SOL_SOCKET, SO_SNDBUF, &bytes, &length);
    return bytes / 2;
  };
  MemoryLog log;
  Meeter meeter(3);
  std::deque<Joiner> joiners;
  for (const std::uint32_t rank : {2, 1, 0}) {
    JobOptions options = meeter.options(ProcessId(rank));
    options.buffers_for = [rank](ProcessId peer) {
      return SocketBuffers{.send_bytes = static_cast<int>(10'000 * (1 + rank) + peer.value)};
    };
    joiners.emplace_back(std::move(options), log);
  }
  expect_all_are_in(joiners);
  for (Joiner& joiner : joiners) {
    const Membership& job = *joiner.wait();
    for (std::uint32_t peer = 0; peer < 3; ++peer) {
      if (ProcessId(peer) == job.self) continue;
      EXPECT_EQ(send_buffer(job.connections[peer]),
                static_cast<int>(10'000 * (1 + job.self.value) + peer));
    }
  }
}

TEST(Join, EverybodyLearnsSitesAndNodesOfAll) {
  MemoryLog log;
  Meeter meeter(2);
  std::deque<Joiner> joiners;
  for (const std::uint32_t rank : {0u, 1u}) {
    JobOptions options = meeter.options(ProcessId(rank));
    options.site = SiteId(rank * 10);
    options.site_name = "site" + std::to_string(rank);
    options.node_name = "node" + std::to_string(rank);
    joiners.emplace_back(std::move(options), log);
  }
  expect_all_are_in(joiners);
  for (Joiner& joiner : joiners) {
    const Peer& last = joiner.wait()->peers[1];
    EXPECT_EQ(last.site, SiteId(10));
    EXPECT_EQ(last.site_name, "site1");
    EXPECT_EQ(last.node_name, "node1");
    EXPECT_EQ(last.address.host, "127.0.0.1");
    EXPECT_FALSE(last.hostname.empty());
  }
}

TEST(Join, RanksThatNobodyWantsGoBySiteThenByArrival) {
  MemoryLog log;
  Meeter meeter(5);
  std::deque<Joiner> joiners;
  joiners.emplace_back(meeter.options(ProcessId(0)), log);
  JobOptions wants_two = meeter.options(ProcessId(2));
  joiners.emplace_back(std::move(wants_two), log);
  for (const std::uint32_t site : {7u, 3u, 5u}) {
    JobOptions options = meeter.options(ProcessId::none());
    options.site = SiteId(site);
    joiners.emplace_back(std::move(options), log);
  }
  expect_all_are_in(joiners);
  EXPECT_EQ(joiners[1].wait()->self, ProcessId(2));
  EXPECT_EQ(joiners[3].wait()->self, ProcessId(1));  // site 3
  EXPECT_EQ(joiners[4].wait()->self, ProcessId(3));  // site 5
  EXPECT_EQ(joiners[2].wait()->self, ProcessId(4));  // site 7
  expect_connections_lead_to_their_ranks(joiners);
}

TEST(Join, WaitsForARankZeroThatComesLate) {
  MemoryLog log;
  Meeter meeter(2);
  std::deque<Joiner> joiners;
  JobOptions host = meeter.options(ProcessId(0));
  host.listener.close();  // So that nobody listens until it joins.
  joiners.emplace_back(meeter.options(ProcessId(1)), log);
  std::this_thread::sleep_for(std::chrono::milliseconds(30));
  joiners.emplace_back(std::move(host), log);
  expect_all_are_in(joiners);
}

TEST(Join, SaysThatRankZeroIsAbsent) {
  MemoryLog log;
  Meeter meeter(2);
  meeter.options(ProcessId(0)).listener.close();
  JobOptions options = meeter.options(ProcessId(1));
  options.timeout_ns = 100 * ms_ns;
  Joiner joiner(std::move(options), log);
  const auto& job = joiner.wait();
  ASSERT_FALSE(job);
  EXPECT_EQ(job.error().code, ErrorCode::unreachable);
  EXPECT_THAT(job.error().text(),
              HasSubstr(meeter.at().text() + ": no answer from rank 0 within 100ms: " +
                        "cannot connect: Connection refused"));
}

TEST(Join, NamesTheHostThatDoesNotExist) {
  MemoryLog log;
  Meeter meeter(2);
  JobOptions options = meeter.options(ProcessId(1));
  options.rendezvous = {"no such host", 7000};
  Joiner joiner(std::move(options), log);
  ASSERT_FALSE(joiner.wait());
  EXPECT_EQ(joiner.wait().error().code, ErrorCode::bad_input);
  EXPECT_THAT(joiner.wait().error().text(), HasSubstr("no such host:7000: cannot resolve"));
}

TEST(Join, EverybodyLearnsWhichRanksAreMissing) {
  MemoryLog log;
  Meeter meeter(5);
  std::deque<Joiner> joiners;
  for (const ProcessId rank : {ProcessId(0), ProcessId(3), ProcessId::none()}) {
    JobOptions options = meeter.options(rank);
    options.timeout_ns = 300 * ms_ns;
    joiners.emplace_back(std::move(options), log);
  }
  for (Joiner& joiner : joiners) {
    ASSERT_FALSE(joiner.wait());
    EXPECT_THAT(joiner.wait().error().text(),
                HasSubstr("2 of 5 processes are missing after 300ms: ranks 2, 4"));
  }
}

TEST(Join, NamesInTheLogWhoIsLate) {
  MemoryLog host_log;
  Meeter meeter(3);
  const HostPort at = meeter.at();
  JobOptions options = meeter.options(ProcessId(0));
  options.notice_after_ns = 50 * ms_ns;
  std::deque<Joiner> joiners;
  joiners.emplace_back(std::move(options), host_log);
  while (host_log.text().empty()) std::this_thread::yield();
  EXPECT_EQ(host_log.text(), "still waiting for ranks 1, 2 of 3 processes, 20s in all\n");
  MemoryLog log;
  joiners.emplace_back(meeter.options(ProcessId(1)), log);
  joiners.emplace_back(meeter.options(ProcessId(2)), log);
  expect_all_are_in(joiners);
  EXPECT_EQ(std::ranges::count(host_log.text(), '\n'), 1);
}

TEST(Join, NamesInTheLogTheHostThatCannotBeReachedYet) {
  MemoryLog guest_log;
  MemoryLog log;
  HostPort at;
  {
    const auto taken = listen_on({"127.0.0.1", 0});
    at = local_address(*taken).value();
  }
  const auto options_of = [&](std::uint32_t rank) {
    Meeter meeter(2);
    JobOptions options = meeter.options(ProcessId(rank));
    options.listener = {};
    options.rendezvous = at;
    return options;
  };
  JobOptions options = options_of(1);
  options.notice_after_ns = 50 * ms_ns;
  std::deque<Joiner> joiners;
  joiners.emplace_back(std::move(options), guest_log);
  while (guest_log.text().empty()) std::this_thread::yield();
  EXPECT_THAT(guest_log.text(), HasSubstr("rank 0 at " + at.text() + " cannot be reached yet: "));
  joiners.emplace_front(options_of(0), log);
  expect_all_are_in(joiners);
}

TEST(Join, TriesAllAddressesAtWhichRankZeroMayBe) {
  MemoryLog log;
  Meeter meeter(2);
  const HostPort at = meeter.at();
  JobOptions client = meeter.options(ProcessId(1));
  // Nobody listens at the first.
  client.rendezvous_addresses = {{"127.0.0.3", at.port}, at};
  client.rendezvous = client.rendezvous_addresses.front();
  std::deque<Joiner> joiners;
  joiners.emplace_back(meeter.options(ProcessId(0)), log);
  joiners.emplace_back(std::move(client), log);
  expect_all_are_in(joiners);
  EXPECT_EQ(joiners[1].wait()->peers[0].address.host, "127.0.0.1");
}

/// Who does not fit is refused with `why`, which both sides show; the others come together.
void expect_refused(void (*spoil)(JobOptions&), const std::string& why) {
  MemoryLog log;
  Meeter meeter(3);
  std::deque<Joiner> joiners;
  joiners.emplace_back(meeter.options(ProcessId(0)), log);
  joiners.emplace_back(meeter.options(ProcessId(1)), log);
  JobOptions options = meeter.options(ProcessId(2));
  spoil(options);
  Joiner misfit(std::move(options), log);
  ASSERT_FALSE(misfit.wait());
  EXPECT_EQ(misfit.wait().error().code, ErrorCode::refused);
  EXPECT_THAT(misfit.wait().error().text(),
              AllOf(HasSubstr("rank 0 at " + meeter.at().text()), HasSubstr(why)));
  joiners.emplace_back(meeter.options(ProcessId(2)), log);
  expect_all_are_in(joiners);
  EXPECT_THAT(log.text(), AllOf(HasSubstr("connection refused: 127.0.0.1:"), HasSubstr(why)));
  EXPECT_EQ(std::ranges::count(log.text(), '\n'), 1);
}

TEST(Join, RefusesAnotherProgram) {
  expect_refused([](JobOptions& options) { options.program_id = 78; },
                 "runs another program, another build of it, or it with other options or another "
                 "grid: fingerprint "
                 "0x000000000000004e "
                 "(expected 0x000000000000004d)");
}

TEST(Join, RefusesOtherChainsOfDevices) {
  expect_refused(
      [](JobOptions& options) {
        options.chains_id = 2;
        options.chains = "same_site tcp; between_sites delay|tcp";
      },
      "has other devices between processes: between_sites delay|tcp (expected between_sites "
      "crypt|tcp, as in the grid file of rank 0)");
  expect_refused([](JobOptions& options) { options.chains_id = 2; },
                 "has other devices between processes, in a link class of a pair of sites "
                 "(expected those of the grid file of rank 0)");
}

TEST(Join, RefusesAnotherProcessCount) {
  expect_refused([](JobOptions& options) { options.process_count = 4; },
                 "was started for a job of 4 processes (expected 3)");
}

TEST(Join, RefusesARankThatIsTaken) {
  MemoryLog log;
  Meeter meeter(3);
  Joiner host(meeter.options(ProcessId(0)), log);
  std::deque<Joiner> rivals;
  rivals.emplace_back(meeter.options(ProcessId(1)), log);
  rivals.emplace_back(meeter.options(ProcessId(1)), log);
  while (log.text().empty()) std::this_thread::yield();
  Joiner third(meeter.options(ProcessId(2)), log);
  EXPECT_TRUE(host.wait());
  EXPECT_TRUE(third.wait());
  const bool first_is_in = rivals[0].wait().has_value();
  EXPECT_NE(first_is_in, rivals[1].wait().has_value());
  const Error& why = rivals[first_is_in ? 1 : 0].wait().error();
  EXPECT_EQ(why.code, ErrorCode::refused);
  EXPECT_THAT(why.text(), HasSubstr("asks for rank 1, which is taken by process 1 ("));
  EXPECT_THAT(log.text(), HasSubstr("asks for rank 1, which is taken by process 1 ("));
}

TEST(Join, ChecksItsOptionsBeforeItTalksToAnybody) {
  MemoryLog log;
  const auto error_of = [&](JobOptions options) {
    const auto job = join(std::move(options), ManualClock(), log);
    EXPECT_FALSE(job);
    EXPECT_EQ(job.error().code, ErrorCode::bad_input);
    return job.error().text();
  };
  JobOptions options;
  options.process_count = 0;
  EXPECT_THAT(error_of(std::move(options)), HasSubstr("a job of 0 processes (expected 1 to"));
  options = JobOptions{};
  options.process_count = 2;
  EXPECT_THAT(error_of(std::move(options)), HasSubstr("ISTHMUS_JOB_KEY"));
  options = JobOptions{};
  options.rank = ProcessId(1);
  EXPECT_THAT(error_of(std::move(options)), HasSubstr("rank 1 in a job of 1 processes"));
  options = JobOptions{};
  options.node_name = std::string(256, 'x');
  EXPECT_THAT(error_of(std::move(options)), HasSubstr("a name of 256 bytes (expected at most 255"));
}

}  // namespace
}  // namespace isthmus::engine::bootstrap::testing
