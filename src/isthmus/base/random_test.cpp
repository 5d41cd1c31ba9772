#include "isthmus/base/random.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <set>
#include <vector>

namespace isthmus::engine {
namespace {

// splitmix64 of seed 0 gives these first (Vigna's splitmix64.c), with which the state begins.
TEST(Random, IsSeededAsItsAuthorsSay) {
  constexpr std::uint64_t step = 0x9e3779b97f4a7c15ull;
  EXPECT_EQ(Random::mix(step), 0xe220a8397b1dcdafull);
  EXPECT_EQ(Random::mix(2 * step), 0x6e789e6aa1b965f4ull);
  EXPECT_EQ(Random::mix(3 * step), 0x06c45d188009454full);
  // The first number of xoshiro256** is rotate(5 s1, 7) times 9.
  const std::uint64_t s1 = 0x6e789e6aa1b965f4ull * 5;
  EXPECT_EQ(Random(0).next(), ((s1 << 7) | (s1 >> 57)) * 9);
}

TEST(Random, GivesTheSameNumbersForTheSameSeedAndOthersForAnother) {
  Random one(7);
  Random same(7);
  Random other(8);
  int equal = 0;
  for (int i = 0; i < 1000; ++i) {
    const std::uint64_t number = one.next();
    EXPECT_EQ(number, same.next());
    equal += number == other.next() ? 1 : 0;
  }
  EXPECT_EQ(equal, 0);
}

TEST(Random, IsUniformBelowABound) {
  Random random(3);
  constexpr std::size_t bound = 10;
  constexpr int draws = 100'000;
  std::array<int, bound> counts{};
  for (int i = 0; i < draws; ++i) {
    const std::uint64_t drawn = random.below(bound);
    ASSERT_LT(drawn, bound);
    ++counts[drawn];
  }
  // A count is binomial: mean n/k, deviation sqrt(n/k (1 - 1/k)), about 95; five of them are 474.
  for (const int count : counts) EXPECT_NEAR(count, draws / 10, 474);
}

TEST(Random, StaysBelowAnyBound) {
  Random random(5);
  for (const std::uint64_t bound :
       {std::uint64_t{1}, std::uint64_t{2}, std::uint64_t{1} << 63, ~std::uint64_t{0}}) {
    for (int i = 0; i < 1000; ++i) EXPECT_LT(random.below(bound), bound);
  }
  EXPECT_EQ(random.below(1), 0u);
}

TEST(Random, IsUniformFromZeroToOne) {
  Random random(11);
  constexpr int draws = 100'000;
  double sum = 0;
  double least = 1;
  double most = 0;
  for (int i = 0; i < draws; ++i) {
    const double drawn = random.uniform();
    ASSERT_GE(drawn, 0.0);
    ASSERT_LT(drawn, 1.0);
    sum += drawn;
    least = std::min(least, drawn);
    most = std::max(most, drawn);
  }
  // The mean of n has the deviation 1/sqrt(12 n), about 0.0009.
  EXPECT_NEAR(sum / draws, 0.5, 0.005);
  EXPECT_LT(least, 0.001);
  EXPECT_GT(most, 0.999);
}

TEST(Random, HasStreamsForPurposesThatDoNotFollowEachOther) {
  std::set<std::uint64_t> first;
  for (std::uint64_t seed = 0; seed < 30; ++seed) {
    for (std::uint64_t purpose = 0; purpose < 30; ++purpose) {
      first.insert(Random::for_purpose(seed, purpose).next());
    }
  }
  EXPECT_EQ(first.size(), 900u);
  EXPECT_NE(Random::for_purpose(1, 2).next(), Random::for_purpose(2, 1).next());
}

TEST(Random, MixesEachBitIntoHalfOfAllBits) {
  for (int bit = 0; bit < 64; ++bit) {
    int changed = 0;
    for (std::uint64_t word = 1; word <= 100; ++word) {
      changed +=
          __builtin_popcountll(Random::mix(word) ^ Random::mix(word ^ std::uint64_t{1} << bit));
    }
    EXPECT_NEAR(changed / 100.0, 32, 4) << bit;
  }
}

}  // namespace
}  // namespace isthmus::engine
