#include "mesh/ghosts/cut.hpp"

#include <gtest/gtest.h>

#include <string>

namespace isthmus::mesh {
namespace {

using Starts = std::vector<std::int32_t>;

TEST(Cut, IntoEvenLayersGivesTheFirstOnesOneMore) {
  const Cut cut = even_cut({10, 7, 1}, {4, 2, 1});
  EXPECT_EQ(cut.starts[0], (Starts{0, 3, 6, 8, 10}));
  EXPECT_EQ(cut.starts[1], (Starts{0, 4, 7}));
  EXPECT_EQ(cut.block_count(), 8);
  EXPECT_EQ(cut.box({1, 1, 0}), (Box{{3, 4, 0}, {6, 7, 1}}));
}

TEST(Cut, LetsAPlaneHaveNoMoreGhostsThanTheThinnerNeighbourHasPoints) {
  const Cut cut{{{{0, 2, 9, 12}, {0, 1}, {0, 1}}}};
  EXPECT_EQ(cut.ghosts_at_most(0, 1), 2);
  EXPECT_EQ(cut.ghosts_at_most(0, 2), 3);
  EXPECT_EQ(cut.ghosts_at_most(0, 0), 2) << "around the ends";
  EXPECT_EQ(cut.ghosts_at_most(0, 3), 2);
}

TEST(Cut, KnowsTheDepthOfEachPlane) {
  const Cut cut = even_cut({10, 7, 1}, {4, 2, 1});
  Depths depths = Depths::same(cut, 1);
  depths.planes[0] = {5, 1, 2, 1};
  EXPECT_EQ(depths.at(0, 2), 2);
  EXPECT_EQ(depths.at(0, 4), 5) << "plane 0 again, behind the last layer";
  EXPECT_EQ(depths.deepest(), 5);
}

TEST(CutLayers, AreAsThickAsTheirProcessorsAreFast) {
  const std::vector<LayerWork> layers{{.speed = 1}, {.speed = 3}, {.speed = 1}};
  EXPECT_EQ(cut_layers(100, layers), (Starts{0, 20, 80, 100}));
}

TEST(CutLayers, AreThinnerWhereTimeIsLost) {
  // 10 + 10 points in the time that the others have, less 4 units of it.
  const std::vector<LayerWork> layers{{.speed = 1}, {.speed = 1, .lost = 4}, {.speed = 2}};
  EXPECT_EQ(cut_layers(36, layers), (Starts{0, 10, 16, 36}));
}

TEST(CutLayers, AreThinnerByWhatIsComputedTwice) {
  const std::vector<LayerWork> layers{{.speed = 1, .redundant = 3}, {.speed = 1}};
  EXPECT_EQ(cut_layers(21, layers), (Starts{0, 9, 21}));
}

TEST(CutLayers, HaveOnePointEachHoweverLittleTheyCan) {
  const std::vector<LayerWork> layers{
      {.speed = 1}, {.speed = 1, .lost = 1000}, {.speed = 1e-9}, {.speed = 1}};
  EXPECT_EQ(cut_layers(12, layers), (Starts{0, 5, 6, 7, 12}));
  EXPECT_EQ(cut_layers(4, layers), (Starts{0, 1, 2, 3, 4}));
}

TEST(CutLayers, TakeAsLongAsEachOtherButForOnePoint) {
  Random random(3);
  for (int round = 0; round < 200; ++round) {
    SCOPED_TRACE("round " + std::to_string(round));
    std::vector<LayerWork> layers(2 + random.below(6));
    double slowest_point = 0;
    for (auto& layer : layers) {
      layer = {0.5 + random.uniform(), 3 * random.uniform(), 2 * random.uniform()};
      slowest_point = std::max(slowest_point, 1 / layer.speed);
    }
    const auto starts = cut_layers(200, layers);
    ASSERT_EQ(starts.size(), layers.size() + 1);
    ASSERT_EQ(starts.back(), 200);
    double shortest = 1e9;
    double longest = 0;
    for (std::size_t i = 0; i < layers.size(); ++i) {
      const double time =
          (starts[i + 1] - starts[i] + layers[i].redundant) / layers[i].speed + layers[i].lost;
      shortest = std::min(shortest, time);
      longest = std::max(longest, time);
    }
    EXPECT_LE(longest - shortest, 2 * slowest_point);
  }
}

}  // namespace
}  // namespace isthmus::mesh
