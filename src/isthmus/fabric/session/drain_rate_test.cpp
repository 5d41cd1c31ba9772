#include "isthmus/fabric/session/drain_rate.hpp"

#include <gtest/gtest.h>

namespace isthmus::engine::fabric::session {
namespace {

constexpr TimeNs ms = 1'000'000;

/// A connection from which `bytes` are taken each millisecond.
class DrainRateTest : public ::testing::Test {
 protected:
  void drain(std::uint64_t bytes, int duration_ms, bool is_dry) {
    for (int i = 0; i < duration_ms; ++i) rate.drained(bytes, is_dry, now_ns += ms);
  }

  DrainRate rate;
  TimeNs now_ns = 0;
};

TEST_F(DrainRateTest, IsWhatTheConnectionTakesWhileEnoughIsUnderWay) {
  rate.sent(true, now_ns);
  drain(10'000, 100, false);
  // 10,000 B / 1 ms, here and below.
  EXPECT_NEAR(rate.bytes_per_s(), 10e6, 1e5);
}

TEST_F(DrainRateTest, FollowsAConnectionThatSlowsDown) {
  rate.sent(true, now_ns);
  drain(10'000, 100, false);
  drain(1'000, 400, false);
  EXPECT_NEAR(rate.bytes_per_s(), 1e6, 1e5);
}

TEST_F(DrainRateTest, IsNotKnownWhileTheConnectionWaitsForItsSender) {
  rate.sent(true, now_ns);
  drain(100, 400, true);
  EXPECT_EQ(rate.bytes_per_s(), 0);
}

TEST_F(DrainRateTest, IsRaisedButNotLoweredWhileTheConnectionWaitsForItsSender) {
  rate.sent(true, now_ns);
  drain(10'000, 100, false);
  drain(100, 400, true);
  EXPECT_NEAR(rate.bytes_per_s(), 10e6, 1e5);
  drain(50'000, 100, true);
  EXPECT_GT(rate.bytes_per_s(), 40e6);
}

TEST_F(DrainRateTest, CountsNoTimeInWhichNothingWasUnderWay) {
  rate.sent(true, now_ns);
  drain(10'000, 10, false);
  now_ns += 1000 * ms;
  rate.sent(true, now_ns);
  drain(10'000, 100, false);
  EXPECT_NEAR(rate.bytes_per_s(), 10e6, 1e5);
}

}  // namespace
}  // namespace isthmus::engine::fabric::session
