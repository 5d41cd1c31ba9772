#include "isthmus/program/typed_options.hpp"

#include <gtest/gtest.h>

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

#include "isthmus/program/option_row.hpp"

namespace isthmus::engine::program {
namespace {

/// A command line and what was typed.
struct CommandLine {
  explicit CommandLine(bool everything = false) : typed(app, everything) {}
  /// What is wrong with it; empty where nothing is.
  std::string parse(std::vector<std::string> words) {
    std::vector<std::string> reversed(words.rbegin(), words.rend());
    try {
      app.parse(reversed);
    } catch (const CLI::ParseError& error) {
      return error.what();
    }
    return {};
  }
  CLI::App app;
  Typed typed;
};

TEST(TypedOptions, AreEmptyWhereNothingIsTyped) {
  CommandLine line;
  EXPECT_EQ(line.parse({}), "");
  EXPECT_FALSE(line.typed.has("pes"));
  EXPECT_FALSE(line.typed.number("pes"));
  EXPECT_EQ(line.typed.text("grid"), "");
  EXPECT_TRUE(line.typed.texts("fault").empty());
  EXPECT_FALSE(line.typed.flag("quiet"));
}

TEST(TypedOptions, HoldEachValueAsItWasTyped) {
  CommandLine line;
  ASSERT_EQ(line.parse({"--pes", "4", "--grid", "a.toml", "--quiet"}), "");
  EXPECT_EQ(line.typed.number("pes"), 4);
  EXPECT_EQ(line.typed.text("grid"), "a.toml");
  EXPECT_TRUE(line.typed.flag("quiet"));
}

TEST(TypedOptions, CollectWhatMayBeGivenAgainOneWordEach) {
  int count = 0;
  for (const OptionRow& row : option_rows()) {
    if (!row.repeats) continue;
    ++count;
    const std::string option = "--" + std::string(row.name);
    CommandLine line;
    ASSERT_EQ(line.parse({option, "one", option, "another"}), "");
    EXPECT_EQ(line.typed.texts(row.name), (std::vector<std::string>{"one", "another"}));
    EXPECT_NE(CommandLine().parse({option, "one", "stray"}), "") << option;
  }
  EXPECT_GT(count, 0);
}

TEST(TypedOptions, TakeOneOfTheWordsOfAnOptionThatHasSome) {
  EXPECT_EQ(CommandLine().parse({"--backend", "sim"}), "");
  const std::string wrong = CommandLine().parse({"--backend", "magic"});
  EXPECT_NE(wrong.find("magic"), std::string::npos) << wrong;
  EXPECT_EQ(CommandLine().parse({"--carrier", "magic"}), "") << "modules have other names";
}

TEST(TypedOptions, MayLackAValueWhereThatIsOptional) {
  for (const OptionRow& row : option_rows()) {
    if (row.kind == Kind::flag) continue;
    CommandLine line;
    const std::string option = "--" + std::string(row.name);
    EXPECT_EQ(line.parse({option}).empty(), row.optional) << option;
    if (row.optional) {
      EXPECT_TRUE(line.typed.has(row.name)) << option;
    }
  }
}

TEST(TypedOptions, ShowByHelpWhatIsUsualAndEverythingOnWish) {
  const std::string usual = CommandLine(false).app.help();
  const std::string all = CommandLine(true).app.help();
  for (const OptionRow& row : option_rows()) {
    const std::string option = "\n  --" + std::string(row.name) + " ";
    EXPECT_EQ(usual.find(option) != std::string::npos, row.shown == Shown::usually) << option;
    EXPECT_NE(all.find(option), std::string::npos) << option;
  }
}

TEST(TypedDuration, LeavesAsItIsWhatNobodySaysAndNamesTheOptionOfWhatDoesNotRead) {
  TimeNs duration_ns = 7;
  EXPECT_TRUE(read_duration("", "--time-limit", duration_ns));
  EXPECT_EQ(duration_ns, 7);
  EXPECT_TRUE(read_duration("8ms", "--time-limit", duration_ns));
  EXPECT_EQ(duration_ns, 8'000'000);
  const auto wrong = read_duration("8", "--time-limit", duration_ns);
  ASSERT_FALSE(wrong);
  EXPECT_EQ(wrong.error().where, "--time-limit");
  EXPECT_EQ(duration_ns, 8'000'000);
}

}  // namespace
}  // namespace isthmus::engine::program
