#include "isthmus/thread/bell.hpp"

#include <gtest/gtest.h>

#include <thread>

#include "isthmus/base/clock.hpp"
#include "isthmus/sched/pe.hpp"

namespace isthmus::engine {
namespace {

class CountingDoorbell final : public sched::Doorbell {
 public:
  void ring() override { ++rung; }
  int rung = 0;
};

class Nowhere final : public sched::Outlet {
 public:
  void expect_send(PeId) override {}
  void send(MessagePtr, sched::Pe&) override {}
  bool has_room(PeId) const override { return true; }
  bool is_stopped() const override { return false; }
};

class BellTest : public ::testing::Test {
 protected:
  void ring_from_another_thread() {
    std::thread([this] { bell.ring(); }).join();
  }

  ManualClock clock;
  Nowhere outlet;
  CountingDoorbell doorbell;
  sched::Pe pe{{PeId(0), clock, outlet, doorbell, 16}};
  int answers = 0;
  bool may_ring = false;
  Bell bell{pe, [this] { ++answers; }, [this] { return may_ring; }};
};

TEST_F(BellTest, IsAnsweredOnceByThePeHoweverOftenItRings) {
  pe.step();
  EXPECT_EQ(answers, 0);
  ring_from_another_thread();
  ring_from_another_thread();
  EXPECT_EQ(answers, 0);
  pe.step();
  pe.step();
  EXPECT_EQ(answers, 1);
  ring_from_another_thread();
  pe.step();
  EXPECT_EQ(answers, 2);
}

TEST_F(BellTest, WakesAPeThatSleepsAndKeepsOneAwakeThatIsAboutTo) {
  ASSERT_TRUE(pe.mailbox().fall_asleep());
  ring_from_another_thread();
  EXPECT_EQ(doorbell.rung, 1);
  pe.mailbox().wake_up();
  EXPECT_LE(pe.deadline_ns(), clock.now_ns());
  pe.step();
  EXPECT_EQ(pe.deadline_ns(), never_ns);
}

TEST_F(BellTest, SaysWhetherAnybodyMayRing) {
  EXPECT_FALSE(Bell::any_may_ring());
  {
    const Bell other(pe, [] {}, [] { return true; });
    EXPECT_TRUE(Bell::any_may_ring());
  }
  EXPECT_FALSE(Bell::any_may_ring());
  may_ring = true;
  EXPECT_TRUE(Bell::any_may_ring());
}

}  // namespace
}  // namespace isthmus::engine
