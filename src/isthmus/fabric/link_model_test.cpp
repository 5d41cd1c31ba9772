#include "isthmus/fabric/link_model.hpp"

#include <gtest/gtest.h>

namespace isthmus::engine::fabric {
namespace {

constexpr TimeNs us = 1'000;

LinkModel link(const LinkParameters& parameters) { return LinkModel(parameters, Random(1)); }

TEST(LinkModel, TakesLatencyAndTransmissionForOneMessage) {
  // 1 GB/s is a byte a nanosecond.
  auto model = link({.latency_ns = 5 * us, .bandwidth_bytes_per_s = 1e9});
  EXPECT_EQ(model.arrival_ns(100, 1000), 100 + 1000 + 5 * us);
}

TEST(LinkModel, PassesMessagesOneAfterTheOther) {
  constexpr TimeNs k = 1000, latency = 5 * us;
  auto model = link({.latency_ns = latency, .bandwidth_bytes_per_s = 1e9});
  for (int n = 1; n <= 10; ++n) EXPECT_EQ(model.arrival_ns(0, k), (n - 1) * k + k + latency) << n;
  EXPECT_EQ(model.queued_ns(), (0 + 9) * 10 / 2 * k);
}

TEST(LinkModel, KeepsTheGapWhereItIsLongerThanTheTransmission) {
  constexpr TimeNs gap = 3 * us, latency = 5 * us;
  auto model = link({.latency_ns = latency, .bandwidth_bytes_per_s = 1e9, .gap_ns = gap});
  for (int n = 1; n <= 10; ++n) EXPECT_EQ(model.arrival_ns(0, 8), (n - 1) * gap + 8 + latency) << n;
}

TEST(LinkModel, IsFreeAgainAfterAPause) {
  auto model = link({.latency_ns = us, .bandwidth_bytes_per_s = 1e9});
  model.arrival_ns(0, 1000);
  EXPECT_EQ(model.arrival_ns(50 * us, 1000), 50 * us + 1000 + us);
  EXPECT_EQ(model.queued_ns(), 0);
}

TEST(LinkModel, WithoutABandwidthTakesNoTimeForBytes) {
  auto model = link({.latency_ns = us});
  EXPECT_EQ(model.arrival_ns(0, 1 << 30), us);
}

TEST(LinkModel, DrawsItsJitterFromItsSeedAndNeverOvertakes) {
  const LinkParameters parameters{.latency_ns = us, .jitter_ns = 100 * us};
  LinkModel one(parameters, Random(7)), same(parameters, Random(7)), other(parameters, Random(8));
  TimeNs last = 0;
  bool differs = false;
  for (TimeNs sent = 0; sent < 100 * us; sent += us) {
    const TimeNs arrival = one.arrival_ns(sent, 8);
    EXPECT_EQ(same.arrival_ns(sent, 8), arrival);
    differs |= other.arrival_ns(sent, 8) != arrival;
    EXPECT_GE(arrival, last);
    EXPECT_GE(arrival, sent + us);
    last = arrival;
  }
  EXPECT_TRUE(differs);
}

TEST(LinkModel, StaysDefinedWhereItIsSlowerThanTime) {
  auto model = link({.latency_ns = never_ns - 5, .bandwidth_bytes_per_s = 1e-9});
  EXPECT_LT(model.arrival_ns(1000, 1 << 20), never_ns);
  EXPECT_LT(model.arrival_ns(1000, 1 << 20), never_ns);
}

}  // namespace
}  // namespace isthmus::engine::fabric
