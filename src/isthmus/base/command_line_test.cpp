#include "isthmus/base/command_line.hpp"

#include <gtest/gtest.h>

#include <CLI/CLI.hpp>
#include <cstdint>

namespace isthmus::engine {
namespace {

struct Given {
  int count = 0;
  std::uint64_t seed = 0;
  double factor = 0;
  double share = 0;
  std::string kind;
  std::string name;
};

Expected<std::optional<std::string>> read(const std::vector<std::string>& words, Given& given) {
  CLI::App app("What it does.");
  app.add_option("--count", given.count, "How many.")->check(CLI::Range(1, 9));
  app.add_option("--free", given.count, "How many.");
  app.add_option("--seed", given.seed, "Of random numbers.");
  app.add_option("--factor", given.factor, "How much.")->check(CLI::PositiveNumber);
  app.add_option("--share", given.share, "How much.")->check(CLI::Range(0.5, 1000.0));
  app.add_option("--kind", given.kind, "Which.")->check(CLI::IsMember({"one", "two", "three"}));
  app.add_option("--name", given.name, "Of it.");
  return read_command_line(app, words);
}

std::string refusal(const std::vector<std::string>& words) {
  Given given;
  const auto result = read(words, given);
  if (result) return "taken";
  EXPECT_EQ(result.error().code, ErrorCode::bad_input);
  return result.error().text();
}

TEST(CommandLine, IsReadInItsOrder) {
  Given given;
  const auto help = read({"--count", "3", "--kind", "two", "--factor", "0.5"}, given);
  ASSERT_TRUE(help);
  EXPECT_FALSE(*help);
  EXPECT_EQ(given.count, 3);
  EXPECT_EQ(given.kind, "two");
  EXPECT_EQ(given.factor, 0.5);
}

TEST(CommandLine, MayAskForHelp) {
  Given given;
  const auto help = read({"--help"}, given);
  ASSERT_TRUE(help && *help);
  EXPECT_NE((*help)->find("--factor"), std::string::npos);
}

TEST(CommandLine, LeavesTheProgramsNameOut) {
  const std::vector<const char*> argv = {"program", "--count", "3"};
  EXPECT_EQ(words_of(3, argv.data()), (std::vector<std::string>{"--count", "3"}));
  EXPECT_TRUE(words_of(0, argv.data()).empty());
}

TEST(CommandLine, SaysWhatWordIsNoOption) {
  EXPECT_EQ(refusal({"--colour", "red"}),
            "'--colour' is not an option (expected one that --help lists)");
  EXPECT_EQ(refusal({"--count", "3", "stray"}),
            "'stray' means nothing here (expected one that --help lists)");
}

TEST(CommandLine, SaysOfAWrongValueWhatWasExpectedOfIt) {
  EXPECT_EQ(refusal({"--kind", "four"}), "--kind: 'four' (expected one, two or three)");
  EXPECT_EQ(refusal({"--count", "10"}), "--count: '10' (expected a whole number from 1 to 9)");
  EXPECT_EQ(refusal({"--count", "ten"}), "--count: 'ten' (expected a whole number from 1 to 9)");
  EXPECT_EQ(refusal({"--free", "ten"}), "--free: 'ten' (expected a whole number)");
  EXPECT_EQ(refusal({"--free", "1.5"}), "--free: '1.5' (expected a whole number)");
  EXPECT_EQ(refusal({"--free", "99999999999"}),
            "--free: '99999999999' is too large (expected a whole number that fits)");
  EXPECT_EQ(refusal({"--seed", "-1"}), "--seed: '-1' (expected a whole number of at least 0)");
  EXPECT_EQ(refusal({"--factor", "0"}), "--factor: '0' (expected a number above 0)");
  EXPECT_EQ(refusal({"--share", "2000"}), "--share: '2000' (expected a number from 0.5 to 1000)");
  EXPECT_EQ(refusal({"--share", "nan"}), "--share: 'nan' (expected a finite number)");
  EXPECT_EQ(refusal({"--factor", "inf"}), "--factor: 'inf' (expected a number above 0)");
  EXPECT_EQ(refusal({"--seed", "18446744073709551615"}), "taken");
  EXPECT_EQ(refusal({"--seed", "18446744073709551616"}),
            "--seed: '18446744073709551616' is too large (expected a whole number of at least 0 "
            "that fits)");
  EXPECT_EQ(refusal({"--seed"}), "--seed: no value (expected a whole number of at least 0)");
  EXPECT_EQ(refusal({"--name"}), "--name: no value (expected a value)");
  EXPECT_EQ(refusal({"--free", "1", "--free", "2"}), "--free: given 2 times (expected once)");
}

}  // namespace
}  // namespace isthmus::engine
