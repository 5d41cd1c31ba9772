// The run queue and the timers.
#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "isthmus/base/random.hpp"
#include "isthmus/message/pool.hpp"
#include "isthmus/sched/run_queue.hpp"
#include "isthmus/sched/timers.hpp"

namespace isthmus::sched {
namespace {

MessagePtr with_priority(Pool& pool, std::int32_t priority, std::uint64_t number) {
  MessagePtr message = pool.acquire(0);
  message->priority = priority;
  message->word = number;
  return message;
}

TEST(RunQueue, GivesSmallerPrioritiesFirstAndEqualOnesInOrder) {
  Pool pool;
  RunQueue queue;
  Random random(7);
  std::vector<std::pair<std::int32_t, std::uint64_t>> expected;
  for (std::uint64_t i = 0; i < 500; ++i) {
    const auto priority = static_cast<std::int32_t>(random.below(7)) - 3;
    queue.push(with_priority(pool, priority, i));
    expected.emplace_back(priority, i);
  }
  std::ranges::stable_sort(expected, {}, [](const auto& entry) { return entry.first; });
  EXPECT_EQ(queue.size(), 500u);
  for (const auto& [priority, number] : expected) {
    MessagePtr message = queue.pop();
    ASSERT_TRUE(message);
    EXPECT_EQ(message->priority, priority);
    EXPECT_EQ(message->word, number);
    pool.release(std::move(message));
  }
  EXPECT_TRUE(queue.empty());
  EXPECT_FALSE(queue.pop());
}

TEST(RunQueue, TakesTheExtremesOfPriority) {
  Pool pool;
  RunQueue queue;
  queue.push(with_priority(pool, INT32_MAX, 3));
  queue.push(with_priority(pool, 0, 2));
  queue.push(with_priority(pool, INT32_MIN, 1));
  for (std::uint64_t number = 1; number <= 3; ++number) {
    MessagePtr message = queue.pop();
    EXPECT_EQ(message->word, number);
    pool.release(std::move(message));
  }
}

TEST(Timers, FireInOrderOfTimeThenOfAddition) {
  Timers timers;
  std::vector<int> fired;
  timers.add(20, [&] { fired.push_back(3); });
  timers.add(10, [&] { fired.push_back(1); });
  timers.add(10, [&] { fired.push_back(2); });
  timers.add(30, [&] { fired.push_back(4); });
  EXPECT_EQ(timers.deadline_ns(), 10);
  EXPECT_EQ(timers.fire(9), 0);
  EXPECT_EQ(timers.fire(20), 3);
  EXPECT_EQ(fired, (std::vector{1, 2, 3}));
  EXPECT_EQ(timers.deadline_ns(), 30);
  EXPECT_EQ(timers.fire(1000), 1);
  EXPECT_EQ(timers.deadline_ns(), never_ns);
  EXPECT_EQ(timers.size(), 0u);
}

TEST(Timers, MayAddTimersWhileTheyFire) {
  Timers timers;
  int fired = 0;
  timers.add(1, [&] {
    ++fired;
    timers.add(2, [&] { ++fired; });
    timers.add(5, [&] { ++fired; });
  });
  EXPECT_EQ(timers.fire(3), 2);
  EXPECT_EQ(fired, 2);
  EXPECT_EQ(timers.deadline_ns(), 5);
}

}  // namespace
}  // namespace isthmus::sched
