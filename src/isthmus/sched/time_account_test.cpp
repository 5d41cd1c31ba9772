#include "isthmus/sched/time_account.hpp"

#include <gtest/gtest.h>

#include <functional>
#include <map>
#include <vector>

#include "isthmus/sched/pe.hpp"

namespace isthmus::engine::sched {
namespace {

class Silent final : public Doorbell {
 public:
  void ring() override {}
};

class Nowhere final : public Outlet {
 public:
  void expect_send(PeId) override {}
  void send(MessagePtr, Pe&) override { FAIL(); }
  bool has_room(PeId) const override { return true; }
  bool is_stopped() const override { return false; }
};

/// A network that takes its time, and brings what it is told to.
class Slow final : public WorkSource {
 public:
  explicit Slow(ManualClock& clock) : clock_(clock) {}
  int poll(Pe& pe, TimeNs, bool) override {
    clock_.advance_by(takes_ns);
    if (!brings) return 0;
    pe.arrive(std::move(brings), pe.pool());
    return 1;
  }
  TimeNs deadline_ns() const override { return never_ns; }

  TimeNs takes_ns = 0;
  MessagePtr brings;

 private:
  ManualClock& clock_;
};

/// Each handler takes as long as its message says. PE 100 and those after it are of site 1.
class TimeAccountTest : public ::testing::Test {
 protected:
  TimeAccountTest() {
    pe.add_source(network);
    pe.set_account(account);
    clock.advance_to(5000);
  }

  void work(MessagePtr message) {
    clock.advance_by(static_cast<TimeNs>(message->word));
    pe.pool().release(std::move(message));
  }
  /// Has another message handled in the middle.
  void hand_on(MessagePtr message) {
    clock.advance_by(static_cast<TimeNs>(message->word));
    pe.handle(entry, make(1000, entry, PeId(100)));
    clock.advance_by(static_cast<TimeNs>(message->word));
    pe.pool().release(std::move(message));
  }
  MessagePtr make(TimeNs takes_ns, HandlerId handler, PeId from = PeId(1)) {
    MessagePtr message = pe.pool().acquire(0);
    message->word = static_cast<std::uint64_t>(takes_ns);
    message->handler = handler;
    message->source = from;
    message->destination = PeId(0);
    return message;
  }
  void arrives(MessagePtr message) { pe.arrive(std::move(message), pe.pool()); }
  /// The sums, which must be the time since the first step.
  TimeSums read() {
    const TimeSums sums = account.read();
    EXPECT_EQ(sums.whole_ns(), clock.now_ns() - 5000);
    return sums;
  }

  ManualClock clock;
  Nowhere outlet;
  Silent bell;
  Slow network{clock};
  TimeAccount account{PeId(0), clock, [](PeId of) { return SiteId(of.value / 100); }};
  Pe pe{{PeId(0), clock, outlet, bell, 16}};
  HandlerId entry = pe.add_handler<&TimeAccountTest::work>(this, Work::entry);
  HandlerId own = pe.add_handler<&TimeAccountTest::work>(this);
  HandlerId balances = pe.add_handler<&TimeAccountTest::work>(this, Work::balancing);
  HandlerId hands_on = pe.add_handler<&TimeAccountTest::hand_on>(this);
};

TEST_F(TimeAccountTest, GivesEachKindOfWorkTheTimeOfItsHandlers) {
  for (const HandlerId handler : {entry, own, balances, entry, entry, own}) {
    arrives(make(100, handler));
  }
  pe.step();
  while (pe.step()) {
  }
  const TimeSums sums = read();
  EXPECT_EQ(sums.entry_ns, 300);
  EXPECT_EQ(sums.runtime_ns, 200);
  EXPECT_EQ(sums.balancing_ns, 100);
  EXPECT_EQ(sums.idle_ns, 0);
  EXPECT_TRUE(sums.waited_ns.empty());
}

TEST_F(TimeAccountTest, GivesWhatAStepDoesBeforeItsFirstMessageToTheRuntime) {
  network.takes_ns = 30;
  network.brings = make(100, entry);
  pe.step();
  const TimeSums sums = read();
  EXPECT_EQ(sums.runtime_ns, 30);
  EXPECT_EQ(sums.entry_ns, 100);
}

TEST_F(TimeAccountTest, GivesAWaitToTheSiteOfTheMessageThatEndsIt) {
  network.takes_ns = 1;
  pe.step();
  clock.advance_by(400);
  pe.step();
  clock.advance_by(598);
  network.brings = make(50, entry, PeId(100));
  pe.step();  // which looks at the network for 1 ns
  pe.step();
  clock.advance_by(99);
  arrives(make(60, entry, PeId(7)));
  EXPECT_TRUE(pe.handle_arrivals()) << "between two steps, as a driver does that spins";
  const TimeSums sums = read();
  EXPECT_EQ(sums.waited_ns, (std::vector<TimeNs>{1 + 99, 1 + 400 + 1 + 598}));
  EXPECT_EQ(sums.runtime_ns, 1);
  EXPECT_EQ(sums.entry_ns, 50 + 60);
  EXPECT_EQ(sums.idle_ns, 0);
}

TEST_F(TimeAccountTest, LetsNoMessageOfTheRuntimeEndAWait) {
  pe.step();
  clock.advance_by(100);
  arrives(make(7, own, PeId(1)));
  pe.step();
  pe.step();
  clock.advance_by(200);
  arrives(make(8, balances, PeId(2)));
  pe.step();
  pe.step();
  clock.advance_by(300);
  arrives(make(9, entry, PeId(100)));
  pe.step();
  const TimeSums sums = read();
  EXPECT_EQ(sums.waited_ns, (std::vector<TimeNs>{0, 100 + 200 + 300}));
  EXPECT_EQ(sums.runtime_ns, 7);
  EXPECT_EQ(sums.balancing_ns, 8);
  EXPECT_EQ(sums.entry_ns, 9);
}

TEST_F(TimeAccountTest, GivesAWaitThatAMessageOfItsOwnEndsToWhoHasBroughtThatAbout) {
  pe.step();
  clock.advance_by(100);
  arrives(make(7, own, PeId(1)));
  pe.step();
  pe.step();
  clock.advance_by(200);
  arrives(make(7, own, PeId(100)));
  arrives(make(9, entry, PeId(0)));
  pe.step();
  pe.step();
  clock.advance_by(50);
  arrives(make(9, entry, PeId(0)));
  pe.step();
  const TimeSums sums = read();
  EXPECT_EQ(sums.waited_ns, (std::vector<TimeNs>{50, 100 + 200}));
}

TEST_F(TimeAccountTest, TakesWhatATimerOrNothingEndsForIdle) {
  pe.after(500 - 5000, [this] { clock.advance_by(40); });
  pe.step();
  EXPECT_EQ(account.read().entry_ns, 40) << "due at once";
  pe.after(500, [this] { clock.advance_by(60); });
  pe.step();
  clock.advance_by(500);
  pe.step();
  pe.step();
  clock.advance_by(70);
  const TimeSums sums = read();
  EXPECT_EQ(sums.entry_ns, 40 + 60);
  EXPECT_EQ(sums.idle_ns, 500 + 70);
  EXPECT_TRUE(sums.waited_ns.empty());
  EXPECT_EQ(read().idle_ns, 500 + 70) << "reading changes nothing";
}

TEST_F(TimeAccountTest, FollowsWhatIsHandledWithinSomethingElse) {
  pe.step();
  clock.advance_by(300);
  arrives(make(20, hands_on));
  pe.step();
  const TimeSums sums = read();
  EXPECT_EQ(sums.runtime_ns, 20 + 20);
  EXPECT_EQ(sums.entry_ns, 1000);
  EXPECT_EQ(sums.waited_ns, (std::vector<TimeNs>{0, 300}));
}

/// Counts how often it is read.
class CountingClock final : public Clock {
 public:
  TimeNs now_ns() const override { return ++read_count; }
  mutable int read_count = 0;
};

TEST(TimeAccount, ReadsTheClockWhereTheKindOfWorkChangesAndNotForEachMessage) {
  CountingClock clock;
  Nowhere outlet;
  Silent bell;
  Pe pe{{.id = PeId(0), .clock = clock, .outlet = outlet, .doorbell = bell, .batch = 100}};
  struct {
    Pe& pe;
    void end(MessagePtr message) { pe.pool().release(std::move(message)); }
  } owner{pe};
  const HandlerId entry = pe.add_handler<&decltype(owner)::end>(&owner, Work::entry);
  TimeAccount account(PeId(0), clock, [](PeId) { return SiteId(0); });
  pe.set_account(account);
  for (int i = 0; i < 100; ++i) {
    MessagePtr message = pe.pool().acquire(0);
    message->handler = entry;
    message->source = PeId(0);
    pe.arrive(std::move(message), pe.pool());
  }
  pe.step();
  EXPECT_EQ(pe.counters().messages_executed.value(), 100u);
  EXPECT_EQ(clock.read_count, 2) << "at the step's beginning, and before its first message";
}

}  // namespace
}  // namespace isthmus::engine::sched
