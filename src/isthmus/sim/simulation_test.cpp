// Programs in virtual time: the same each time, right to the nanosecond where that can be told, and
// stopped by faults in words.
#include "isthmus/sim/simulation.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <functional>
#include <vector>

#include "isthmus/isthmus.hpp"
#include "isthmus/sim/stopwatch.hpp"
#include "isthmus/testing/everywhere.hpp"

namespace runners {

/// A token goes round; every element charges for it.
class Runner : public isthmus::engine::Chare<Runner, int> {
 public:
  Runner(int count, std::int64_t charge_ns) : count_(count), charge_ns_(charge_ns) {}
  void run(int hops, const isthmus::engine::Callback<int>& done) {
    isthmus::engine::charge(charge_ns_);
    ++seen_;
    if (hops == 0) return isthmus::engine::send(done, seen_);
    array()[(index() + 1) % count_].send<&Runner::run>(hops - 1, done);
  }
  void add_up() { contribute("seen", seen_, isthmus::engine::reduce::sum); }

 private:
  int count_;
  std::int64_t charge_ns_;
  int seen_ = 0;
};

/// Is busy for some entry methods on end, and notes how many are done when it hears something.
class Busy : public isthmus::engine::Chare<Busy, int> {
 public:
  void work(int left, std::int64_t charge_ns) {
    isthmus::engine::charge(charge_ns);
    ++done_;
    if (left > 1) array()[index()].send<&Busy::work>(left - 1, charge_ns);
  }
  void tell(int bytes) { array()[1].send<&Busy::hear>(std::vector<char>(bytes)); }
  void hear(std::vector<char>) { heard_after_.push_back(done_); }
  std::vector<int> heard_after() { return heard_after_; }

 private:
  int done_ = 0;
  std::vector<int> heard_after_;
};

/// Notes when it hears what the other one says at moments that it charges for.
class Clocked : public isthmus::engine::Chare<Clocked, int> {
 public:
  void speak() {
    for (int i = 0; i < 4; ++i) {
      isthmus::engine::charge(5'000'000);
      array()[1].send<&Clocked::hear>();
    }
  }
  void speak_at_once(int times) {
    for (int i = 0; i < times; ++i) array()[1].send<&Clocked::hear>();
  }
  void hear() { heard_ns_.push_back(isthmus::engine::Objects::current().pe().now_ns()); }
  void take(std::vector<char>) { hear(); }
  std::vector<std::int64_t> heard() { return heard_ns_; }

 private:
  std::vector<std::int64_t> heard_ns_;
};

/// Takes time of the processor, the more the higher its index, and knows what it is charged.
class Working : public isthmus::engine::Chare<Working, int> {
 public:
  explicit Working(std::uint64_t processor) : processor_(processor) {}
  void serialize(auto& archive) { archive(processor_); }
  void work() { take(1'000'000 * (index() + 1)); }
  /// Before and after, another one's work runs inside it.
  void work_around(const isthmus::engine::ElementProxy<Working>& other) {
    take(5'000'000);
    other.send_inline<&Working::work>();
    take(5'000'000);
  }
  /// What the clock says of its own work.
  std::int64_t time_work() {
    const std::int64_t begin_ns = isthmus::engine::settled_now_ns();
    take(3'000'000);
    return isthmus::engine::settled_now_ns() - begin_ns;
  }
  std::int64_t busy_ns() {
    host().load_meter()->pause();
    return host().load_meter()->busy_ns(isthmus::engine::LoadMeter::load_of(*this));
  }

 private:
  void take(std::int64_t ns) const { *reinterpret_cast<std::int64_t*>(processor_) += ns; }
  std::uint64_t processor_ = 0;
};

/// Has stretches of two kinds, of which one is known.
class Stretching : public isthmus::engine::Chare<Stretching, int> {
 public:
  void run(int times) {
    for (int i = 0; i < times; ++i) {
      isthmus::engine::begin_stretch();
      isthmus::engine::end_stretch({7, 9});
    }
    isthmus::engine::begin_stretch();
    isthmus::engine::end_stretch({9, 7});
  }
};

/// States what its entry methods cost, and says nothing in them.
class Stated : public isthmus::engine::Chare<Stated, int> {
 public:
  explicit Stated(std::int64_t each_ns) : each_ns_(each_ns) {}
  void work(std::span<const double> values, int times) { done_ += times + int(values.size()); }
  int count() const { return done_; }
  std::int64_t each_ns() const { return each_ns_; }

 private:
  std::int64_t each_ns_;
  int done_ = 0;
};

}  // namespace runners

template <>
inline constexpr auto isthmus::cost_of<&runners::Stated::work> =
    [](const runners::Stated& object, std::span<const double> values, int times) {
      return object.each_ns() * times * static_cast<isthmus::engine::TimeNs>(values.size());
    };
template <>
inline constexpr auto isthmus::cost_of<&runners::Stated::count> =
    [](const runners::Stated&) { return isthmus::engine::TimeNs{500'000}; };

namespace isthmus::engine::sim {
namespace {

using runners::Runner;

MainProgram relay(int hops, std::int64_t charge_ns, double* seconds = nullptr) {
  return [=](Job& job) -> Task<void> {
    const int count = job.pe_count();
    const auto runners = job.create_array<Runner>(count, mapping::block, count, charge_ns);
    co_await job.quiescence();
    Future<int> done;
    const double begin_s = job.seconds();
    runners[0].send<&Runner::run>(hops, done.callback());
    co_await done;
    if (seconds != nullptr) *seconds = job.seconds() - begin_s;
    runners.all().send<&Runner::add_up>();
    const int seen = co_await job.reduction<int>("seen");
    if (seen != hops + 1) throw std::runtime_error("a hop is missing");
  };
}

topology::Topology two_sites() { return testing::uniform_topology(2, 2, "5ms", "0", 2); }

TEST(Simulation, TakesTheSameStepsEachTime) {
  const auto first = testing::run_in_virtual_time(two_sites(), relay(50, 1000),
                                                  {.settings = testing::test_settings(3)});
  const auto second = testing::run_in_virtual_time(two_sites(), relay(50, 1000),
                                                   {.settings = testing::test_settings(3)});
  const auto other = testing::run_in_virtual_time(two_sites(), relay(50, 1000),
                                                  {.settings = testing::test_settings(4)});
  ASSERT_FALSE(first.failures[0]) << first.failures[0]->text();
  EXPECT_EQ(first.summary.trace_hash, second.summary.trace_hash);
  EXPECT_EQ(first.summary.end_ns, second.summary.end_ns);
  EXPECT_EQ(first.summary.events, second.summary.events);
  EXPECT_NE(first.summary.trace_hash, other.summary.trace_hash);
}

// Two jobs that differ in the number of hops alone: what the hops come to.
double events_per_hop(const topology::Topology& topology) {
  constexpr int hops = 500;
  const auto few = testing::run_in_virtual_time(topology, relay(0, 1000));
  const auto many = testing::run_in_virtual_time(topology, relay(hops, 1000));
  return static_cast<double>(many.summary.events - few.summary.events) / hops;
}

TEST(Simulation, TakesAsManyEventsAMessageOnManyIdlePesAsOnFew) {
  // The arrival, and a look whether there is more.
  EXPECT_LE(events_per_hop(testing::uniform_topology(1, 4, "0")), 3.0);
  EXPECT_LE(events_per_hop(testing::uniform_topology(1, 64, "0")), 3.0);
  EXPECT_LE(events_per_hop(testing::uniform_topology(2, 64, "1ms", "0", 1)), 3.0);
}

/// One PE a process, costs as given, no jitter.
class ExactSimulation : public ::testing::Test {
 protected:
  ExactSimulation() {
    for (Way& way : costs.ways) way = {};
    costs.entries = EntryCosts::charged;
  }
  std::optional<Error> run(const topology::Grid& grid, const MainProgram& main_program,
                           std::uint64_t* frames = nullptr) {
    const auto topology = topology::Topology::from_grid(grid).value();
    const PayloadTable payloads = PayloadTable::of_program().value();
    const ManualClock processor;
    ProcessorStopwatch stopwatch(processor);
    testing::MemoryLog log;
    auto simulation =
        Simulation::create({topology, payloads, log, costs, stopwatch}, options).value();
    Job job({simulation->first_objects(), simulation->clock(), {}, true});
    auto failure = simulation->run(main_program, job);
    summary = simulation->summary();
    if (frames != nullptr) *frames = summary.frames;
    return failure;
  }
  double relay_seconds(int hops, std::int64_t charge_ns, const topology::Grid& grid) {
    double seconds = 0;
    const auto failure = run(grid, relay(hops, charge_ns, &seconds));
    EXPECT_FALSE(failure) << failure->text();
    return seconds;
  }
  Costs costs;
  SimulationOptions options{.verify = true};
  Summary summary;  // of the last run
};

TEST_F(ExactSimulation, SpendsWhatEntryMethodsCharge) {
  // 10 hops on one PE, and the first visit: (10 + 1) * 1 ms.
  EXPECT_NEAR(relay_seconds(10, 1'000'000, topology::uniform_grid(1, 1)), 11e-3, 1e-9);
}

TEST_F(ExactSimulation, DividesCostsByTheSpeedOfThePe) {
  topology::Grid grid = topology::uniform_grid(1, 1);
  grid.sites[0].nodes[0].speed = 4;
  EXPECT_NEAR(relay_seconds(10, 1'000'000, grid), 11e-3 / 4, 1e-9);
}

TEST_F(ExactSimulation, AddsOverheadsAndLatencyOfEveryHop) {
  Way& way = costs.way(Reach::between_sites);
  way.send_ns = 3'000;
  way.receive_ns = 2'000;
  way.link.latency_ns = 4'000'000;
  costs.way(Reach::same_pe).send_ns = 100;
  costs.way(Reach::same_pe).receive_ns = 200;
  // To the first element, 10 hops to and fro, and back to the main program: on PE 0 at both ends.
  // 11 charges + 10 * (send + latency + receive) + 2 * (send + receive on the PE), in us:
  // 11 * 1,000 + 10 * (3 + 4,000 + 2) + 2 * (0.1 + 0.2).
  const double expected_s = 11 * 1e-3 + 10 * 4.005e-3 + 2 * 0.3e-6;
  EXPECT_NEAR(relay_seconds(10, 1'000'000, topology::uniform_grid(2, 1)), expected_s, 1e-9);
}

TEST_F(ExactSimulation, TakesLatencyFromADelayFilterThatStaysInTheChain) {
  topology::Grid grid = topology::uniform_grid(2, 1);
  grid.links.at(topology::LinkKind::between_sites).set("delay", "latency", "4ms");
  EXPECT_NEAR(relay_seconds(10, 1'000'000, grid), 11e-3 + 10 * 4e-3, 1e-9);
  costs.delays = take_delays(grid);
  EXPECT_NEAR(relay_seconds(10, 1'000'000, grid), 11e-3 + 10 * 4e-3, 1e-9);
}

/// How many entry methods of 1 ms a PE has done when it handles messages of so many bytes that
/// come, one after the other, in the midst of the first one.
std::vector<int> heard_after(Costs costs, const std::vector<int>& message_bytes) {
  const auto topology = topology::Topology::from_grid(topology::uniform_grid(2, 1)).value();
  const PayloadTable payloads = PayloadTable::of_program().value();
  const ManualClock processor;
  ProcessorStopwatch stopwatch(processor);
  testing::MemoryLog log;
  auto simulation = Simulation::create({topology, payloads, log, costs, stopwatch},
                                       {.settings = {.batch = 1}, .verify = true})
                        .value();
  Job job({simulation->first_objects(), simulation->clock(), {}, true});
  std::vector<int> heard;
  const auto failure = simulation->run(
      [&](Job& running) -> Task<void> {
        const auto pair = running.create_array<runners::Busy>(2, mapping::block);
        co_await running.quiescence();
        pair[1].send<&runners::Busy::work>(40, 1'000'000);
        // The first of the 40 has begun when this has been charged.
        pair[0].send<&runners::Busy::work>(1, 500'000);
        for (const int bytes : message_bytes) pair[0].send<&runners::Busy::tell>(bytes);
        co_await running.quiescence();
        heard = co_await pair[1].call<&runners::Busy::heard_after>();
      },
      job);
  EXPECT_FALSE(failure) << failure->text();
  return heard;
}

TEST_F(ExactSimulation, TakesAMessageOfSeveralSegmentsInAsManyLooks) {
  // All that has come is taken after the first entry method, and handled after the second one,
  // which waits already.
  EXPECT_EQ(heard_after(costs, {10'000, 10'000}), (std::vector{2, 2}));
  costs.segments_per_look = 1;
  EXPECT_EQ(heard_after(costs, {10'000, 10'000}), (std::vector{2, 3}));
  // With its header, 10 kB are 11 segments of 1000 bytes; a small message is one.
  costs.way(Reach::between_sites).segment_bytes = 1000;
  EXPECT_EQ(heard_after(costs, {10'000, 10'000, 10}), (std::vector{12, 23, 24}));
  costs.segments_per_look = 4;
  EXPECT_EQ(heard_after(costs, {10'000, 10'000}), (std::vector{4, 7}));
  costs.segments_per_look = 0;
  EXPECT_EQ(heard_after(costs, {10'000, 10'000}), (std::vector{2, 2}));
}

TEST_F(ExactSimulation, LosesNoTimeBySegmentsWhereAPeIsIdle) {
  costs.segments_per_look = 1;
  costs.way(Reach::between_sites).link.latency_ns = 4'000'000;
  costs.way(Reach::between_sites).segment_bytes = 8;
  // A look takes a nanosecond; a hop has some 20 segments.
  EXPECT_NEAR(relay_seconds(10, 1'000'000, topology::uniform_grid(2, 1)), 11e-3 + 10 * 4e-3, 1e-6);
}

TEST_F(ExactSimulation, SendsNoMoreThanAWindowInTheTimeThereAndBack) {
  Way& way = costs.way(Reach::between_sites);
  way.link.latency_ns = 4'000'000;
  // In units of the latency after the sending.
  const auto heard_after = [&](std::int64_t window_bytes) {
    way.window_bytes = window_bytes;
    std::vector<int> after;
    const auto failure = run(topology::uniform_grid(2, 1), [&](Job& job) -> Task<void> {
      const auto pair = job.create_array<runners::Clocked>(2, mapping::block);
      co_await job.quiescence();
      // Of what has been sent until here, word is back.
      co_await pair[1].call<&runners::Clocked::heard>();
      const double begin_s = job.seconds();
      pair[0].send<&runners::Clocked::speak_at_once>(5);
      co_await job.quiescence();
      for (const std::int64_t heard_ns : co_await pair[1].call<&runners::Clocked::heard>()) {
        after.push_back(
            static_cast<int>(std::lround((static_cast<double>(heard_ns) * 1e-9 - begin_s) / 4e-3)));
      }
    });
    EXPECT_FALSE(failure) << failure->text();
    return after;
  };
  EXPECT_EQ(heard_after(0), (std::vector{1, 1, 1, 1, 1}));
  EXPECT_EQ(heard_after(1), (std::vector{1, 3, 5, 7, 9}));
  const auto two_messages = static_cast<std::int64_t>(2 * sizeof(Message));
  EXPECT_EQ(heard_after(two_messages), (std::vector{1, 1, 3, 3, 5}));
}

// Windows of 14,600, 29,200 and 58,400 bytes: the end of 80,000 goes after two round trips.
TEST_F(ExactSimulation, StartsSlowlyAsTcpDoes) {
  Way& way = costs.way(Reach::between_sites);
  way.link.latency_ns = 4'000'000;
  // In units of the latency, of two messages that are sent at once.
  const auto heard_after = [&](bool starts_slowly) {
    way.starts_slowly = starts_slowly;
    std::vector<int> after;
    const auto failure = run(topology::uniform_grid(2, 1), [&](Job& job) -> Task<void> {
      const auto pair = job.create_array<runners::Clocked>(2, mapping::block);
      co_await job.quiescence();
      co_await pair[1].call<&runners::Clocked::heard>();
      const double begin_s = job.seconds();
      pair[1].send<&runners::Clocked::take>(std::vector<char>(80'000));
      pair[1].send<&runners::Clocked::hear>();
      co_await job.quiescence();
      for (const std::int64_t heard_ns : co_await pair[1].call<&runners::Clocked::heard>()) {
        after.push_back(
            static_cast<int>(std::lround((static_cast<double>(heard_ns) * 1e-9 - begin_s) / 4e-3)));
      }
    });
    EXPECT_FALSE(failure) << failure->text();
    return after;
  };
  EXPECT_EQ(heard_after(false), (std::vector{1, 1}));
  EXPECT_EQ(heard_after(true), (std::vector{5, 5}));
}

// 80,000 bytes are on the medium as long as the latency.
TEST_F(ExactSimulation, TakesMessagesOfASharedMediumOneByOne) {
  Way& way = costs.way(Reach::between_sites);
  way.link.latency_ns = 4'000'000;
  // In units of the latency, by the two receivers.
  const auto heard_after = [&](const MediumUse& medium) {
    way.medium = medium;
    std::vector<int> after;
    const auto failure = run(topology::uniform_grid(3, 1), [&](Job& job) -> Task<void> {
      const auto three = job.create_array<runners::Clocked>(3, mapping::block);
      co_await job.quiescence();
      for (const int i : {1, 2}) co_await three[i].call<&runners::Clocked::heard>();
      const double begin_s = job.seconds();
      for (const int i : {1, 2}) {
        three[i].send<&runners::Clocked::take>(std::vector<char>(80'000));
      }
      for (const int i : {1, 2}) three[i].send<&runners::Clocked::hear>();
      co_await job.quiescence();
      for (const int i : {1, 2}) {
        for (const std::int64_t heard_ns : co_await three[i].call<&runners::Clocked::heard>()) {
          after.push_back(static_cast<int>(
              std::lround((static_cast<double>(heard_ns) * 1e-9 - begin_s) / 4e-3)));
        }
      }
    });
    EXPECT_FALSE(failure) << failure->text();
    return after;
  };
  EXPECT_EQ(heard_after({}), (std::vector{1, 1, 1, 1}));
  EXPECT_EQ(heard_after({"ethernet", 20e6}), (std::vector{1, 3, 2, 3}));
}

TEST_F(ExactSimulation, VariesEntryMethodsAroundWhatTheyCharge) {
  const topology::Grid grid = topology::uniform_grid(1, 1);
  costs.entry_jitter = 0.2;
  const double once_s = relay_seconds(0, 1'000'000, grid);
  EXPECT_NEAR(once_s, 1e-3, 0.2e-3);
  EXPECT_NE(once_s, 1e-3);
  EXPECT_EQ(relay_seconds(0, 1'000'000, grid), once_s);
  // The mean of n has the standard deviation 0.2 / sqrt(3 n) of one.
  EXPECT_NEAR(relay_seconds(9'999, 1'000'000, grid), 10.0, 10.0 * 5 * 0.2 / std::sqrt(30'000.0));
}

TEST(Simulation, HandlesNothingBeforeItWasSent) {
  for (const int processes : {1, 2}) {
    const auto topology = testing::uniform_topology(1, 2, "0", "0", processes);
    const auto outcome = testing::run_in_virtual_time(topology, [](Job& job) -> Task<void> {
      const auto pair = job.create_array<runners::Clocked>(2, mapping::block);
      co_await job.quiescence();
      const double begin_s = job.seconds();
      pair[0].send<&runners::Clocked::speak>();
      co_await job.quiescence();
      const auto heard_ns = co_await pair[1].call<&runners::Clocked::heard>();
      EXPECT_EQ(heard_ns.size(), 4u);
      for (std::size_t i = 0; i < heard_ns.size(); ++i) {
        EXPECT_GE(static_cast<double>(heard_ns[i]) * 1e-9,
                  begin_s + 5e-3 * static_cast<double>(i + 1))
            << i;
      }
    });
    EXPECT_FALSE(outcome.failures[0]) << outcome.failures[0]->text();
  }
}

TEST_F(ExactSimulation, CostsWhatWasRecorded) {
  costs.entries = EntryCosts::recorded;
  costs.recorded["runners::Runner::run(int,const isthmus::Callback<int>)"] =
      1;  // another signature
  costs.recorded[detail::entry_of<Runner, &Runner::run>.name] = 2'000'000;
  // (10 + 1) * 2 ms.
  EXPECT_NEAR(relay_seconds(10, 0, topology::uniform_grid(1, 1)), 22e-3, 1e-9);
}

/// A processor that takes another time for everything, as real ones do.
class Moody final : public Clock {
 public:
  explicit Moody(std::uint64_t mood) : random_(mood) {}
  TimeNs now_ns() const override { return now_ns_ += static_cast<TimeNs>(random_.below(9'000)); }

 private:
  mutable Random random_;
  mutable TimeNs now_ns_ = 0;
};

Summary summary_of_measured(Stopwatch& stopwatch, int hops = 50) {
  const topology::Topology topology = two_sites();
  const PayloadTable payloads = PayloadTable::of_program().value();
  const Costs costs;
  testing::MemoryLog log;
  auto simulation = Simulation::create({topology, payloads, log, costs, stopwatch}, {}).value();
  Job job({simulation->first_objects(), simulation->clock(), {}, true});
  simulation->run(relay(hops, 0), job);
  return simulation->summary();
}

/// A processor that stands still but for what the program takes of it.
class ProgramsOwn final : public Clock {
 public:
  TimeNs now_ns() const override { return now_ns_; }
  std::uint64_t address() { return reinterpret_cast<std::uint64_t>(&now_ns_); }

 private:
  std::int64_t now_ns_ = 0;
};

void run_working(const std::function<Task<void>(ArrayProxy<runners::Working>)>& check) {
  ProgramsOwn processor;
  ProcessorStopwatch stopwatch(processor);
  const topology::Topology topology = testing::uniform_topology(1, 1, "0ms", "0", 1);
  const PayloadTable payloads = PayloadTable::of_program().value();
  const Costs costs;
  testing::MemoryLog log;
  SimulationOptions options;
  options.settings.balancing.strategy = balance::find_strategy("none");
  auto simulation =
      Simulation::create({topology, payloads, log, costs, stopwatch}, options).value();
  Job job({simulation->first_objects(), simulation->clock(), {}, true});
  const MainProgram main_program = [&](Job& own) -> Task<void> {
    const auto workers = own.create_array<runners::Working>(4, mapping::block, processor.address());
    co_await own.quiescence();
    co_await check(workers);
  };
  const auto failure = simulation->run(main_program, job);
  EXPECT_FALSE(failure) << failure->text();
}

// What the runtime does besides.
constexpr double besides_ns = 50'000;

TEST(MeasuredSimulation, ChargesEachElementOfABroadcastWhatItTakes) {
  run_working([](ArrayProxy<runners::Working> workers) -> Task<void> {
    workers.all().send<&runners::Working::work>();
    for (int i = 0; i < 4; ++i) {
      const auto busy_ns = co_await workers[i].call<&runners::Working::busy_ns>();
      EXPECT_NEAR(static_cast<double>(busy_ns), 1e6 * (i + 1), besides_ns) << i;
    }
  });
}

TEST(MeasuredSimulation, ChargesWhoIsCalledInsideAnotherOne) {
  run_working([](ArrayProxy<runners::Working> workers) -> Task<void> {
    workers[0].send<&runners::Working::work_around>(workers[3]);
    const auto outer_ns = co_await workers[0].call<&runners::Working::busy_ns>();
    const auto inner_ns = co_await workers[3].call<&runners::Working::busy_ns>();
    EXPECT_NEAR(static_cast<double>(outer_ns), 10e6, besides_ns);
    EXPECT_NEAR(static_cast<double>(inner_ns), 4e6, besides_ns);
  });
}

TEST(MeasuredSimulation, TellsAnEntryMethodTheTimeThatItHasTaken) {
  run_working([](ArrayProxy<runners::Working> workers) -> Task<void> {
    EXPECT_EQ(co_await workers[2].call<&runners::Working::time_work>(), 3'000'000);
  });
}

TEST(RecordedSimulation, SpendsWhatIsRecordedOfStretches) {
  Costs costs;
  costs.entries = EntryCosts::recorded;
  costs.recorded_stretches[{7, 9}] = 2'000'000;
  topology::Topology topology = testing::uniform_topology(1, 1, "0ms", "0", 1);
  const PayloadTable payloads = PayloadTable::of_program().value();
  testing::MemoryLog log;
  const Moody processor(1);
  ProcessorStopwatch stopwatch(processor);
  auto simulation = Simulation::create({topology, payloads, log, costs, stopwatch}, {}).value();
  Job job({simulation->first_objects(), simulation->clock(), {}, true});
  const auto failure = simulation->run(
      [](Job& own) -> Task<void> {
        own.create_array<runners::Stretching>(1, mapping::block)
            .all()
            .send<&runners::Stretching::run>(10);
        co_await own.quiescence();
      },
      job);
  EXPECT_FALSE(failure);
  EXPECT_NEAR(static_cast<double>(simulation->summary().total.entry_ns), 20e6, besides_ns);
  EXPECT_EQ(simulation->summary().total.unknown_stretches, 1u);
}

TEST(MeasuredSimulation, IsAnotherOneWithEachProcessor) {
  const Moody slow(1);
  const Moody quick(2);
  ProcessorStopwatch once(slow);
  ProcessorStopwatch again(quick);
  EXPECT_NE(summary_of_measured(once).trace_hash, summary_of_measured(again).trace_hash);
}

TEST(MeasuredSimulation, IsTheSameAgainWithTheCostsThatWereRecorded) {
  const Moody processor(1);
  ProcessorStopwatch measuring(processor);
  RecordingStopwatch recording(measuring);
  const Summary recorded = summary_of_measured(recording);
  EXPECT_GT(recorded.total.entry_ns, 0);
  for (int time = 0; time < 2; ++time) {
    ReplayingStopwatch replaying(recording.laps_ns());
    const Summary replayed = summary_of_measured(replaying);
    EXPECT_EQ(replayed.trace_hash, recorded.trace_hash);
    EXPECT_EQ(replayed.end_ns, recorded.end_ns);
    EXPECT_EQ(replayed.events, recorded.events);
    EXPECT_TRUE(replaying.came_out_even());
  }
}

TEST(MeasuredSimulation, EndsWhereTheRecordedOneWasShorter) {
  const Moody processor(1);
  ProcessorStopwatch measuring(processor);
  RecordingStopwatch recording(measuring);
  summary_of_measured(recording);
  for (const int hops : {40, 1'000'000'000}) {
    ReplayingStopwatch replaying(recording.laps_ns());
    summary_of_measured(replaying, hops);
    EXPECT_FALSE(replaying.came_out_even()) << hops;
  }
}

TEST_F(ExactSimulation, CostsWhatIsStatedOfAnEntryMethod) {
  double sent_s = 0;
  double told_s = 0;
  double called_s = 0;
  const auto failure = run(topology::uniform_grid(1, 1), [&](Job& job) -> Task<void> {
    const auto objects = job.create_array<runners::Stated>(2, mapping::block, 1'000);
    co_await job.quiescence();
    double begin_s = job.seconds();
    objects[1].send<&runners::Stated::work>(std::vector<double>(10), 3);
    co_await job.quiescence();
    sent_s = job.seconds() - begin_s;
    begin_s = job.seconds();
    objects.all().send<&runners::Stated::work>(std::vector<double>(20), 5);
    co_await job.quiescence();
    told_s = job.seconds() - begin_s;
    begin_s = job.seconds();
    EXPECT_EQ(co_await objects[1].call<&runners::Stated::count>(), 13 + 25);
    called_s = job.seconds() - begin_s;
  });
  EXPECT_FALSE(failure) << failure->text();
  // 1 us * 3 times * 10 values; of both elements 1 us * 5 * 20; what `count` states.
  EXPECT_NEAR(sent_s, 30e-6, 1e-9);
  EXPECT_NEAR(told_s, 2 * 100e-6, 1e-9);
  EXPECT_NEAR(called_s, 500e-6, 1e-9);
}

TEST_F(ExactSimulation, EndsWithTimeItself) {
  const auto failure = run(topology::uniform_grid(1, 2), relay(10, end_of_time_ns / 4));
  ASSERT_TRUE(failure);
  EXPECT_EQ(failure->text(), "virtual time has come to its end, after 36 years");
}

TEST_F(ExactSimulation, SendsSmallMessagesTogetherWhereAskedTo) {
  const auto frames_of = [&](network::Aggregation mode) {
    options.settings.aggregation.mode = mode;
    std::uint64_t frames = 0;
    const auto failure = run(
        topology::uniform_grid(2, 1),
        [&](Job& job) -> Task<void> {
          const auto objects = job.create_array<runners::Stated>(2, mapping::block, 0);
          co_await job.quiescence();
          for (int i = 0; i < 100; ++i) {
            objects[1].send<&runners::Stated::work>(std::vector<double>(1), 0);
          }
          co_await job.quiescence();
          EXPECT_EQ(co_await objects[1].call<&runners::Stated::count>(), 100);
        },
        &frames);
    EXPECT_FALSE(failure) << failure->text();
    return frames;
  };
  EXPECT_GT(frames_of(network::Aggregation::off), frames_of(network::Aggregation::on) + 80);
}

TEST_F(ExactSimulation, KeepsAnAccountOfEachPesTimeWhichChangesNothing) {
  costs.way(Reach::between_sites).link.latency_ns = 4'000'000;
  const auto summary_of = [&](bool keep_accounts) {
    options.keep_accounts = keep_accounts;
    const auto failure = run(topology::uniform_grid(2, 1), relay(10, 1'000'000));
    EXPECT_FALSE(failure) << failure->text();
    return summary;
  };
  const Summary without = summary_of(false);
  EXPECT_TRUE(without.times.empty());
  const Summary with = summary_of(true);
  EXPECT_EQ(with.trace_hash, without.trace_hash);
  EXPECT_EQ(with.end_ns, without.end_ns);
  EXPECT_EQ(with.events, without.events);
  ASSERT_EQ(with.times.size(), 2u);
  const sched::TimeSums& first = with.times.at(PeId(0));
  const sched::TimeSums& second = with.times.at(PeId(1));
  // Of 11 visits the first PE has 6; nothing else costs anything, and all waiting is for the other.
  EXPECT_EQ(first.entry_ns, 6'000'000);
  EXPECT_EQ(second.entry_ns, 5'000'000);
  for (const sched::TimeSums& one : {first, second}) {
    EXPECT_EQ(one.runtime_ns, 0);
    EXPECT_EQ(one.whole_ns(), with.end_ns);
  }
  ASSERT_EQ(first.waited_ns.size(), 2u);
  EXPECT_EQ(first.waited_ns[0], 0);
  EXPECT_EQ(first.waited_ns[1], with.end_ns - 6'000'000);
  ASSERT_EQ(second.waited_ns.size(), 1u);
  // Each time that the token is away: it goes there, a visit, and comes back.
  EXPECT_GE(second.waited_ns[0], 5 * 9'000'000);
  EXPECT_EQ(second.waited_ns[0] + second.idle_ns, with.end_ns - 5'000'000);
}

TEST_F(ExactSimulation, AsksAPeThatIsBusyForItsAccountWhenThatIsOver) {
  options.keep_accounts = true;
  options.verify = false;
  options.settings.batch = 1;  // else the first PE does all of it in one step
  const auto failure = run(topology::uniform_grid(2, 1), [](Job& job) -> Task<void> {
    const auto pair = job.create_array<runners::Busy>(2, mapping::block);
    co_await job.quiescence();
    pair[1].send<&runners::Busy::work>(1, 1'000'000'000);
    pair[0].send<&runners::Busy::work>(1, 5'000'000);
    co_await pair[0].call<&runners::Busy::heard_after>();
  });
  ASSERT_FALSE(failure) << failure->text();
  EXPECT_LT(summary.end_ns, 100'000'000);
  EXPECT_EQ(summary.times.at(PeId(0)).whole_ns(), summary.end_ns);
  EXPECT_EQ(summary.times.at(PeId(1)).entry_ns, 1'000'000'000);
  EXPECT_GE(summary.times.at(PeId(1)).whole_ns(), 1'000'000'000);
  EXPECT_EQ(summary.times.at(PeId(1)).runtime_ns, 0);
}

TEST_F(ExactSimulation, ThatComesToItsTimeLimitAccusesNobodyOfWhatIsUnderWay) {
  options.time_limit_ns = 12'000'000;
  const auto failure = run(topology::uniform_grid(1, 1), relay(100, 1'000'000));
  ASSERT_TRUE(failure);
  EXPECT_EQ(failure->code, ErrorCode::stalled);
  EXPECT_NE(failure->text().find("by the time limit"), std::string::npos) << failure->text();
}

TEST(Simulation, ThatHasEndedWellIsNotTakenForStalled) {
  // A message is under way for longer than PE 0 is patient when the main program has ended.
  const auto topology = testing::uniform_topology(2, 1, "50ms");
  const Costs costs;
  const PayloadTable payloads = PayloadTable::of_program().value();
  const ManualClock processor;
  ProcessorStopwatch stopwatch(processor);
  testing::MemoryLog log;
  auto simulation = Simulation::create({topology, payloads, log, costs, stopwatch},
                                       {.settings = {.stall_ns = 5'000'000}, .verify = true})
                        .value();
  Job job({simulation->first_objects(), simulation->clock(), {}, true});
  const auto failure = simulation->run(
      [](Job& own) -> Task<void> {
        const auto runners = own.create_array<Runner>(2, mapping::block, 2, 0);
        co_await own.quiescence();
        runners[1].send<&Runner::run>(4, Callback<int>());
      },
      job);
  EXPECT_FALSE(failure) << failure->text();
  EXPECT_EQ(log.text().find("cannot go on"), std::string::npos) << log.text();
}

// --- faults ------------------------------------------------------------------------------------

std::string failure_of(const std::vector<std::string>& faults, std::uint64_t seed = 1) {
  const auto outcome = testing::run_in_virtual_time(
      two_sites(), relay(40, 10'000), {.settings = testing::test_settings(seed), .faults = faults});
  for (const auto& failure : outcome.failures) {
    if (failure) return failure->text();
  }
  return {};
}

TEST(FaultsInASimulation, ThatPassAreSurvived) {
  for (const char* fault :
       {"pause pe=any at=1ms..30ms for=50ms", "slow pe=any factor=10 at=5ms for=50ms",
        "cut sites=site0,site1 at=0ms..40ms for=1ms..20s", "partition sites=site1 at=7ms for=1s",
        "latency sites=site0,site1 by=1ms..100ms at=3ms for=40ms",
        "bandwidth sites=site0,site1 to=9kb/s", "lose sites=site0,site1 rate=0.3",
        "duplicate sites=site0,site1 rate=0.5", "reorder sites=site0,site1 rate=0.5",
        "corrupt sites=site0,site1 rate=0.3"}) {
    for (const std::uint64_t seed : {1, 2, 3}) EXPECT_EQ(failure_of({fault}, seed), "") << fault;
  }
}

TEST(FaultsInASimulation, TakeTime) {
  const auto end_ns = [](std::vector<std::string> faults) {
    return testing::run_in_virtual_time(two_sites(), relay(40, 10'000), {.faults = faults})
        .summary.end_ns;
  };
  const TimeNs usual_ns = end_ns({});
  EXPECT_GT(end_ns({"cut sites=site0,site1 at=10ms for=3s"}), usual_ns + 2'900'000'000);
  EXPECT_GT(end_ns({"latency sites=site0,site1 by=50ms"}), usual_ns + 50'000'000);
  EXPECT_GT(end_ns({"pause pe=0 at=5ms for=2s"}), usual_ns + 1'900'000'000);
}

TEST(FaultsInASimulation, AddUpWhileTheyLast) {
  const auto end_ns = [](std::vector<std::string> faults) {
    return testing::run_in_virtual_time(two_sites(), relay(40, 10'000), {.faults = faults})
        .summary.end_ns;
  };
  const std::string first = "latency sites=site0,site1 by=30ms at=0ms for=1ms";
  const std::string second = "latency sites=site0,site1 by=50ms at=0ms";
  // The end of one does not end the other.
  EXPECT_GE(end_ns({first, second}), end_ns({second}));
  EXPECT_GT(end_ns({"slow pe=0 factor=1000 for=1ms", "slow pe=0 factor=1000"}),
            end_ns({}) + 50'000'000);
}

TEST(FaultsInASimulation, ThatCannotBeSurvivedEndTheJobInWords) {
  EXPECT_NE(failure_of({"crash process=3 at=12ms"}).find("process 3"), std::string::npos);
  EXPECT_NE(failure_of({"crash process=0 at=12ms"}).find("process 0"), std::string::npos);
  EXPECT_NE(failure_of({"site_lost site=site1 at=12ms"}).find("site1"), std::string::npos);
  EXPECT_NE(failure_of({"cut sites=site0,site1 at=12ms for=31s"}).find("timed out"),
            std::string::npos);
  EXPECT_NE(failure_of({"cut sites=site0,site1 at=12ms"}).find("timed out"), std::string::npos);
}

TEST(FaultsInASimulation, ComposeAndNeverHang) {
  for (std::uint64_t seed = 1; seed <= 40; ++seed) {
    const std::string failure =
        failure_of({"crash process=any at=0ms..60ms", "cut sites=any,any at=0ms..50ms for=1ms..40s",
                    "slow pe=any factor=1..50", "lose sites=any,any rate=0..0.5"},
                   seed);
    if (failure.empty()) continue;
    EXPECT_NE(failure.find("is gone"), std::string::npos) << seed << ": " << failure;
  }
}

// Some hear of it from their own carriers, the others from a process that has.
TEST(FaultsInASimulation, AreKnownToAllProcessesThatLive) {
  const topology::Topology plain = testing::uniform_topology(3, 4, "5ms", "0", 4);
  for (const topology::Topology& topology : {plain, testing::with_gateways(plain)}) {
    for (const auto& [fault, crashed] :
         std::vector<std::pair<const char*, std::size_t>>{{"crash process=0 at=12ms", 0},
                                                          {"crash process=4 at=12ms", 4},
                                                          {"crash process=7 at=12ms", 7},
                                                          {"cut sites=site0,site1 at=12ms", 12},
                                                          {"cut sites=site1,site2 at=12ms", 12},
                                                          {"partition sites=site0 at=12ms", 12}}) {
      const auto outcome =
          testing::run_in_virtual_time(topology, relay(400, 10'000), {.faults = {fault}});
      for (std::size_t rank = 0; rank < outcome.failures.size(); ++rank) {
        if (rank == crashed) continue;
        ASSERT_TRUE(outcome.failures[rank]) << fault << ": process " << rank << " knows nothing";
        EXPECT_NE(outcome.failures[rank]->text().find("is gone"), std::string::npos) << fault;
      }
    }
  }
}

TEST(Simulation, EndsInEventsInProportionToTheProcesses) {
  const auto events = [](int processes_per_site, std::vector<std::string> faults) {
    const auto outcome = testing::run_in_virtual_time(
        testing::uniform_topology(2, processes_per_site, "1ms", "0", processes_per_site),
        relay(faults.empty() ? 0 : 1000, 1000), {.faults = std::move(faults)});
    return outcome.summary.events;
  };
  for (const std::vector<std::string>& faults :
       std::vector<std::vector<std::string>>{{}, {"crash process=3 at=2ms"}}) {
    EXPECT_LE(events(64, faults), 5 * events(16, faults));
  }
}

}  // namespace
}  // namespace isthmus::engine::sim
