#include "isthmus/sched/mailbox.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <condition_variable>
#include <cstring>
#include <mutex>
#include <thread>
#include <vector>

namespace isthmus::engine::sched {
namespace {

class CountingBell final : public Doorbell {
 public:
  void ring() override { ++rings_; }
  int rings() const { return rings_; }

 private:
  std::atomic<int> rings_ = 0;
};

// A message of `bytes` that carries a number.
MessagePtr numbered(Pool& pool, std::uint64_t number, std::size_t bytes = 8) {
  MessagePtr message = pool.acquire(bytes);
  message->form = PayloadForm::bytes;
  message->word = number;
  std::memset(message->payload(), static_cast<int>(number & 0xff), bytes);
  return message;
}

void expect_intact(const Message& message, std::uint64_t number, std::size_t bytes) {
  EXPECT_EQ(message.word, number);
  ASSERT_EQ(message.payload_bytes, bytes);
  for (std::size_t i = 0; i < bytes; ++i) {
    ASSERT_EQ(message.payload()[i], static_cast<std::byte>(number & 0xff));
  }
}

TEST(Mailbox, HandsOutSmallAndLargeMessagesInOrder) {
  CountingBell bell;
  Mailbox mailbox(8, bell);
  Pool here;
  Pool there;
  const std::size_t sizes[] = {0, 1, 40, 47, 48, 49, 64, 1000, 100'000};
  std::uint64_t number = 0;
  for (const std::size_t bytes : sizes) mailbox.push(numbered(there, number++, bytes), &there);
  number = 0;
  for (const std::size_t bytes : sizes) {
    MessagePtr message = mailbox.pop(here);
    ASSERT_TRUE(message);
    expect_intact(*message, number++, bytes);
    here.release(std::move(message));
  }
  EXPECT_FALSE(mailbox.pop(here));
  EXPECT_EQ(here.outstanding() + there.outstanding(), 0);
}

TEST(Mailbox, KeepsOrderThroughAnOverflow) {
  CountingBell bell;
  Mailbox mailbox(4, bell);
  Pool pool;
  std::uint64_t pushed = 0;
  std::uint64_t popped = 0;
  // Bursts longer and shorter than the ring, so that the overflow fills and empties many times.
  for (int round = 0; round < 50; ++round) {
    for (int i = 0; i < round % 13; ++i) mailbox.push(numbered(pool, pushed++), &pool);
    for (int i = 0; i < round % 11; ++i) {
      MessagePtr message = mailbox.pop(pool);
      if (!message) break;
      EXPECT_EQ(message->word, popped++);
      pool.release(std::move(message));
    }
  }
  while (MessagePtr message = mailbox.pop(pool)) {
    EXPECT_EQ(message->word, popped++);
    pool.release(std::move(message));
  }
  EXPECT_EQ(popped, pushed);
  EXPECT_EQ(pool.outstanding(), 0);
}

TEST(Mailbox, TakesMessagesFromThoseWithoutAPool) {
  CountingBell bell;
  Mailbox mailbox(4, bell);
  Pool pool;
  mailbox.push(numbered(pool, 1), nullptr);
  MessagePtr message = mailbox.pop(pool);
  expect_intact(*message, 1, 8);
  pool.release(std::move(message));
  EXPECT_EQ(pool.outstanding(), 0);
}

TEST(Mailbox, RingsOnlyForAConsumerThatSleeps) {
  CountingBell bell;
  Mailbox mailbox(8, bell);
  Pool pool;
  mailbox.push(numbered(pool, 1), &pool);
  EXPECT_EQ(bell.rings(), 0);
  EXPECT_TRUE(mailbox.is_ready());
  EXPECT_FALSE(mailbox.fall_asleep());
  pool.release(mailbox.pop(pool));
  EXPECT_FALSE(mailbox.is_ready());
  EXPECT_TRUE(mailbox.fall_asleep());
  mailbox.push(numbered(pool, 2), &pool);
  EXPECT_EQ(bell.rings(), 1);
  mailbox.wake_up();
  mailbox.push(numbered(pool, 3), &pool);
  mailbox.nudge();
  EXPECT_EQ(bell.rings(), 1);
  pool.release(mailbox.pop(pool));
  pool.release(mailbox.pop(pool));
  EXPECT_TRUE(mailbox.fall_asleep());
  mailbox.nudge();
  EXPECT_EQ(bell.rings(), 2);
}

TEST(Mailbox, DoesNotFallAsleepOverAnOverflowHalfHandedOut) {
  CountingBell bell;
  Mailbox mailbox(4, bell);
  Pool pool;
  for (std::uint64_t i = 0; i < 8; ++i) mailbox.push(numbered(pool, i), &pool);
  for (std::uint64_t i = 0; i < 8; ++i) {
    EXPECT_FALSE(mailbox.fall_asleep()) << i;
    pool.release(mailbox.pop(pool));
  }
  EXPECT_TRUE(mailbox.fall_asleep());
}

TEST(Mailbox, SleepsAndWakesAlikeWhereAllIsOneThread) {
  CountingBell bell;
  Mailbox mailbox(4, bell, Mailbox::Users::one_thread);
  Pool pool;
  EXPECT_TRUE(mailbox.fall_asleep());
  mailbox.push(numbered(pool, 1), &pool);
  EXPECT_EQ(bell.rings(), 1);
  mailbox.wake_up();
  EXPECT_FALSE(mailbox.fall_asleep());
  pool.release(mailbox.pop(pool));
}

TEST(Mailbox, KeepsTheOrderWhereAllIsOneThreadAndHasNoSlots) {
  CountingBell bell;
  Mailbox mailbox(0, bell, Mailbox::Users::one_thread);
  Pool pool;
  EXPECT_FALSE(mailbox.is_ready());
  EXPECT_TRUE(mailbox.is_drained());
  for (std::uint64_t i = 0; i < 100; ++i) mailbox.push(numbered(pool, i, i), &pool);
  for (std::uint64_t i = 0; i < 100; ++i) {
    EXPECT_TRUE(mailbox.is_ready());
    EXPECT_FALSE(mailbox.is_drained());
    MessagePtr message = mailbox.pop(pool);
    ASSERT_TRUE(message);
    expect_intact(*message, i, i);
    pool.release(std::move(message));
  }
  EXPECT_FALSE(mailbox.is_ready());
  EXPECT_FALSE(mailbox.pop(pool));
  EXPECT_TRUE(mailbox.is_drained());
  EXPECT_EQ(pool.outstanding(), 0);
}

TEST(Mailbox, FreesWhatItStillHolds) {
  CountingBell bell;
  Pool pool;
  Mailbox mailbox(4, bell);
  for (std::uint64_t i = 0; i < 10; ++i) mailbox.push(numbered(pool, i, 200), &pool);
  // The leak checker sees what the destructor forgets.
}

struct Race {
  std::uint32_t slots;
  std::size_t bytes;
};

class MailboxRace : public ::testing::TestWithParam<Race> {};

TEST_P(MailboxRace, KeepsEachProducersOrder) {
  constexpr int producers = 4;
  constexpr std::uint64_t count = 5000;
  CountingBell bell;
  Mailbox mailbox(GetParam().slots, bell);
  std::vector<std::thread> threads;
  for (int p = 0; p < producers; ++p) {
    threads.emplace_back([&, p] {
      Pool pool;
      for (std::uint64_t i = 0; i < count; ++i) {
        MessagePtr message = numbered(pool, i, GetParam().bytes);
        message->source = PeId(p);
        mailbox.push(std::move(message), &pool);
        if (i % 512 == 0) std::this_thread::yield();
      }
    });
  }
  Pool pool;
  std::vector<std::uint64_t> next(producers);
  for (std::uint64_t received = 0; received < producers * count;) {
    MessagePtr message = mailbox.pop(pool);
    if (!message) {
      std::this_thread::yield();
      continue;
    }
    ASSERT_EQ(message->word, next[message->source.value]++);
    ++received;
    pool.release(std::move(message));
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_FALSE(mailbox.pop(pool));
}

INSTANTIATE_TEST_SUITE_P(Sizes, MailboxRace,
                         ::testing::Values(Race{4, 8}, Race{4, 300}, Race{64, 8}, Race{1024, 300}));

// Sleeps for real, as a driver does, so that a lost wake-up would hang the test.
class SleepingBell final : public Doorbell {
 public:
  void ring() override {
    const std::lock_guard lock(mutex_);
    rung_ = true;
    changed_.notify_one();
  }
  void sleep() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return rung_; });
    rung_ = false;
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  bool rung_ = false;
};

TEST(Mailbox, LosesNoWakeUp) {
  constexpr std::uint64_t count = 5000;
  SleepingBell bell;
  SleepingBell echo;
  Mailbox there(4, bell);
  Mailbox back(4, echo);
  const auto receive = [](Mailbox& mailbox, SleepingBell& own, Pool& pool) {
    while (true) {
      if (MessagePtr message = mailbox.pop(pool)) return message;
      if (!mailbox.fall_asleep()) continue;
      own.sleep();
      mailbox.wake_up();
    }
  };
  std::thread other([&] {
    Pool pool;
    for (std::uint64_t i = 0; i < count; ++i) {
      MessagePtr message = receive(there, bell, pool);
      back.push(std::move(message), &pool);
    }
  });
  Pool pool;
  for (std::uint64_t i = 0; i < count; ++i) {
    there.push(numbered(pool, i), &pool);
    MessagePtr message = receive(back, echo, pool);
    EXPECT_EQ(message->word, i);
    pool.release(std::move(message));
  }
  other.join();
}

}  // namespace
}  // namespace isthmus::engine::sched
