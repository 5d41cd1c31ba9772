#include "mesh/output/level_slices.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace isthmus::mesh {
namespace {

using ::testing::ElementsAre;
using LevelLines = std::vector<std::vector<double>>;

/// Five points along x, three along y, one along z. Level 1 has x from 1 to 3 and y from 0 to 2;
/// level 2 has x from 1.5 to 2 there, and all of y.
LevelFrame frame() {
  LevelFrame frame;
  frame.geometry.whole = {{0, 0, 0}, {5, 3, 1}};
  return frame;
}
std::vector<Region> regions() {
  return {{0, -1, {{0, 0, 0}, {5, 3, 1}}},
          {1, 0, {{2, 0, 0}, {7, 5, 1}}},
          {2, 1, {{6, 0, 0}, {9, 9, 1}}}};
}

/// Along x, at a y.
Slice line_at(double y, std::vector<double> weights = {1.0}) {
  Slice slice{{"wave::phi", false}, {}};
  slice.at[1] = SliceAt{0, std::move(weights), y};
  slice.at[2] = SliceAt{0, {1.0}, 0.0};
  return slice;
}

std::vector<double> counting_values(const Box& box) {
  const auto count = static_cast<std::size_t>(box.extent(0)) *
                     static_cast<std::size_t>(box.extent(1)) *
                     static_cast<std::size_t>(box.extent(2));
  std::vector<double> values(count);
  for (std::size_t i = 0; i < count; ++i) values[i] = 10 + static_cast<double>(i);
  return values;
}

LevelLines lines_of_cut(const std::vector<LevelCut>& cuts, std::size_t cut) {
  return lines_of(cuts, cut, frame(), regions(), counting_values(cuts[cut].box));
}

TEST(LevelSlices, KnowTheGridAsFinerInAllRegionsButThatOfLevelZero) {
  EXPECT_EQ(finer_of(regions()),
            (std::vector<FinerBox>{{1, {{2, 0, 0}, {7, 5, 1}}}, {2, {{6, 0, 0}, {9, 9, 1}}}}));
}

TEST(LevelSlices, LieAtTheSamePlaceOnEachLevelInItsOwnIndices) {
  const auto cuts = cuts_of(line_at(1), frame(), regions());
  ASSERT_EQ(cuts.size(), 3U);
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_EQ(cuts[i].region, static_cast<std::int32_t>(i));
    EXPECT_EQ(cuts[i].slice.at[1]->first, 1 << i);
  }
  EXPECT_EQ(cuts[0].box, (Box{{0, 1, 0}, {5, 2, 1}}));
  EXPECT_EQ(cuts[1].box, (Box{{2, 2, 0}, {7, 3, 1}}));
  EXPECT_EQ(cuts[1].geometry.spacing[0], 0.5);
  EXPECT_EQ(cuts[1].geometry.spacing[2], 1.0) << "one point is not refined";
}

TEST(LevelSlices, CutOnlyRegionsThatReachThere) {
  std::vector<Region> lower = regions();
  lower.pop_back();
  lower[1].box.high[1] = 3;  // up to y = 1
  EXPECT_EQ(cuts_of(line_at(1), frame(), lower).size(), 2U);
  EXPECT_EQ(cuts_of(line_at(2), frame(), lower).size(), 1U);
}

TEST(LevelSlices, HaveEachPointOnceByTheFinestLevelThatHasIt) {
  const auto cuts = cuts_of(line_at(1), frame(), regions());
  ASSERT_EQ(cuts.size(), 3U);
  EXPECT_EQ(lines_of_cut(cuts, 0), (LevelLines{{0, 0, 10}, {0, 4, 14}}));
  EXPECT_EQ(lines_of_cut(cuts, 1), (LevelLines{{1, 1, 10}, {1, 2.5, 13}, {1, 3, 14}}));
  EXPECT_EQ(lines_of_cut(cuts, 2), (LevelLines{{2, 1.5, 10}, {2, 1.75, 11}, {2, 2, 12}}));
}

// Two rows of points make one row of a line between them.
TEST(LevelSlices, HaveEachPointOnceBetweenPointsToo) {
  const auto cuts = cuts_of(line_at(0.75, {0.25, 0.75}), frame(), regions());
  ASSERT_EQ(cuts.size(), 3U);
  EXPECT_EQ(cuts[0].box, (Box{{0, 0, 0}, {5, 2, 1}}));
  EXPECT_THAT(cuts[0].slice.at[1]->weights, ElementsAre(0.25, 0.75));
  EXPECT_THAT(cuts[1].slice.at[1]->weights, ElementsAre(0.5, 0.5));
  EXPECT_EQ(lines_of_cut(cuts, 0), (LevelLines{{0, 0, 13.75}, {0, 4, 17.75}}));
  EXPECT_EQ(lines_of_cut(cuts, 1), (LevelLines{{1, 1, 12.5}, {1, 2.5, 15.5}, {1, 3, 16.5}}));
}

TEST(LevelSlices, OfAPointAreOneLine) {
  Slice point = line_at(1);
  point.at[0] = SliceAt{0, {1.0}, 2.0};
  const auto cuts = cuts_of(point, frame(), regions());
  ASSERT_EQ(cuts.size(), 3U);
  EXPECT_TRUE(lines_of_cut(cuts, 0).empty());
  EXPECT_TRUE(lines_of_cut(cuts, 1).empty());
  EXPECT_EQ(lines_of_cut(cuts, 2), (LevelLines{{2, 10}}));
}

}  // namespace
}  // namespace isthmus::mesh
