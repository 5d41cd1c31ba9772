#include "isthmus/base/clock.hpp"

#include <gtest/gtest.h>

namespace isthmus {
namespace {

TEST(CounterClock, KeepsThePaceOfTheMonotonicClock) {
  const SteadyClock steady;
  const CounterClock counter;
  const TimeNs steady_begin_ns = steady.now_ns();
  const TimeNs counter_begin_ns = counter.now_ns();
  while (steady.now_ns() - steady_begin_ns < 20'000'000) {
  }
  const TimeNs counted_ns = counter.now_ns() - counter_begin_ns;
  const TimeNs passed_ns = steady.now_ns() - steady_begin_ns;
  // Between the two looks at the end the thread may have been displaced for some time.
  EXPECT_GT(counted_ns, 19'000'000);
  EXPECT_LT(counted_ns, passed_ns + passed_ns / 20);
}

TEST(CounterClock, NeverRunsBackwards) {
  const CounterClock counter;
  TimeNs last_ns = counter.now_ns();
  EXPECT_GE(last_ns, 0);
  for (int i = 0; i < 10'000; ++i) {
    const TimeNs now_ns = counter.now_ns();
    ASSERT_GE(now_ns, last_ns);
    last_ns = now_ns;
  }
}

TEST(DisplacedClock, NeverRunsBackwards) {
  const DisplacedClock displaced;
  const TimeNs before_ns = displaced.now_ns();
  EXPECT_GE(before_ns, 0);
  EXPECT_GE(displaced.now_ns(), before_ns);
}

}  // namespace
}  // namespace isthmus
