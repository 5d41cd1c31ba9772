#include "fem/adjacency.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "fem/box.hpp"

namespace isthmus::fem {
namespace {

Mesh box(std::array<std::int32_t, 3> cells) {
  return box_of_tets({{0, 0, 0}, {1, 1, 1}, cells, Kind::tet4}).value();
}

TEST(Facets, AreOfTwoElementsInsideAndOfOneAtTheSurface) {
  const Mesh mesh = box({3, 2, 2});
  const auto facets = facets_of(mesh);
  ASSERT_TRUE(facets);
  const auto outer = std::ranges::count(*facets, -1, &Facet::second);
  EXPECT_EQ(outer, std::ssize(mesh.triangles));
  EXPECT_EQ(2 * std::ssize(*facets) - outer, 4 * std::int64_t{mesh.element_count()});
}

TEST(Facets, FaceAwayFromTheFirstElement) {
  const Mesh mesh = box({2, 1, 2});
  const auto facets = facets_of(mesh);
  ASSERT_TRUE(facets);
  for (const Facet& facet : *facets) {
    const auto n = mesh.nodes_of(facet.first);
    const auto& p = mesh.points;
    // The corner opposite lies below the side.
    EXPECT_LT(volume_of(p[facet.nodes[0]], p[facet.nodes[1]], p[facet.nodes[2]],
                        p[n[static_cast<std::size_t>(facet.side)]]),
              0);
    if (facet.second >= 0) {
      EXPECT_LT(facet.first, facet.second);
    }
  }
}

TEST(Facets, OfThreeElementsAreRefused) {
  Mesh mesh = box({1, 1, 1});
  const std::vector<std::int32_t> again(mesh.nodes.begin(), mesh.nodes.begin() + 4);
  for (int i = 0; i < 2; ++i) mesh.nodes.insert(mesh.nodes.end(), again.begin(), again.end());
  const auto facets = facets_of(mesh);
  ASSERT_FALSE(facets);
  EXPECT_NE(facets.error().text().find("share a side"), std::string::npos);
}

TEST(Facets, OfTenNodesHaveTheSameMiddlesOnBothSides) {
  Mesh mesh = box_of_tets({{0, 0, 0}, {1, 1, 1}, {1, 1, 1}, Kind::tet10}).value();
  ASSERT_TRUE(facets_of(mesh));
  mesh.points.push_back(mesh.points[static_cast<std::size_t>(mesh.nodes[4])]);
  mesh.nodes[4] = static_cast<std::int32_t>(mesh.points.size()) - 1;
  const auto facets = facets_of(mesh);
  ASSERT_FALSE(facets);
  EXPECT_NE(facets.error().text().find("but not the middles of its edges"), std::string::npos);
}

TEST(Neighbours, AreMutualAndThoseByNodesIncludeThoseByFacets) {
  const Mesh mesh = box({2, 2, 2});
  const Lists by_facet = neighbours_of(mesh, Adjacency::facet);
  const Lists by_node = neighbours_of(mesh, Adjacency::node);
  ASSERT_EQ(by_facet.size(), mesh.element_count());
  for (std::int32_t i = 0; i < by_facet.size(); ++i) {
    EXPECT_LE(by_facet[i].size(), 4U);
    EXPECT_TRUE(std::ranges::includes(by_node[i], by_facet[i]));
    for (const std::int32_t other : by_node[i]) {
      EXPECT_NE(other, i);
      EXPECT_TRUE(std::ranges::binary_search(by_node[other], i));
    }
  }
}

TEST(ElementsOfNodes, HoldEachElementAtEachOfItsNodes) {
  const Mesh mesh = box({2, 1, 1});
  const Lists lists = elements_of_nodes(mesh);
  std::size_t count = 0;
  for (std::int32_t node = 0; node < mesh.node_count(); ++node) {
    EXPECT_TRUE(std::ranges::is_sorted(lists[node]));
    for (const std::int32_t element : lists[node]) {
      EXPECT_EQ(std::ranges::count(mesh.nodes_of(element), node), 1);
      ++count;
    }
  }
  EXPECT_EQ(count, mesh.nodes.size());
}

}  // namespace
}  // namespace isthmus::fem
