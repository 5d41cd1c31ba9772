// The step that moves objects: on all backends, with objects that move and end meanwhile.
#include "isthmus/balance/balancer.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>
#include <string>
#include <vector>

#include "isthmus/balance/snapshot_json.hpp"
#include "isthmus/object/charge.hpp"
#include "isthmus/object/create.hpp"
#include "isthmus/object/future.hpp"
#include "isthmus/object/tracking.hpp"
#include "isthmus/testing/everywhere.hpp"

namespace isthmus::engine::balance {
namespace {

using testing::uniform_topology;

Plan plan(const char* strategy) {
  Plan plan;
  plan.strategy = find_strategy(strategy);
  return plan;
}

std::function<void(runtime::Settings&)> with_plan(const Plan& plan) {
  return [plan](runtime::Settings& settings) { settings.balancing = plan; };
}

/// A ring of objects that add up what their neighbours send, period by period; each period ends in
/// a step of the load balancer.
class Runner : public Chare<Runner, Index1> {
 public:
  Runner() = default;
  Runner(int count, int periods, int rounds) : count_(count), periods_(periods), rounds_(rounds) {}
  void serialize(auto& archive) {
    archive(count_, periods_, rounds_, period_, round_, sum_, early_, here_, waits_);
  }

  void start() { resume(); }
  void take(int round, std::uint64_t value) {
    sum_ += value * static_cast<std::uint64_t>(round + 1);
    // Neighbours are at most one round ahead.
    ++(round == round_ ? here_ : early_);
    if (!waits_) go_on();
  }
  void resume() {
    waits_ = false;
    if (period_ == periods_) return contribute("sums", sum_, reduce::sum);
    send_round();
    go_on();
  }

 private:
  void go_on() {
    while (here_ == 2) {
      here_ = std::exchange(early_, 0);
      if (++round_ % rounds_ == 0) {
        ++period_;
        waits_ = true;
        return at_sync<&Runner::resume>();
      }
      send_round();
    }
  }
  void send_round() {
    charge(1'000 * (index() % 4 == 0 ? 40 : 1));
    const std::uint64_t value = static_cast<std::uint64_t>(index() + 1) * 7u;
    array()[(index() + 1) % count_].send<&Runner::take>(round_, value);
    array()[(index() + count_ - 1) % count_].send<&Runner::take>(round_, value);
  }

  int count_ = 0;
  int periods_ = 0;
  int rounds_ = 1;
  int period_ = 0;
  int round_ = 0;
  std::uint64_t sum_ = 0;
  int early_ = 0;
  int here_ = 0;
  bool waits_ = true;  // at first to be started, which may come behind what neighbours send
};

/// The plain program's answer.
std::uint64_t expected_sum(int count, int rounds) {
  std::uint64_t sum = 0;
  for (int round = 0; round < rounds; ++round) {
    for (int i = 0; i < count; ++i) {
      sum += static_cast<std::uint64_t>(i + 1) * 7u * 2u * static_cast<std::uint64_t>(round + 1);
    }
  }
  return sum;
}

Task<void> run_ring(Job& job, int count, int periods, int rounds) {
  const auto runners =
      job.create_array<Runner>(Index1{count}, mapping::block, count, periods, rounds);
  runners.all().send<&Runner::start>();
  const std::uint64_t sum = co_await job.reduction<std::uint64_t>("sums");
  EXPECT_EQ(sum, expected_sum(count, periods * rounds));
}

TEST(Balancer, LeavesTheAnswerAsItIsThroughAHundredStepsThatMoveEverything) {
  testing::expect_runs_everywhere(
      [](Job& job) -> Task<void> { co_await run_ring(job, 24, 100, 1); },
      with_plan(plan("rotate")));
}

TEST(Balancer, LeavesTheAnswerAsItIsUnderEveryStrategy) {
  for (const Strategy& strategy : strategies()) {
    SCOPED_TRACE(strategy.name);
    Plan plan;
    plan.strategy = &strategy;
    testing::WorldOptions options;
    options.settings.seed = 3;
    options.settings.balancing = plan;
    testing::World world(uniform_topology(2, 2, "1ms"), options);
    const auto failure =
        world.run([](Job& job) -> Task<void> { co_await run_ring(job, 20, 5, 3); });
    EXPECT_FALSE(failure) << failure->text();
    EXPECT_EQ(world.messages_alive(), 0);
  }
}

TEST(Balancer, IsNotWaitedForWhereThereIsNone) {
  testing::expect_runs_everywhere([](Job& job) -> Task<void> {
    co_await run_ring(job, 12, 4, 2);
    co_await job.balance();
  });
}

/// Its load is what it is told to be.
class Porter : public Chare<Porter, Index1> {
 public:
  Porter() = default;
  explicit Porter(TimeNs load_ns) : load_ns_(load_ns * (index() + 1)) {}
  void serialize(auto& archive) { archive(load_ns_); }
  void work() { charge(load_ns_); }
  void work_by_speed(double ns) { charge(static_cast<TimeNs>(ns)); }
  void stay() { pin(); }
  std::uint32_t where() { return pe().value; }
  Task<std::uint32_t> ask(const ElementProxy<Porter>& other) {
    co_return co_await other.call<&Porter::where>();
  }

 private:
  TimeNs load_ns_ = 0;
};

Task<std::vector<std::uint32_t>> places(const ArrayProxy<Porter>& porters, int count) {
  std::vector<std::uint32_t> places;
  for (int i = 0; i < count; ++i) {
    places.push_back(co_await porters[i].call<&Porter::where>());
  }
  co_return places;
}

void run_simulated(const topology::Topology& topology, const Plan& plan,
                   const MainProgram& main_program) {
  testing::VirtualTimeOptions options;
  options.settings.balancing = plan;
  for (const auto& failure :
       testing::run_in_virtual_time(topology, main_program, options).failures) {
    EXPECT_FALSE(failure) << failure->text();
  }
}

TEST(Balancer, SpreadsWhatItHasMeasured) {
  run_simulated(uniform_topology(1, 4), plan("greedy"), [](Job& job) -> Task<void> {
    const auto porters = job.create_array<Porter>(Index1{16}, mapping::block, TimeNs{100'000});
    porters.all().send<&Porter::work>();
    co_await job.quiescence();
    co_await job.balance();
    co_await job.quiescence();
    std::vector<int> load(4);
    const std::vector<std::uint32_t> at = co_await places(porters, 16);
    for (std::size_t i = 0; i < 16; ++i) load[at[i]] += static_cast<int>(i) + 1;
    // 136 in all, and a little for the messages.
    EXPECT_GE(std::ranges::min(load), 33);
    EXPECT_LE(std::ranges::max(load), 35);
  });
}

TEST(Balancer, GivesAPeOfThreeTimesTheSpeedThreeTimesTheWork) {
  topology::Grid grid = topology::uniform_grid(2, 1);
  grid.sites[1].nodes[0].speed = 3.0;
  const auto topology = topology::Topology::from_grid(grid).value();
  run_simulated(topology, plan("refine"), [](Job& job) -> Task<void> {
    const auto porters = job.create_array<Porter>(Index1{400}, mapping::block, TimeNs{0});
    porters.all().send<&Porter::work_by_speed>(100'000.0);
    co_await job.quiescence();
    co_await job.balance();
    co_await job.quiescence();
    const std::vector<std::uint32_t> at = co_await places(porters, 400);
    const auto slow = std::ranges::count(at, 0u);
    // 400 * 1 / (1 + 3).
    EXPECT_NEAR(static_cast<double>(slow), 100, 3);
  });
}

TEST(Balancer, LeavesReservedGatewaysAloneUnderEveryStrategy) {
  const auto topology = testing::with_gateways(uniform_topology(2, 3, "1ms", "0", 3), true);
  for (const Strategy& strategy : strategies()) {
    SCOPED_TRACE(strategy.name);
    run_simulated(topology, plan(strategy.name.data()), [](Job& job) -> Task<void> {
      const auto porters = job.create_array<Porter>(Index1{24}, mapping::block, TimeNs{100'000});
      for (int step = 0; step < 3; ++step) {
        porters.all().send<&Porter::work>();
        co_await job.quiescence();
        co_await job.balance();
        co_await job.quiescence();
        for (const std::uint32_t pe : co_await places(porters, 24)) EXPECT_NE(pe % 3, 0u);
      }
    });
  }
}

// Strategies whose PEs decide by themselves.

TEST(DistributedBalancer, LeavesTheAnswerAsItIsOnAllBackends) {
  for (const char* strategy : {"diffusion", "work_stealing"}) {
    SCOPED_TRACE(strategy);
    testing::expect_runs_everywhere(
        [](Job& job) -> Task<void> { co_await run_ring(job, 24, 20, 1); },
        with_plan(plan(strategy)));
  }
}

/// Where `count` objects of loads 1 to `count` are after a step.
std::vector<std::uint32_t> balanced_places(const topology::Topology& topology, const Plan& plan,
                                           int count) {
  std::vector<std::uint32_t> at;
  run_simulated(topology, plan, [&](Job& job) -> Task<void> {
    const auto porters = job.create_array<Porter>(Index1{count}, mapping::block, TimeNs{100'000});
    porters.all().send<&Porter::work>();
    co_await job.quiescence();
    co_await job.balance();
    co_await job.quiescence();
    at = co_await places(porters, count);
  });
  return at;
}

TEST(DistributedBalancer, EvensOutOverSitesOfDifferentSizes) {
  topology::Grid grid = topology::uniform_grid(3, 4);
  grid.sites[1].nodes[0].pes = 3;
  const auto topology = topology::Topology::from_grid(grid).value();
  for (const char* strategy : {"diffusion", "work_stealing"}) {
    SCOPED_TRACE(strategy);
    std::vector<double> load(static_cast<std::size_t>(topology.pe_count()));
    const std::vector<std::uint32_t> at = balanced_places(topology, plan(strategy), 220);
    for (std::size_t i = 0; i < at.size(); ++i) load[at[i]] += static_cast<double>(i) + 1;
    EXPECT_EQ(load.size(), 11u);
    EXPECT_LE(std::ranges::max(load), 1.05 * 220 * 221 / 2 / 11);
  }
}

TEST(DistributedBalancer, ComesToThePlacementThatOnePeWhichSeesAllComesTo) {
  const topology::Topology topology = uniform_topology(2, 3, "1ms");
  const std::string prefix = ::testing::TempDir() + "isthmus_distributed_balancer_test";
  Plan seeing = plan("diffusion");
  seeing.snapshots = prefix;
  const auto by_one = balanced_places(topology, seeing, 60);
  std::remove((prefix + "-1.json").c_str());
  EXPECT_EQ(balanced_places(topology, plan("diffusion"), 60), by_one);
}

TEST(DistributedBalancer, TellsOfEachStepInAParagraph) {
  for (const char* strategy : {"diffusion", "work_stealing"}) {
    testing::WorldOptions options;
    options.settings.balancing = plan(strategy);
    testing::World world(uniform_topology(2, 2, "1ms"), options);
    const auto failure = world.run([](Job& job) -> Task<void> { co_await run_ring(job, 8, 3, 2); });
    ASSERT_FALSE(failure) << failure->text();
    const std::string text = world.log().text();
    EXPECT_NE(text.find("load balancing, step 1: in "), std::string::npos) << text;
    EXPECT_NE(text.find("decided PE by PE in "), std::string::npos) << text;
    const CentralBalancer& central = *world.unit(PeId(0)).balancer()->central();
    // Nobody waits for a step, so that others may come too early for one of their own.
    ASSERT_FALSE(central.steps().empty());
    EXPECT_EQ(central.steps()[0].objects, 8u);
    EXPECT_FALSE(central.steps()[0].saw_all);
  }
}

TEST(Balancer, LeavesObjectsWhereTheProgramWantsThem) {
  testing::expect_runs_everywhere(
      [](Job& job) -> Task<void> {
        const auto porters = job.create_array<Porter>(Index1{8}, mapping::block, TimeNs{1000});
        for (int i = 0; i < 8; i += 2) porters[i].send<&Porter::stay>();
        co_await job.quiescence();
        const std::vector<std::uint32_t> before = co_await places(porters, 8);
        co_await job.balance();
        co_await job.quiescence();
        const std::vector<std::uint32_t> after = co_await places(porters, 8);
        const auto pes = static_cast<std::uint32_t>(job.pe_count());
        for (std::size_t i = 0; i < 8; ++i) {
          EXPECT_EQ(after[i], i % 2 == 0 ? before[i] : (before[i] + 1) % pes) << i;
        }
      },
      with_plan(plan("rotate")));
}

TEST(Balancer, DoesStepsOfItsOwnWhileTheProgramRuns) {
  Plan periodic = plan("rotate");
  periodic.every_ns = 500'000;
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    SCOPED_TRACE(seed);
    testing::VirtualTimeOptions options;
    options.settings.seed = seed;
    options.settings.balancing = periodic;
    bool moved = false;
    const auto outcome = testing::run_in_virtual_time(
        uniform_topology(2, 2, "1ms"),
        [&](Job& job) -> Task<void> {
          const auto porters = job.create_array<Porter>(Index1{8}, mapping::block, TimeNs{1000});
          for (int i = 0; i < 100; ++i) {
            for (int j = 0; j < 8; ++j) {
              const std::uint32_t at =
                  co_await porters[j].call<&Porter::ask>(porters[(j * 3 + i) % 8]);
              EXPECT_LT(at, 4u);
            }
          }
          const std::vector<std::uint32_t> at = co_await places(porters, 8);
          for (std::size_t j = 0; j < 8; ++j) moved |= at[j] != j / 2;
        },
        options);
    for (const auto& failure : outcome.failures) EXPECT_FALSE(failure) << failure->text();
    EXPECT_TRUE(moved);
  }
}

// Elements of two arrays that never wait for each other come to the balancer at paces of their own.
class Walker : public Chare<Walker, Index1> {
 public:
  Walker() = default;
  explicit Walker(int left) : left_(left) {}
  void serialize(auto& archive) { archive(left_); }
  void go() {
    if (left_-- == 0) return contribute("walked");
    at_sync<&Walker::go>();
  }

 private:
  int left_ = 0;
};

TEST(Balancer, LetsArraysComeAtPacesOfTheirOwn) {
  testing::expect_runs_everywhere(
      [](Job& job) -> Task<void> {
        const auto often = job.create_array<Walker>(Index1{6}, mapping::block, 20);
        const auto seldom = job.create_array<Walker>(Index1{5}, mapping::round_robin, 3);
        often.all().send<&Walker::go>();
        seldom.all().send<&Walker::go>();
        co_await job.reduction("walked");
        co_await job.reduction("walked");
        // The one that led has ended; another goes on.
        const auto later = job.create_array<Walker>(Index1{4}, mapping::block, 5);
        later.all().send<&Walker::go>();
        co_await job.reduction("walked");
      },
      with_plan(plan("rotate")));
}

TEST(Balancer, KeepsNobodyWaitingForTheEndOfAStepWhilePesRest) {
  constexpr double latency_s = 10e-3;
  constexpr int points = 60;
  run_simulated(uniform_topology(2, 1, "10ms"), plan("auto"), [](Job& job) -> Task<void> {
    const auto walkers = job.create_array<Walker>(Index1{4}, mapping::block, int{points});
    co_await job.quiescence();
    const double begin_s = job.seconds();
    walkers.all().send<&Walker::go>();
    co_await job.reduction("walked");
    const double latencies = (job.seconds() - begin_s) / latency_s;
    // Two a point, to say that all have come and that they go on; two more where PEs measure, which
    // they do at less than a quarter of the points, and some to begin and end.
    EXPECT_GT(latencies, 2.0 * points);
    EXPECT_LT(latencies, 2.5 * points + 4);
  });
}

TEST(Balancer, KeepsQuiescenceFromComingEarly) {
  testing::expect_runs_everywhere(
      [](Job& job) -> Task<void> {
        const auto walkers = job.create_array<Walker>(Index1{6}, mapping::block, 4);
        walkers.all().send<&Walker::go>();
        co_await job.quiescence();
        const double ended_s = job.seconds();
        // Has come by now, so that nothing is waited for.
        co_await job.reduction("walked");
        EXPECT_GE(job.seconds(), ended_s);
      },
      with_plan(plan("rotate")));
}

TEST(Balancer, TellsOfEachStepInAParagraph) {
  testing::WorldOptions options;
  options.settings.balancing = plan("rotate");
  testing::World world(uniform_topology(2, 1, "1ms"), options);
  const auto failure = world.run([](Job& job) -> Task<void> { co_await run_ring(job, 8, 3, 2); });
  ASSERT_FALSE(failure) << failure->text();
  const std::string text = world.log().text();
  EXPECT_NE(text.find("load balancing, step 1: in "), std::string::npos) << text;
  EXPECT_NE(text.find("rotate moves 8 of 8 objects"), std::string::npos) << text;
  EXPECT_NE(text.find("load balancing, step 1 brought: "), std::string::npos) << text;
  const CentralBalancer& central = *world.unit(PeId(0)).balancer()->central();
  EXPECT_EQ(central.steps().size(), 3u);
  // Of a ring of 8 on two PEs 2 pairs cross, both ways, twice a period.
  EXPECT_EQ(central.steps()[1].before.cross_site_messages, 8u);
  EXPECT_EQ(central.snapshot().edges.size(), 16u);
  EXPECT_EQ(world.unit(PeId(1)).balancer()->central(), nullptr);
}

TEST(Balancer, WritesSnapshotsThatCanBeReadAgain) {
  const std::string prefix = ::testing::TempDir() + "isthmus_balancer_test";
  Plan saving = plan("none");
  saving.snapshots = prefix;
  run_simulated(uniform_topology(2, 2, "1ms"), saving,
                [](Job& job) -> Task<void> { co_await run_ring(job, 8, 2, 3); });
  for (const char* number : {"-1.json", "-2.json"}) {
    const auto snapshot = load_snapshot(prefix + number);
    ASSERT_TRUE(snapshot) << snapshot.error().text();
    EXPECT_EQ(snapshot->object_count(), 8u);
    EXPECT_EQ(snapshot->steps, 3u);
    std::remove((prefix + number).c_str());
  }
}

TEST(Balancer, SaysWhereASnapshotCannotBeWritten) {
  Plan saving = plan("none");
  saving.snapshots = "/nowhere/at/all";
  testing::WorldOptions options;
  options.settings.balancing = saving;
  testing::World world(uniform_topology(1, 1), options);
  const auto failure = world.run([](Job& job) -> Task<void> { co_await run_ring(job, 4, 1, 1); });
  ASSERT_TRUE(failure);
  EXPECT_EQ(failure->code, ErrorCode::io);
  EXPECT_NE(failure->text().find("/nowhere/at/all-1.json"), std::string::npos) << failure->text();
}

}  // namespace
}  // namespace isthmus::engine::balance
