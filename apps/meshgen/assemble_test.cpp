#include "meshgen/assemble.hpp"

#include <gtest/gtest.h>

namespace meshgen {
namespace {

using Corners = std::array<std::int32_t, 3>;

/// Two triangles over one side, from x = 1 to both sides.
Pieces left_and_right() {
  const Piece left{.subdomain = 0,
                   .pe = 5,
                   .area_limit = 0.5,
                   .points = {{0, 0}, {1, 0}, {1, 1}},
                   .triangles = {{0, 1, 2}}};
  const Piece right{.subdomain = 1,
                    .pe = 3,
                    .area_limit = 0.25,
                    .points = {{2, 0}, {1, 1}, {1, 0}},
                    .triangles = {{0, 1, 2}}};
  return {right, left};
}

TEST(Assemble, JoinsPiecesInTheOrderOfTheirSubdomainsAtCommonPoints) {
  const WholeMesh whole = assemble(left_and_right());
  EXPECT_EQ(whole.points, (std::vector<Point>{{0, 0}, {1, 0}, {1, 1}, {2, 0}}));
  EXPECT_EQ(whole.triangles, (std::vector<Corners>{{0, 1, 2}, {3, 2, 1}}));
  EXPECT_EQ(whole.subdomain, (std::vector<std::int32_t>{0, 1}));
  EXPECT_EQ(whole.pe, (std::vector<std::int32_t>{5, 3}));
  EXPECT_EQ(whole.area_limit, (std::vector<double>{0.5, 0.25}));
}

TEST(Assemble, TakesPointsForTwoWhichDifferInOneBit) {
  Pieces pieces = left_and_right();
  ASSERT_NE(0.1 + 0.2, 0.3);
  pieces[0].points[1] = {1, 0.1 + 0.2};
  pieces[1].points[2] = {1, 0.3};
  EXPECT_EQ(assemble(pieces).points.size(), 5u);
}

TEST(Assemble, KeepsTheNumbersOfSubdomainsWithoutTriangles) {
  Pieces pieces = left_and_right();
  pieces[0].subdomain = 4;
  pieces.push_back({.subdomain = 2, .pe = 0, .area_limit = 1, .points = {}, .triangles = {}});
  const WholeMesh whole = assemble(pieces);
  EXPECT_EQ(whole.area_limit, (std::vector<double>{0.5, 0, 1, 0, 0.25}));
  EXPECT_EQ(whole.subdomain, (std::vector<std::int32_t>{0, 4}));
}

}  // namespace
}  // namespace meshgen
