#include "isthmus/sched/pe.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace isthmus::engine::sched {
namespace {

class Silent final : public Doorbell {
 public:
  void ring() override {}
};

class Kept final : public Outlet {
 public:
  void expect_send(PeId destination) override { expected.push_back(destination); }
  void send(MessagePtr message, Pe&) override { sent.push_back(std::move(message)); }
  bool has_room(PeId destination) const override { return destination != without_room; }
  bool is_stopped() const override { return stopped; }
  PeId without_room;
  bool stopped = false;
  std::vector<MessagePtr> sent;
  std::vector<PeId> expected;
};

class Source final : public WorkSource {
 public:
  int poll(Pe&, TimeNs now_ns, bool idle) override {
    polled_ns.push_back(now_ns);
    was_idle.push_back(idle);
    return due_ns <= now_ns ? 1 : 0;
  }
  TimeNs deadline_ns() const override { return due_ns; }

  TimeNs due_ns = never_ns;
  std::vector<TimeNs> polled_ns;
  std::vector<bool> was_idle;
};

class PeTest : public ::testing::Test {
 protected:
  void note(MessagePtr message) {
    handled.push_back(message->word);
    pe.pool().release(std::move(message));
  }
  void echo(MessagePtr message) {
    if (message->word-- == 0) return pe.pool().release(std::move(message));
    pe.send(std::move(message));
  }
  MessagePtr make(std::uint64_t word, HandlerId handler, PeId to = PeId(0)) {
    MessagePtr message = pe.pool().acquire(0);
    message->word = word;
    message->handler = handler;
    message->destination = to;
    return message;
  }

  ManualClock clock;
  Kept outlet;
  Silent bell;
  Pe pe{{PeId(0), clock, outlet, bell, 16}};
  HandlerId note_handler = pe.add_handler<&PeTest::note>(this);
  HandlerId echo_handler = pe.add_handler<&PeTest::echo>(this);
  std::vector<std::uint64_t> handled;
};

TEST_F(PeTest, HandlesItsOwnMessagesInOrder) {
  for (std::uint64_t i = 0; i < 5; ++i) pe.send(make(i, note_handler));
  EXPECT_FALSE(pe.is_idle());
  while (pe.step()) {
  }
  EXPECT_EQ(handled, (std::vector<std::uint64_t>{0, 1, 2, 3, 4}));
  EXPECT_TRUE(pe.is_idle());
  EXPECT_EQ(pe.pool().outstanding(), 0);
}

TEST_F(PeTest, SendsToOthersThroughItsOutlet) {
  pe.send(make(7, note_handler, PeId(1)));
  ASSERT_EQ(outlet.sent.size(), 1u);
  EXPECT_EQ(outlet.sent[0]->word, 7u);
  EXPECT_FALSE(pe.step());
  EXPECT_EQ(pe.created(), 1u);
  EXPECT_EQ(pe.processed(), 0u);
  pe.pool().release(std::move(outlet.sent[0]));
}

TEST_F(PeTest, TellsItsOutletOfSendsToOthersThatWillFollow) {
  pe.expect_send(PeId(0));
  pe.expect_send(PeId(1));
  EXPECT_EQ(outlet.expected, std::vector{PeId(1)});
}

TEST_F(PeTest, HandlesWhatOthersPutIntoItsMailbox) {
  Pool other;
  MessagePtr message = other.acquire(0);
  message->word = 9;
  message->handler = note_handler;
  pe.mailbox().push(std::move(message), &other);
  EXPECT_FALSE(pe.is_idle());
  EXPECT_TRUE(pe.step());
  EXPECT_EQ(handled, (std::vector<std::uint64_t>{9}));
}

TEST_F(PeTest, TakesWhatArrivesOnItsOwnThreadBehindWhatIsInItsMailbox) {
  Pool elsewhere;
  pe.arrive(make(1, note_handler), elsewhere);
  EXPECT_EQ(pe.queued(), 0U) << "another thread has only the mailbox";
  pe.arrive(make(2, note_handler), pe.pool());
  pe.arrive(make(3, note_handler), pe.pool());
  EXPECT_EQ(pe.queued(), 3U);
  EXPECT_TRUE(pe.handle_arrivals());
  while (pe.step()) {
  }
  EXPECT_EQ(handled, (std::vector<std::uint64_t>{1, 2, 3}));
  EXPECT_EQ(pe.counters().messages_received.value(), 3U);
  EXPECT_FALSE(pe.handle_arrivals());
}

TEST_F(PeTest, CountsBytesThatWaitWhereverTheyWait) {
  Pool elsewhere;
  pe.send(make(1, note_handler));
  EXPECT_EQ(pe.queued_bytes(), sizeof(Message));
  MessagePtr arriving = pe.pool().acquire(36);
  arriving->word = 2;
  arriving->handler = note_handler;
  pe.arrive(std::move(arriving), elsewhere);
  EXPECT_EQ(pe.arrived_bytes(), sizeof(Message) + 36);
  EXPECT_EQ(pe.queued_bytes(), sizeof(Message));
  while (pe.step()) {
  }
  EXPECT_EQ(handled, (std::vector<std::uint64_t>{1, 2}));
  EXPECT_EQ(pe.arrived_bytes(), 0U);
  EXPECT_EQ(pe.queued_bytes(), 0U);
}

TEST_F(PeTest, HandlesNothingButUrgentMessagesWhileItsOutletIsStopped) {
  outlet.stopped = true;
  for (std::uint64_t i = 0; i < 3; ++i) pe.send(make(i, note_handler));
  MessagePtr urgent = make(10, note_handler);
  urgent->priority = highest_priority;
  pe.send(std::move(urgent));
  EXPECT_TRUE(pe.step());
  EXPECT_EQ(handled, (std::vector<std::uint64_t>{10}));
  EXPECT_FALSE(pe.step());
  EXPECT_TRUE(pe.is_idle()) << "its driver may sleep";
  Pool other;
  MessagePtr pushed = other.acquire(0);
  pushed->word = 3;
  pushed->handler = note_handler;
  pe.mailbox().push(std::move(pushed), &other);
  pe.handle_arrivals();
  EXPECT_EQ(handled.size(), 1U) << "nor what others put into its mailbox";
  EXPECT_EQ(pe.deadline_ns(), never_ns);

  outlet.stopped = false;
  EXPECT_LE(pe.deadline_ns(), clock.now_ns()) << "who was about to sleep must not";
  while (pe.step()) {
  }
  EXPECT_EQ(handled, (std::vector<std::uint64_t>{10, 0, 1, 2, 3}));
  EXPECT_EQ(pe.counters().times_held.value(), 1U);
  EXPECT_EQ(pe.deadline_ns(), never_ns);
}

TEST_F(PeTest, IsIdleToItsSourcesWhileItsOutletIsStopped) {
  Source source;
  pe.add_source(source);
  outlet.stopped = true;
  pe.send(make(1, note_handler));
  pe.step();
  pe.step();
  EXPECT_TRUE(source.was_idle.back()) << "it has nothing better to do than to look for room";
  outlet.stopped = false;
  pe.step();
  pe.send(make(2, note_handler));
  pe.step();
  EXPECT_FALSE(source.was_idle.back());
}

TEST_F(PeTest, AsksItsOutletWhetherThereIsRoomButForItself) {
  outlet.without_room = PeId(1);
  EXPECT_FALSE(pe.has_room(PeId(1)));
  EXPECT_TRUE(pe.has_room(PeId(2)));
  outlet.without_room = PeId(0);
  EXPECT_TRUE(pe.has_room(PeId(0)));
}

TEST_F(PeTest, PutsUrgentMessagesFirstWhereverTheyComeFrom) {
  Pool other;
  pe.send(make(1, note_handler));
  pe.send(make(2, note_handler));
  MessagePtr urgent = other.acquire(0);
  urgent->word = 3;
  urgent->handler = note_handler;
  urgent->priority = -1;
  pe.mailbox().push(std::move(urgent), &other);
  while (pe.step()) {
  }
  EXPECT_EQ(handled, (std::vector<std::uint64_t>{3, 1, 2}));
}

TEST_F(PeTest, CountsWhatBelongsToTheProgram) {
  pe.send(make(4, echo_handler));
  MessagePtr silent = make(0, note_handler);
  silent->flags = flag_uncounted;
  pe.send(std::move(silent));
  while (pe.step()) {
  }
  EXPECT_EQ(pe.created(), 5u);
  EXPECT_EQ(pe.processed(), 5u);
}

TEST_F(PeTest, GivesTheNetworkAChanceWithinALongRun) {
  Source source;
  pe.add_source(source);
  pe.send(make(10'000, echo_handler));
  int steps = 0;
  while (pe.step()) ++steps;
  // A step handles at most 64 messages, however short they are.
  EXPECT_GE(steps, 10'000 / 64);
  EXPECT_GE(source.polled_ns.size(), static_cast<std::size_t>(steps));
  EXPECT_FALSE(source.was_idle.front());
  EXPECT_TRUE(source.was_idle.back());
}

TEST_F(PeTest, HandlesFewerMessagesAStepWhenTheyTakeLong) {
  const auto messages_in_a_step = [&](TimeNs step_ns) {
    std::size_t count = 0;
    for (int i = 0; i < 12; ++i) {
      clock.advance_by(step_ns);
      const std::size_t before = handled.size();
      pe.step();
      count = handled.size() - before;
    }
    return count;
  };
  for (std::uint64_t i = 0; i < 5000; ++i) pe.send(make(i, note_handler));
  EXPECT_EQ(messages_in_a_step(1'000), 64u);
  EXPECT_EQ(messages_in_a_step(1'000'000), 1u);
  EXPECT_EQ(messages_in_a_step(1'000), 64u);
}

TEST_F(PeTest, FiresTimersWhenTheyAreDue) {
  std::vector<int> fired;
  pe.after(100, [&] { fired.push_back(1); });
  EXPECT_EQ(pe.deadline_ns(), 100);
  // What will happen is work under way.
  EXPECT_EQ(pe.created() - pe.processed(), 1u);
  EXPECT_FALSE(pe.step());
  clock.advance_to(100);
  EXPECT_TRUE(pe.step());
  EXPECT_EQ(fired, std::vector{1});
  EXPECT_EQ(pe.created(), pe.processed());
  pe.after(50, [&] { fired.push_back(2); });
  EXPECT_EQ(pe.deadline_ns(), 150);
}

TEST_F(PeTest, KnowsTheNextDeadlineOfAll) {
  Source early;
  Source late;
  pe.add_source(early);
  pe.add_source(late);
  EXPECT_EQ(pe.deadline_ns(), never_ns);
  late.due_ns = 500;
  early.due_ns = 300;
  pe.after(400, [] {});
  EXPECT_EQ(pe.deadline_ns(), 300);
  early.due_ns = never_ns;
  EXPECT_EQ(pe.deadline_ns(), 400);
}

/// Wakes another one whenever it is polled.
class Waker final : public WorkSource {
 public:
  explicit Waker(WorkSource& sleeper) : sleeper_(sleeper) {}
  int poll(Pe& pe, TimeNs, bool) override {
    pe.wake(sleeper_);
    return 0;
  }
  TimeNs deadline_ns() const override { return never_ns; }

 private:
  WorkSource& sleeper_;
};

TEST_F(PeTest, AsksASourceThatRestsForNothingUntilItIsWoken) {
  Source first;
  Source second;
  pe.add_source(first);
  pe.add_source(second);
  second.due_ns = 70;
  pe.rest(second);
  EXPECT_EQ(pe.deadline_ns(), never_ns);
  pe.step();
  EXPECT_EQ(first.polled_ns.size(), 1u);
  EXPECT_EQ(second.polled_ns.size(), 0u);
  pe.wake(second);
  EXPECT_EQ(pe.deadline_ns(), 70);
  pe.step();
  EXPECT_EQ(first.polled_ns.size(), 2u);
  EXPECT_EQ(second.polled_ns.size(), 1u);
}

TEST_F(PeTest, PollsASourceThatOneBeforeItHasWokenInTheSameStep) {
  Source second;
  Waker first(second);
  pe.add_source(first);
  pe.add_source(second);
  pe.rest(second);
  pe.step();
  EXPECT_EQ(second.polled_ns.size(), 1u);
}

TEST_F(PeTest, ReadsTheClockOnceAStep) {
  clock.advance_to(1234);
  pe.step();
  EXPECT_EQ(pe.now_ns(), 1234);
  clock.advance_to(2000);
  EXPECT_EQ(pe.now_ns(), 1234);
}

// Messages of an even number are for border objects.
class EvenOnes final : public BorderWatch {
 public:
  void crosses(const Message&) override {}
  bool is_for_border(const Message& message) const override { return message.word % 2 == 0; }
};

TEST_F(PeTest, ServesBorderObjectsFirstWhereverTheirMessagesComeFrom) {
  Pool other;
  EvenOnes watch;
  pe.set_border_watch(watch);
  pe.send(make(1, note_handler));
  pe.send(make(2, note_handler));
  pe.sort_queues(true);
  pe.send(make(3, note_handler));
  pe.send(make(4, note_handler));
  for (const std::uint64_t number : {5, 6}) {
    MessagePtr message = other.acquire(0);
    message->word = number;
    message->handler = note_handler;
    pe.mailbox().push(std::move(message), &other);
  }
  EXPECT_EQ(pe.queued(), 4u);
  while (pe.step()) {
  }
  EXPECT_EQ(handled, (std::vector<std::uint64_t>{2, 4, 6, 1, 3, 5}));
  EXPECT_EQ(pe.counters().messages_from_grid_queue.value(), 3u);
  pe.sort_queues(false);
  pe.send(make(1, note_handler));
  pe.send(make(2, note_handler));
  while (pe.step()) {
  }
  EXPECT_EQ(handled, (std::vector<std::uint64_t>{2, 4, 6, 1, 3, 5, 1, 2}));
}

TEST_F(PeTest, KnowsHowLongItWasBusy) {
  pe.step();
  clock.advance_by(1'000);
  EXPECT_FALSE(pe.step());
  EXPECT_EQ(pe.busy_ns(), 0);
  pe.send(make(0, note_handler));
  EXPECT_TRUE(pe.step());
  clock.advance_by(300);
  EXPECT_FALSE(pe.step());
  EXPECT_EQ(pe.busy_ns(), 300);
  clock.advance_by(1'000);
  pe.step();
  EXPECT_EQ(pe.busy_ns(), 300);
}

TEST_F(PeTest, HandsAMessageToAnotherHandlerWithoutCountingIt) {
  pe.handle(note_handler, make(8, echo_handler));
  EXPECT_EQ(handled, (std::vector<std::uint64_t>{8}));
  EXPECT_EQ(pe.processed(), 0u);
}

}  // namespace
}  // namespace isthmus::engine::sched
