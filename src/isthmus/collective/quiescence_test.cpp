#include "isthmus/collective/quiescence.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <string>
#include <utility>
#include <vector>

#include "isthmus/object/create.hpp"
#include "isthmus/object/future.hpp"
#include "isthmus/testing/everywhere.hpp"

namespace isthmus::engine {
namespace {

// Messages that are still to be handled, counted beside the runtime.
std::atomic<std::int64_t> outstanding = 0;

class Storm : public Chare<Storm, Index1> {
 public:
  // Every message begets up to two more, over all elements, until its energy is spent.
  void drop(int energy, std::uint64_t seed) {
    Random random(seed);
    for (int child = 0; child < 2 && energy > 0; ++child) {
      const int spent = 1 + static_cast<int>(random.below(3));
      if (energy < spent) break;
      ++outstanding;
      const auto to = static_cast<int>(random.below(10));
      const auto priority = static_cast<std::int32_t>(random.below(3)) - 1;
      array()[to].with_priority(priority).send<&Storm::drop>(energy - spent, random.next());
    }
    --outstanding;
  }
  Task<void> ask(int energy, std::uint64_t seed) {
    co_await array()[static_cast<int>(seed % 10)].call<&Storm::answer>();
    drop(energy, seed);
  }
  int answer() { return 1; }
};

class Quiescence : public ::testing::TestWithParam<collective::QuiescenceStrategy> {
 protected:
  static testing::WorldOptions options() {
    testing::WorldOptions options;
    options.settings.quiescence = GetParam();
    return options;
  }
  static void detecting(runtime::Settings& settings) { settings.quiescence = GetParam(); }
};

INSTANTIATE_TEST_SUITE_P(
    Strategies, Quiescence,
    ::testing::Values(collective::QuiescenceStrategy::counting_waves,
                      collective::QuiescenceStrategy::safra),
    [](const auto& strategy) {
      return std::string(
          collective::quiescence_strategy_names[static_cast<std::size_t>(strategy.param)]);
    });

TEST_P(Quiescence, IsNeverEarlyAndAlwaysReached) {
  outstanding = 0;
  const auto storm = [](Job& job) -> Task<void> {
    const auto storms = job.create_array<Storm>(Index1{10}, mapping::round_robin);
    for (std::uint64_t round = 0; round < 6; ++round) {
      for (int i = 0; i < 4; ++i) {
        ++outstanding;
        if (i % 2 == 0) {
          storms[i].send<&Storm::drop>(14, 10 * round + i);
        } else {
          storms[i].send<&Storm::ask>(12, 10 * round + i);
        }
      }
      co_await job.quiescence();
      EXPECT_EQ(outstanding, 0);
    }
  };
  testing::expect_runs_everywhere(storm, detecting);
}

TEST_P(Quiescence, IsReachedAtOnceWhenNothingHappens) {
  const auto nothing = [](Job& job) -> Task<void> {
    for (int i = 0; i < 10; ++i) co_await job.quiescence();
  };
  testing::expect_runs_everywhere(nothing, detecting);
}

TEST_P(Quiescence, MayBeAwaitedByManyAtOnce) {
  outstanding = 0;
  const auto twice = [](Job& job) -> Task<void> {
    const auto storms = job.create_array<Storm>(Index1{10}, mapping::round_robin);
    ++outstanding;
    storms[0].send<&Storm::drop>(12, 99);
    const Future<void> first = job.quiescence();
    const Future<void> second = job.quiescence();
    co_await second;
    EXPECT_EQ(outstanding, 0);
    co_await first;
  };
  testing::expect_runs_everywhere(twice, detecting);
}

TEST_P(Quiescence, WaitsForTimers) {
  testing::World world(testing::uniform_topology(1, 3), options());
  const auto failure = world.run([](Job& job) -> Task<void> {
    bool fired = false;
    Objects::current().pe().after(50'000'000, [&] { fired = true; });
    co_await job.quiescence();
    EXPECT_TRUE(fired);
  });
  EXPECT_FALSE(failure) << failure->text();
}

TEST_P(Quiescence, IsReachedWithoutWaitingLongAfterTheLastMessage) {
  testing::World world(testing::uniform_topology(2, 2, "8ms"), options());
  const auto failure = world.run([](Job& job) -> Task<void> {
    const auto storms = job.create_array<Storm>(Index1{10}, mapping::round_robin);
    co_await job.quiescence();
    const double start = job.seconds();
    co_await job.quiescence();
    // Two probes, of one message each way over a link of 8 ms.
    EXPECT_LT(job.seconds() - start, 0.034);
    EXPECT_EQ(co_await storms[9].call<&Storm::answer>(), 1);
  });
  EXPECT_FALSE(failure) << failure->text();
}

// A stall is proven by quiescence, so a job that goes wrong needs it, too.
TEST_P(Quiescence, ProvesAStall) {
  testing::World world(testing::uniform_topology(2, 2, "1ms"), options());
  const auto failure = world.run([](Job&) -> Task<void> {
    const Future<void> never("what never comes");
    co_await never;
  });
  ASSERT_TRUE(failure);
  EXPECT_EQ(failure->code, ErrorCode::stalled);
}

/// When a job of two sites 8 ms apart is found quiet, whose root has doubts at that moment.
TimeNs found_ns(TimeNs doubt_ns) {
  testing::World world(testing::uniform_topology(2, 2, "8ms"));
  TimeNs found_ns = 0;
  world.start([&](Job& job) -> Task<void> {
    co_await job.quiescence();
    found_ns = world.now_ns();
  });
  bool doubts = false;
  while (found_ns == 0 && (world.step() || world.advance())) {
    if (world.now_ns() < doubt_ns || std::exchange(doubts, true)) continue;
    world.unit(PeId(0)).collectives().quiescence().doubt();
  }
  world.settle();
  return found_ns;
}

TEST(QuiescenceInDoubt, IsFoundByTwoWavesThatBeginLater) {
  const TimeNs wave_ns = 16'000'000;
  const TimeNs usual_ns = found_ns(never_ns);
  EXPECT_LT(usual_ns, 3 * wave_ns);
  // What the first wave has found, while the second one is under way.
  EXPECT_GE(found_ns(wave_ns + wave_ns / 2), 4 * wave_ns);
  EXPECT_GE(found_ns(wave_ns / 2), 3 * wave_ns);
}

}  // namespace
}  // namespace isthmus::engine
