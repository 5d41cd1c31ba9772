#include "mesh/output/merge.hpp"

#include <gtest/gtest.h>

namespace isthmus::mesh {
namespace {

double value_at(std::int32_t i, std::int32_t j, std::int32_t k) {
  return i + 100.0 * j + 10000.0 * k;
}

BlockValues block_of(const Box& box) {
  BlockValues block{box, {}};
  for (std::int32_t k = box.low[2]; k < box.high[2]; ++k) {
    for (std::int32_t j = box.low[1]; j < box.high[1]; ++j) {
      for (std::int32_t i = box.low[0]; i < box.high[0]; ++i) {
        block.values.push_back(value_at(i, j, k));
      }
    }
  }
  return block;
}

std::vector<BlockValues> grid_of(const std::vector<std::int32_t>& x,
                                 const std::vector<std::int32_t>& y,
                                 const std::vector<std::int32_t>& z) {
  std::vector<BlockValues> blocks;
  for (std::size_t a = 0; a + 1 < x.size(); ++a) {
    for (std::size_t b = 0; b + 1 < y.size(); ++b) {
      for (std::size_t c = 0; c + 1 < z.size(); ++c) {
        blocks.push_back(block_of({{x[a], y[b], z[c]}, {x[a + 1], y[b + 1], z[c + 1]}}));
      }
    }
  }
  return blocks;
}

TEST(Merge, BlocksThatFillABoxBecomeOneWithAllValuesInPlace) {
  const auto blocks = merged(grid_of({0, 3, 4, 9}, {2, 5, 7}, {0, 1, 6}));
  ASSERT_EQ(blocks.size(), 1u);
  EXPECT_EQ(blocks[0].box, (Box{{0, 2, 0}, {9, 7, 6}}));
  EXPECT_EQ(blocks[0].values, block_of(blocks[0].box).values);
}

TEST(Merge, BlocksThatDoNotFillABoxKeepEveryPointOnce) {
  auto blocks = grid_of({0, 2, 4}, {0, 2, 4}, {0, 2, 4});
  blocks.erase(blocks.begin() + 5);
  blocks.push_back(block_of({{10, 0, 0}, {12, 2, 2}}));
  const auto results = merged(std::move(blocks));
  EXPECT_LT(results.size(), 8u);
  std::int64_t points = 0;
  for (const BlockValues& block : results) {
    points += block.box.point_count();
    EXPECT_EQ(block.values, block_of(block.box).values);
  }
  EXPECT_EQ(points, 8 * 8);
}

TEST(Merge, LargeBlocksAreNotCopied) {
  auto blocks = grid_of({0, 4, 8}, {0, 2}, {0, 2});
  const double* const first = blocks[0].values.data();
  const auto results = merged(std::move(blocks), 15);
  ASSERT_EQ(results.size(), 2u);
  EXPECT_EQ(results[0].values.data(), first);
  EXPECT_EQ(merged(grid_of({0, 4, 8}, {0, 2}, {0, 2}), 16).size(), 1u);
}

TEST(Merge, BlocksThatShareNoWholeFaceStayApart) {
  std::vector<BlockValues> blocks{block_of({{0, 0, 0}, {2, 2, 1}}),
                                  block_of({{2, 0, 0}, {4, 3, 1}})};
  EXPECT_EQ(merged(std::move(blocks)).size(), 2u);
}

}  // namespace
}  // namespace isthmus::mesh
