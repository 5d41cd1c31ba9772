// Sites that speak through one process each. That everything else works so, too, is tested on the
// shapes that have gateways (testing/shape.hpp).
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "isthmus/testing/everywhere.hpp"

namespace isthmus::engine {
namespace {

using ::testing::HasSubstr;

/// Passes numbered messages on; counts what comes out of turn.
class Listener : public Chare<Listener, Index1> {
 public:
  void hear(int number, const std::vector<double>& halo) {
    wrong_ += number == heard_ && halo.size() == static_cast<std::size_t>(number % 700) ? 0 : 1;
    ++heard_;
  }
  std::vector<int> told() { return {heard_, wrong_}; }

 private:
  int heard_ = 0;
  int wrong_ = 0;
};

class Speaker : public Chare<Speaker, Index1> {
 public:
  void speak(ArrayProxy<Listener> listeners, int to, int count) {
    for (int i = 0; i < count; ++i) {
      listeners[to].send<&Listener::hear>(
          i, std::vector<double>(static_cast<std::size_t>(i % 700), 1.0));
    }
  }
  /// Some at a time, so that it can be stopped in between.
  void flood(ArrayProxy<Listener> listeners, int to, int first, int count) {
    const int last = std::min(first + 10, count);
    for (int i = first; i < last; ++i) {
      listeners[to].send<&Listener::hear>(
          i, std::vector<double>(static_cast<std::size_t>(i % 700), 1.0));
    }
    if (last < count) proxy().send<&Speaker::flood>(listeners, to, last, count);
  }
};

/// Every PE of one site speaks to its counterpart in the other one, both ways.
MainProgram conversation(int count) {
  return [count](Job& job) -> Task<void> {
    const int pes = job.pe_count();
    const auto listeners = job.create_array<Listener>(Index1{pes}, mapping::block);
    const auto speakers = job.create_array<Speaker>(Index1{pes}, mapping::block);
    for (int pe = 0; pe < pes; ++pe) {
      speakers[pe].send<&Speaker::speak>(listeners, (pe + pes / 2) % pes, count);
    }
    co_await job.quiescence();
    for (int pe = 0; pe < pes; ++pe) {
      const std::vector<int> told = co_await listeners[pe].call<&Listener::told>();
      EXPECT_EQ(told, (std::vector{count, 0})) << pe;
    }
  };
}

TEST(Gateways, CarryAllThatPassesBetweenTheSitesInOrder) {
  for (const std::uint64_t seed : {0, 1, 2, 3}) {
    const auto topology = testing::uniform_topology(2, 3, "2ms", "1ms", 3);
    testing::World world(testing::with_gateways(topology),
                         {.settings = testing::test_settings(seed)});
    const auto failure = world.run(conversation(100));
    EXPECT_FALSE(failure) << failure->text();
    for (const std::uint32_t process : {0, 1, 2, 3, 4, 5}) {
      std::uint64_t sent = 0;
      for (const auto& link : world.process(ProcessId(process)).router().link_reports()) {
        if (link.name != "between_sites") continue;
        for (const auto& [name, value] : link.counters) {
          if (name == "frames_sent") sent += value;
        }
      }
      if (process % 3 == 0) {
        EXPECT_GT(sent, 300u);
      } else {
        EXPECT_EQ(sent, 0u) << process;
      }
    }
    EXPECT_EQ(world.messages_alive(), 0);
  }
}

TEST(Gateways, DoNotWaitForEachOtherWhenBothSidesAreFull) {
  constexpr network::FlowLimits narrow = {.queue_bytes = 2000, .backlog_bytes = 6000};
  for (const std::uint64_t seed : {0, 1, 2, 3, 4, 5, 6, 7}) {
    const auto topology = testing::uniform_topology(2, 3, "1ms", "0", 3);
    testing::World world(testing::with_gateways(topology),
                         {.settings = testing::test_settings(seed, narrow)});
    const auto failure = world.run(conversation(2000));
    EXPECT_FALSE(failure) << failure->text();
  }
}

TEST(Gateways, KeepNoMoreThanTheLimitOfWhatPasses) {
  constexpr network::FlowLimits narrow = {.queue_bytes = 30'000, .backlog_bytes = 200'000};
  static constexpr int count = 20'000;  // 56 MB
  // What one look at a chain brings comes on top.
  constexpr std::size_t spare_bytes = 100 * 6000;
  testing::World world(testing::with_gateways(testing::uniform_topology(2, 2, "1ms", "0", 2)),
                       {.settings = testing::test_settings(0, narrow)});
  world.start([](Job& job) -> Task<void> {
    const auto listeners = job.create_array<Listener>(Index1{4}, mapping::block);
    const auto speakers = job.create_array<Speaker>(Index1{4}, mapping::block);
    speakers[1].send<&Speaker::flood>(listeners, 3, 0, count);
    co_await job.quiescence();
    const std::vector<int> told = co_await listeners[3].call<&Listener::told>();
    EXPECT_EQ(told, (std::vector{count, 0}));
  });
  std::size_t backlog_max = 0;
  while (world.step() || world.advance()) {
    for (const std::uint32_t gateway : {0, 2}) {
      const auto& router = world.process(ProcessId(gateway)).router();
      backlog_max = std::max(backlog_max, router.backlog_bytes());
    }
  }
  EXPECT_GT(backlog_max, narrow.backlog_bytes);
  EXPECT_LT(backlog_max, narrow.backlog_bytes + spare_bytes);
}

}  // namespace
}  // namespace isthmus::engine
