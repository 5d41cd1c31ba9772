#include "mesh/refinement/level_figures.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace isthmus::mesh {
namespace {

LevelFrame frame_of_test() {
  LevelFrame frame;
  frame.geometry.whole = {{0, 0, 0}, {9, 8, 1}};
  frame.geometry.spacing = {0.5, 0.5, 1};
  frame.is_periodic = {false, true, true};
  return frame;
}

/// One within the grid, one at its lower face in x and through all of y, and one in the first.
std::vector<Region> regions_of_test() {
  return {{0, -1, {{0, 0, 0}, {9, 8, 1}}},
          {1, 0, {{8, 2, 0}, {15, 9, 1}}},
          {1, 0, {{0, 0, 0}, {5, 16, 1}}},
          {2, 1, {{18, 6, 0}, {25, 13, 1}}},
          {2, 2, {{0, 0, 0}, {5, 32, 1}}}};
}

template <class Value>
FieldFigures figures_of_test(std::int32_t pieces, Value&& value) {
  const LevelFrame frame = frame_of_test();
  const std::vector<Region> regions = regions_of_test();
  FieldFigures all;
  for (std::size_t i = 0; i < regions.size(); ++i) {
    const Box& box = regions[i].box;
    const Geometry geometry = frame.geometry_at(regions[i].level);
    std::vector<double> values(static_cast<std::size_t>(box.point_count()));
    const View view(values.data(), box);
    for (std::int32_t j = box.low[1]; j < box.high[1]; ++j) {
      for (std::int32_t n = box.low[0]; n < box.high[0]; ++n) {
        view(n, j, 0) = value(geometry.coordinate(0, n), geometry.coordinate(1, j));
      }
    }
    for (std::int32_t piece = 0; piece < pieces; ++piece) {
      Box part = box;
      part.low[1] = box.low[1] + box.extent(1) * piece / pieces;
      part.high[1] = box.low[1] + box.extent(1) * (piece + 1) / pieces;
      all.add(figures_of(frame, regions, static_cast<std::int32_t>(i), FigureSource(view), part));
    }
  }
  return all;
}

TEST(LevelFigures, PointsOfAllLevelsCountTogetherForThoseOfTheWholeGrid) {
  const FieldFigures figures = figures_of_test(1, [](double, double) { return 3.0; });
  EXPECT_EQ(figures.weight(), 9 * 8);
  EXPECT_EQ(figures.sum(), 3.0 * 9 * 8);
  EXPECT_EQ(figures.norm_1(), 3);
  EXPECT_EQ(figures.norm_2(), 3);
  EXPECT_LT(figures.points(), 9 * 8 + 49 + 80 + 49 + 160);
}

TEST(LevelFigures, AreTheSameBitsWhateverTheBlocksAre) {
  const auto value = [](double x, double y) { return std::sin(3 * x + y) / 7; };
  const ReducedValues expected = figures_of_test(1, value).reduced();
  EXPECT_EQ(figures_of_test(2, value).reduced(), expected);
  EXPECT_EQ(figures_of_test(5, value).reduced(), expected);
}

// In y two regions go round, where what is linear would jump.
TEST(LevelFigures, AFunctionThatIsLinearHasTheMeanOfTheWholeGrid) {
  const FieldFigures figures = figures_of_test(1, [](double x, double) { return 1 + 3 * x; });
  // Points from 0 to 4.
  EXPECT_NEAR(figures.mean(), 1 + 3 * 2, 1e-12);
}

}  // namespace
}  // namespace isthmus::mesh
