#include "isthmus/sim/cost_meter.hpp"

#include <gtest/gtest.h>

#include "isthmus/testing/shape.hpp"

namespace isthmus::engine::sim {
namespace {

class NoStopwatch final : public Stopwatch {
 public:
  void begin() override {}
  TimeNs lap_ns() override { return 0; }
};

/// A PE that takes 100 ns for each message, and then what its entry method is charged for.
class CostMeterTest : public ::testing::Test {
 protected:
  CostMeterTest() {
    costs.entries = EntryCosts::charged;
    costs.way(Reach::same_pe).receive_ns = 100;
    message.source = message.destination = PeId(0);
  }

  /// When it is over.
  TimeNs step(TimeNs time_ns, TimeNs work_ns) {
    clock.begin_event(time_ns);
    meter.begin_step();
    meter.handling(message);
    meter.charged(work_ns);
    meter.handled();
    return clock.now_ns();
  }
  TimeNs work_before(TimeNs now_ns) const { return meter.usage_before(now_ns).entry_ns; }
  TimeNs runtime_before(TimeNs now_ns) const { return meter.usage_before(now_ns).message_ns; }

  const topology::Topology topology = testing::uniform_topology(1, 1, "1ms", "0", 1);
  Costs costs;
  NoStopwatch stopwatch;
  VirtualClock clock;
  TraceHash hash;
  CostMeter::Parts parts{topology, costs, stopwatch, clock, hash, 1};
  CostMeter meter{parts, PeId(0)};
  Message message{};
};

TEST_F(CostMeterTest, TellsNothingOfWhatLiesBehindALookThoughAStepIsChargedForAtOnce) {
  meter.look(0, 0);
  ASSERT_EQ(step(1000, 300), 1400);
  EXPECT_EQ(meter.usage().entry_ns, 300);
  EXPECT_EQ(work_before(1000), 0);
  EXPECT_EQ(runtime_before(1000), 0);
  EXPECT_EQ(work_before(1200), 150);
  EXPECT_EQ(runtime_before(1200), 50);
  EXPECT_EQ(work_before(1400), 300);
  EXPECT_EQ(runtime_before(5000), 100);
  step(2000, 300);
  EXPECT_EQ(work_before(2000), 300);
  EXPECT_EQ(work_before(2400), 600);
}

TEST_F(CostMeterTest, TellsNothingOfWhatLiesBehindTheFirstLookEither) {
  step(0, 900);
  ASSERT_EQ(step(1000, 300), 1400);
  meter.look(1100, 1400);
  EXPECT_EQ(work_before(1100) + runtime_before(1100), 1100);
  EXPECT_EQ(work_before(1400), 1200);
  EXPECT_EQ(runtime_before(1400), 200);
  meter.look(1200, 1400);
  EXPECT_EQ(work_before(1400), 1200) << "it is not the first";
}

TEST_F(CostMeterTest, APeIsNeverBusierThanTimeGoesBy) {
  TimeNs now_ns = step(0, 1000);
  meter.look(10, now_ns);
  TimeNs last_ns = 10;
  TimeNs last_busy_ns = 10;
  for (int i = 0; i < 100; ++i) {
    const TimeNs end_ns = step(now_ns, 1 + 37 * i % 1000);
    for (TimeNs look_ns = now_ns; look_ns < end_ns; look_ns += 13) {
      const TimeNs busy_ns = work_before(look_ns) + runtime_before(look_ns);
      // Each part of it is rounded.
      EXPECT_LE(busy_ns - last_busy_ns, look_ns - last_ns + 2);
      EXPECT_GE(busy_ns, last_busy_ns);
      last_ns = look_ns;
      last_busy_ns = busy_ns;
    }
    now_ns = end_ns + i % 3;
  }
}

}  // namespace
}  // namespace isthmus::engine::sim
