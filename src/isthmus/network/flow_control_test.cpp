#include "isthmus/network/flow_control.hpp"

#include <gtest/gtest.h>

#include <array>
#include <set>
#include <vector>

namespace isthmus::engine::network {
namespace {

using Change = FlowControl::Change;

constexpr FlowLimits limits = {.queue_bytes = 100, .backlog_bytes = 1000};

class FlowControlTest : public ::testing::Test {
 protected:
  FlowControl flow{limits};
  FlowControl::Queue queue;
  FlowControl::Queue other;
};

TEST_F(FlowControlTest, TakesAndHandlesWhileLittleWaits) {
  EXPECT_EQ(flow.note_queue(queue, 100), Change::none);
  EXPECT_EQ(flow.note_queue(other, 100), Change::none);
  flow.note_arrival(100);
  EXPECT_TRUE(flow.takes());
  EXPECT_FALSE(flow.is_stopped());
}

TEST_F(FlowControlTest, TakesNothingFromTheLimitOnUntilHalfOfThatIsHandled) {
  EXPECT_EQ(flow.note_queue(queue, 101), Change::filled);
  EXPECT_TRUE(queue.is_full());
  EXPECT_FALSE(flow.takes());
  EXPECT_EQ(flow.note_queue(queue, 51), Change::none);
  EXPECT_FALSE(flow.takes());
  EXPECT_EQ(flow.note_queue(queue, 50), Change::emptied);
  EXPECT_FALSE(queue.is_full());
  EXPECT_TRUE(flow.takes());
}

TEST_F(FlowControlTest, TakesNothingWhileAnyPeIsFull) {
  flow.note_queue(queue, 101);
  flow.note_queue(other, 101);
  flow.note_queue(queue, 0);
  EXPECT_FALSE(flow.takes());
  flow.note_queue(other, 0);
  EXPECT_TRUE(flow.takes());
}

TEST_F(FlowControlTest, CountsAFullQueueOnceHoweverOftenItIsNoted) {
  for (int i = 0; i < 3; ++i) flow.note_queue(queue, 101);
  EXPECT_EQ(flow.note_queue(queue, 0), Change::emptied);
  EXPECT_TRUE(flow.takes());
}

TEST_F(FlowControlTest, TakesNothingFromAFullMailboxOnUntilAllHaveLessThanHalf) {
  flow.note_arrival(101);
  EXPECT_TRUE(flow.has_full_mailbox());
  EXPECT_FALSE(flow.takes());
  EXPECT_EQ(flow.note_mailboxes(51), Change::none);
  EXPECT_FALSE(flow.takes());
  EXPECT_EQ(flow.note_mailboxes(50), Change::emptied);
  EXPECT_TRUE(flow.takes());
}

TEST_F(FlowControlTest, NudgesNobodyOverMailboxesThatWereNotFull) {
  EXPECT_EQ(flow.note_mailboxes(0), Change::none);
}

TEST_F(FlowControlTest, IsStoppedWhileAnyChainIsOverfull) {
  EXPECT_EQ(flow.note_chain(true), Change::filled);
  EXPECT_EQ(flow.note_chain(true), Change::filled);
  EXPECT_EQ(flow.note_chain(false), Change::emptied);
  EXPECT_TRUE(flow.is_stopped());
  EXPECT_EQ(flow.note_chain(false), Change::emptied);
  EXPECT_FALSE(flow.is_stopped());
}

TEST_F(FlowControlTest, TakesWhateverComesWhileItIsStoppedFullOrNot) {
  flow.note_queue(queue, 101);
  flow.note_arrival(101);
  flow.note_chain(true);
  EXPECT_TRUE(flow.takes());
  flow.note_chain(false);
  EXPECT_FALSE(flow.takes());
}

TEST_F(FlowControlTest, HandlesInEveryStateInWhichItDoesNotTake) {
  for (const bool queue_is_full : {false, true}) {
    for (const bool mailbox_is_full : {false, true}) {
      for (const bool chain_is_overfull : {false, true}) {
        FlowControl state(limits);
        FlowControl::Queue its_queue;
        state.note_queue(its_queue, queue_is_full ? 101 : 0);
        state.note_arrival(mailbox_is_full ? 101 : 0);
        if (chain_is_overfull) state.note_chain(true);
        EXPECT_TRUE(state.takes() || !state.is_stopped());
      }
    }
  }
}

/// One of two processes that send to each other; counts stand for bytes. What it has sent and finds
/// no room waits in its backlog.
struct Side {
  int queue = 0;
  int backlog = 0;
  int link = 0;  ///< From it to the other one.
  bool is_full = false;
  bool is_overfull = false;

  auto operator<=>(const Side&) const = default;
};
using Pair = std::array<Side, 2>;

constexpr FlowLimits tiny = {.queue_bytes = 2, .backlog_bytes = 2};
constexpr int link_room = 1;
constexpr int queue_max = 9;  // beyond it states are left out

/// What the side notes, and what that lets it do.
struct Rules {
  explicit Rules(const Side& side) : flow(tiny) {
    if (side.is_full) flow.note_queue(queue, tiny.queue_bytes + 1);
    flow.note_queue(queue, static_cast<std::size_t>(side.queue));
    if (side.is_overfull) flow.note_chain(true);
  }
  FlowControl flow;
  FlowControl::Queue queue;
};

/// The queue is noted at a step, and a backlog as fabric::Chain tells of it.
void note(Side& side) {
  side.is_full = Rules(side).queue.is_full();
  const auto limit = static_cast<int>(tiny.backlog_bytes);
  side.is_overfull = side.backlog > (side.is_overfull ? limit / 2 : limit);
}

/// All that may happen next.
std::vector<Pair> steps_from(const Pair& now) {
  std::vector<Pair> next;
  for (const std::size_t at : {0, 1}) {
    const Side& side = now[at];
    const Rules rules(side);
    const auto add = [&](auto change) {
      Pair then = now;
      change(then[at], then[1 - at]);
      note(then[0]);
      note(then[1]);
      next.push_back(then);
    };
    if (side.queue > 0 && !rules.flow.is_stopped()) {
      for (const int sent : {0, 1, 2}) {
        add([&](Side& one, Side&) { --one.queue, one.backlog += sent; });
      }
    }
    if (now[1 - at].link > 0 && rules.flow.takes()) {
      add([](Side& one, Side& other) { ++one.queue, --other.link; });
    }
    if (side.backlog > 0 && side.link < link_room) {
      add([](Side& one, Side&) { --one.backlog, ++one.link; });
    }
  }
  return next;
}

TEST(FlowControlOfTwoProcesses, LetsOneOfThemGoOnInEveryStateThatTheyCanReach) {
  const Pair start = {Side{.queue = 3}, Side{.queue = 3}};
  std::set<Pair> seen = {start};
  std::vector<Pair> pending = {start};
  int both_stopped = 0;
  int one_does_not_take = 0;
  while (!pending.empty()) {
    const Pair now = pending.back();
    pending.pop_back();
    const std::vector<Pair> next = steps_from(now);
    const auto waits = [](const Side& side) { return side.queue + side.backlog + side.link > 0; };
    ASSERT_TRUE(!next.empty() || !(waits(now[0]) || waits(now[1])))
        << now[0].queue << " " << now[0].backlog << " " << now[0].link << ", " << now[1].queue
        << " " << now[1].backlog << " " << now[1].link;
    both_stopped += now[0].is_overfull && now[1].is_overfull;
    one_does_not_take += !Rules(now[0]).flow.takes();
    for (const Pair& then : next) {
      if (then[0].queue > queue_max || then[1].queue > queue_max) continue;
      if (seen.insert(then).second) pending.push_back(then);
    }
  }
  EXPECT_GT(seen.size(), 1000U);
  EXPECT_GT(both_stopped, 0);
  EXPECT_GT(one_does_not_take, 0);
}

}  // namespace
}  // namespace isthmus::engine::network
