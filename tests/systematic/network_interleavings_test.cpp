// Flow control and gateways under every order of their threads' steps that some thousand seeds
// reach.
#include <gtest/gtest.h>

#include <deque>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "isthmus/network/flow_control.hpp"
#include "isthmus/network/gateway.hpp"
#include "isthmus/sched/mailbox.hpp"
#include "systematic/bell.hpp"
#include "systematic/interleaving.hpp"

namespace isthmus::engine::systematic {
namespace {

using network::FlowControl;
using network::Gateway;

constexpr network::FlowLimits narrow = {.queue_bytes = 2, .backlog_bytes = 2};

// Where AsymmetricFence is a system call, and where it is two fences.
class NetworkInterleavings : public ::testing::TestWithParam<bool> {
 protected:
  static Machine machine() { return {.has_system_barrier = GetParam()}; }
};

INSTANTIATE_TEST_SUITE_P(Fences, NetworkInterleavings, ::testing::Bool(), [](const auto& param) {
  return param.param ? "WithSystemBarrier" : "WithFences";
});

/// A PE as far as it sleeps.
struct Sleeper {
  Bell bell;
  sched::Mailbox mailbox{4, bell};

  /// As a driver does: looks once more before it sleeps.
  template <class Condition>
  void sleep_unless(const Condition& has_work) {
    if (!mailbox.fall_asleep()) return;
    if (!has_work()) bell.sleep();
    mailbox.wake_up();
  }
};

// The router nudges when FlowControl says `emptied`; whoever slept over what he did not take, or
// did not handle, must see then that he may.
struct Waiting {
  Waiting() {
    flow.note_queue(queue, narrow.queue_bytes + 1);
    flow.note_arrival(narrow.queue_bytes + 1);
  }
  FlowControl flow{narrow};
  FlowControl::Queue queue;
  Sleeper sleeper;
};

TEST_P(NetworkInterleavings, LetNobodyOversleepThatTheProcessTakesAgain) {
  expect_no_finding(1000, machine(), [](Interleaving& run) {
    const auto waiting = std::make_shared<Waiting>();
    run.add_thread("sleeper", [=] {
      const auto takes = [&] { return waiting->flow.takes(); };
      while (!takes()) waiting->sleeper.sleep_unless(takes);
    });
    run.add_thread("full PE", [=] {
      const auto change = waiting->flow.note_queue(waiting->queue, 0);
      if (change == FlowControl::Change::emptied) waiting->sleeper.mailbox.nudge();
    });
    run.add_thread("PE that looks after mailboxes", [=] {
      const auto change = waiting->flow.note_mailboxes(0);
      if (change == FlowControl::Change::emptied) waiting->sleeper.mailbox.nudge();
    });
  });
}

TEST_P(NetworkInterleavings, LetNobodyOversleepThatTheProcessIsNoLongerStopped) {
  expect_no_finding(1000, machine(), [](Interleaving& run) {
    const auto waiting = std::make_shared<Waiting>();
    for (int chain = 0; chain < 2; ++chain) waiting->flow.note_chain(true);
    run.add_thread("sleeper", [=] {
      const auto goes_on = [&] { return !waiting->flow.is_stopped(); };
      while (!goes_on()) waiting->sleeper.sleep_unless(goes_on);
    });
    for (int chain = 0; chain < 2; ++chain) {
      run.add_thread("chain " + std::to_string(chain), [=] {
        const auto change = waiting->flow.note_chain(false);
        if (change == FlowControl::Change::emptied) waiting->sleeper.mailbox.nudge();
      });
    }
  });
}

TEST_P(NetworkInterleavings, CountEveryQueueThatFillsAndEmpties) {
  struct Counted {
    FlowControl flow{narrow};
    std::vector<FlowControl::Queue> queues = std::vector<FlowControl::Queue>(2);
  };
  expect_no_finding(500, machine(), [](Interleaving& run) {
    const auto counted = std::make_shared<Counted>();
    for (std::size_t pe = 0; pe < 2; ++pe) {
      run.add_thread("PE " + std::to_string(pe), [=] {
        for (int i = 0; i < 3; ++i) {
          counted->flow.note_queue(counted->queues[pe], narrow.queue_bytes + 1);
          require(!counted->flow.takes(), "one is full");
          counted->flow.note_queue(counted->queues[pe], 0);
        }
      });
    }
    run.at_end([=](Interleaving& end) {
      if (!counted->flow.takes()) end.fail("a queue is counted that is not full");
    });
  });
}

/// A process of one PE, and what is on its way to it. Messages are numbers: how often each is to be
/// answered, with two others.
class Side {
 public:
  static constexpr std::size_t link_room = 1;

  void begin_with(int lives) { queue_.push_back(lives); }

  /// Until all messages of both are handled.
  void drive(Side& peer, Atomic<int>& left) {
    while (left.load() > 0) {
      if (step(peer, left)) continue;
      sleeper_.sleep_unless([&] { return left.load() == 0 || step(peer, left); });
    }
  }

 private:
  bool offer(int lives) {
    const std::lock_guard lock(link_mutex_);
    if (link_.size() >= link_room) return false;
    link_.push_back(lives);
    return true;
  }
  std::optional<int> take() {
    const std::lock_guard lock(link_mutex_);
    if (link_.empty()) return std::nullopt;
    const int lives = link_.front();
    link_.pop_front();
    return lives;
  }
  void note_backlog() {
    const std::size_t limit = narrow.backlog_bytes;
    const bool is_overfull = backlog_.size() > (is_overfull_ ? limit / 2 : limit);
    if (is_overfull != is_overfull_) flow_.note_chain(is_overfull);
    is_overfull_ = is_overfull;
  }
  /// Whether anything could be done, as a PE does it with its router.
  bool step(Side& peer, Atomic<int>& left) {
    bool worked = false;
    while (!backlog_.empty() && peer.offer(backlog_.front())) {
      backlog_.pop_front();
      peer.sleeper_.mailbox.nudge();
      worked = true;
    }
    note_backlog();
    flow_.note_queue(noted_, queue_.size());
    if (flow_.takes()) {
      if (const std::optional<int> lives = take()) {
        queue_.push_back(*lives);
        peer.sleeper_.mailbox.nudge();
        worked = true;
      }
    }
    if (!flow_.is_stopped() && !queue_.empty()) {
      const int lives = queue_.front();
      queue_.pop_front();
      for (int i = 0; i < 2 && lives > 0; ++i) backlog_.push_back(lives - 1);
      note_backlog();
      if (left.fetch_sub(1) == 1) peer.sleeper_.mailbox.nudge();
      worked = true;
    }
    return worked;
  }

  FlowControl flow_{narrow};
  FlowControl::Queue noted_;
  std::deque<int> queue_;
  std::deque<int> backlog_;
  bool is_overfull_ = false;
  Sleeper sleeper_;
  Mutex link_mutex_;
  std::deque<int> link_;  // under the lock
};

TEST_P(NetworkInterleavings, LetNoTwoProcessesWaitForEachOther) {
  constexpr int lives = 3;
  struct Job {
    Side a;
    Side b;
    Atomic<int> left = 2 * ((2 << lives) - 1);
  };
  expect_no_finding(500, machine(), [](Interleaving& run) {
    const auto job = std::make_shared<Job>();
    job->a.begin_with(lives);
    job->b.begin_with(lives);
    run.add_thread("process 0", [=] { job->a.drive(job->b, job->left); });
    run.add_thread("process 1", [=] { job->b.drive(job->a, job->left); });
  });
}

// Two PEs send on what a chain brings.
TEST_P(NetworkInterleavings, SendOnAllMessagesOfAGatewayInTheirOrder) {
  constexpr std::uint64_t count = 6;
  struct Post {
    Gateway gateway;
    std::vector<Sleeper> sleepers = std::vector<Sleeper>(2);
    std::vector<Pool> pools = std::vector<Pool>(3);
    Atomic<std::uint64_t> sent = 0;

    void nudge_all() {
      for (Sleeper& sleeper : sleepers) sleeper.mailbox.nudge();
    }
    bool send_on(Pool& pool) {
      Gateway::Batch batch = gateway.take();
      for (MessagePtr& message : batch.messages) {
        require(message->word == sent.load(), "messages are sent on in the order they came");
        pool.release(std::move(message));
        if (sent.fetch_add(1) + 1 == count) nudge_all();
      }
      return !batch.messages.empty();
    }
  };
  expect_no_finding(1000, machine(), [](Interleaving& run) {
    const auto post = std::make_shared<Post>();
    run.add_thread("chain", [=] {
      for (std::uint64_t i = 0; i < count; ++i) {
        MessagePtr message = post->pools[2].acquire(0);
        message->word = i;
        post->gateway.keep(std::move(message));
        post->nudge_all();
      }
    });
    for (std::size_t pe = 0; pe < 2; ++pe) {
      run.add_thread("PE " + std::to_string(pe), [=] {
        while (post->sent.load() < count) {
          if (post->send_on(post->pools[pe])) continue;
          post->sleepers[pe].sleep_unless(
              [&] { return post->sent.load() == count || post->send_on(post->pools[pe]); });
        }
      });
    }
    run.at_end([=](Interleaving& end) {
      if (post->gateway.holds_messages()) end.fail("a message is left");
    });
  });
}

}  // namespace
}  // namespace isthmus::engine::systematic
