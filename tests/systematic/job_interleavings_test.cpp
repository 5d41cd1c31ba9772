// Whole jobs: PEs driven as in production, each by its thread, under a seeded order of steps.
#include <gtest/gtest.h>

#include <memory>
#include <optional>
#include <set>
#include <source_location>
#include <stdexcept>
#include <string>
#include <vector>

#include "isthmus/isthmus.hpp"
#include "isthmus/runtime/driver.hpp"
#include "isthmus/runtime/real_world.hpp"
#include "isthmus/testing/parts.hpp"
#include "isthmus/testing/shape.hpp"
#include "systematic/interleaving.hpp"

namespace isthmus::engine::systematic {
namespace {

// Time passes only when all wait, so what takes time has slept too long.
constexpr Machine with_system_barrier{.lets_time_pass = false};
constexpr Machine with_fences{.has_system_barrier = false, .lets_time_pass = false};

// The watchdog's patience: whoever sleeps until then was not woken.
constexpr TimeNs forever_ns = 1'000'000'000'000'000;

class RunsClock final : public Clock {
 public:
  TimeNs now_ns() const override {
    Interleaving* run = Interleaving::current();
    return run == nullptr ? 0 : run->now_ns();
  }
};

// A process of a few PEs and what it takes from the world.
struct LivingJob {
  LivingJob(const topology::Topology& grid, MainProgram program)
      : topology(grid),
        members(topology),
        main_program(std::move(program)),
        payloads(*PayloadTable::of_program()),
        world(topology, ProcessId(0), std::vector<Socket>(1), clock) {
    auto created =
        runtime::Process::create({members, payloads, clock, log, world.carriers, world.sleepers},
                                 {.stall_ns = forever_ns}, ProcessId(0), {});
    if (!created) throw std::runtime_error(created.error().text());
    process = std::move(*created);
    job.emplace(Job::Parts{process->units().front()->objects(), clock, {}, true});
    runtime::start_main(*process, main_program, *job);
  }

  void drive(runtime::PeUnit& unit, TimeNs spin_ns) {
    runtime::drive(*process, unit, world.sleepers.sleeper(unit.pe().id()),
                   {.spin_ns = spin_ns, .cores = {}});
  }

  topology::Topology topology;
  topology::Members members;
  MainProgram main_program;
  PayloadTable payloads;
  RunsClock clock;
  testing::MemoryLog log;
  runtime::RealWorld world;
  std::unique_ptr<runtime::Process> process;
  std::optional<Job> job;
};

void expect_success(const LivingJob& living, Interleaving& end) {
  if (living.process->failure()) end.fail(living.process->failure()->text());
}

Scenario job_of(const topology::Topology& topology, const MainProgram& main_program,
                TimeNs spin_ns = 0,
                void (*expectation)(const LivingJob&, Interleaving&) = expect_success) {
  return [=](Interleaving& run) {
    const auto living = std::make_shared<LivingJob>(topology, main_program);
    for (const auto& unit : living->process->units()) {
      run.add_thread("PE " + std::to_string(unit->pe().id().value),
                     [=, &unit = *unit] { living->drive(unit, spin_ns); });
    }
    run.at_end([=](Interleaving& end) {
      living->process->conclude();
      expectation(*living, end);
      if (end.now_ns() >= forever_ns) end.fail("a PE slept until the watchdog woke it");
    });
  };
}

class Runner : public Chare<Runner, Index1> {
 public:
  void carry(int legs) {
    if (legs > 0) {
      array()[(index() + 1) % 3].send<&Runner::carry>(legs - 1);
    } else {
      contribute("arrived");
    }
  }
  void rest() { contribute("rested", 1, reduce::sum); }
};

Task<void> relay(Job& job) {
  const auto runners = job.create_array<Runner>(3, mapping::round_robin);
  runners.all().send<&Runner::rest>();
  const int rested = co_await job.reduction<int>("rested");
  require(rested == 3, "all contribute once");
  runners[Index1{0}].send<&Runner::carry>(7);
  co_await job.quiescence();
}

TEST(JobInterleavings, EndARelayWithinASite) {
  const auto topology = testing::uniform_topology(1, 3);
  expect_no_finding(400, with_system_barrier, job_of(topology, relay));
  expect_no_finding(200, with_fences, job_of(topology, relay));
}

TEST(JobInterleavings, EndARelayOfThoseWhoSpinBeforeTheySleep) {
  expect_no_finding(200, with_system_barrier,
                    job_of(testing::uniform_topology(1, 2), relay, 24'000));
}

TEST(JobInterleavings, EndARelayOverALinkWithLatency) {
  const auto topology = testing::uniform_topology(2, 2, "20us", "10us");
  expect_no_finding(200, with_system_barrier, job_of(topology, relay));
  expect_no_finding(100, with_fences, job_of(topology, relay));
}

// Nothing else in a job depends on chance: no address, no clock, no order of a hash table.
TEST(JobInterleavings, RunTheSameWayUnderTheSameSeed) {
  const Scenario scenario = job_of(testing::uniform_topology(2, 2, "20us", "10us"), relay);
  const auto hash_of = [&](std::uint64_t seed) {
    const auto run = std::make_shared<Interleaving>(seed, with_system_barrier);
    scenario(*run);
    EXPECT_TRUE(run->run()) << run->failure();
    return run->trace_hash();
  };
  std::set<std::uint64_t> hashes;
  constexpr std::uint64_t seeds = 20;
  for (std::uint64_t seed = 1; seed <= seeds; ++seed) {
    const std::uint64_t hash = hash_of(seed);
    EXPECT_EQ(hash, hash_of(seed)) << "seed " << seed;
    hashes.insert(hash);
  }
  EXPECT_EQ(hashes.size(), seeds);
}

class Breaker : public Chare<Breaker, Index1> {
 public:
  void fail() { throw std::runtime_error("broken here"); }
};

TEST(JobInterleavings, EndAJobThatFailsOnSeveralPesAtOnceWithOneOfTheFailures) {
  const auto break_all = [](Job& job) -> Task<void> {
    const auto breakers = job.create_array<Breaker>(3, mapping::round_robin);
    breakers.all().send<&Breaker::fail>();
    co_await job.quiescence();
  };
  const auto expect_failure = [](const LivingJob& living, Interleaving& end) {
    const std::optional<Error>& failure = living.process->failure();
    if (!failure) return end.fail("the job ended as if all were well");
    if (failure->text().find("broken here") == std::string::npos) end.fail(failure->text());
  };
  expect_no_finding(200, with_system_barrier,
                    job_of(testing::uniform_topology(1, 3), break_all, 0, expect_failure));
}

// Sends across a link with latency, and then computes for long, so that the message must be taken
// out of the link by the one it is for.
class Toiler : public Chare<Toiler, Index1> {
 public:
  static constexpr TimeNs toil_ns = 50'000'000;

  void call_the_other() {
    Interleaving& run = *Interleaving::current();
    array()[1 - index()].send<&Toiler::hear>(run.now_ns());
    run.wait("toil", [] { return false; }, run.now_ns() + toil_ns, std::source_location::current());
    contribute("heard");
  }
  void hear(TimeNs sent_ns) {
    const TimeNs taken_ns = Interleaving::current()->now_ns() - sent_ns;
    require(taken_ns < toil_ns / 2, "the message came late");
    contribute("heard");
  }
};

TEST(JobInterleavings, WakeASleeperForAMessageThatIsStillOnItsWay) {
  const Scenario scenario =
      job_of(testing::uniform_topology(2, 1, "20us"), [](Job& job) -> Task<void> {
        const auto pair = job.create_array<Toiler>(2, mapping::block);
        for (int caller = 0; caller < 2; ++caller) {
          pair[Index1{caller}].send<&Toiler::call_the_other>();
          co_await job.reduction("heard");
        }
      });
  expect_no_finding(300, with_system_barrier, scenario);
  expect_no_finding(300, with_fences, scenario);
}

}  // namespace
}  // namespace isthmus::engine::systematic
