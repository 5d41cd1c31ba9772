#include "isthmus/collective/quiescence.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <vector>

#include "isthmus/object/create.hpp"
#include "isthmus/object/future.hpp"
#include "isthmus/testing/everywhere.hpp"

namespace isthmus {
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

TEST(Quiescence, IsNeverEarlyAndAlwaysReached) {
  outstanding = 0;
  testing::expect_runs_everywhere([](Job& job) -> Task<void> {
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
  });
}

TEST(Quiescence, IsReachedAtOnceWhenNothingHappens) {
  testing::expect_runs_everywhere([](Job& job) -> Task<void> {
    for (int i = 0; i < 10; ++i) co_await job.quiescence();
  });
}

TEST(Quiescence, MayBeAwaitedByManyAtOnce) {
  outstanding = 0;
  testing::expect_runs_everywhere([](Job& job) -> Task<void> {
    const auto storms = job.create_array<Storm>(Index1{10}, mapping::round_robin);
    ++outstanding;
    storms[0].send<&Storm::drop>(12, 99);
    const Future<void> first = job.quiescence();
    const Future<void> second = job.quiescence();
    co_await second;
    EXPECT_EQ(outstanding, 0);
    co_await first;
  });
}

TEST(Quiescence, WaitsForTimers) {
  testing::World world(testing::uniform_topology(1, 3));
  const auto failure = world.run([](Job& job) -> Task<void> {
    bool fired = false;
    Objects::current().pe().after(50'000'000, [&] { fired = true; });
    co_await job.quiescence();
    EXPECT_TRUE(fired);
  });
  EXPECT_FALSE(failure) << failure->text();
}

TEST(Quiescence, IsReachedWithoutWaitingLongAfterTheLastMessage) {
  testing::World world(testing::uniform_topology(2, 2, "8ms"));
  const auto failure = world.run([](Job& job) -> Task<void> {
    const auto storms = job.create_array<Storm>(Index1{10}, mapping::round_robin);
    co_await job.quiescence();
    const double start = job.seconds();
    co_await job.quiescence();
    // Two waves over a link of 8 ms each way.
    EXPECT_LT(job.seconds() - start, 0.034);
    EXPECT_EQ(co_await storms[9].call<&Storm::answer>(), 1);
  });
  EXPECT_FALSE(failure) << failure->text();
}

}  // namespace
}  // namespace isthmus
