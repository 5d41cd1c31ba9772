#include "fem/box.hpp"

#include <gtest/gtest.h>

#include <set>

namespace isthmus::fem {
namespace {

TEST(BoxOfTets, FillsTheBoxWithElementsOfPositiveVolume) {
  const Box box{{-1, 0, 2}, {2, 3, 0.5}, {4, 3, 2}, Kind::tet4};
  const auto mesh = box_of_tets(box);
  ASSERT_TRUE(mesh);
  EXPECT_EQ(mesh->node_count(), 5 * 4 * 3);
  EXPECT_EQ(mesh->element_count(), 6 * 4 * 3 * 2);
  EXPECT_TRUE(check(*mesh, "box"));
  double volume = 0;
  for (std::int32_t i = 0; i < mesh->element_count(); ++i) volume += volume_of(*mesh, i);
  EXPECT_NEAR(volume, 3, 1e-12);
}

TEST(BoxOfTets, NamesEachTriangleOfTheSurfaceOnce) {
  const auto mesh = box_of_tets({{0, 0, 0}, {1, 1, 1}, {3, 2, 1}, Kind::tet4});
  ASSERT_TRUE(mesh);
  EXPECT_EQ(mesh->triangles.size(), 2U * 2 * (3 * 2 + 2 * 1 + 3 * 1));
  for (const Triangle& triangle : mesh->triangles) {
    const auto axis = static_cast<std::size_t>((triangle.group - 1) / 2);
    const double end = triangle.group % 2 == 1 ? 0 : 1;
    for (const std::int32_t node : triangle.nodes) EXPECT_EQ(mesh->points[node][axis], end);
  }
  EXPECT_EQ(mesh->names.at({2, 4}), "high y");
}

TEST(BoxOfTets, PutsOneNodeInTheMiddleOfEachEdge) {
  const auto mesh = box_of_tets({{0, 0, 0}, {1, 1, 1}, {2, 2, 2}, Kind::tet10});
  ASSERT_TRUE(mesh);
  // Edges of a Kuhn box: along the axes, across faces, through cells.
  EXPECT_EQ(mesh->node_count(), 27 + 3 * 18 + 3 * 12 + 8);
  for (std::int32_t i = 0; i < mesh->element_count(); ++i) {
    const auto n = mesh->nodes_of(i);
    for (std::size_t k = 0; k < 6; ++k) {
      for (std::size_t x = 0; x < 3; ++x) {
        const double ends =
            mesh->points[n[edges_of_tet[k][0]]][x] + mesh->points[n[edges_of_tet[k][1]]][x];
        EXPECT_EQ(mesh->points[n[4 + k]][x], ends / 2);
      }
    }
  }
}

TEST(WithMiddles, GivesTheMiddlesTheDataOfTheirEnds) {
  Mesh mesh = box_of_tets({{0, 0, 0}, {1, 2, 1}, {2, 1, 1}, Kind::tet4}).value();
  Field& place = mesh.node_data["place"];
  place.components = 3;
  for (const Point& p : mesh.points) place.values.insert(place.values.end(), p.begin(), p.end());
  const Mesh fine = with_middles(mesh);
  ASSERT_TRUE(check(fine, "fine"));
  for (std::int32_t i = 0; i < fine.node_count(); ++i) {
    for (std::size_t k = 0; k < 3; ++k) {
      EXPECT_EQ(fine.node_data.at("place").values[3 * static_cast<std::size_t>(i) + k],
                fine.points[i][k]);
    }
  }
}

TEST(BoxOfTets, RefusesWhatIsNoBox) {
  EXPECT_FALSE(box_of_tets({{0, 0, 0}, {1, 0, 1}, {1, 1, 1}, Kind::tet4}));
  EXPECT_FALSE(box_of_tets({{0, 0, 0}, {1, 1, 1}, {1, 0, 1}, Kind::tet4}));
  const auto large = box_of_tets({{0, 0, 0}, {1, 1, 1}, {2000, 2000, 2000}, Kind::tet4});
  ASSERT_FALSE(large);
  EXPECT_NE(large.error().text().find("2147483647"), std::string::npos);
}

TEST(Mesh, IsCheckedForNodesAndVolumes) {
  auto mesh = box_of_tets({{0, 0, 0}, {1, 1, 1}, {1, 1, 1}, Kind::tet4}).value();
  auto wrong = mesh;
  wrong.nodes[5] = 8;
  EXPECT_EQ(check(wrong, "m").error().text(), "m: element 1 has node 8 (expected 0 to 7)");
  wrong = mesh;
  std::swap(wrong.nodes[0], wrong.nodes[1]);
  EXPECT_NE(check(wrong, "m").error().text().find("element 0 has volume -"), std::string::npos);
  for (Point& point : wrong.points) point[0] *= 1e250;
  EXPECT_EQ(check(wrong, "m").error().text(),
            "m: element 0 has volume -1.66667e+249 (expected more than 0)");
  wrong = mesh;
  wrong.element_data["stress"] = {6, {1, 2, 3}};
  EXPECT_NE(check(wrong, "m").error().text().find("'stress' has 3 values"), std::string::npos);
}

}  // namespace
}  // namespace isthmus::fem
