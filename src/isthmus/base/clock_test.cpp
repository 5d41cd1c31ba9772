#include "isthmus/base/clock.hpp"

#include <gtest/gtest.h>

namespace isthmus::engine {
namespace {

TEST(Stamps, OfTheCounterKeepThePaceOfTheMonotonicClock) {
  const SteadyClock steady;
  const Stamps stamps = Stamps::of_counter(steady);
  const TimeNs begin_ns = steady.now_ns();
  const std::int64_t begin = stamps.now();
  while (steady.now_ns() - begin_ns < 20'000'000) {
  }
  const TimeNs counted_ns = stamps.ns(stamps.now() - begin);
  const TimeNs passed_ns = steady.now_ns() - begin_ns;
  // Between two looks the thread may have been displaced for some time.
  EXPECT_GT(counted_ns, 19'000'000);
  EXPECT_LT(counted_ns, passed_ns + passed_ns / 20);
}

TEST(Stamps, NeverRunBackwards) {
  const SteadyClock steady;
  const Stamps stamps = Stamps::of_counter(steady);
  std::int64_t last = stamps.now();
  for (int i = 0; i < 10'000; ++i) {
    const std::int64_t now = stamps.now();
    ASSERT_GE(now, last);
    last = now;
  }
}

TEST(Stamps, OfAClockAreItsTime) {
  ManualClock clock;
  const Stamps stamps(clock);
  const std::int64_t begin = stamps.now();
  clock.advance_by(1234);
  EXPECT_EQ(stamps.ns(stamps.now() - begin), 1234);
}

TEST(DisplacedClock, NeverRunsBackwards) {
  const DisplacedClock displaced;
  const TimeNs before_ns = displaced.now_ns();
  EXPECT_GE(before_ns, 0);
  EXPECT_GE(displaced.now_ns(), before_ns);
}

}  // namespace
}  // namespace isthmus::engine
