#include "isthmus/live/counters.hpp"

#include <gtest/gtest.h>

namespace isthmus::engine::live {
namespace {

double only(Counter& counter) {
  const std::vector<Counter::Sample> samples = counter.samples();
  EXPECT_EQ(samples.size(), 1u);
  return samples.empty() ? -1 : samples.front().value;
}

TEST(Counters, AreTheSumsOfWhatTheirSourcesHaveCounted) {
  Counter counter;
  counter.begin(false);
  counter.add({{"site", "b"}}, "pe 2", 5);
  counter.add({{"site", "a"}}, "pe 0", 1);
  counter.add({{"site", "a"}}, "pe 1", 2);
  const std::vector<Counter::Sample> samples = counter.samples();
  ASSERT_EQ(samples.size(), 2u);
  EXPECT_EQ(samples[0].labels, (Labels{{"site", "b"}}));
  EXPECT_EQ(samples[0].value, 5);
  EXPECT_EQ(samples[1].value, 3);
}

TEST(Counters, KeepWhatASourceSaidLastAndCountOnWhereItBeganAnew) {
  Counter counter;
  double expected = 0;
  const auto say = [&](double value) {
    counter.begin(false);
    if (value >= 0) counter.add({{"site", "a"}}, "pe 0", value);
    EXPECT_EQ(only(counter), expected);
  };
  expected = 10;
  say(10);
  say(-1);
  expected = 12;
  say(12);
  expected = 15;
  say(3);
  say(-1);
  expected = 16;
  say(4);
  expected = 17;
  say(1);
}

TEST(Counters, GoOnFromWhatTheyWereWhereTheirSourcesAreOthers) {
  Counter counter;
  counter.begin(false);
  counter.add({{"site", "a"}}, "pe 0", 10);
  counter.add({{"site", "a"}}, "pe 1", 10);
  EXPECT_EQ(only(counter), 20);
  // Of the site as a whole, once nothing and once less: one of the two has gone.
  counter.begin(true);
  EXPECT_EQ(only(counter), 20);
  counter.begin(true);
  counter.add({{"site", "a"}}, "", 12);
  EXPECT_EQ(only(counter), 20);
  counter.begin(true);
  counter.add({{"site", "a"}}, "", 15);
  EXPECT_EQ(only(counter), 23);
  // More: others have come.
  counter.begin(false);
  counter.add({{"site", "a"}}, "pe 0", 30);
  EXPECT_EQ(only(counter), 30);
}

TEST(Counters, KeepWhatOneOfASumHadCountedThatIsSilentOrGone) {
  Counter counter;
  double expected = 0;
  const auto say = [&](double value) {
    counter.begin(true);
    counter.add({{"site", "a"}}, "", value);
    EXPECT_EQ(only(counter), expected);
  };
  expected = 300;
  say(300);
  say(200);  // one of three is lost
  expected = 310;
  say(210);
  say(160);  // another one has begun anew
  expected = 315;
  say(165);
}

TEST(Counters, AreOfOneFamilyEach) {
  Counters counters;
  counters.of("x").begin(false);
  counters.of("x").add({}, "", 1);
  counters.of("y").begin(false);
  EXPECT_EQ(only(counters.of("x")), 1);
  EXPECT_TRUE(counters.of("y").samples().empty());
}

}  // namespace
}  // namespace isthmus::engine::live
