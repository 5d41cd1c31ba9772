// Jobs in virtual time that lose processes and go on.
#include "isthmus/sim/epochs.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <set>
#include <string>
#include <vector>

#include "isthmus/object/charge.hpp"
#include "isthmus/object/create.hpp"
#include "isthmus/object/here.hpp"
#include "isthmus/testing/shape.hpp"
#include "isthmus/testing/virtual_time.hpp"

namespace isthmus::engine::sim {
namespace {

using ::testing::HasSubstr;

constexpr int runner_count = 24;
constexpr int rounds = 40;

/// Passes its value on in a ring, round by round, and comes to a point after each.
class Runner : public Chare<Runner, Index1> {
 public:
  void serialize(auto& archive) { archive(round_, value_, heard_, sent_); }

  void begin() {
    charge(200'000);
    if (round_ == 0) value_ = index() + 1;
    array()[(index() + 1) % runner_count].send<&Runner::hear>(value_);
    sent_ = true;
    go_on();
  }
  void hear(std::int64_t value) {
    heard_.push_back(value);
    go_on();
  }

 private:
  void go_on() {
    if (!sent_ || heard_.empty()) return;
    value_ = (value_ * 31 + heard_.front()) % 1'000'003;
    heard_.clear();
    sent_ = false;
    if (++round_ < rounds) return at_sync<&Runner::begin>();
    contribute("run", value_, reduce::sum);
  }

  int round_ = 0;
  std::int64_t value_ = 0;
  std::vector<std::int64_t> heard_;
  bool sent_ = false;
};

std::int64_t serial_result() {
  std::vector<std::int64_t> values(runner_count);
  for (int i = 0; i < runner_count; ++i) values[static_cast<std::size_t>(i)] = i + 1;
  for (int round = 0; round < rounds; ++round) {
    const std::vector<std::int64_t> before = values;
    for (std::size_t i = 0; i < values.size(); ++i) {
      values[i] = (before[i] * 31 + before[(i + values.size() - 1) % values.size()]) % 1'000'003;
    }
  }
  std::int64_t sum = 0;
  for (const std::int64_t value : values) sum += value;
  return sum;
}

struct Progress {
  ArrayProxy<Runner> runners;
};

MainProgram race(std::int64_t& result) {
  return [&result](Job& job) -> Task<void> {
    Progress progress;
    if (!job.restored(progress)) {
      progress.runners = job.create_array<Runner>(Index1{runner_count}, mapping::block);
      progress.runners.all().send<&Runner::begin>();
    }
    result = co_await job.reduction<std::int64_t>("run");
  };
}

testing::VirtualTimeOptions options_with(std::vector<std::string> faults, std::uint64_t seed = 1) {
  testing::VirtualTimeOptions options;
  options.settings = testing::test_settings(seed);
  options.settings.checkpoints.when = store::When::always;
  options.settings.checkpoints.on_loss = store::OnLoss::go_on;
  options.faults = std::move(faults);
  options.holds_images = true;
  return options;
}

testing::VirtualTimeOutcome run_with(const testing::VirtualTimeOptions& options,
                                     std::int64_t& result, int processes_per_site = 2) {
  const topology::Topology topology =
      testing::uniform_topology(2, 2 * processes_per_site, "1ms", "0", processes_per_site);
  return testing::run_in_virtual_time(topology, race(result), options);
}

testing::VirtualTimeOutcome run(const std::vector<std::string>& faults, std::int64_t& result,
                                std::uint64_t seed = 1, int processes_per_site = 2) {
  return run_with(options_with(faults, seed), result, processes_per_site);
}

std::string failures_of(const testing::VirtualTimeOutcome& outcome) {
  std::string text;
  for (const auto& failure : outcome.failures) text += failure ? failure->text() + "\n" : "";
  return text;
}

TEST(Epochs, AreOneWhereNobodyIsLost) {
  std::int64_t result = 0;
  const auto outcome = run({}, result);
  EXPECT_EQ(failures_of(outcome), "");
  EXPECT_EQ(outcome.epoch, 0U);
  EXPECT_EQ(result, serial_result());
}

TEST(Epochs, GoOnWithoutAnyOneOfTheProcesses) {
  for (int lost = 0; lost < 4; ++lost) {
    std::int64_t result = 0;
    const auto outcome = run({"crash process=" + std::to_string(lost) + " at=50ms"}, result);
    EXPECT_EQ(failures_of(outcome), "");
    EXPECT_EQ(outcome.epoch, 1U);
    EXPECT_EQ(result, serial_result()) << "without process " << lost;
  }
}

TEST(Epochs, GoOnWithOneProcessInTheEnd) {
  std::int64_t result = 0;
  const auto outcome = run(
      {"crash process=2 at=40ms", "crash process=0 at=120ms", "crash process=1 at=200ms"}, result);
  EXPECT_EQ(failures_of(outcome), "");
  EXPECT_EQ(outcome.epoch, 3U);
  EXPECT_EQ(result, serial_result());
}

TEST(Epochs, BeginAnewWhereThereIsNoCheckpointYet) {
  std::int64_t result = 0;
  const auto outcome = run({"crash process=3 at=1us"}, result);
  EXPECT_EQ(failures_of(outcome), "");
  EXPECT_EQ(result, serial_result());
}

TEST(Epochs, EndInOneLineWhereAnImageIsInNoMemory) {
  std::int64_t result = 0;
  // Partners of each other, at once.
  const auto outcome = run({"crash process=0 at=50ms", "crash process=2 at=50ms"}, result);
  EXPECT_THAT(failures_of(outcome), HasSubstr("is gone, as it and its partner were lost"));
}

TEST(Epochs, AreNewOnesWithoutThoseThatLeave) {
  for (int leaving = 0; leaving < 4; ++leaving) {
    std::int64_t result = 0;
    const auto outcome = run({"leave process=" + std::to_string(leaving) + " at=50ms"}, result);
    EXPECT_EQ(failures_of(outcome), "");
    EXPECT_EQ(outcome.epoch, 1U);
    EXPECT_EQ(result, serial_result()) << "without process " << leaving;
  }
}

TEST(Epochs, DoNothingTwiceWhereSomebodyLeaves) {
  std::int64_t result = 0;
  const TimeNs undisturbed_ns = run({}, result).summary.end_ns;
  const auto outcome = run({"leave process=3 at=50ms"}, result);
  // Not a round of work, which would be 40 of them for 24 elements, is done again: what there is
  // more is the agreement, and that fewer PEs have the same work.
  EXPECT_LT(outcome.summary.end_ns, undisturbed_ns * 4 / 3 + 2 * Epochs::agreement_ns);
  EXPECT_EQ(outcome.epoch, 1U);
}

TEST(Epochs, MayBeLeftByAllButOne) {
  std::int64_t result = 0;
  const auto outcome = run({"leave process=0 at=30ms", "leave process=1 at=30ms",
                            "leave process=2 at=100ms", "leave process=3 at=150ms"},
                           result);
  EXPECT_EQ(failures_of(outcome), "");
  EXPECT_EQ(outcome.epoch, 2U) << outcome.summary.end_ns;  // who is the last one stays
  EXPECT_EQ(result, serial_result());
}

TEST(Epochs, TakeInWhoComes) {
  testing::VirtualTimeOptions options =
      options_with({"join process=2 at=30ms", "join process=3 at=90ms"});
  options.absent = {ProcessId(2), ProcessId(3)};
  std::int64_t result = 0;
  const auto outcome = run_with(options, result);
  EXPECT_EQ(failures_of(outcome), "");
  EXPECT_EQ(outcome.epoch, 2U);
  EXPECT_EQ(result, serial_result());
}

TEST(Epochs, HaveTheMainProgramWhereTheLowestPeIsAlsoWhereThatHasComeLast) {
  testing::VirtualTimeOptions options = options_with({"join process=0 at=30ms"});
  options.absent = {ProcessId(0)};
  std::int64_t result = 0;
  const auto outcome = run_with(options, result);
  EXPECT_EQ(failures_of(outcome), "");
  EXPECT_EQ(outcome.epoch, 1U);
  EXPECT_EQ(result, serial_result());
}

TEST(Epochs, GiveTheSerialResultWhoeverComesAndGoes) {
  int epochs = 0;
  for (std::uint64_t seed = 1; seed <= 100; ++seed) {
    testing::VirtualTimeOptions options =
        options_with({"join process=any at=0ms..100ms", "leave process=any at=0ms..100ms",
                      "join process=any at=50ms..200ms", "leave process=any at=50ms..200ms",
                      "crash process=any at=0ms..200ms"},
                     seed);
    options.absent = {ProcessId(1), ProcessId(4), ProcessId(5)};
    std::int64_t result = 0;
    const auto outcome = run_with(options, result, 3);
    ASSERT_EQ(failures_of(outcome), "") << "seed " << seed;
    ASSERT_EQ(result, serial_result()) << "seed " << seed;
    epochs += static_cast<int>(outcome.epoch);
  }
  EXPECT_GT(epochs, 150);
}

/// The race, whose main program notes what it hears of those who came and went; in the first epoch
/// it has process 1 leave, and asks for what cannot be.
MainProgram race_that_is_left(std::vector<MembershipNews>& heard, std::vector<Error>& refused) {
  return [&](Job& job) -> Task<void> {
    Progress progress;
    bool is_first = true;
    job.on_membership_change([&](const MembershipNews& news) {
      is_first = false;
      heard.push_back(news);
    });
    if (!job.restored(progress)) {
      progress.runners = job.create_array<Runner>(Index1{runner_count}, mapping::block);
      progress.runners.all().send<&Runner::begin>();
    }
    if (is_first) {
      if (auto left = job.leave({ProcessId(9)}); !left) refused.push_back(left.error());
      if (auto left = job.leave({ProcessId(1)}); !left) refused.push_back(left.error());
    }
    co_await job.reduction<std::int64_t>("run");
  };
}

TEST(Epochs, AreKnownToTheMainProgramWhichMayHaveProcessesLeave) {
  testing::VirtualTimeOptions options =
      options_with({"crash process=2 at=150ms", "join process=1 at=300ms"});
  std::vector<MembershipNews> heard;
  std::vector<Error> refused;
  const auto outcome = testing::run_in_virtual_time(testing::uniform_topology(2, 4, "1ms", "0", 2),
                                                    race_that_is_left(heard, refused), options);
  EXPECT_EQ(failures_of(outcome), "");
  ASSERT_EQ(refused.size(), 1U);
  EXPECT_EQ(refused.front().code, ErrorCode::bad_input);
  EXPECT_THAT(refused.front().text(), HasSubstr("process 9 is not in this job"));
  std::string told;
  for (const MembershipNews& news : heard) {
    told += "epoch " + std::to_string(news.epoch) + ":";
    for (const ProcessId process : news.lost) told += " -" + std::to_string(process.value);
    for (const ProcessId process : news.left) told += " <" + std::to_string(process.value);
    for (const ProcessId process : news.come) told += " +" + std::to_string(process.value);
    told += "; ";
  }
  EXPECT_EQ(told, "epoch 1: <1; epoch 2: -2; epoch 3: +1; ");
}

TEST(Epochs, EndForALossThatComesBeforeTheLeave) {
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
    std::int64_t result = 0;
    const auto outcome = run({"leave process=any at=40ms..60ms", "crash process=any at=40ms..60ms"},
                             result, seed, 3);
    ASSERT_EQ(failures_of(outcome), "") << "seed " << seed;
    ASSERT_GE(outcome.epoch, 1U) << "seed " << seed;
    ASSERT_EQ(result, serial_result()) << "seed " << seed;
  }
}

TEST(Epochs, GoOnWhereTheLowestPeIsOfTwoHalvesThatLoseEachOther) {
  std::int64_t result = 0;
  const auto outcome = run({"cut sites=site0,site1 at=50ms for=100s"}, result);
  EXPECT_EQ(failures_of(outcome), "");
  EXPECT_EQ(outcome.epoch, 1U);
  EXPECT_EQ(result, serial_result());
}

TEST(Epochs, GoOnInTheHalfThatReachesTheWitness) {
  for (const std::uint32_t site : {0U, 1U}) {
    std::int64_t result = 0;
    testing::VirtualTimeOptions options = options_with({"cut sites=site0,site1 at=50ms for=100s"});
    options.witness = SiteId(site);
    options.settings.checkpoints.apart = store::Apart::site;
    std::vector<ProcessId> lost;
    const topology::Topology topology = testing::uniform_topology(2, 4, "1ms", "0", 2);
    const MainProgram main_program = race(result);
    const auto outcome = testing::run_in_virtual_time(
        topology,
        [&](Job& job) -> Task<void> {
          job.on_membership_change([&](const MembershipNews& news) { lost = news.lost; });
          return main_program(job);
        },
        options);
    EXPECT_EQ(outcome.epoch, 1U);
    EXPECT_EQ(result, serial_result());
    std::vector<ProcessId> others;
    for (const ProcessId process : topology.processes_of(SiteId(1 - site))) {
      others.push_back(process);
    }
    EXPECT_EQ(lost, others);
  }
}

TEST(Epochs, HaveEverybodyAgainWhereACutHealsDuringTheAgreement) {
  std::int64_t result = 0;
  const auto outcome = run({"cut sites=site0,site1 at=50ms for=32s"}, result);
  EXPECT_EQ(failures_of(outcome), "");
  EXPECT_EQ(outcome.epoch, 1U);
  EXPECT_GT(outcome.summary.end_ns, 32'000'000'000);
  EXPECT_EQ(result, serial_result());
}

TEST(Epochs, GoOnWhereTheMajorityIs) {
  // Site 0 has lost two of its three processes before.
  std::int64_t result = 0;
  const auto outcome = run({"crash process=0 at=40ms", "crash process=1 at=70ms",
                            "cut sites=site0,site1 at=120ms for=100s"},
                           result, 1, 3);
  EXPECT_EQ(failures_of(outcome), "");
  EXPECT_EQ(outcome.epoch, 3U);
  EXPECT_EQ(result, serial_result());
}

TEST(Epochs, AreTheSameEachTime) {
  std::int64_t result = 0;
  const auto once = run({"crash process=1 at=30ms"}, result, 7);
  const auto again = run({"crash process=1 at=30ms"}, result, 7);
  EXPECT_EQ(once.summary.trace_hash, again.summary.trace_hash);
}

TEST(Epochs, GiveTheSerialResultWheneverAProcessIsLost) {
  int survived = 0;
  for (std::uint64_t seed = 1; seed <= 100; ++seed) {
    std::int64_t result = 0;
    const auto outcome = run({"crash process=any at=1us..150ms", "crash process=any at=1us..300ms"},
                             result, seed, 3);
    const std::string failures = failures_of(outcome);
    if (failures.find("is gone, as it and its partner were lost") != std::string::npos) continue;
    ASSERT_EQ(failures, "") << "seed " << seed;
    ASSERT_EQ(result, serial_result()) << "seed " << seed;
    ++survived;
  }
  EXPECT_GT(survived, 80);
}

std::set<std::uint32_t> present_pes() {
  std::set<std::uint32_t> present;
  for (const ProcessId process : this_topology().present()) {
    for (const PeId pe : this_topology().pes_of(process)) present.insert(pe.value);
  }
  return present;
}

/// Knows which PEs take part by what it has heard since it was made.
class Attendance : public Chare<Attendance, PeId> {
 public:
  Attendance() : pes_(present_pes()) {}
  void serialize(auto& archive) { archive(pes_); }
  void absorb(Attendance&&) {}
  void left(const std::vector<PeId>& pes) {
    for (const PeId pe : pes) pes_.erase(pe.value);
  }
  void joined(const std::vector<PeId>& pes) {
    for (const PeId pe : pes) pes_.insert(pe.value);
  }
  bool is_right() { return pes_ == present_pes(); }

 private:
  std::set<std::uint32_t> pes_;
};

struct AttendedProgress {
  ArrayProxy<Runner> runners;
  GroupProxy<Attendance> attendance;
};

/// The race; counts the elements of a group that know where an epoch begins who takes part, and
/// those that do not.
MainProgram attended_race(std::int64_t& result, int& right, int& wrong) {
  return [&](Job& job) -> Task<void> {
    AttendedProgress progress;
    const bool goes_on = job.restored(progress);
    if (!goes_on) {
      progress.attendance = job.create_group<Attendance>();
      progress.runners = job.create_array<Runner>(Index1{runner_count}, mapping::block);
    }
    for (const std::uint32_t pe : present_pes()) {
      const bool knows = co_await progress.attendance[PeId(pe)].call<&Attendance::is_right>();
      ++(knows ? right : wrong);
    }
    if (!goes_on) progress.runners.all().send<&Runner::begin>();
    result = co_await job.reduction<std::int64_t>("run");
  };
}

TEST(Epochs, TellGroupsWhoTakesPartWhoeverComesAndGoes) {
  int right = 0;
  int wrong = 0;
  int epochs = 0;
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
    testing::VirtualTimeOptions options =
        options_with({"leave process=any at=20ms..150ms", "crash process=any at=1us..150ms",
                      "join process=any at=100ms..250ms", "crash process=any at=100ms..300ms"},
                     seed);
    std::int64_t result = 0;
    const auto outcome =
        testing::run_in_virtual_time(testing::uniform_topology(2, 8, "1ms", "0", 4),
                                     attended_race(result, right, wrong), options);
    const std::string failures = failures_of(outcome);
    if (failures.find("is gone, as it and its partner were lost") != std::string::npos) continue;
    ASSERT_EQ(failures, "") << "seed " << seed;
    ASSERT_EQ(wrong, 0) << "seed " << seed;
    ASSERT_EQ(result, serial_result()) << "seed " << seed;
    epochs += static_cast<int>(outcome.epoch);
  }
  EXPECT_GT(epochs, 120);
  EXPECT_GT(right, 120 * 5);
}

}  // namespace
}  // namespace isthmus::engine::sim
