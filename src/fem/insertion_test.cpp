#include "fem/insertion.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>

#include "fem/box.hpp"
#include "fem/cut.hpp"

namespace isthmus::fem {
namespace {

struct Case {
  Piece piece;
  std::vector<Facet> facets;  // between two elements
  Insertion insertion;
};

Case whole(std::array<std::int32_t, 3> cells, Kind kind = Kind::tet4) {
  const Mesh mesh = box_of_tets({{0, 0, 0}, {1, 1, 1}, cells, kind}).value();
  const std::vector<std::int32_t> one(mesh.group.size(), 0);
  Case c{pieces_of(mesh, one, {}).front(), {}, {}};
  const auto all = facets_of(mesh).value();
  for (const Facet& facet : all) {
    if (facet.second >= 0) c.facets.push_back(facet);
  }
  c.insertion = Insertion(c.piece, c.facets);
  return c;
}

// All sides at a height.
std::vector<std::int32_t> sides_at(const Case& c, double z) {
  std::vector<std::int32_t> sides;
  for (std::size_t i = 0; i < c.facets.size(); ++i) {
    const bool lies_there = std::ranges::all_of(
        c.facets[i].nodes, [&](std::int32_t node) { return c.piece.points[node][2] == z; });
    if (lies_there) sides.push_back(static_cast<std::int32_t>(i));
  }
  return sides;
}

std::size_t come_apart(Case& c, const std::vector<std::int32_t>& sides) {
  std::size_t fresh = 0;
  for (const std::int32_t side : sides) c.insertion.untie(side);
  for (std::int32_t place = 0; place < c.piece.node_count(); ++place) {
    fresh += c.insertion.come_apart(place).size();
  }
  return fresh;
}

TEST(Insertion, OfAWholeLayerCutsTheSolidInTwo) {
  Case c = whole({2, 2, 2});
  const auto sides = sides_at(c, 0.5);
  ASSERT_EQ(sides.size(), 8U);
  EXPECT_EQ(come_apart(c, sides), 9U);  // each node of the plane once more
  std::set<std::int32_t> above;
  std::set<std::int32_t> below;
  for (std::int32_t e = 0; e < c.piece.element_count(); ++e) {
    double z = 0;
    for (const std::int32_t node : c.piece.nodes_of(e)) z += c.piece.points[node][2];
    for (int k = 0; k < 4; ++k) (z > 2 ? above : below).insert(c.insertion.node(e, k));
  }
  std::vector<std::int32_t> both;
  std::ranges::set_intersection(above, below, std::back_inserter(both));
  EXPECT_TRUE(both.empty());
}

TEST(Insertion, PartsTheMiddlesOfEdgesAsItDoesCorners) {
  Case c = whole({2, 2, 2}, Kind::tet10);
  // Of one side alone the middle of its edge at the surface; of all, 9 corners and 16 edges.
  Case one = c;
  EXPECT_EQ(come_apart(one, {sides_at(c, 0.5).front()}), 1U);
  EXPECT_EQ(come_apart(c, sides_at(c, 0.5)), 25U);
  std::map<std::int32_t, std::set<bool>> sides_of_node;
  for (std::int32_t e = 0; e < c.piece.element_count(); ++e) {
    double z = 0;
    for (const std::int32_t node : c.piece.nodes_of(e).first(4)) z += c.piece.points[node][2];
    for (int k = 0; k < 10; ++k) sides_of_node[c.insertion.node(e, k)].insert(z > 2);
  }
  EXPECT_EQ(std::ssize(sides_of_node), c.insertion.node_count());
  for (const auto& [node, sides] : sides_of_node) EXPECT_EQ(sides.size(), 1U) << node;
}

TEST(Insertion, LeavesTheFrontOfACrackWhole) {
  Case c = whole({3, 3, 2});
  std::vector<std::int32_t> one = {sides_at(c, 0.5).front()};
  EXPECT_EQ(come_apart(c, one), 0U);
  // Of a plane that ends inside, the nodes at the end stay one.
  std::vector<std::int32_t> half;
  for (const std::int32_t side : sides_at(c, 0.5)) {
    const bool is_left = std::ranges::all_of(
        c.facets[side].nodes, [&](std::int32_t node) { return c.piece.points[node][0] < 0.5; });
    if (is_left) half.push_back(side);
  }
  EXPECT_EQ(come_apart(c, half), 4U);  // those at x = 0
}

TEST(Insertion, GivesFreshNodesThePlaceOfTheOldOnes) {
  Case c = whole({2, 2, 2});
  come_apart(c, sides_at(c, 0.5));
  for (std::int32_t e = 0; e < c.piece.element_count(); ++e) {
    const auto nodes = c.piece.nodes_of(e);
    for (int k = 0; k < 4; ++k) {
      EXPECT_EQ(c.insertion.place_of(c.insertion.node(e, k)), nodes[static_cast<std::size_t>(k)]);
    }
  }
}

TEST(Insertion, MakesNothingOfAPlaceASecondTime) {
  Case c = whole({2, 2, 2});
  come_apart(c, sides_at(c, 0.5));
  const std::int32_t before = c.insertion.node_count();
  EXPECT_EQ(come_apart(c, {}), 0U);
  EXPECT_EQ(c.insertion.node_count(), before);
}

TEST(Insertion, OfAllSidesGivesEachElementItsOwnNodes) {
  Case c = whole({2, 1, 1});
  std::vector<std::int32_t> all;
  for (std::size_t i = 0; i < c.facets.size(); ++i) all.push_back(static_cast<std::int32_t>(i));
  come_apart(c, all);
  EXPECT_EQ(c.insertion.node_count(), 4 * c.piece.element_count());
}

// What comes apart in parts is what comes apart in the whole.
void expect_the_same_in_parts(Kind kind) {
  const Mesh mesh = box_of_tets({{0, 0, 0}, {1, 1, 1}, {4, 3, 3}, kind}).value();
  const auto facets = facets_of(mesh).value();
  const auto is_untied = [](std::int32_t element, std::int32_t side) {
    return (element * 7 + side * 3) % 5 < 2;
  };
  // By place and element, the first element that has the same node.
  std::map<std::pair<std::int32_t, std::int32_t>, std::int32_t> first;
  for (const std::int32_t parts : {1, 5}) {
    const auto part = cut(mesh, {}, even_parts(parts)).value();
    for (const Piece& piece : pieces_of(mesh, part, {1, Ghosts::By::owned_node})) {
      std::vector<Facet> held;
      const auto local = facets_of(piece.kind, piece.nodes).value();
      for (const Facet& facet : local) {
        if (facet.second >= 0) held.push_back(facet);
      }
      Insertion insertion(piece, held);
      for (std::size_t i = 0; i < held.size(); ++i) {
        if (is_untied(piece.elements[held[i].first], held[i].side)) {
          insertion.untie(static_cast<std::int32_t>(i));
        }
      }
      for (std::int32_t place = 0; place < piece.node_count(); ++place) {
        if (!piece.owns(place)) continue;
        insertion.come_apart(place);
        std::map<std::int32_t, std::int32_t> seen;
        for (const std::int32_t e : insertion.elements_at(place)) {
          const std::int32_t node = insertion.node(e, insertion.corner_at(e, place));
          const std::int32_t one = seen.try_emplace(node, piece.elements[e]).first->second;
          const auto key = std::pair(piece.places[place], piece.elements[e]);
          if (parts == 1) {
            first[key] = one;
          } else {
            EXPECT_EQ(first.at(key), one);
          }
        }
      }
    }
  }
  EXPECT_EQ(std::ssize(first), std::ssize(mesh.nodes));
}

TEST(Insertion, IsTheSameInPartsAsInTheWhole) {
  for (const Kind kind : {Kind::tet4, Kind::tet10}) expect_the_same_in_parts(kind);
}

}  // namespace
}  // namespace isthmus::fem
