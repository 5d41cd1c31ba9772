#include "isthmus/runtime/steerable.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <string>
#include <vector>

#include "isthmus/testing/everywhere.hpp"

namespace isthmus::engine {
namespace {

/// What the set verb answers, "" if it is well.
std::string set(const Verb& verb, const std::string& text) {
  const Expected<void> done = verb.set(text);
  return done ? "" : done.error().text();
}

TEST(Steerables, TakeNumbersBetweenTheirBounds) {
  const Steerable<double> weight(0.5);
  const Verb verb = detail::verb_of(weight, "weight", "How much.", 0.0, 1.0);
  EXPECT_EQ(verb.value(), "0.5");
  EXPECT_EQ(set(verb, "0.1"), "");
  EXPECT_EQ(*weight, 0.1);
  EXPECT_EQ(verb.value(), "0.1");
  for (const char* wrong : {"", "1.5", "-0.1", "nan", "inf", "0.5x", " 0.5", "half"}) {
    EXPECT_EQ(set(verb, wrong), "'" + std::string(wrong) + "' (expected a number from 0 to 1)");
  }
  EXPECT_EQ(*weight, 0.1);
}

TEST(Steerables, TakeWholeNumbersOfTheirType) {
  const Steerable<std::uint8_t> count(std::uint8_t{7});
  using Limits = std::numeric_limits<std::uint8_t>;
  const Verb verb = detail::verb_of(count, "count", "How many.", Limits::min(), Limits::max());
  EXPECT_EQ(set(verb, "255"), "");
  EXPECT_EQ(*count, 255);
  for (const char* wrong : {"256", "-1", "1.5", "0x10", "99999999999999999999"}) {
    EXPECT_EQ(set(verb, wrong),
              "'" + std::string(wrong) + "' (expected a whole number from 0 to 255)");
  }
}

TEST(Steerables, TakeWordsAndAnswers) {
  const Steerable<std::string> colour(std::string("red"));
  const Verb of_two = detail::verb_of(colour, "colour", "Which.", {"red", "blue"});
  EXPECT_EQ(set(of_two, "blue"), "");
  EXPECT_EQ(*colour, "blue");
  EXPECT_EQ(set(of_two, "green"), "'green' (expected one of red, blue)");
  EXPECT_EQ(set(detail::verb_of(colour, "colour", "Any.", {}), "sea green"), "");
  EXPECT_EQ(*colour, "sea green");
  const Steerable<bool> loud(false);
  const Verb verb = detail::verb_of(loud, "loud", "Whether.");
  EXPECT_EQ(verb.value(), "no");
  EXPECT_EQ(set(verb, "yes"), "");
  EXPECT_TRUE(*loud);
  EXPECT_EQ(set(verb, "true"), "'true' (expected yes or no)");
}

TEST(Steerables, AreReadWhereverTheProgramRuns) {
  testing::expect_runs_everywhere([](Job& job) -> Task<void> {
    const Steerable<int> steps = job.steerable("steps", 3, "How many.", 0, 10);
    const Steerable<std::string> title = job.steerable("title", "none", "What it is called.");
    const Steerable<bool> loud = job.steerable("loud", true, "Whether.");
    co_await job.quiescence();
    EXPECT_EQ(*steps, 3);
    EXPECT_EQ(*title, "none");
    EXPECT_TRUE(*loud);
  });
}

TEST(Steerables, AreVerbsOfTheJob) {
  testing::World world(testing::uniform_topology(1, 1));
  const Verbs& verbs = world.process(ProcessId(0)).verbs();
  const auto failure = world.run([&](Job& job) -> Task<void> {
    const Steerable<double> weight = job.steerable("weight", 0.5, "How much.");
    EXPECT_EQ(verbs.find("weight")->of, VerbOf::job);
    EXPECT_EQ(verbs.find("weight")->what, "How much.");
    EXPECT_TRUE(verbs.set("weight", "-1e300"));
    EXPECT_EQ(*weight, -1e300);
    co_return;
  });
  EXPECT_FALSE(failure) << failure->text();
  // Also when the main program has gone.
  EXPECT_TRUE(verbs.set("weight", "2"));
}

}  // namespace
}  // namespace isthmus::engine
