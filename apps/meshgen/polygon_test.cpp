#include "meshgen/polygon.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "isthmus/base/random.hpp"

namespace meshgen {
namespace {

double area_of(const std::vector<Point>& rim) {
  double sum = 0;
  for (std::size_t i = 0; i < rim.size(); ++i) sum += area({}, rim[i], rim[(i + 1) % rim.size()]);
  return sum;
}

void expect_triangulated(const std::vector<Point>& rim) {
  const auto found = triangulate_polygon(rim);
  ASSERT_TRUE(found);
  EXPECT_EQ(found->size(), rim.size() - 2);
  double sum = 0;
  for (const auto& [a, b, c] : *found) {
    EXPECT_GT(orientation(rim[a], rim[b], rim[c]), 0);
    sum += area(rim[a], rim[b], rim[c]);
    for (const auto& other : *found) {
      // Across a common edge nobody is in the other's circle.
      for (int i = 0; i < 3; ++i) {
        const int from = other[(i + 1) % 3];
        const int to = other[(i + 2) % 3];
        const bool is_beside =
            (a == to && b == from) || (b == to && c == from) || (c == to && a == from);
        if (!is_beside) continue;
        EXPECT_LE(in_circle(rim[a], rim[b], rim[c], rim[other[i]]), 0);
      }
    }
  }
  EXPECT_NEAR(sum, area_of(rim), 1e-12 * std::abs(sum));
}

TEST(Polygon, IsCutIntoDelaunayTriangles) {
  expect_triangulated({{0, 0}, {1, 0}, {0, 1}});
  expect_triangulated({{0, 0}, {1, 0}, {1, 1}, {0, 1}});          // all on one circle
  expect_triangulated({{0, 0}, {4, 0}, {4, 4}, {3, 1}});          // not convex
  expect_triangulated({{0, 0}, {1, 0}, {2, 0}, {2, 1}, {0, 1}});  // three on one line
}

TEST(Polygon, IsCutWhateverItsShapeRoundAPoint) {
  isthmus::Random random(5);
  for (int round = 0; round < 200; ++round) {
    const int corners = 3 + static_cast<int>(random.below(10));
    std::vector<Point> rim;
    for (int i = 0; i < corners; ++i) {
      const double angle = 2 * std::numbers::pi * (i + 0.8 * random.uniform()) / corners;
      const double far = 0.2 + random.uniform();
      rim.push_back({far * std::cos(angle), far * std::sin(angle)});
    }
    if (area_of(rim) > 0) expect_triangulated(rim);
  }
}

TEST(Polygon, IsRefusedWhereItIsFlat) {
  EXPECT_FALSE(triangulate_polygon(std::vector<Point>{{0, 0}, {1, 0}}));
  EXPECT_FALSE(triangulate_polygon(std::vector<Point>{{0, 0}, {1, 0}, {2, 0}}));
  EXPECT_FALSE(triangulate_polygon(std::vector<Point>{{0, 0}, {0, 1}, {1, 0}}));  // clockwise
}

}  // namespace
}  // namespace meshgen
