#include "isthmus/collective/population.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <map>

#include "isthmus/base/random.hpp"

namespace isthmus::engine::collective {
namespace {

TEST(Population, CountsThoseThatAreBornAndDie) {
  Population population;
  population.add(0, 5);
  population.add(3, 2);   // two are born into the third reduction
  population.add(4, -1);  // one dies before the fourth
  EXPECT_EQ(population.at(0), 5);
  EXPECT_EQ(population.at(2), 5);
  EXPECT_EQ(population.at(3), 7);
  EXPECT_EQ(population.at(4), 6);
  EXPECT_EQ(population.at(UINT32_MAX), 6);
}

TEST(Population, MayHearOfADeathBeforeTheBirth) {
  Population population;
  population.add(7, -1);
  EXPECT_EQ(population.at(7), -1);
  population.add(5, 1);
  EXPECT_EQ(population.at(4), 0);
  EXPECT_EQ(population.at(6), 1);
  EXPECT_EQ(population.at(7), 0);
}

TEST(Population, KnowsWhetherNobodyTakesPartBeforeAReduction) {
  Population population;
  EXPECT_TRUE(population.is_empty_before(UINT32_MAX));
  population.add(4, 3);
  EXPECT_TRUE(population.is_empty_before(4));
  EXPECT_FALSE(population.is_empty_before(5));
  population.fold(4);
  EXPECT_FALSE(population.is_empty_before(0)) << "they take part in all that is left";
}

TEST(Population, ForgetsWhatNobodyAsksAboutAnyMore) {
  Population population;
  for (std::uint32_t i = 1; i <= 100; ++i) population.add(i, 1);
  EXPECT_EQ(population.changes(), 100u);
  population.fold(99);
  EXPECT_EQ(population.changes(), 1u);
  EXPECT_EQ(population.at(99), 99);
  EXPECT_EQ(population.at(100), 100);
  // What comes for a reduction that is over counts from the beginning.
  population.add(17, -9);
  EXPECT_EQ(population.at(99), 90);
  EXPECT_EQ(population.changes(), 1u);
}

TEST(Population, TakesNoMemoryForThoseThatComeAndGo) {
  Population population;
  for (int i = 0; i < 1000; ++i) {
    population.add(8, 1);
    population.add(8, -1);
    population.add(9, 2);
  }
  EXPECT_EQ(population.changes(), 1u);
  EXPECT_EQ(population.at(9), 2000);
  population.add(9, -2000);
  EXPECT_EQ(population.changes(), 0u);
  EXPECT_TRUE(population.is_empty_before(UINT32_MAX));
}

/// The same by a list of all that was said.
TEST(Population, IsTheSumOfAllThatWasSaid) {
  Random random(6);
  for (int round = 0; round < 50; ++round) {
    Population population;
    std::map<std::uint32_t, std::int64_t> said;
    std::uint32_t folded = 0;
    for (int turn = 0; turn < 200; ++turn) {
      const auto sequence = static_cast<std::uint32_t>(folded + random.below(20));
      const auto delta = static_cast<std::int64_t>(random.below(7)) - 3;
      population.add(sequence, delta);
      said[sequence] += delta;
      if (random.below(10) == 0)
        population.fold(folded += static_cast<std::uint32_t>(random.below(5)));
      for (std::uint32_t at = folded; at < folded + 25; ++at) {
        std::int64_t count = 0;
        for (const auto& [begin, more] : said) count += begin <= at ? more : 0;
        ASSERT_EQ(population.at(at), count);
      }
      EXPECT_LE(population.changes(), 20u);
    }
  }
}

}  // namespace
}  // namespace isthmus::engine::collective
