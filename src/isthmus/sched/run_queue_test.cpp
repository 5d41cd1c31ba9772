#include "isthmus/sched/run_queue.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <functional>
#include <map>
#include <numeric>
#include <string>
#include <vector>

#include "isthmus/base/random.hpp"
#include "isthmus/message/payload.hpp"
#include "isthmus/message/pool.hpp"
#include "isthmus/message/priority_bits.hpp"

namespace isthmus::engine::sched {
namespace {

MessagePtr with_priority(Pool& pool, std::int32_t priority, std::uint64_t number) {
  MessagePtr message = pool.acquire(0);
  message->priority = priority;
  message->word = number;
  return message;
}

// Payloads that are priorities, as they come from other processes.
struct BitsOps final : PayloadOps {
  BitsOps() {
    priority_tail = [](const Message& message) {
      return PriorityBits::tail_of_payload(message.payload_span());
    };
    enlist("run_queue_test bits");
  }
};
const BitsOps bits_ops;

// Messages whose key.low is among `border` are for border objects.
class Watch final : public BorderWatch {
 public:
  explicit Watch(std::vector<std::uint64_t> objects) : border(std::move(objects)) {}
  void crosses(const Message&) override {}
  bool is_for_border(const Message& message) const override {
    return std::ranges::find(border, message.key.low) != border.end();
  }
  std::vector<std::uint64_t> border;
};

class QueueTest : public ::testing::Test {
 protected:
  void push(std::uint64_t object, std::uint64_t number, std::int32_t priority = 0) {
    MessagePtr message = with_priority(pool, priority, number);
    message->key.low = object;
    queue.push(std::move(message));
  }
  std::uint64_t pop() {
    MessagePtr message = queue.pop();
    if (!message) return none;
    const std::uint64_t number = message->word;
    pool.release(std::move(message));
    return number;
  }
  std::vector<std::uint64_t> pop_all() {
    std::vector<std::uint64_t> numbers;
    for (std::uint64_t number = pop(); number != none; number = pop()) numbers.push_back(number);
    return numbers;
  }
  // How many others come before the message that waits, while two more of `others` come for each
  // that is popped. The message has number 0.
  int turns_until_served(const std::function<void()>& others) {
    for (int turn = 0; turn < 100'000; ++turn) {
      others();
      others();
      if (pop() == 0) return turn;
    }
    return -1;
  }

  static constexpr std::uint64_t none = UINT64_MAX;
  static constexpr std::uint64_t inner = 1;
  static constexpr std::uint64_t border = 2;
  Watch watch{{border}};
  Pool pool;
  RunQueue queue;
};

TEST_F(QueueTest, ServesTheGridQueueFirst) {
  queue.sort(&watch);
  push(inner, 1);
  push(border, 2);
  push(inner, 3);
  push(border, 4);
  EXPECT_EQ(queue.size(), 4u);
  EXPECT_EQ(pop_all(), (std::vector<std::uint64_t>{2, 4, 1, 3}));
  EXPECT_EQ(queue.popped_from_grid(), 2u);
  EXPECT_TRUE(queue.empty());
}

TEST_F(QueueTest, KeepsPrioritiesWithinEachQueue) {
  queue.sort(&watch);
  push(inner, 1, -9);
  push(inner, 2);
  push(border, 3, 7);
  push(border, 4);
  push(border, 5, -1);
  push(border, 6, -1);
  push(inner, 7, 1);
  EXPECT_EQ(pop_all(), (std::vector<std::uint64_t>{5, 6, 4, 3, 1, 2, 7}));
}

TEST_F(QueueTest, OrdersByPrioritiesOfAnyLength) {
  Random random(11);
  std::vector<PriorityBits> all;
  for (std::uint64_t number = 0; number < 300; ++number) {
    PriorityBits bits;
    bits.append(0x80000000U + random.below(3) - 1, 32);
    for (std::uint64_t more = random.below(4); more > 0; --more) bits.append(random.below(4), 17);
    const std::uint64_t bytes = (bits.size() + 7) / 8;
    MessagePtr message = pool.acquire(sizeof(bytes) + bytes);
    std::memset(message->payload(), 0, sizeof(bytes) + bytes);
    std::memcpy(message->payload(), &bytes, sizeof(bytes));
    for (std::size_t i = 0; i < bits.size(); ++i) {
      message->payload()[sizeof(bytes) + i / 8] |=
          static_cast<std::byte>((bits[i] ? 1 : 0) << (7 - i % 8));
    }
    message->form = PayloadForm::bytes;
    message->ops = &bits_ops;
    message->priority = bits.head();
    message->word = number;
    all.push_back(bits);
    queue.push(std::move(message));
  }
  const std::vector<std::uint64_t> order = pop_all();
  ASSERT_EQ(order.size(), all.size());
  const auto text = [&](std::uint64_t number) {
    std::string digits;
    for (std::size_t i = 0; i < 100; ++i) {
      digits += i < all[number].size() && all[number][i] ? '1' : '0';
    }
    return digits;
  };
  std::vector<std::uint64_t> expected(all.size());
  std::iota(expected.begin(), expected.end(), 0);
  std::ranges::stable_sort(expected, {}, text);
  // Those of priority 0 are never starved, so some came before smaller ones; all others are in
  // order among themselves.
  const auto is_usual = [&](std::uint64_t number) { return all[number].head() == 0; };
  std::vector<std::uint64_t> got(order);
  std::erase_if(got, is_usual);
  std::erase_if(expected, is_usual);
  EXPECT_LT(expected.size(), all.size());
  EXPECT_EQ(got, expected);
}

TEST_F(QueueTest, ServesTheHighestPriorityBeforeTheGridQueue) {
  queue.sort(&watch);
  push(border, 1, -5);
  push(inner, 2, highest_priority);
  push(border, 3, highest_priority);
  EXPECT_EQ(pop_all(), (std::vector<std::uint64_t>{2, 3, 1}));
  EXPECT_EQ(queue.popped_from_grid(), 1u);
}

TEST_F(QueueTest, WithoutAWatchKnowsNoGridQueue) {
  push(border, 1);
  push(inner, 2);
  push(border, 3, -1);
  EXPECT_EQ(pop_all(), (std::vector<std::uint64_t>{3, 1, 2}));
  EXPECT_EQ(queue.popped_from_grid(), 0u);
}

TEST_F(QueueTest, IsNotStarvedByTheGridQueue) {
  queue.sort(&watch);
  push(inner, 0);
  EXPECT_EQ(turns_until_served([&] { push(border, 1); }), RunQueue::patience);
}

TEST_F(QueueTest, IsNotStarvedByPrioritiesInTheGridQueue) {
  queue.sort(&watch);
  push(inner, 0);
  EXPECT_EQ(turns_until_served([&] { push(border, 1, -7); }), RunQueue::patience);
}

TEST_F(QueueTest, UsualMessagesAreNotStarvedByPriorities) {
  push(inner, 0);
  EXPECT_EQ(turns_until_served([&] { push(inner, 1, -7); }), RunQueue::patience);
}

TEST_F(QueueTest, UsualMessagesOfTheGridQueueAreNotStarvedByPriorities) {
  queue.sort(&watch);
  push(border, 0);
  EXPECT_EQ(turns_until_served([&] { push(border, 1, -7); }), RunQueue::patience);
}

TEST_F(QueueTest, IsNotStarvedByTheGridQueueAndPrioritiesTogether) {
  queue.sort(&watch);
  push(inner, 0);
  const int turns = turns_until_served(
      [&, count = 0]() mutable { push(count++ % 2 == 0 ? border : inner, 1, -7); });
  EXPECT_GT(turns, 0);
  EXPECT_LE(turns, (RunQueue::patience + 1) * (RunQueue::patience + 1));
}

TEST_F(QueueTest, GivesTheGridQueueAllButAFewTurns) {
  queue.sort(&watch);
  for (int i = 0; i < 10; ++i) push(inner, 0);
  int inner_ones = 0;
  for (int turn = 0; turn < 5 * (RunQueue::patience + 1); ++turn) {
    push(border, 1);
    push(border, 1);
    inner_ones += pop() == 0;
  }
  EXPECT_EQ(inner_ones, 5);
}

TEST_F(QueueTest, MovesWhatWaitsWhenAnObjectBecomesABorderObject) {
  queue.sort(&watch);
  push(3, 1);
  push(inner, 2);
  push(3, 3);
  push(3, 4, -1);
  push(border, 5);
  watch.border.push_back(3);
  queue.sort(&watch);
  push(3, 6);
  push(3, 7, -1);
  EXPECT_EQ(pop_all(), (std::vector<std::uint64_t>{4, 7, 5, 1, 3, 6, 2}));
}

TEST_F(QueueTest, MovesWhatWaitsBackWhenThereIsNoWatchAnyMore) {
  queue.sort(&watch);
  push(inner, 1);
  push(border, 2);
  queue.sort(nullptr);
  push(border, 3);
  push(inner, 4);
  EXPECT_EQ(pop_all(), (std::vector<std::uint64_t>{2, 1, 3, 4}));
}

TEST_F(QueueTest, KeepsEachObjectsMessagesOfOnePriorityInOrderHoweverOftenItIsSorted) {
  Random random(11);
  std::map<std::pair<std::uint64_t, std::int32_t>, std::uint64_t> last;
  std::map<std::uint64_t, std::pair<std::uint64_t, std::int32_t>> of_number;
  std::uint64_t number = 0;
  const auto check = [&](std::uint64_t popped) {
    std::uint64_t& before = last[of_number.at(popped)];
    EXPECT_LT(before, popped);
    before = popped;
  };
  for (int turn = 0; turn < 20'000; ++turn) {
    const auto choice = random.below(100);
    if (choice < 52) {
      const std::uint64_t object = random.below(6);
      const auto priority = static_cast<std::int32_t>(random.below(3)) - 1;
      of_number[++number] = {object, priority};
      push(object, number, priority);
    } else if (choice < 95) {
      if (const std::uint64_t popped = pop(); popped != none) check(popped);
    } else {
      watch.border.clear();
      for (std::uint64_t object = 0; object < 6; ++object) {
        if (random.below(2) == 0) watch.border.push_back(object);
      }
      queue.sort(random.below(4) == 0 ? nullptr : &watch);
    }
  }
  for (const std::uint64_t popped : pop_all()) check(popped);
  EXPECT_EQ(pool.outstanding(), 0);
}

TEST(RunQueue, GivesBackWhatIsInItAtTheEnd) {
  Watch watch({2});
  RunQueue queue;
  queue.sort(&watch);
  Pool pool;
  for (const std::int32_t priority : {0, 1, -1, highest_priority}) {
    for (const std::uint64_t object : {1, 2}) {
      MessagePtr message = with_priority(pool, priority, 0);
      message->key.low = object;
      queue.push(std::move(message));
    }
  }
  EXPECT_EQ(queue.size(), 8u);  // the address sanitizer watches the rest
}

TEST(RunQueue, GivesSmallerPrioritiesFirstAndEqualOnesInOrder) {
  Pool pool;
  RunQueue queue;
  Random random(7);
  std::vector<std::pair<std::int32_t, std::uint64_t>> expected;
  // So few of less than the usual priority that the usual ones need not be looked after.
  for (std::uint64_t i = 0; i < 500; ++i) {
    const auto priority =
        static_cast<std::int32_t>(random.below(i % 8 == 0 ? 7 : 4)) - (i % 8 == 0 ? 3 : 0);
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

}  // namespace
}  // namespace isthmus::engine::sched
