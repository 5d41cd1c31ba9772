#include "isthmus/balance/strategy_choice.hpp"

#include <gtest/gtest.h>

namespace isthmus::engine::balance {
namespace {

TEST(StrategyChoice, IsANameAlone) {
  Options options;
  EXPECT_EQ(read_strategy("greedy", options).value(), find_strategy("greedy"));
  EXPECT_EQ(options.tolerance, Options().tolerance);
}

TEST(StrategyChoice, SetsEachOptionThatStandsBehindTheName) {
  Options options{.seed = 7};
  const auto chosen = read_strategy(
      "grid_hybrid:tolerance=0.05,slack=0.5,hybrid-mode=border_seeds,periods=12", options);
  ASSERT_TRUE(chosen) << chosen.error().text();
  EXPECT_EQ(*chosen, find_strategy("grid_hybrid"));
  EXPECT_EQ(options.tolerance, 0.05);
  EXPECT_EQ(options.slack, 0.5);
  EXPECT_EQ(options.hybrid_mode, HybridMode::border_seeds);
  EXPECT_EQ(options.periods_ahead, 12);
  EXPECT_EQ(options.seed, 7u);
}

TEST(StrategyChoice, ReadsNamesThatHaveAColonOfTheirOwn) {
  Options options;
  EXPECT_EQ(read_strategy("grid_metis:published", options).value(),
            find_strategy("grid_metis:published"));
  EXPECT_EQ(read_strategy("grid_hybrid:published,tolerance=0.2", options).value(),
            find_strategy("grid_hybrid:published"));
  EXPECT_EQ(options.tolerance, 0.2);
  EXPECT_FALSE(read_strategy("grid_comm:published:tolerance=0.2", options));
}

TEST(StrategyChoice, SaysWhatIsWrongAndChangesNothingThen) {
  Options options;
  const auto refusal = [&](const char* text) {
    return read_strategy(text, options).error().text();
  };
  EXPECT_EQ(refusal("gready").find("no strategy 'gready' (expected one of none, random"), 0u);
  EXPECT_EQ(refusal("greedy:tolerance=2"), "'2' (expected a number from 0 to 1)");
  EXPECT_EQ(refusal("greedy:slack=nan"), "'nan' (expected a number from 0 to 1)");
  EXPECT_EQ(refusal("greedy:slack=0.3,tolerance"),
            "'tolerance' (expected NAME:KEY=VALUE,..., such as grid_hybrid:tolerance=0.05, or one "
            "of " +
                strategy_names() + ")");
  EXPECT_EQ(refusal("greedy:published").find("'published' (expected NAME:KEY=VALUE"), 0u);
  EXPECT_EQ(refusal("greedy:tolerence=0.1"),
            "strategies have no option 'tolerence' (expected tolerance, slack, hybrid-mode or "
            "periods; did you mean 'tolerance'?)");
  EXPECT_EQ(refusal("grid_hybrid:hybrid-mode=seed"),
            "'seed' (expected spread, border_seeds or seeds; did you mean 'seeds'?)");
  EXPECT_EQ(options.slack, Options().slack);
}

}  // namespace
}  // namespace isthmus::engine::balance
