#include "isthmus/bootstrap/join/contact.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <deque>
#include <set>
#include <thread>

#include "isthmus/base/random.hpp"
#include "isthmus/bootstrap/join/mesh.hpp"
#include "isthmus/bootstrap/manager/memory_manager.hpp"
#include "isthmus/bootstrap/test_parts.hpp"

namespace isthmus::engine::bootstrap::testing {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

/// Arranges the rendezvous as rank `first` + the manager's, and joins.
class ManagedJoiner {
 public:
  ManagedJoiner(MemoryBoard& board, std::uint32_t rank, JobOptions options, Log& log)
      : thread_([this, &board, rank, options = std::move(options), &log]() mutable {
          MemoryManager manager(board, rank);
          auto arranged = arrange_rendezvous(manager, true, options);
          if (!arranged) {
            result_ = forward_error(arranged);
            return;
          }
          const SteadyClock clock;
          result_ = join(std::move(options), clock, log);
        }) {}

  Expected<Membership>& wait() {
    if (thread_.joinable()) thread_.join();
    return result_;
  }
  ~ManagedJoiner() { wait(); }
  ManagedJoiner(const ManagedJoiner&) = delete;
  ManagedJoiner& operator=(const ManagedJoiner&) = delete;

 private:
  Expected<Membership> result_;
  std::thread thread_;
};

JobOptions job_of(std::uint32_t process_count, std::uint32_t rank) {
  JobOptions options;
  options.process_count = process_count;
  options.rank = ProcessId(rank);
  options.program_id = 77;
  options.timeout_ns = 20'000 * ms_ns;
  return options;
}

/// What two processes of one manager come to.
std::vector<JobOptions> arrange_two(JobOptions first, JobOptions second,
                                    bool is_one_machine = true) {
  MemoryBoard board(2);
  std::vector<JobOptions> options;
  options.push_back(std::move(first));
  options.push_back(std::move(second));
  std::vector<std::jthread> threads;
  for (std::uint32_t rank = 0; rank < 2; ++rank) {
    threads.emplace_back([&, rank] {
      MemoryManager manager(board, rank);
      EXPECT_TRUE(arrange_rendezvous(manager, is_one_machine, options[rank]));
    });
  }
  threads.clear();
  return options;
}

TEST(ArrangeMeeting, LetsTheProcessesOfAManagerBecomeAJob) {
  MemoryBoard board(4);
  MemoryLog log;
  std::deque<ManagedJoiner> joiners;
  // Ranks in the job need not be the manager's.
  const std::vector<std::uint32_t> ranks = {0, 2, 1, 3};
  for (std::uint32_t i = 0; i < 4; ++i) joiners.emplace_back(board, i, job_of(4, ranks[i]), log);
  for (std::uint32_t i = 0; i < 4; ++i) {
    auto& job = joiners[i].wait();
    ASSERT_TRUE(job) << job.error().text();
    EXPECT_EQ(job->self, ProcessId(ranks[i]));
    EXPECT_EQ(job->peers.size(), 4u);
  }
  EXPECT_THAT(log.text(), IsEmpty());
}

TEST(ArrangeMeeting, MakesAKeyForEachJob) {
  std::set<std::string> keys;
  for (int i = 0; i < 3; ++i) {
    const auto options = arrange_two(job_of(2, 0), job_of(2, 1));
    EXPECT_EQ(options[0].job_key, options[1].job_key);
    EXPECT_EQ(options[0].job_key.size(), 64u);
    keys.insert(options[0].job_key);
  }
  EXPECT_EQ(keys.size(), 3u);
}

TEST(ArrangeMeeting, OfOneMachineListensThereAlone) {
  const auto options = arrange_two(job_of(2, 0), job_of(2, 1));
  EXPECT_EQ(local_address(options[0].listener).value().host, "127.0.0.1");
  EXPECT_EQ(options[1].rendezvous, local_address(options[0].listener).value());
}

TEST(ArrangeMeeting, OfSeveralMachinesListensEverywhereAndTellsNoLoopback) {
  const auto options = arrange_two(job_of(2, 0), job_of(2, 1), false);
  const JobOptions& client = options[1];
  const HostPort at = local_address(options[0].listener).value();
  EXPECT_THAT(at.host, ::testing::AnyOf("0.0.0.0", "::"));
  if (addresses_of_this_machine(0).empty()) GTEST_SKIP() << "this machine has loopback alone";
  ASSERT_FALSE(client.rendezvous_addresses.empty());
  for (const HostPort& told : client.rendezvous_addresses) {
    EXPECT_EQ(told.port, at.port);
    EXPECT_THAT(told.host, Not(HasSubstr("127.0.0.1")));
  }
}

TEST(ArrangeMeeting, OfSeveralManagersKeepsTheMeetingAndHandsOnTheKey) {
  JobOptions first = job_of(4, 2);
  first.rendezvous = {"far.example", 4711};
  JobOptions second = job_of(4, 3);
  second.rendezvous = first.rendezvous;
  first.job_key = secret;
  for (const JobOptions& options : arrange_two(std::move(first), std::move(second))) {
    EXPECT_EQ(options.rendezvous, (HostPort{"far.example", 4711}));
    EXPECT_THAT(options.rendezvous_addresses, IsEmpty());
    EXPECT_EQ(options.job_key, secret);
  }
}

TEST(ArrangeMeeting, TwoManagersMeetByNameAndKey) {
  MemoryLog log;
  Meeter meeter(4);
  const HostPort at = meeter.at();
  MemoryBoard here(2);
  MemoryBoard there(2);
  // Frees the port that the rendezvous is to have.
  {
    const JobOptions unused = meeter.options(ProcessId(0));
  }
  std::deque<ManagedJoiner> joiners;
  for (std::uint32_t rank : {2u, 3u, 0u, 1u}) {
    JobOptions options = job_of(4, rank);
    options.rendezvous = at;
    if (rank % 2 == 0) options.job_key = secret;
    joiners.emplace_back(rank < 2 ? here : there, rank % 2, std::move(options), log);
  }
  for (ManagedJoiner& joiner : joiners) {
    auto& job = joiner.wait();
    ASSERT_TRUE(job) << job.error().text();
    EXPECT_EQ(job->peers.size(), 4u);
  }
}

TEST(ArrangeMeeting, TellsEverybodyThatRankZeroCannotListen) {
  MemoryBoard board(2);
  const auto taken = listen_on({"127.0.0.1", 0});
  JobOptions host = job_of(2, 0);
  host.rendezvous = local_address(*taken).value();
  JobOptions client = job_of(2, 1);
  client.rendezvous = host.rendezvous;
  Expected<void> heard;
  std::jthread other([&] {
    MemoryManager manager(board, 1);
    heard = arrange_rendezvous(manager, true, client);
  });
  MemoryManager manager(board, 0);
  const auto failed = arrange_rendezvous(manager, true, host);
  other.join();
  ASSERT_FALSE(failed);
  EXPECT_THAT(failed.error().text(), HasSubstr(host.rendezvous.text()));
  ASSERT_FALSE(heard);
  EXPECT_THAT(heard.error().text(), HasSubstr(failed.error().text()));
}

TEST(Contact, ThatIsCutOrHasTooMuchIsRefused) {
  const Contact contact{{{"10.0.0.1", 7}, {"::1", 8}}, secret, "no luck"};
  const Bytes whole = encode(contact);
  const auto read = decode_contact(whole);
  ASSERT_TRUE(read);
  EXPECT_EQ(read->addresses, contact.addresses);
  EXPECT_EQ(read->job_key, secret);
  EXPECT_EQ(read->failure, "no luck");
  for (std::size_t bytes = 0; bytes < whole.size(); ++bytes) {
    EXPECT_FALSE(decode_contact(std::span(whole).first(bytes))) << bytes;
  }
  Bytes longer = whole;
  longer.push_back(std::byte{0});
  EXPECT_FALSE(decode_contact(longer));
}

TEST(Contact, OfRandomBytesDoesNoHarm) {
  Random random(7);
  const Bytes good = encode(Contact{{{"10.0.0.1", 7}, {"::1", 8}}, secret, "no luck"});
  for (int round = 0; round < 20'000; ++round) {
    Bytes bytes = good;
    for (int i = 0; i < 3; ++i) bytes[random.below(bytes.size())] = std::byte(random.below(256));
    const auto read = decode_contact(bytes);
    EXPECT_LE(read ? read->addresses.size() : 0, 64u);
  }
}

TEST(ByNearness, PrefersTheNetworkThatBothAreIn) {
  const std::vector<HostPort> theirs = {
      {"172.17.0.1", 1}, {"192.168.7.4", 1}, {"10.1.2.3", 1}, {"fd00::7", 1}};
  EXPECT_EQ(by_nearness(theirs, {{"10.1.9.9", 0}}).front().host, "10.1.2.3");
  EXPECT_EQ(by_nearness(theirs, {{"192.168.7.200", 0}}).front().host, "192.168.7.4");
  EXPECT_EQ(by_nearness(theirs, {{"fd00::1:1", 0}}).front().host, "fd00::7");
  EXPECT_EQ(by_nearness(theirs, {}), theirs);
}

}  // namespace
}  // namespace isthmus::engine::bootstrap::testing
