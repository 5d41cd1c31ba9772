// The mailbox under every order of its threads' steps that some thousand seeds reach.
#include <gtest/gtest.h>

#include <array>
#include <cstring>
#include <memory>
#include <vector>

#include "isthmus/sched/mailbox.hpp"
#include "systematic/bell.hpp"
#include "systematic/interleaving.hpp"

namespace isthmus::engine::systematic {
namespace {

using sched::Mailbox;

constexpr std::uint32_t smallest_ring = 4;

// Where AsymmetricFence is a system call, and where it is two fences.
class MailboxInterleavings : public ::testing::TestWithParam<bool> {
 protected:
  static Machine machine() { return {.has_system_barrier = GetParam()}; }
};

INSTANTIATE_TEST_SUITE_P(Fences, MailboxInterleavings, ::testing::Bool(), [](const auto& param) {
  return param.param ? "WithSystemBarrier" : "WithFences";
});

// Small enough to be packed into its slot, or not.
MessagePtr numbered(Pool& pool, std::uint32_t source, std::uint64_t number, std::size_t bytes) {
  MessagePtr message = pool.acquire(bytes);
  message->form = PayloadForm::bytes;
  message->source = PeId(source);
  std::memcpy(message->payload(), &number, sizeof(number));
  return message;
}

std::uint64_t number_of(const Message& message) {
  std::uint64_t number = 0;
  std::memcpy(&number, message.payload(), sizeof(number));
  return number;
}

// A mailbox, who sleeps at it, and the pools of those who use it, the consumer's last.
struct Post {
  explicit Post(std::size_t producers) : pools(producers + 1), next(producers) {}

  Pool& own_pool() { return pools.back(); }

  /// As a driver does: sleeps while there is nothing.
  MessagePtr receive(Pool& pool) {
    while (true) {
      if (MessagePtr message = mailbox.pop(pool)) return message;
      if (!mailbox.fall_asleep()) continue;
      bell.sleep();
      mailbox.wake_up();
    }
  }

  void take(MessagePtr message) {
    std::uint64_t& expected = next[message->source.value];
    require(number_of(*message) == expected, "a producer's messages come in its order");
    ++expected;
    own_pool().release(std::move(message));
  }

  void expect_all_home(Interleaving& end) {
    std::int64_t outstanding = 0;
    for (const Pool& pool : pools) outstanding += pool.outstanding();
    if (outstanding != 0) end.fail(std::to_string(outstanding) + " messages are not home");
    if (mailbox.pop(own_pool())) end.fail("a message is left");
  }

  Bell bell;
  Mailbox mailbox{smallest_ring, bell};
  std::vector<Pool> pools;
  std::vector<std::uint64_t> next;
};

Scenario many_to_one(std::size_t producers, std::uint64_t count) {
  return [=](Interleaving& run) {
    const auto post = std::make_shared<Post>(producers);
    for (std::uint32_t p = 0; p < producers; ++p) {
      run.add_thread("producer " + std::to_string(p), [=] {
        for (std::uint64_t i = 0; i < count; ++i) {
          const std::size_t bytes = (i + p) % 3 == 0 ? 100 : 8;
          post->mailbox.push(numbered(post->pools[p], p, i, bytes), &post->pools[p]);
        }
      });
    }
    run.add_thread("consumer", [=] {
      for (std::uint64_t i = 0; i < count * producers; ++i) {
        post->take(post->receive(post->own_pool()));
      }
    });
    run.at_end([=](Interleaving& end) { post->expect_all_home(end); });
  };
}

TEST_P(MailboxInterleavings, KeepEachProducersOrderWhileThereIsRoom) {
  expect_no_finding(2000, machine(), many_to_one(2, 2));
}

TEST_P(MailboxInterleavings, KeepEachProducersOrderThroughAnOverflow) {
  expect_no_finding(2000, machine(), many_to_one(2, 7));
}

TEST_P(MailboxInterleavings, KeepTheOrderOfOneWhoFillsTheRingAgainAndAgain) {
  expect_no_finding(1000, machine(), many_to_one(1, 12));
}

TEST_P(MailboxInterleavings, LoseNoWakeUpOfTwoWhoWaitForEachOther) {
  constexpr std::uint64_t rounds = 3;
  expect_no_finding(1000, machine(), [](Interleaving& run) {
    const auto there = std::make_shared<Post>(1);
    const auto back = std::make_shared<Post>(1);
    run.add_thread("asker", [=] {
      Pool pool;
      for (std::uint64_t i = 0; i < rounds; ++i) {
        there->mailbox.push(numbered(pool, 0, i, 8), &pool);
        MessagePtr answer = back->receive(pool);
        require(number_of(*answer) == i, "the answer to this question");
        pool.release(std::move(answer));
      }
    });
    run.add_thread("answerer", [=] {
      Pool pool;
      for (std::uint64_t i = 0; i < rounds; ++i) {
        back->mailbox.push(there->receive(pool), &pool);
      }
    });
  });
}

// What Router::send_through relies on: a deadline that was brought forward is either seen by the
// one who falls asleep, or the nudge rings.
TEST_P(MailboxInterleavings, LetNobodyOversleepADeadlineThatANudgeTellsOf) {
  struct Alarm {
    Bell bell;
    Mailbox mailbox{smallest_ring, bell};
    Atomic<TimeNs> deadline_ns = never_ns;
  };
  expect_no_finding(1000, machine(), [](Interleaving& run) {
    const auto alarm = std::make_shared<Alarm>();
    run.add_thread("sleeper", [=] {
      while (alarm->deadline_ns.load(std::memory_order_relaxed) == never_ns) {
        if (!alarm->mailbox.fall_asleep()) continue;
        if (alarm->deadline_ns.load(std::memory_order_relaxed) == never_ns) alarm->bell.sleep();
        alarm->mailbox.wake_up();
      }
    });
    run.add_thread("nudger", [=] {
      alarm->deadline_ns.store(1, std::memory_order_relaxed);
      alarm->mailbox.nudge();
    });
  });
}

// A PE that is told to stop: a flag, then a ring without a look at who sleeps (Process::stop).
TEST_P(MailboxInterleavings, LetNobodySleepThroughAStopThatRings) {
  struct Stop {
    Bell bell;
    Mailbox mailbox{smallest_ring, bell};
    Atomic<bool> is_told = false;
  };
  expect_no_finding(1000, machine(), [](Interleaving& run) {
    const auto stop = std::make_shared<Stop>();
    run.add_thread("sleeper", [=] {
      while (!stop->is_told.load(std::memory_order_relaxed)) {
        if (!stop->mailbox.fall_asleep()) continue;
        if (!stop->is_told.load(std::memory_order_relaxed)) stop->bell.sleep();
        stop->mailbox.wake_up();
      }
    });
    run.add_thread("stopper", [=] {
      stop->is_told.store(true, std::memory_order_relaxed);
      stop->bell.ring();
    });
  });
}

}  // namespace
}  // namespace isthmus::engine::systematic
