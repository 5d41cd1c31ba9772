#include "isthmus/fabric/datagram/received_numbers.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

#include "isthmus/base/random.hpp"

namespace isthmus::engine::fabric::datagram {
namespace {

using ::testing::ElementsAre;

std::vector<Range> newest_of(const ReceivedNumbers& numbers, std::size_t count_max = ranges_max) {
  const Ranges ranges = numbers.newest(count_max);
  return {ranges.span().begin(), ranges.span().end()};
}

TEST(ReceivedNumbers, AreRunsTheHighestFirst) {
  ReceivedNumbers numbers;
  for (const std::uint64_t number : {0U, 1U, 5U, 6U, 3U}) EXPECT_TRUE(numbers.note(number));
  EXPECT_THAT(newest_of(numbers), ElementsAre(Range{5, 7}, Range{3, 4}, Range{0, 2}));
  EXPECT_THAT(newest_of(numbers, 2), ElementsAre(Range{5, 7}, Range{3, 4}));
  EXPECT_TRUE(numbers.has_gap());
  EXPECT_TRUE(numbers.note(4));
  EXPECT_THAT(newest_of(numbers), ElementsAre(Range{3, 7}, Range{0, 2}));
  EXPECT_TRUE(numbers.note(2));
  EXPECT_THAT(newest_of(numbers), ElementsAre(Range{0, 7}));
  EXPECT_FALSE(numbers.has_gap());
}

TEST(ReceivedNumbers, CountEachOnce) {
  ReceivedNumbers numbers;
  for (const std::uint64_t number : {4U, 6U, 5U}) EXPECT_TRUE(numbers.note(number));
  for (const std::uint64_t number : {4U, 5U, 6U}) EXPECT_FALSE(numbers.note(number));
}

TEST(ReceivedNumbers, ForgetWhatNobodyAsksForAnyMore) {
  ReceivedNumbers numbers;
  for (const std::uint64_t number : {1U, 4U, 5U, 6U, 9U}) numbers.note(number);
  numbers.forget_before(5);
  EXPECT_THAT(newest_of(numbers), ElementsAre(Range{9, 10}, Range{5, 7}));
  EXPECT_FALSE(numbers.note(2));
  numbers.forget_before(3);
  EXPECT_FALSE(numbers.note(4));
  numbers.forget_before(20);
  EXPECT_EQ(numbers.count(), 0u);
  EXPECT_FALSE(numbers.note(19));
  EXPECT_TRUE(numbers.note(20));
}

// What is missing below the runs that are kept counts as come.
TEST(ReceivedNumbers, AreBounded) {
  ReceivedNumbers numbers;
  for (std::uint64_t number = 0; number < 2 * (ranges_max + 3); number += 2) {
    EXPECT_TRUE(numbers.note(number));
  }
  EXPECT_EQ(numbers.count(), ranges_max);
  EXPECT_EQ(newest_of(numbers).back(), (Range{6, 7}));
  EXPECT_FALSE(numbers.note(1));
  EXPECT_FALSE(numbers.note(4));
  EXPECT_TRUE(numbers.note(5));
}

TEST(ReceivedNumbers, AreWhatASetOfAllWouldSay) {
  ReceivedNumbers numbers;
  std::set<std::uint64_t> all;
  Random random(3);
  std::uint64_t settled = 0;
  for (int i = 0; i < 20'000; ++i) {
    // Within a span that cannot have more runs than are kept.
    const std::uint64_t number = settled + random.next() % ranges_max;
    ASSERT_EQ(numbers.note(number), all.insert(number).second) << number;
    if (random.next() % 4 == 0) {
      settled += random.next() % 4;
      numbers.forget_before(settled);
    }
    std::vector<Range> runs;
    for (auto at = all.lower_bound(settled); at != all.end(); ++at) {
      if (!runs.empty() && runs.front().end == *at) {
        ++runs.front().end;
      } else {
        runs.insert(runs.begin(), {*at, *at + 1});
      }
    }
    ASSERT_EQ(newest_of(numbers), runs) << "step " << i;
  }
}

}  // namespace
}  // namespace isthmus::engine::fabric::datagram
