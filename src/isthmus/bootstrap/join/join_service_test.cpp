#include "isthmus/bootstrap/join/join_service.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "isthmus/bootstrap/join/rendezvous.hpp"
#include "isthmus/bootstrap/test_parts.hpp"

namespace isthmus::engine::bootstrap::testing {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

constexpr std::uint32_t places = 4;

/// A job of four places that has begun without ranks 2 and 3: where it takes in others.
class RunningJob {
 public:
  RunningJob() : meeter_(places) {
    JobOptions options = meeter_.options(ProcessId(0));
    options.listener.close();
    job_.fill(std::byte{7});
    service_ = JoinService::open(std::move(options), job_, log).value();
    service_->offer({ProcessId(2), ProcessId(3)});
  }

  JoinService& service() { return *service_; }
  JobOptions options(ProcessId rank) {
    JobOptions options = meeter_.options(rank);
    options.rendezvous = service_->address();
    options.when_late = [this](PeerTable table, const Welcome& welcome) -> Expected<Membership> {
      came = welcome;
      const std::string probe = "the same key";
      mac = table.mesh_key.mac(std::as_bytes(std::span(probe)));
      Membership membership;
      membership.self = table.self;
      membership.peers = table.peers;
      return membership;
    };
    return options;
  }
  /// Looks until there is news of that kind.
  std::vector<Peer> wait_for_somebody() {
    while (true) {
      JoinService::News news = look();
      if (!news.come.empty()) return news.come;
    }
  }
  std::vector<ProcessId> wait_for_a_leave() {
    while (true) {
      JoinService::News news = look();
      if (!news.gone.empty()) return news.gone;
    }
  }
  JoinService::News look() {
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
    return service_->progress(clock_.now_ns());
  }
  Welcome welcome() const {
    Welcome welcome{{{}, {}, std::vector<Peer>(places)}, 4, 17, Bytes(100'000, std::byte{9})};
    for (std::uint32_t rank = 0; rank < places; ++rank) {
      welcome.table.peers[rank].rank = ProcessId(rank);
    }
    return welcome;
  }
  void let_in(const std::vector<Peer>& who) {
    service_->welcome(who, welcome(), 5'000 * ms_ns, clock_);
  }
  /// What a process is told that may not come in.
  std::string refusal(JobOptions options) {
    Joiner joiner(std::move(options), log);
    std::optional<std::string> told;
    std::thread looking([&] {
      while (!told) look();
    });
    const Expected<Membership>& result = joiner.wait();
    told = result ? "is in" : result.error().text();
    looking.join();
    return *told;
  }

  MemoryLog log;
  std::optional<Welcome> came;
  Mac mac{};
  Nonce job_{};

 private:
  SteadyClock clock_;
  Meeter meeter_;
  std::unique_ptr<JoinService> service_;
};

TEST(JoinService, LetsInWhoComesAsThoseCameWithWhomTheJobBegan) {
  RunningJob job;
  Joiner joiner(job.options(ProcessId(3)), job.log);
  const std::vector<Peer> come = job.wait_for_somebody();
  ASSERT_EQ(come.size(), 1U);
  EXPECT_EQ(come[0].rank, ProcessId(3));
  EXPECT_EQ(come[0].pid, getpid());
  EXPECT_NE(come[0].address.port, 0);
  EXPECT_EQ(job.service().waiting().size(), 1U);
  job.let_in(come);
  ASSERT_TRUE(joiner.wait()) << joiner.wait().error().text();
  EXPECT_EQ(joiner.wait()->self, ProcessId(3));
  EXPECT_EQ(joiner.wait()->peers.size(), places);
  ASSERT_TRUE(job.came);
  EXPECT_EQ(job.came->epoch, 4U);
  EXPECT_EQ(job.came->checkpoint, 17U);
  EXPECT_EQ(job.came->index, Bytes(100'000, std::byte{9}));
  const std::string probe = "the same key";
  EXPECT_EQ(job.mac, JobKey(secret).derived(job.job_).mac(std::as_bytes(std::span(probe))));
  EXPECT_THAT(job.service().waiting(), IsEmpty());
  EXPECT_EQ(job.log.text(), "");
}

TEST(JoinService, KeepsWhoIsNotYetLetIn) {
  RunningJob job;
  Joiner second(job.options(ProcessId(2)), job.log);
  const std::vector<Peer> first_come = job.wait_for_somebody();
  job.let_in({});
  EXPECT_EQ(job.service().waiting().size(), 1U);
  job.let_in(first_come);
  EXPECT_TRUE(second.wait());
}

TEST(JoinService, RefusesWhoRunsSomethingElse) {
  RunningJob job;
  JobOptions options = job.options(ProcessId(2));
  options.program_id = 78;
  EXPECT_THAT(job.refusal(std::move(options)), HasSubstr("runs another program"));
  options = job.options(ProcessId(2));
  options.process_count = 3;
  EXPECT_THAT(job.refusal(std::move(options)), HasSubstr("was started for a job of 3 processes"));
  options = job.options(ProcessId(2));
  options.chains_id = 2;
  options.chains = "same_site tcp; between_sites tcp";
  EXPECT_THAT(job.refusal(std::move(options)),
              HasSubstr("has other devices between processes: between_sites tcp"));
}

TEST(JoinService, RefusesARankThatSomebodyHas) {
  RunningJob job;
  EXPECT_THAT(job.refusal(job.options(ProcessId(1))), HasSubstr("asks for rank 1, which is taken"));
  EXPECT_THAT(job.refusal(job.options(ProcessId::none())), HasSubstr("asks for no rank"));
  Joiner first(job.options(ProcessId(2)), job.log);
  const std::vector<Peer> come = job.wait_for_somebody();
  EXPECT_THAT(job.refusal(job.options(ProcessId(2))), HasSubstr("asks for rank 2, which is taken"));
  job.let_in(come);
  EXPECT_TRUE(first.wait());
}

TEST(JoinService, PromisesEachPlaceOnceUntilItsTimeIsOver) {
  RunningJob job;
  JoinService& service = job.service();
  EXPECT_EQ(service.promise(ProcessId::none(), 0), ProcessId(2));
  EXPECT_EQ(service.promise(ProcessId::none(), 0), ProcessId(3));
  EXPECT_EQ(service.promise(ProcessId::none(), 0).error().code, ErrorCode::bad_input);
  EXPECT_THAT(service.promise(ProcessId(3), 0).error().text(),
              HasSubstr("somebody has, or is about to take, place 3"));
  EXPECT_FALSE(service.promise(ProcessId(0), 0));
  const TimeNs over_ns = job.options(ProcessId(2)).timeout_ns;
  EXPECT_FALSE(service.promise(ProcessId(3), over_ns - 1));
  EXPECT_EQ(service.promise(ProcessId(3), over_ns), ProcessId(3));
  // Who has come waits for a place that is not promised meanwhile.
  Joiner joiner(job.options(ProcessId(2)), job.log);
  const std::vector<Peer> come = job.wait_for_somebody();
  EXPECT_FALSE(service.promise(ProcessId::none(), over_ns));
  job.let_in(come);
  EXPECT_TRUE(joiner.wait());
}

TEST(JoinService, KeepsWhatAnotherProcessHasPromised) {
  RunningJob job;
  JoinService& service = job.service();
  service.keep(ProcessId(2), 1000);
  EXPECT_EQ(service.promise(ProcessId::none(), 0), ProcessId(3));
  EXPECT_FALSE(service.promise(ProcessId(2), 999));
  EXPECT_EQ(service.promise(ProcessId(2), 1000), ProcessId(2));
}

TEST(JoinService, TellsOneWhyItIsSentAway) {
  RunningJob job;
  Joiner joiner(job.options(ProcessId(2)), job.log);
  job.wait_for_somebody();
  job.service().refuse(ProcessId(2), "the job is at its end");
  ASSERT_FALSE(joiner.wait());
  EXPECT_THAT(joiner.wait().error().text(), HasSubstr("the job is at its end"));
  EXPECT_THAT(job.service().waiting(), IsEmpty());
}

TEST(JoinService, ForgetsWhoWaitsNoMore) {
  RunningJob job;
  {
    const JobKey key(secret);
    Channel channel(stranger_at(job.service().address()), Channel::Role::connector,
                    Purpose::rendezvous, key, "the job", 4096);
    const JobOptions options = job.options(ProcessId(2));
    Join join{options.program_id, options.process_count, options.chains_id, options.chains,
              this_process(options)};
    join.self.rank = ProcessId(2);
    channel.send(RecordKind::join, encode(join));
    while (job.service().waiting().empty()) {
      ASSERT_TRUE(channel.pump());
      job.look();
    }
  }
  EXPECT_THAT(job.wait_for_a_leave(), ElementsAre(ProcessId(2)));
  Joiner joiner(job.options(ProcessId(2)), job.log);
  job.let_in(job.wait_for_somebody());
  EXPECT_TRUE(joiner.wait());
}

TEST(JoinService, IsNotForAProcessThatCannotComeLate) {
  RunningJob job;
  JobOptions options = job.options(ProcessId(2));
  options.when_late = {};
  Joiner joiner(std::move(options), job.log);
  job.let_in(job.wait_for_somebody());
  ASSERT_FALSE(joiner.wait());
  EXPECT_THAT(joiner.wait().error().text(), HasSubstr("the job has begun"));
}

TEST(Join, BeginsWithoutThoseWhoComeLater) {
  MemoryLog log;
  Meeter meeter(places);
  std::deque<Joiner> joiners;
  for (const std::uint32_t rank : {1, 0}) {
    JobOptions options = meeter.options(ProcessId(rank));
    options.begin_with = 2;
    options.are_joined = [](ProcessId a, ProcessId b) { return a.value < 2 && b.value < 2; };
    joiners.emplace_back(std::move(options), log);
  }
  // It is not sent away, and comes again as long as it has patience.
  JobOptions early = meeter.options(ProcessId(3));
  early.begin_with = 2;
  early.timeout_ns = 300 * ms_ns;
  Joiner third(std::move(early), log);
  for (Joiner& joiner : joiners) {
    ASSERT_TRUE(joiner.wait()) << joiner.wait().error().text();
    EXPECT_EQ(joiner.wait()->peers.size(), places);
  }
  EXPECT_THAT(third.wait().error().text(), HasSubstr("no answer from rank 0 within 300ms"));
}

TEST(Welcomes, AreReadFromWhatWasWrittenAndFromNothingElse) {
  Welcome welcome{{{}, ProcessId(1), std::vector<Peer>(2)}, 3, 9, {std::byte{1}, std::byte{2}}};
  welcome.table.peers[0].rank = ProcessId(0);
  welcome.table.peers[1].rank = ProcessId(1);
  const Bytes bytes = encode(welcome);
  const auto read = decode_welcome(bytes);
  ASSERT_TRUE(read);
  EXPECT_EQ(read->epoch, 3U);
  EXPECT_EQ(read->checkpoint, 9U);
  EXPECT_EQ(read->table.self, ProcessId(1));
  EXPECT_EQ(read->index, welcome.index);
  for (std::size_t length = 0; length < bytes.size(); ++length) {
    EXPECT_FALSE(decode_welcome(std::span(bytes).first(length))) << length;
  }
}

}  // namespace
}  // namespace isthmus::engine::bootstrap::testing
