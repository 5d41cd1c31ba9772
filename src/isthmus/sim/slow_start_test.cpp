#include "isthmus/sim/slow_start.hpp"

#include <gtest/gtest.h>

namespace isthmus::engine::sim {
namespace {

constexpr TimeNs ms = 1'000'000;
constexpr SlowStart::Line between_sites{.round_trip_ns = 150 * ms, .bandwidth_bytes_per_s = 3e6};

// 200 KB over 150 ms and 3 MB/s, by hand: 14,600 bytes at once, 29,200 after a round trip, 58,400
// after the second, and the 99,400 that are left after the third.
TEST(SlowStart, TakesThreeRoundTripsForTheFacesOfThePaper) {
  SlowStart connection;
  const SlowStart::Tail tail = connection.send(1000 * ms, 201'600, between_sites);
  EXPECT_EQ(tail.leaves_ns, (1000 + 3 * 150) * ms);
  EXPECT_EQ(tail.bytes, 201'600u - 14'600 - 29'200 - 58'400);
}

TEST(SlowStart, LetsTenSegmentsGoAtOnce) {
  SlowStart connection;
  EXPECT_EQ(connection.send(5, 14'600, between_sites).leaves_ns, 5);
  EXPECT_EQ(connection.send(6, 1, between_sites).leaves_ns, 5 + 150 * ms);
}

// The line holds 450,000 bytes: with windows of 14,600, 29,200 and so on, the sixth is larger, and
// all that is left goes without a wait.
TEST(SlowStart, IsOverWhenTheLineIsFull) {
  SlowStart connection;
  const SlowStart::Tail tail = connection.send(0, 2'000'000, between_sites);
  EXPECT_EQ(tail.leaves_ns, 5 * 150 * ms);
  EXPECT_EQ(tail.bytes, 2'000'000u - 14'600 * (1 + 2 + 4 + 8 + 16));
  const TimeNs soon = tail.leaves_ns + 300 * ms;
  EXPECT_EQ(connection.send(soon, 10'000'000, between_sites).leaves_ns, soon);
}

// Pieces that were sent at different times are known to have arrived at different times.
TEST(SlowStart, GrowsByWhatHasArrived) {
  SlowStart connection;
  connection.send(0, 10'000, between_sites);
  EXPECT_EQ(connection.send(100 * ms, 10'000, between_sites).leaves_ns, 150 * ms);
  EXPECT_EQ(connection.window_bytes(), 24'600u);
  // 4,600 of the second message went at 100 ms, and 5,400 at 150 ms.
  EXPECT_EQ(connection.send(299 * ms, 1, between_sites).leaves_ns, 299 * ms);
  EXPECT_EQ(connection.window_bytes(), 29'200u);
}

TEST(SlowStart, BeginsAnewAfterATimeOut) {
  SlowStart connection;
  const TimeNs end = connection.send(0, 201'600, between_sites).leaves_ns;
  const TimeNs soon = end + 350 * ms;
  EXPECT_EQ(connection.send(soon, 200'000, between_sites).leaves_ns, soon) << "not yet";
  const TimeNs late = soon + 350 * ms + 1;
  EXPECT_EQ(connection.send(late, 14'600, between_sites).leaves_ns, late);
  EXPECT_EQ(connection.send(late, 1, between_sites).leaves_ns, late + 150 * ms);
}

TEST(SlowStart, IsNothingWhereNobodyIsFarAway) {
  SlowStart connection;
  EXPECT_EQ(
      connection.send(7, 1'000'000, {.round_trip_ns = 0, .bandwidth_bytes_per_s = 0}).leaves_ns, 7);
}

}  // namespace
}  // namespace isthmus::engine::sim
