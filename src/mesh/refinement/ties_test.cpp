#include "mesh/refinement/ties.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <vector>

namespace isthmus::mesh {
namespace {

/// Two levels: a region in the middle of the first dimension, through a periodic second one, and
/// from a face of the grid on in the third.
LevelTree sample_tree(const Point& coarse_blocks, const Point& fine_blocks) {
  LevelTree tree;
  tree.frame.geometry.whole = {{0, 0, 0}, {24, 6, 20}};
  tree.frame.is_periodic = {false, true, false};
  tree.frame.order = 3;
  tree.frame.layers = 4;
  tree.frame.width = 2;
  tree.regions = {{0, -1, tree.frame.geometry.whole}, {1, 0, {{16, 0, 0}, {29, 12, 17}}}};
  tree.cuts.push_back(even_cut({24, 6, 20}, coarse_blocks));
  tree.cuts.push_back(cut_of(tree.regions[1].box, fine_blocks));
  return tree;
}

std::map<Point, int> points_of(const std::vector<Box>& boxes) {
  std::map<Point, int> points;
  for (const Box& box : boxes) {
    for (std::int32_t k = box.low[2]; k < box.high[2]; ++k) {
      for (std::int32_t j = box.low[1]; j < box.high[1]; ++j) {
        for (std::int32_t i = box.low[0]; i < box.high[0]; ++i) ++points[Point{i, j, k}];
      }
    }
  }
  return points;
}

TEST(OpenGhosts, AreThoseBeyondTheRegionOnceEach) {
  const LevelTree tree = sample_tree({2, 1, 1}, {2, 1, 2});
  // Beyond the lower end in the first dimension; in the third there is a face of the grid.
  const auto low = points_of(open_ghosts(tree, 1, {0, 0, 0}));
  EXPECT_EQ(low.size(), 4u * 12 * (2 + 9));
  EXPECT_EQ(low.count({12, 0, -2}), 1u);
  EXPECT_EQ(low.count({15, 11, 8}), 1u);
  EXPECT_EQ(low.count({16, 0, 0}), 0u);
  // Two ends meet at an edge.
  const auto high = points_of(open_ghosts(tree, 1, {1, 0, 1}));
  EXPECT_EQ(high.size(), 12u * (4 * (8 + 4) + 6 * 4));
  EXPECT_EQ(high.count({32, 0, 20}), 1u);
  for (const auto& [point, count] : high) EXPECT_EQ(count, 1);
}

TEST(Ties, BringEveryPointOfASourceOnceFromWhoHasIt) {
  const LevelTree tree = sample_tree({3, 2, 2}, {2, 2, 2});
  const auto id = [](const Point& at) { return at[0] + 100.0 * at[1] + 10000.0 * at[2]; };
  for_each_place(tree.cut(1), [&](const Point& place) {
    const std::vector<Box> ghosts = open_ghosts(tree, 1, place);
    const std::vector<Box> sources = open_sources(tree, 1, ghosts);
    const std::vector<Tie> ties = ties_to_parent(tree, 1, place, pieces_for_ghosts);
    std::vector<std::vector<double>> values;
    std::vector<std::span<const double>> spans;
    for (const Tie& tie : ties) {
      auto& of_tie = values.emplace_back();
      for (const TiedPiece& piece : tie.pieces) {
        for (const double field : {0.0, 0.5}) {
          const Box& box = piece.box;
          for (std::int32_t k = box.low[2]; k < box.high[2]; ++k) {
            for (std::int32_t j = box.low[1]; j < box.high[1]; ++j) {
              for (std::int32_t i = box.low[0]; i < box.high[0]; ++i) {
                of_tie.push_back(id({i, j, k}) + field);
              }
            }
          }
        }
      }
    }
    for (const auto& of_tie : values) spans.emplace_back(of_tie);
    for (std::size_t slab = 0; slab < sources.size(); ++slab) {
      const Box& box = sources[slab];
      std::vector<double> made(static_cast<std::size_t>(box.point_count()), -1);
      const View view(made.data(), box);
      unpack_source(ties, spans, slab, 1, 2, view);
      for (std::int32_t k = box.low[2]; k < box.high[2]; ++k) {
        for (std::int32_t j = box.low[1]; j < box.high[1]; ++j) {
          for (std::int32_t i = box.low[0]; i < box.high[0]; ++i) {
            EXPECT_EQ(view(i, j, k), id({i, (j % 6 + 6) % 6, k}) + 0.5);
          }
        }
      }
    }
  });
}

TEST(Ties, AreTheSameFromBothSides) {
  const LevelTree tree = sample_tree({3, 2, 2}, {2, 2, 2});
  for (const Pieces pieces : {pieces_for_ghosts, pieces_for_values}) {
    std::size_t up = 0;
    std::size_t down = 0;
    for_each_place(tree.cut(1), [&](const Point& place) {
      for (const Tie& tie : ties_to_parent(tree, 1, place, pieces)) {
        ++up;
        const auto theirs = ties_to_children(tree, 0, tie.place, pieces);
        const auto same = std::ranges::find(theirs, place, &Tie::place);
        ASSERT_NE(same, theirs.end());
        EXPECT_EQ(same->points(), tie.points());
      }
    });
    for_each_place(tree.cut(0), [&](const Point& place) {
      down += ties_to_children(tree, 0, place, pieces).size();
    });
    EXPECT_EQ(up, down);
    EXPECT_GE(up, 8u);
  }
}

TEST(Ties, GiveBackEveryCoarsePointOfTheRegionOnce) {
  const LevelTree tree = sample_tree({3, 2, 2}, {2, 2, 2});
  std::vector<Box> boxes;
  for_each_place(tree.cut(1), [&](const Point& place) {
    for (const Tie& tie : ties_to_parent(tree, 1, place, pieces_for_values)) {
      for (const TiedPiece& piece : tie.pieces) boxes.push_back(piece.box);
    }
  });
  const auto points = points_of(boxes);
  EXPECT_EQ(points.size(), 7u * 6 * 9);
  for (const auto& [point, count] : points) EXPECT_EQ(count, 1);
}

}  // namespace
}  // namespace isthmus::mesh
