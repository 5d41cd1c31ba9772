#include "mesh/refinement/regridding.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

namespace isthmus::mesh {
namespace {

LevelFrame sample_frame() {
  LevelFrame frame;
  frame.geometry.whole = {{0, 0, 0}, {80, 60, 1}};
  frame.geometry.spacing = {0.5, 0.5, 0.5};
  frame.is_periodic = {false, true, false};
  frame.order = 3;
  frame.layers = 4;
  frame.width = 1;
  return frame;
}

void add(std::vector<Point>& points, const Box& box) {
  for (std::int32_t j = box.low[1]; j < box.high[1]; ++j) {
    for (std::int32_t i = box.low[0]; i < box.high[0]; ++i) points.push_back({i, j, 0});
  }
}

TEST(RegionsAround, HoldWhatIsWantedEachInOneOfTheLevelBefore) {
  const LevelFrame frame = sample_frame();
  const CriterionSettings criterion{.function = "f", .levels = 2, .buffer = 1, .shortest = 4};
  std::vector<Region> regions{{0, -1, frame.geometry.whole}};
  Sight sight;
  add(sight.wanted.emplace_back(), {{20, 20, 0}, {30, 28, 1}});
  add(sight.wanted.back(), {{55, 40, 0}, {60, 44, 1}});
  regions = regions_around(criterion, frame, regions, sight);
  ASSERT_EQ(regions.size(), 3u);
  EXPECT_EQ(regions[1].box, (Box{{2 * 19, 2 * 19, 0}, {2 * 30 + 1, 2 * 28 + 1, 1}}));
  EXPECT_EQ(regions[2].level, 1);
  // On level 1 something is wanted at the one region's face: the region gets room for it.
  sight.wanted.resize(3);
  add(sight.wanted[1], {{40, 40, 0}, {50, 50, 1}});
  const std::vector<Region> next = regions_around(criterion, frame, regions, sight);
  ASSERT_EQ(next.size(), 4u);
  EXPECT_EQ(next[3].level, 2);
  EXPECT_EQ(next[3].parent, 1);
  EXPECT_TRUE(next[1].box.holds(regions[1].box));
  EXPECT_LT(next[1].box.low[0], 38);
  EXPECT_TRUE(next[3].box.holds(refined({{40, 40, 0}, {50, 50, 1}}, frame.is_refined())));
}

TEST(RegionsAround, GoUpToFacesAndThroughWhatIsPeriodic) {
  const LevelFrame frame = sample_frame();
  const CriterionSettings criterion{.function = "f"};
  const std::vector<Region> whole{{0, -1, frame.geometry.whole}};
  Sight sight;
  add(sight.wanted.emplace_back(), {{3, 30, 0}, {12, 40, 1}});
  EXPECT_EQ(regions_around(criterion, frame, whole, sight)[1].box.low[0], 0);
  sight.wanted[0].clear();
  add(sight.wanted[0], {{30, 2, 0}, {40, 12, 1}});
  const Region through = regions_around(criterion, frame, whole, sight)[1];
  EXPECT_EQ(through.box.low[1], 0);
  EXPECT_EQ(through.box.high[1], 120);
  sight.wanted[0].clear();
  EXPECT_EQ(regions_around(criterion, frame, whole, sight), whole);
}

TEST(BoxesAt, MoveByWholePointsOfTheLevelBefore) {
  RefinementSettings settings;
  settings.every = 1;
  settings.boxes = {{.level = 1,
                     .lower = {10, 10, 0},
                     .upper = {15, 15, 0},
                     .velocity = {1, 0, 0},
                     .follows = ""},
                    {.level = 2, .lower = {12, 12, 0}, .upper = {13, 13, 0}, .follows = "f"}};
  EXPECT_TRUE(has_changes(settings));
  EXPECT_EQ(followed(settings), (std::vector<std::string>{"f"}));
  Sight sight;
  sight.places["f"] = {13.6, 12.5, 0};
  const auto boxes = boxes_at(settings, sample_frame(), 1.3, sight);
  EXPECT_DOUBLE_EQ(boxes[0].lower[0], 11.5);
  EXPECT_DOUBLE_EQ(boxes[0].upper[0], 16.5);
  EXPECT_DOUBLE_EQ(boxes[1].lower[0], 13);
  EXPECT_DOUBLE_EQ(boxes[1].upper[1], 13);
  settings.every = 0;
  EXPECT_FALSE(has_changes(settings));
}

}  // namespace
}  // namespace isthmus::mesh
