#include "isthmus/bootstrap/agreement/agree.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <thread>

#include "isthmus/bootstrap/test_parts.hpp"

namespace isthmus::engine::bootstrap {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using testing::MemoryLog;
using testing::ms_ns;

constexpr std::uint32_t epoch = 4;

/// The processes of an epoch as threads of this one, over loopback. A process that is not started
/// and not killed listens and says nothing.
class AgreeTest : public ::testing::Test {
 protected:
  struct Process {
    Socket listener;
    std::vector<Peer> peers;
    AgreementSetup setup;
    Expected<NextEpoch> outcome = fail(ErrorCode::unreachable, "was never asked");
    TimeNs took_ns = 0;
    std::atomic<bool> is_over = false;
    std::thread thread;
  };

  void make(std::uint32_t count) {
    std::vector<Peer> peers(count);
    for (std::uint32_t i = 0; i < count; ++i) {
      auto process = std::make_unique<Process>();
      process->listener = listen_on({"127.0.0.1", 0}).value();
      peers[i].rank = ProcessId(i);
      peers[i].address = local_address(process->listener).value();
      peers[i].hostname = "here";
      process->setup.self = ProcessId(i);
      process->setup.epoch = epoch;
      process->setup.note = "of " + std::to_string(i);
      process->setup.timing.give_up_ns = 20'000 * ms_ns;
      for (std::uint32_t j = 0; j < count; ++j) {
        process->setup.voters.push_back({ProcessId(j), PeId(j)});
      }
      processes_.push_back(std::move(process));
    }
    for (const auto& process : processes_) process->peers = peers;
  }

  /// Its machine refuses connections from now on.
  void kill(std::uint32_t process) { processes_[process]->listener.close(); }

  /// What either sends goes to where everything is taken and nothing answered.
  void cut(std::uint32_t a, std::uint32_t b) {
    if (!hole_) hole_ = listen_on({"127.0.0.1", 0}).value();
    processes_[a]->peers[b].address = local_address(hole_).value();
    processes_[b]->peers[a].address = local_address(hole_).value();
    processes_[a]->setup.silent.insert(ProcessId(b));
    processes_[b]->setup.silent.insert(ProcessId(a));
  }

  void start(std::uint32_t number) {
    Process& process = *processes_[number];
    process.thread = std::thread([this, &process] {
      const SteadyClock clock;
      const JobKey key(testing::secret);
      Acceptor acceptor(std::move(process.listener), Purpose::agreement, key, 5'000 * ms_ns, log_);
      PastEpochs past;
      const TimeNs began_ns = clock.now_ns();
      process.outcome = agree(process.setup, {process.peers, key, acceptor, past}, clock, log_);
      process.took_ns = clock.now_ns() - began_ns;
      process.is_over = true;
      if (!process.outcome) return;  // It ends, and listens no longer.
      past.add(*process.outcome);
      LateAnswers late(past, acceptor);
      while (!is_over_) {
        const TimeNs now_ns = clock.now_ns();
        auto callers = acceptor.serve(now_ns);
        if (callers) late.take(std::move(*callers), now_ns);
        late.progress(now_ns);
        std::vector<pollfd> entries;
        acceptor.add_poll_entries(entries);
        wait_for(entries, clock, now_ns + 5 * ms_ns);
      }
    });
  }

  /// One that has no vote, and is to come in.
  void start_joining(std::uint32_t number, TimeNs timeout_ns = 20'000 * ms_ns) {
    Process& process = *processes_[number];
    process.thread = std::thread([this, &process, timeout_ns] {
      const SteadyClock clock;
      const JobKey key(testing::secret);
      Acceptor acceptor(std::move(process.listener), Purpose::agreement, key, 5'000 * ms_ns, log_);
      const PastEpochs past;
      process.outcome = hear_of_outcome(
          process.setup.self, epoch, {process.peers, key, acceptor, past}, timeout_ns, clock, log_);
      process.is_over = true;
    });
  }

  void wait_for_outcome(std::uint32_t process) {
    while (!processes_[process]->is_over) {
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
  }

  std::vector<std::uint32_t> members_for(std::uint32_t process) {
    wait_for_outcome(process);
    const auto& outcome = processes_[process]->outcome;
    if (!outcome) {
      ADD_FAILURE() << "process " << process << ": " << outcome.error().text();
      return {};
    }
    EXPECT_EQ(outcome->number, epoch + 1);
    std::vector<std::uint32_t> ranks;
    for (const EpochMember& member : outcome->members) {
      EXPECT_EQ(member.note, "of " + std::to_string(member.process.value));
      ranks.push_back(member.process.value);
    }
    return ranks;
  }

  std::string reason_for(std::uint32_t process) {
    wait_for_outcome(process);
    const auto& outcome = processes_[process]->outcome;
    return outcome ? "goes on" : outcome.error().text();
  }

  void TearDown() override {
    is_over_ = true;
    for (const auto& process : processes_) {
      if (process->thread.joinable()) process->thread.join();
    }
  }

  MemoryLog log_;
  std::vector<std::unique_ptr<Process>> processes_;
  Socket hole_;
  std::atomic<bool> is_over_ = false;
};

TEST_F(AgreeTest, GoesOnWithoutTheLowestRank) {
  make(3);
  kill(0);
  for (const std::uint32_t i : {1, 2}) processes_[i]->setup.dead = {ProcessId(0)};
  for (const std::uint32_t i : {1, 2}) start(i);
  for (const std::uint32_t i : {1, 2}) EXPECT_THAT(members_for(i), ElementsAre(1, 2));
  EXPECT_EQ(log_.text(), "");
}

TEST_F(AgreeTest, FindsOutByItselfThatTwoAreGone) {
  make(5);
  kill(0);
  kill(3);
  for (const std::uint32_t i : {1, 2, 4}) processes_[i]->setup.silent = {ProcessId(0)};
  for (const std::uint32_t i : {1, 2, 4}) start(i);
  for (const std::uint32_t i : {1, 2, 4}) EXPECT_THAT(members_for(i), ElementsAre(1, 2, 4));
}

TEST_F(AgreeTest, GoesOnWithOneOfTwoThatIsLeft) {
  make(2);
  kill(0);
  processes_[1]->setup.silent = {ProcessId(0)};
  start(1);
  EXPECT_THAT(members_for(1), ElementsAre(1));
}

TEST_F(AgreeTest, KeepsOneOfTwoBetweenWhomTheWayIsCut) {
  make(3);
  cut(1, 2);
  for (const std::uint32_t i : {0, 1, 2}) start(i);
  for (const std::uint32_t i : {0, 1}) EXPECT_THAT(members_for(i), ElementsAre(0, 1));
  EXPECT_THAT(reason_for(2), HasSubstr("this process was given up: processes 0, 1 go on"));
}

TEST_F(AgreeTest, EndsTheSmallerSideOfACut) {
  make(3);
  cut(0, 1);
  cut(0, 2);
  processes_[0]->setup.timing.give_up_ns = 500 * ms_ns;
  for (const std::uint32_t i : {0, 1, 2}) start(i);
  for (const std::uint32_t i : {1, 2}) EXPECT_THAT(members_for(i), ElementsAre(1, 2));
  EXPECT_THAT(reason_for(0), HasSubstr("no majority of the 3 processes of epoch 4"));
}

TEST_F(AgreeTest, TellsWhoComesTooLateThatItWasGivenUp) {
  make(3);
  for (const std::uint32_t i : {0, 1}) processes_[i]->setup.silent = {ProcessId(2)};
  for (const std::uint32_t i : {0, 1}) start(i);
  for (const std::uint32_t i : {0, 1}) EXPECT_THAT(members_for(i), ElementsAre(0, 1));
  start(2);
  EXPECT_THAT(reason_for(2), HasSubstr("epoch 4 is over and this process was given up"));
}

TEST_F(AgreeTest, WaitsForWhoStartsLater) {
  make(3);
  start(2);
  std::this_thread::sleep_for(std::chrono::milliseconds(50));
  start(1);
  start(0);
  for (const std::uint32_t i : {0, 1, 2}) EXPECT_THAT(members_for(i), ElementsAre(0, 1, 2));
}

TEST_F(AgreeTest, TakesInWhoHasNoVote) {
  make(4);
  for (const std::uint32_t i : {0, 1, 2}) {
    std::erase_if(processes_[i]->setup.voters,
                  [](const Voter& voter) { return voter.process == ProcessId(3); });
    processes_[i]->setup.joining = {{ProcessId(3), "of 3"}};
  }
  processes_[1]->setup.is_leaving = true;
  start_joining(3);
  for (const std::uint32_t i : {0, 1, 2}) start(i);
  for (const std::uint32_t i : {0, 2, 3}) EXPECT_THAT(members_for(i), ElementsAre(0, 2, 3));
  EXPECT_THAT(reason_for(1), HasSubstr("this process has left: processes 0, 2, 3 go on"));
}

TEST_F(AgreeTest, SaysThatNobodyToldWhoWasToComeIn) {
  make(2);
  start_joining(1, 100 * ms_ns);
  EXPECT_THAT(reason_for(1),
              HasSubstr("nobody has told this process who is in the epoch after epoch 4"));
}

TEST_F(AgreeTest, IsNotDisturbedByStrangersAndNonsense) {
  make(2);
  const Socket stranger = testing::stranger_at(processes_[0]->peers[0].address);
  testing::say(stranger, "GET / HTTP/1.1\r\n\r\n");
  for (const std::uint32_t i : {0, 1}) start(i);
  for (const std::uint32_t i : {0, 1}) EXPECT_THAT(members_for(i), ElementsAre(0, 1));
}

/// How long it takes is told with --gtest_output, and in docs/internals/agreement.md.
class AgreeOfMany : public AgreeTest, public ::testing::WithParamInterface<std::uint32_t> {};

TEST_P(AgreeOfMany, GoesOnWithoutTheHighestRank) {
  make(GetParam());
  kill(GetParam() - 1);
  std::vector<std::uint32_t> rest;
  for (std::uint32_t i = 0; i + 1 < GetParam(); ++i) {
    processes_[i]->setup.dead = {ProcessId(GetParam() - 1)};
    rest.push_back(i);
  }
  for (const std::uint32_t i : rest) start(i);
  TimeNs longest_ns = 0;
  for (const std::uint32_t i : rest) {
    EXPECT_EQ(members_for(i), rest);
    longest_ns = std::max(longest_ns, processes_[i]->took_ns);
  }
  RecordProperty("longest_us", std::to_string(longest_ns / 1000));
}

INSTANTIATE_TEST_SUITE_P(Sizes, AgreeOfMany, ::testing::Values(2u, 8u, 32u));

}  // namespace
}  // namespace isthmus::engine::bootstrap
