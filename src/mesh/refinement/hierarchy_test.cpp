#include "mesh/refinement/hierarchy.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace isthmus::mesh {
namespace {

using ::testing::HasSubstr;

/// 41 x 32 points, half a unit apart, from (-10, 0) on; periodic in y; one point in z.
LevelFrame flat_frame() {
  LevelFrame frame;
  frame.geometry.whole = {{0, 0, 0}, {41, 32, 1}};
  frame.geometry.origin = {-10, 0, 0};
  frame.geometry.spacing = {0.5, 0.5, 1};
  frame.is_periodic = {false, true, false};
  frame.order = 3;
  frame.layers = 4;
  frame.width = 1;
  return frame;
}

/// A file with these boxes, at lines 1, 2, ...
MeshFile file_with(std::vector<LevelBox> boxes) {
  MeshFile file;
  file.file_name = "f.toml";
  file.refinement.line = 9;
  for (LevelBox& box : boxes) box.line = static_cast<int>(&box - boxes.data()) + 1;
  file.refinement.boxes = std::move(boxes);
  return file;
}

LevelBox box_from(double x0, double y0, double x1, double y1, std::int32_t level = 1) {
  LevelBox box;
  box.level = level;
  box.lower = {x0, y0, -1};
  box.upper = {x1, y1, 1};
  return box;
}

std::string refusal(const MeshFile& file, const LevelFrame& frame = flat_frame()) {
  const auto regions = make_regions(file, frame);
  if (regions) return "taken";
  EXPECT_EQ(regions.error().code, ErrorCode::bad_input);
  return regions.error().text();
}

TEST(Hierarchy, HalvesTheSpacingOfEachLevelBetweenTheSameEnds) {
  const LevelFrame frame = flat_frame();
  const Geometry second = frame.geometry_at(2);
  EXPECT_EQ(second.spacing, (std::array<double, 3>{0.125, 0.125, 1}));
  // What is periodic ends one point before it begins again.
  EXPECT_EQ(second.whole, (Box{{0, 0, 0}, {161, 128, 1}}));
  EXPECT_EQ(second.coordinate(0, 160), frame.geometry.coordinate(0, 40));
  EXPECT_EQ(second.coordinate(1, 128), frame.geometry.coordinate(1, 32));
}

TEST(Hierarchy, SnapsABoxOutwardsToPointsOfTheLevelBefore) {
  // x: from point (-5.1 + 10) / 0.5 = 9.8 to 20; y: from 8 to 16.2.
  const auto regions = make_regions(file_with({box_from(-5.1, 4, 0, 8.1)}), flat_frame());
  ASSERT_TRUE(regions) << regions.error().text();
  ASSERT_EQ(regions->size(), 2u);
  EXPECT_EQ((*regions)[0], (Region{0, -1, {{0, 0, 0}, {41, 32, 1}}}));
  EXPECT_EQ((*regions)[1], (Region{1, 0, {{2 * 9, 2 * 8, 0}, {2 * 20 + 1, 2 * 17 + 1, 1}}}));
}

TEST(Hierarchy, FindsTheParentOfEachBoxInWhateverOrderTheyStand) {
  const auto regions = make_regions(
      file_with({box_from(4, 6, 5, 7, 2), box_from(-8, 4, -3, 12), box_from(1, 3, 7, 10)}),
      flat_frame());
  ASSERT_TRUE(regions) << regions.error().text();
  ASSERT_EQ(regions->size(), 4u);
  EXPECT_EQ((*regions)[1].parent, 0);
  EXPECT_EQ((*regions)[2].parent, 0);
  EXPECT_EQ((*regions)[3].level, 2);
  EXPECT_EQ((*regions)[3].parent, 2);
}

TEST(Hierarchy, EndsABoxThatReachesAFaceOfTheGridThere) {
  const LevelFrame frame = flat_frame();
  const auto regions = make_regions(file_with({box_from(-20, -3, -2, 30)}), frame);
  ASSERT_TRUE(regions) << regions.error().text();
  const Region& region = (*regions)[1];
  EXPECT_EQ(region.box, (Box{{0, 0, 0}, {2 * 16 + 1, 64, 1}}));
  EXPECT_TRUE(frame.is_outermost(region, 0, 0));
  EXPECT_FALSE(frame.is_outermost(region, 0, 1));
  EXPECT_TRUE(frame.is_outermost(region, 1, 0));
  EXPECT_TRUE(frame.is_outermost(region, 1, 1));
  // Ghosts for boundaries there, and for the coarser level where it ends within it.
  EXPECT_EQ(frame.with_ghosts(region), (Box{{-1, -1, -1}, {33 + 4, 64 + 1, 2}}));
}

TEST(Hierarchy, RefusesABoxWhoseGhostsItsParentDoesNotHave) {
  EXPECT_THAT(refusal(file_with({box_from(-9.5, 4, 0, 8)})),
              HasSubstr("f.toml:1: the box of level 1 lies in none of level 0, or too near to its "
                        "faces (expected 4 points of that level between"));
  // Its 4 layers of ghosts are two points of the grid.
  EXPECT_EQ(refusal(file_with({box_from(-9, 4, 0, 8)})), "taken");
  EXPECT_THAT(refusal(file_with({box_from(-8, 4, 0, 8), box_from(-7.9, 5, -2, 7, 2)})),
              HasSubstr("f.toml:2: the box of level 2 lies in none of level 1"));
  EXPECT_THAT(refusal(file_with({box_from(-8, 4, 0, 8, 2)})), HasSubstr("in none of level 1"));
}

TEST(Hierarchy, RefusesABoxWhoseGhostsAreMoreThanTheGridHas) {
  LevelFrame frame = flat_frame();
  frame.layers = 24;  // as of rk4 and a stencil of width 3
  // From point 2 of 41 in x: more ghosts are beyond the grid than polynomials have points.
  const std::string said = "f.toml:1: the box of level 1 lies in none of level 0";
  EXPECT_THAT(refusal(file_with({box_from(-9, 0, 0, 16)}), frame), HasSubstr(said));
  EXPECT_THAT(refusal(file_with({box_from(0, 0, 9, 16)}), frame), HasSubstr(said));
}

TEST(Hierarchy, RefusesBoxesOfOneLevelWithCommonPoints) {
  EXPECT_THAT(refusal(file_with({box_from(-8, 4, 0, 8), box_from(0, 4, 6, 8)})),
              HasSubstr("f.toml:2: the box has points of another one of level 1"));
  EXPECT_EQ(refusal(file_with({box_from(-8, 4, -0.5, 8), box_from(0, 4, 6, 8)})), "taken");
}

TEST(Hierarchy, RefusesABoxOverThePeriodicEndsUnlessItGoesOverAll) {
  EXPECT_THAT(refusal(file_with({box_from(-8, -1, 0, 8)})),
              HasSubstr("over the grid's ends in y, which is periodic"));
  EXPECT_THAT(refusal(file_with({box_from(-8, 8, 0, 17)})),
              HasSubstr("over the grid's ends in y, which is periodic"));
  EXPECT_EQ(refusal(file_with({box_from(-8, 0, 0, 15.5)})), "taken");
}

TEST(Hierarchy, RefusesABoxBesideTheGrid) {
  EXPECT_THAT(refusal(file_with({box_from(11, 4, 12, 8)})), HasSubstr("no points in x"));
  EXPECT_THAT(refusal(file_with({box_from(-30, 4, -20, 8)})), HasSubstr("no points in x"));
}

TEST(Hierarchy, RefusesAGridWithTooFewPointsForThePolynomials) {
  LevelFrame frame = flat_frame();
  frame.geometry.whole.high[0] = 2;
  frame.order = 4;
  EXPECT_THAT(refusal(file_with({box_from(-10, 4, 10, 8)}), frame),
              HasSubstr("f.toml:9: 2 points in x are too few for a polynomial of order 4"));
}

// 41 * 2^20 is 43 million; of 2000 * 2^20 ghosts and sums leave 32 bits.
TEST(Hierarchy, RefusesALevelWhosePointsCannotBeNumbered) {
  LevelFrame frame = flat_frame();
  const LevelBox deep = box_from(-8, 4, 0, 8, 20);
  EXPECT_THAT(refusal(file_with({deep}), frame), HasSubstr("in none of level 19"));
  frame.geometry.whole.high[1] = 2000;
  EXPECT_EQ(refusal(file_with({box_from(-8, 4, 0, 8), deep}), frame),
            "f.toml:2: 2097152000 points in y of level 20 (expected at most 1073741824)");
  MeshFile file = file_with({});
  file.refinement.criterion = CriterionSettings{.function = "f", .levels = 20, .line = 5};
  EXPECT_THAT(refusal(file, frame), HasSubstr("f.toml:5: 2097152000 points in y of level 20"));
  EXPECT_EQ(refusal(file), "taken");
}

}  // namespace
}  // namespace isthmus::mesh
