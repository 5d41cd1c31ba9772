#include "isthmus/fabric/filter/link_estimator.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace isthmus::engine::fabric {
namespace {

/// A link that takes bytes away at a steady rate.
class SteadyLink {
 public:
  explicit SteadyLink(double bytes_per_s) : bytes_per_s_(bytes_per_s) {}

  void pass(TimeNs duration_ns) {
    now_ns += duration_ns;
    unsent_ = std::max(0.0, unsent_ - bytes_per_s_ * static_cast<double>(duration_ns) * 1e-9);
  }
  void send(LinkEstimator& gauge, std::size_t bytes) {
    gauge.look(state(), now_ns);
    unsent_ += static_cast<double>(bytes);
    gauge.sent(bytes, now_ns);
    gauge.look(state(), now_ns);
  }
  LinkState state() const { return {stated, static_cast<std::size_t>(unsent_)}; }

  TimeNs now_ns = 0;
  double stated = 0;

 private:
  const double bytes_per_s_;
  double unsent_ = 0;
};

TEST(LinkEstimator, FindsTheRateOfALinkThatIsTheLimit) {
  for (const double rate : {1e5, 1e7, 1e9}) {
    SteadyLink link(rate);
    LinkEstimator gauge;
    for (int i = 0; i < 50; ++i) {
      link.send(gauge, 1 << 20);
      link.pass(250'000);
    }
    EXPECT_NEAR(gauge.bandwidth_bytes_per_s(), rate, 0.02 * rate);
    const auto backlog = static_cast<double>(gauge.backlog_ns(link.now_ns));
    // What the link needs for all of it, less what has passed.
    EXPECT_NEAR(backlog, 50e9 * (1 << 20) / rate - 50 * 250e3, 0.1 * backlog);
  }
}

TEST(LinkEstimator, FindsItFromOneLargeMessage) {
  SteadyLink link(10e6);
  LinkEstimator gauge;
  link.send(gauge, 1 << 20);
  for (int i = 0; i < 10; ++i) {
    link.pass(300'000);
    EXPECT_TRUE(gauge.is_due(link.now_ns));
    gauge.look(link.state(), link.now_ns);
  }
  EXPECT_NEAR(gauge.bandwidth_bytes_per_s(), 10e6, 1e5);
  // 2^20 B / 10 MB/s - 10 * 0.3 ms.
  EXPECT_NEAR(static_cast<double>(gauge.backlog_ns(link.now_ns)), 101.8e6, 2e6);
}

TEST(LinkEstimator, KnowsNoLimitOfALinkThatIsNeverBusy) {
  SteadyLink link(1e9);
  LinkEstimator gauge;
  for (int i = 0; i < 100; ++i) {
    link.send(gauge, 1000);
    link.pass(1'000'000);
  }
  gauge.look(link.state(), link.now_ns);
  EXPECT_EQ(gauge.bandwidth_bytes_per_s(), 0);
  EXPECT_EQ(gauge.backlog_ns(link.now_ns), 0);
  EXPECT_FALSE(gauge.is_due(link.now_ns));
}

TEST(LinkEstimator, NoticesThatALinkHasBecomeFaster) {
  SteadyLink slow(1e6);
  LinkEstimator gauge;
  for (int i = 0; i < 10; ++i) {
    slow.send(gauge, 100'000);
    slow.pass(50'000'000);
  }
  EXPECT_NEAR(gauge.bandwidth_bytes_per_s(), 1e6, 1e5);
  SteadyLink fast(100e6);
  fast.now_ns = slow.now_ns + 1'000'000'000;
  gauge.look(fast.state(), fast.now_ns);
  for (int i = 0; i < 10; ++i) {
    fast.send(gauge, 100'000);
    fast.pass(1'100'000);
  }
  EXPECT_GT(gauge.bandwidth_bytes_per_s(), 50e6);
}

TEST(LinkEstimator, BelievesAStatedBandwidthUnlessItFindsLess) {
  SteadyLink link(1e12);
  link.stated = 1e6;
  LinkEstimator gauge;
  link.send(gauge, 1000);
  EXPECT_EQ(gauge.bandwidth_bytes_per_s(), 1e6);
  link.send(gauge, 1000);
  // 2 * 1000 B / 1 MB/s; but what was sent before the statement was heard does not count.
  EXPECT_NEAR(static_cast<double>(gauge.backlog_ns(link.now_ns)), 2e6, 1e6);
  SteadyLink thin(1e5);
  thin.stated = 1e6;
  LinkEstimator other;
  for (int i = 0; i < 20; ++i) {
    thin.send(other, 10'000);
    thin.pass(1'000'000);
  }
  EXPECT_NEAR(other.bandwidth_bytes_per_s(), 1e5, 1e4);
}

}  // namespace
}  // namespace isthmus::engine::fabric
