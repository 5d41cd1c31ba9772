#include "meshgen/mesh.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "meshgen/test_domains.hpp"
#include "meshgen/triangulate.hpp"

namespace meshgen {
namespace {

// Neighbours know each other, corners turn left, segments know a triangle of theirs.
void expect_sound(const Mesh& mesh) {
  for (std::size_t t = 0; t < mesh.triangles().size(); ++t) {
    const Triangle& triangle = mesh.triangles()[t];
    EXPECT_GT(orientation(mesh.point(triangle.corner[0]), mesh.point(triangle.corner[1]),
                          mesh.point(triangle.corner[2])),
              0);
    for (int i = 0; i < 3; ++i) {
      const std::int32_t next = triangle.neighbor[i];
      if (next < 0) {
        EXPECT_GE(triangle.segment[i], 0);
        continue;
      }
      const Triangle& other = mesh.triangles()[next];
      const auto back = std::ranges::find(other.neighbor, static_cast<std::int32_t>(t));
      ASSERT_NE(back, other.neighbor.end());
      const auto j = static_cast<int>(back - other.neighbor.begin());
      EXPECT_EQ(other.corner[(j + 1) % 3], triangle.corner[(i + 2) % 3]);
      EXPECT_EQ(other.corner[(j + 2) % 3], triangle.corner[(i + 1) % 3]);
      EXPECT_EQ(other.segment[j], triangle.segment[i]);
    }
  }
  for (std::size_t s = 0; s < mesh.segments().size(); ++s) {
    if (!mesh.is_whole(static_cast<std::int32_t>(s))) continue;
    const auto& held = mesh.triangles()[mesh.segments()[s].triangle].segment;
    EXPECT_NE(std::ranges::find(held, static_cast<std::int32_t>(s)), held.end());
  }
}

Mesh square_mesh() { return *triangulate(unit_square()); }

TEST(Mesh, TakesAPointInside) {
  Mesh mesh = square_mesh();
  const Point point{0.3, 0.6};
  const Place place = mesh.walk(0, point);
  ASSERT_GE(place.triangle, 0);
  Cavity cavity;
  ASSERT_TRUE(mesh.find_cavity(point, place.triangle, cavity));
  std::vector<std::int32_t> created;
  mesh.fill(cavity, created);
  EXPECT_EQ(created.size(), 4u);
  EXPECT_EQ(mesh.triangles().size(), 4u);
  EXPECT_DOUBLE_EQ(total_area(mesh), 1.0);
  expect_sound(mesh);
}

TEST(Mesh, WalksEndBeforeTheSegmentThatIsInTheWay) {
  const Mesh mesh = square_mesh();
  const Place place = mesh.walk(0, {0.5, -3});
  ASSERT_GE(place.segment, 0);
  const Segment& segment = mesh.segments()[place.segment];
  EXPECT_EQ(mesh.point(segment.from).y, 0);
  EXPECT_EQ(mesh.point(segment.to).y, 0);
  EXPECT_EQ(place.triangle, -1);
}

TEST(Mesh, SplitsASegmentIntoATreeOfParts) {
  Mesh mesh = square_mesh();
  Cavity cavity;
  std::vector<std::int32_t> created;
  ASSERT_TRUE(mesh.find_split_cavity(0, cavity));
  mesh.fill(cavity, created);
  std::int32_t whole = -1;
  const std::int32_t second = mesh.find_segment(0, 3, whole);
  ASSERT_GE(second, 0);
  EXPECT_EQ(mesh.segments()[second].position, 3u);
  EXPECT_EQ(mesh.segments()[second].to, mesh.segments()[0].to);
  EXPECT_EQ(mesh.find_segment(0, 13, whole), -1);
  EXPECT_EQ(whole, second);
  expect_sound(mesh);
}

TEST(Mesh, SplitsASegmentThatHasTrianglesOnBothSides) {
  Mesh mesh = *triangulate(fan());
  const double area = total_area(mesh);
  for (int i = 0; i < 60; ++i) {
    std::int32_t segment = 0;
    while (!mesh.is_whole(segment)) ++segment;
    Cavity cavity;
    std::vector<std::int32_t> created;
    ASSERT_TRUE(mesh.find_split_cavity(segment, cavity));
    mesh.fill(cavity, created);
  }
  EXPECT_DOUBLE_EQ(total_area(mesh), area);
  expect_sound(mesh);
}

TEST(Mesh, KnowsEdgesBetweenShellsOfAnAcuteCorner) {
  Mesh mesh = *triangulate(domain_of({{0, 0}, {1, 0}, {1.03, 0.37}}, {{0, 1}, {1, 2}, {2, 0}}));
  Cavity cavity;
  std::vector<std::int32_t> created;
  std::vector<std::int32_t> beside_corner;
  for (std::int32_t segment = 0; segment < 3; ++segment) {
    const auto& ends = mesh.segments()[segment];
    if (mesh.point(ends.from) == Point{0, 0} || mesh.point(ends.to) == Point{0, 0}) {
      beside_corner.push_back(static_cast<std::int32_t>(mesh.points().size()));
    }
    ASSERT_TRUE(mesh.find_split_cavity(segment, cavity));
    mesh.fill(cavity, created);
  }
  ASSERT_EQ(beside_corner.size(), 2u);
  // Lengths of 1 and 1.09 are split at 0.5 both.
  EXPECT_TRUE(mesh.is_between_shells(beside_corner[0], beside_corner[1]));
  EXPECT_FALSE(mesh.is_between_shells(beside_corner[0], 0));
}

TEST(Mesh, RefusesToSplitWhatIsShorterThanItsCoordinatesTell) {
  const double x = 1 + 0x1p-52;
  Mesh mesh = *triangulate(domain_of({{1, 0}, {x, 0}, {1.5, 1}}, {{0, 1}, {1, 2}, {2, 0}}));
  Cavity cavity;
  std::int32_t shortest = 0;
  for (std::int32_t i = 1; i < 3; ++i) {
    if (mesh.squared_length(i) < mesh.squared_length(shortest)) shortest = i;
  }
  EXPECT_FALSE(mesh.find_split_cavity(shortest, cavity));
}

}  // namespace
}  // namespace meshgen
