#include "isthmus/sim/medium.hpp"

#include <gtest/gtest.h>

namespace isthmus::engine::sim {
namespace {

TEST(Medium, GivesEachItsTurnInOrderOfSending) {
  Medium medium;
  EXPECT_EQ(medium.begin_ns(100, 1'000, 1e9), 100);
  // Sent meanwhile: after it. A way of a tenth of the rate has it ten times as long.
  EXPECT_EQ(medium.begin_ns(200, 1'000, 1e8), 1'100);
  EXPECT_EQ(medium.begin_ns(300, 1, 1e9), 11'100);
  EXPECT_EQ(medium.queued_ns(), 900 + 10'800);
  // Nobody is there any more.
  EXPECT_EQ(medium.begin_ns(20'000, 1, 1e9), 20'000);
}

// One that works for long is ahead of the others' time.
TEST(Medium, LetsWhatWasSentEarlierGoBeforeWhatWasToldOfFirst) {
  Medium medium;
  EXPECT_EQ(medium.begin_ns(10'000, 1'000, 1e9), 10'000);
  EXPECT_EQ(medium.begin_ns(100, 1'000, 1e9), 100);
  EXPECT_EQ(medium.begin_ns(200, 8'000, 1e9), 1'100);   // until 9,100
  EXPECT_EQ(medium.begin_ns(300, 1'000, 1e9), 11'000);  // there are but 900 left before 10,000
  EXPECT_EQ(medium.begin_ns(300, 900, 1e9), 9'100);
  EXPECT_EQ(medium.begin_ns(0, 101, 1e9), 12'000);
  EXPECT_EQ(medium.begin_ns(0, 100, 1e9), 0);
}

TEST(Medium, StaysDefinedHoweverSlowItIs) {
  Medium medium;
  medium.begin_ns(0, 1'000'000, 1e-9);
  medium.begin_ns(0, 1'000'000, 1e-9);
  EXPECT_LE(medium.begin_ns(1, 1, 1.0), never_ns);
  EXPECT_GT(medium.begin_ns(1, 1, 1.0), 0);
}

}  // namespace
}  // namespace isthmus::engine::sim
