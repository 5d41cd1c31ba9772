// Flow control: what waits between processes, and who waits for that.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "isthmus/base/random.hpp"
#include "isthmus/testing/everywhere.hpp"

namespace isthmus::engine {
namespace {

constexpr std::size_t payload_bytes = 8192;
constexpr network::FlowLimits limits = {.queue_bytes = 4 * payload_bytes,
                                        .backlog_bytes = 64 * payload_bytes};
/// What comes on top: frames of one look at the network, and what one handler sends.
constexpr std::size_t slack_bytes = 100 * (payload_bytes + sizeof(Message));
constexpr int burst = 10;

/// Has more to do for each message than its sender.
class Sink : public Chare<Sink, Index1> {
 public:
  void take(int number, std::span<const std::byte> bytes) {
    in_order_ = in_order_ && number == taken_++ && bytes.size() == payload_bytes;
    const sched::Pe& pe = Objects::current().pe();
    waiting_max_ = std::max(waiting_max_, pe.queued_bytes() + pe.arrived_bytes());
    for (const TimeNs end_ns = pe.clock().now_ns() + chew_ns_; pe.clock().now_ns() < end_ns;) {
    }
  }
  void set_chew(TimeNs chew_ns) { chew_ns_ = chew_ns; }
  int taken() { return in_order_ ? taken_ : -1; }
  std::size_t waiting_max() { return waiting_max_; }

 private:
  int taken_ = 0;
  bool in_order_ = true;
  TimeNs chew_ns_ = 0;
  std::size_t waiting_max_ = 0;
};

class Source : public Chare<Source, Index1> {
 public:
  void flood(ArrayProxy<Sink> sinks, int first, int count) {
    const std::vector<std::byte> bytes(payload_bytes);
    const int last = std::min(first + burst, count);
    for (int i = first; i < last; ++i) sinks[1].send<&Sink::take>(i, bytes);
    if (last < count) proxy().send<&Source::flood>(sinks, last, count);
  }
};

MainProgram flooding(int count) {
  return [count](Job& job) -> Task<void> {
    const auto sinks = job.create_array<Sink>(Index1{2}, mapping::block);
    const auto sources = job.create_array<Source>(Index1{2}, mapping::block);
    sources[0].send<&Source::flood>(sinks, 0, count);
    co_await job.quiescence();
    const int taken = co_await sinks[1].call<&Sink::taken>();
    EXPECT_EQ(taken, count);
  };
}

/// Two processes of one PE each.
topology::Topology two_processes() { return testing::uniform_topology(2, 1, "0", "0", 1); }

TEST(FlowControl, KeepsAFastSenderFromFillingTheMemoryOfEitherEnd) {
  for (const std::uint64_t seed : {0, 1, 2}) {
    testing::World world(two_processes(), {.settings = testing::test_settings(seed, limits)});
    world.start(flooding(6000));  // 48 MiB, far more than sockets hold
    std::size_t backlog_max = 0;
    std::size_t queue_max = 0;
    while (world.step() || world.advance()) {
      backlog_max = std::max(backlog_max, world.process(ProcessId(0)).router().backlog_bytes());
      const sched::Pe& receiver = world.unit(PeId(1)).pe();
      queue_max = std::max(queue_max, receiver.queued_bytes() + receiver.arrived_bytes());
    }
    EXPECT_GT(backlog_max, limits.backlog_bytes);
    EXPECT_LT(backlog_max, limits.backlog_bytes + slack_bytes);
    EXPECT_GT(queue_max, limits.queue_bytes);
    EXPECT_LT(queue_max, limits.queue_bytes + slack_bytes);
    EXPECT_GT(world.unit(PeId(0)).pe().counters().times_held.value(), 0U);
    EXPECT_GT(world.unit(PeId(1)).pe().counters().times_full.value(), 0U);
    EXPECT_FALSE(world.process(ProcessId(0)).failure());
  }
}

TEST(FlowControl, SaysOnceThatAProcessWaitsForRoom) {
  testing::World world(two_processes(), {.settings = testing::test_settings(0, limits)});
  EXPECT_FALSE(world.run(flooding(6000)));
  const std::string log = world.log().text();
  const std::size_t found = log.find("--tune backlog-limit");
  ASSERT_NE(found, std::string::npos) << log;
  EXPECT_EQ(log.find("--tune backlog-limit", found + 1), std::string::npos) << log;
}

TEST(FlowControl, HoldsNobodyBackWhereReceiversKeepUp) {
  testing::World world(two_processes());
  EXPECT_FALSE(world.run(flooding(6000)));
  for (const PeId pe : {PeId(0), PeId(1)}) {
    EXPECT_EQ(world.unit(pe).pe().counters().times_held.value(), 0U);
    EXPECT_EQ(world.unit(pe).pe().counters().times_full.value(), 0U);
  }
}

TEST(FlowControl, BoundsWhatWaitsAtAReceiverThatIsSlow) {
  const auto failures = testing::run_on_threads(
      two_processes(),
      [](Job& job) -> Task<void> {
        constexpr int count = 6000;
        const auto sinks = job.create_array<Sink>(Index1{2}, mapping::block);
        const auto sources = job.create_array<Source>(Index1{2}, mapping::block);
        sinks[1].send<&Sink::set_chew>(20'000);
        sources[0].send<&Source::flood>(sinks, 0, count);
        co_await job.quiescence();
        const int taken = co_await sinks[1].call<&Sink::taken>();
        EXPECT_EQ(taken, count);
        const std::size_t waiting = co_await sinks[1].call<&Sink::waiting_max>();
        EXPECT_LT(waiting, limits.queue_bytes + slack_bytes);
      },
      testing::test_settings(1, limits));
  for (const auto& failure : failures) EXPECT_FALSE(failure) << failure->text();
}

/// Each message that one of these gets it answers with two to others, until they have lived so
/// long.
class Spreader : public Chare<Spreader, Index1> {
 public:
  void spread(ArrayProxy<Spreader> all, int count, int lives, std::uint64_t seed,
              std::span<const std::byte> bytes) {
    ++taken_;
    if (lives == 0) return;
    Random random(seed);
    for (int i = 0; i < 2; ++i) {
      const int to = static_cast<int>(random.below(static_cast<std::uint64_t>(count)));
      all[to].send<&Spreader::spread>(all, count, lives - 1, random.next(), bytes);
    }
  }
  void report() { contribute("taken", taken_, reduce::sum); }

 private:
  int taken_ = 0;
};

MainProgram spreading(int lives) {
  return [lives](Job& job) -> Task<void> {
    constexpr int count = 12;
    const auto all = job.create_array<Spreader>(Index1{count}, mapping::round_robin);
    const std::vector<std::byte> bytes(payload_bytes);
    for (int i = 0; i < count; ++i) {
      all[i].send<&Spreader::spread>(all, count, lives, static_cast<std::uint64_t>(i), bytes);
    }
    co_await job.quiescence();
    all.all().send<&Spreader::report>();
    const int taken = co_await job.reduction<int>("taken");
    EXPECT_EQ(taken, count * ((2 << lives) - 1));
  };
}

TEST(FlowControl, LetsNoTwoProcessesWaitForEachOther) {
  constexpr network::FlowLimits narrow = {.queue_bytes = 2 * payload_bytes,
                                          .backlog_bytes = 3 * payload_bytes};
  for (const std::uint64_t seed : {0, 1, 2, 3}) {
    testing::World world(testing::uniform_topology(2, 4, "0", "0", 2),
                         {.settings = testing::test_settings(seed, narrow)});
    const auto failure = world.run(spreading(9));
    EXPECT_FALSE(failure) << failure->text();
    std::uint64_t held = 0;
    for (std::uint32_t pe = 0; pe < 8; ++pe) {
      held += world.unit(PeId(pe)).pe().counters().times_held.value();
    }
    EXPECT_GT(held, 0U);
    EXPECT_EQ(world.messages_alive(), 0);
  }
  const auto failures = testing::run_on_threads(testing::uniform_topology(2, 2, "0", "0", 2),
                                                spreading(9), testing::test_settings(1, narrow));
  for (const auto& failure : failures) EXPECT_FALSE(failure) << failure->text();
}

TEST(FlowControl, LetsAProgramAskForRoom) {
  const auto asking = [](Job& job) -> Task<void> {
    constexpr int count = 6000;
    const auto sinks = job.create_array<Sink>(Index1{2}, mapping::block);
    co_await sinks[1].call<&Sink::taken>();  // it is there, so this PE knows where
    int refused = 0;
    std::vector<std::byte> bytes(payload_bytes);
    for (int i = 0; i < count; ++i) {
      while (!sinks[1].try_send<&Sink::take>(i, bytes)) {
        ++refused;
        co_await sinks[1].room();
      }
    }
    const int taken = co_await sinks[1].call<&Sink::taken>();
    EXPECT_EQ(taken, count);
    if (job.topology().process_count() > 1) {
      EXPECT_GT(refused, 0);
    } else {
      EXPECT_EQ(refused, 0);
    }
  };
  testing::World world(two_processes(), {.settings = testing::test_settings(0, limits)});
  EXPECT_FALSE(world.run(asking));
  EXPECT_EQ(world.unit(PeId(0)).pe().counters().times_held.value(), 0U);
  const auto failures = testing::run_on_threads(two_processes(), asking);
  for (const auto& failure : failures) EXPECT_FALSE(failure) << failure->text();
  testing::World alone(testing::uniform_topology(1, 1));
  EXPECT_FALSE(alone.run(asking));
}

}  // namespace
}  // namespace isthmus::engine
