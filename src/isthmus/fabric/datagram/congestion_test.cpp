#include "isthmus/fabric/datagram/congestion.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <vector>

#include "isthmus/fabric/datagram/round_trip.hpp"

namespace isthmus::engine::fabric::datagram {
namespace {

constexpr std::size_t datagram_bytes = 1000;
constexpr TimeNs round_trip_ns = 100'000'000;

/// One round trip in which all of the window goes and comes.
void one_round(CongestionWindow& window, TimeNs& now_ns) {
  const std::size_t count = window.bytes() / datagram_bytes;
  for (std::size_t i = 0; i < count; ++i) {
    now_ns += round_trip_ns / static_cast<TimeNs>(count);
    window.acknowledged(datagram_bytes, now_ns, round_trip_ns, true);
  }
}

TEST(CongestionWindow, DoublesInEachRoundTripUntilTheFirstLoss) {
  CongestionWindow window(datagram_bytes);
  EXPECT_EQ(window.bytes(), 10 * datagram_bytes);
  TimeNs now_ns = 0;
  for (int i = 0; i < 3; ++i) one_round(window, now_ns);
  EXPECT_EQ(window.bytes(), 80 * datagram_bytes);  // 10 * 2^3
  window.lost();
  EXPECT_EQ(window.bytes(), 56 * datagram_bytes);  // 0.7 * 80 (RFC 9438, 4.6)
  EXPECT_FALSE(window.is_in_slow_start());
}

TEST(CongestionWindow, RisesAsTheCubeSaysAndStaysLongWhereALossWas) {
  CongestionWindow window(datagram_bytes);
  TimeNs now_ns = 0;
  while (window.bytes() < 1000 * datagram_bytes) one_round(window, now_ns);
  const double largest = static_cast<double>(window.bytes()) / datagram_bytes;
  window.lost();
  const TimeNs lost_ns = now_ns;
  // RFC 9438, 4.2: K = cbrt(W_max * (1 - 0.7) / 0.4) seconds after the loss it is where it was.
  const double rise_s = std::cbrt(largest * 0.3 / 0.4);
  std::vector<double> at_second;
  for (int second = 1; second <= 20; ++second) {
    while (now_ns < lost_ns + second * TimeNs{1'000'000'000}) one_round(window, now_ns);
    at_second.push_back(static_cast<double>(window.bytes()) / datagram_bytes);
  }
  const auto at = [&](double s) { return at_second[static_cast<std::size_t>(std::lround(s)) - 1]; };
  EXPECT_NEAR(at(rise_s), largest, largest * 0.02) << "after " << rise_s << " s";
  EXPECT_LT(at(rise_s) - at(rise_s - 2), at(3) - at(1)) << "it is flat there";
  EXPECT_GT(at(rise_s + 6), largest * 1.05) << "and then looks for more";
}

TEST(CongestionWindow, IsNotBelowRenoWhereTheRoundTripIsShort) {
  CongestionWindow window(datagram_bytes);
  window.lost();
  const double begin = static_cast<double>(window.bytes()) / datagram_bytes;
  TimeNs now_ns = 0;
  // The cube has hardly moved after 10 ms.
  for (int round = 0; round < 10; ++round) {
    const std::size_t count = window.bytes() / datagram_bytes;
    for (std::size_t i = 0; i < count; ++i) {
      window.acknowledged(datagram_bytes, now_ns += 1'000'000 / static_cast<TimeNs>(count),
                          1'000'000, true);
    }
  }
  EXPECT_GE(static_cast<double>(window.bytes()) / datagram_bytes, begin + 10 * 0.5);
}

TEST(CongestionWindow, DoesNotGrowWhereItKeepsNothingBack) {
  CongestionWindow window(datagram_bytes);
  for (int i = 0; i < 100; ++i) window.acknowledged(datagram_bytes, i * 1000, round_trip_ns, false);
  EXPECT_EQ(window.bytes(), 10 * datagram_bytes);
}

TEST(CongestionWindow, BeginsAnewAfterSilenceAndIsSoonWhereItWas) {
  CongestionWindow window(datagram_bytes);
  TimeNs now_ns = 0;
  for (int i = 0; i < 3; ++i) one_round(window, now_ns);
  window.collapsed();
  EXPECT_EQ(window.bytes(), 2 * datagram_bytes);
  EXPECT_TRUE(window.is_in_slow_start());
  for (int i = 0; i < 5; ++i) one_round(window, now_ns);
  EXPECT_GE(window.bytes(), 50 * datagram_bytes);
}

TEST(CongestionWindow, NeverFallsBelowTwoDatagrams) {
  CongestionWindow window(datagram_bytes);
  for (int i = 0; i < 50; ++i) window.lost();
  EXPECT_EQ(window.bytes(), 2 * datagram_bytes);
}

TEST(RoundTrip, IsSmoothedAsPublished) {
  RoundTrip round_trip;
  EXPECT_EQ(round_trip.timeout_ns(0), 1'000'000'000);
  round_trip.measured(100'000'000);
  EXPECT_EQ(round_trip.smoothed_ns(), 100'000'000);
  EXPECT_EQ(round_trip.timeout_ns(0), 300'000'000);
  round_trip.measured(180'000'000);
  EXPECT_EQ(round_trip.smoothed_ns(), 110'000'000);
  EXPECT_EQ(round_trip.timeout_ns(2'000'000), 110'000'000 + 4 * 57'500'000 + 2'000'000);
  EXPECT_EQ(round_trip.overtaking_ns(), 202'500'000);
}

}  // namespace
}  // namespace isthmus::engine::fabric::datagram
