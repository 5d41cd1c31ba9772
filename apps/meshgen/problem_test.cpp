#include "meshgen/problem.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace meshgen {
namespace {

TEST(Problem, DrawsTheWantedFractionAnewInEachIteration) {
  Problem problem;
  problem.subdomains = 100;
  problem.fraction = 0.2;
  const auto first = chosen(problem, 1);
  EXPECT_EQ(first.size(), 20u);
  EXPECT_TRUE(std::ranges::is_sorted(first));
  EXPECT_EQ(std::ranges::adjacent_find(first), first.end());
  EXPECT_NE(first, chosen(problem, 2));
  EXPECT_EQ(first, chosen(problem, 1));
  problem.seed = 2;
  EXPECT_NE(first, chosen(problem, 1));
}

TEST(Problem, DrawsAllOrNone) {
  Problem problem;
  problem.subdomains = 5;
  problem.fraction = 1;
  EXPECT_THAT(chosen(problem, 3), testing::ElementsAre(0, 1, 2, 3, 4));
  problem.fraction = 0;
  EXPECT_TRUE(chosen(problem, 3).empty());
}

TEST(Problem, SpreadsTheAreaLimits) {
  Problem problem;
  problem.area = 1;
  problem.spread = 8;
  double least = 1;
  double most = 0;
  for (const Bounds& bounds : first_bounds(problem, 100, 1e-9)) {
    least = std::min(least, bounds.area);
    most = std::max(most, bounds.area);
    EXPECT_EQ(bounds.angle_deg, problem.angle_deg);
  }
  EXPECT_LE(most, 1.0);
  EXPECT_GT(most, 0.95);
  EXPECT_GE(least, 1.0 / 8);
  EXPECT_LT(least, 1.0 / 7.6);
}

TEST(Problem, RefusesAnAreaOfWhichNoMemoryCouldHoldTheMesh) {
  Problem problem;
  EXPECT_TRUE(validate_area(problem, 100)) << "by --triangles";
  problem.area = 1e-3;
  EXPECT_TRUE(validate_area(problem, 100));
  problem.area = 1e-30;
  ASSERT_FALSE(validate_area(problem, 100));
  EXPECT_THAT(validate_area(problem, 100).error().text(), testing::HasSubstr("--area: 1e-30"));
}

TEST(Problem, NamesTheOptionThatIsOutOfRange) {
  Problem problem;
  EXPECT_THAT(validate(problem).error().text(), testing::HasSubstr("--domain: no domain"));
  problem.domain = "x.poly";
  EXPECT_TRUE(validate(problem));
  problem.angle_deg = 40;
  EXPECT_EQ(validate(problem).error().text(), "--angle: 40 (expected 0 to 30)");
  problem.angle_deg = std::nan("");
  EXPECT_FALSE(validate(problem));
}

}  // namespace
}  // namespace meshgen
