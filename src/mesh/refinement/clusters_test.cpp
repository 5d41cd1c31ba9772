#include "mesh/refinement/clusters.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

namespace isthmus::mesh {
namespace {

void add(std::vector<Point>& points, const Box& box) {
  for (std::int32_t k = box.low[2]; k < box.high[2]; ++k) {
    for (std::int32_t j = box.low[1]; j < box.high[1]; ++j) {
      for (std::int32_t i = box.low[0]; i < box.high[0]; ++i) points.push_back({i, j, k});
    }
  }
}

void expect_right(const std::vector<Point>& points, const std::vector<Box>& boxes) {
  for (const Point& point : points) {
    EXPECT_EQ(std::ranges::count_if(boxes, [&](const Box& box) { return box.holds(point); }), 1);
  }
}

TEST(Clusters, AreTheBoxesThatArePulledApart) {
  const std::vector<Box> boxes{{{0, 0, 0}, {9, 8, 10}}, {{20, 1, 3}, {29, 12, 11}}};
  std::vector<Point> points;
  for (const Box& box : boxes) add(points, box);
  EXPECT_EQ(clusters_of(points, {}), boxes);
  std::ranges::reverse(points);
  EXPECT_EQ(clusters_of(points, {}), boxes);
}

TEST(Clusters, CutWhereALAndItsFootMeet) {
  const std::vector<Box> boxes{{{0, 0, 0}, {10, 40, 1}}, {{10, 0, 0}, {50, 10, 1}}};
  std::vector<Point> points;
  for (const Box& box : boxes) add(points, box);
  const std::vector<Box> made = clusters_of(points, {.efficiency = 0.95, .shortest = 4});
  expect_right(points, made);
  EXPECT_EQ(made.size(), 2u);
  for (const Box& box : made)
    EXPECT_TRUE(box == boxes[0] || box.extent(1) == 10 || box.extent(0) == 10);
}

TEST(Clusters, AreEfficientOrShort) {
  // A ring.
  std::vector<Point> points;
  for (std::int32_t i = -50; i <= 50; ++i) {
    for (std::int32_t j = -50; j <= 50; ++j) {
      const std::int32_t square = i * i + j * j;
      if (square > 40 * 40 && square < 48 * 48) points.push_back({i, j, 0});
    }
  }
  const ClusterWishes wishes{.efficiency = 0.6, .shortest = 6};
  const std::vector<Box> boxes = clusters_of(points, wishes);
  expect_right(points, boxes);
  EXPECT_GT(boxes.size(), 4u);
  for (const Box& box : boxes) {
    const auto count =
        std::ranges::count_if(points, [&](const Point& point) { return box.holds(point); });
    const bool is_efficient =
        static_cast<double>(count) >= 0.6 * static_cast<double>(box.point_count());
    EXPECT_TRUE(is_efficient || std::max(box.extent(0), box.extent(1)) < 12)
        << box.extent(0) << " x " << box.extent(1);
  }
}

TEST(Clusters, AreNoneWithoutPoints) { EXPECT_TRUE(clusters_of({}, {}).empty()); }

}  // namespace
}  // namespace isthmus::mesh
