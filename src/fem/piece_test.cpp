#include "fem/piece.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>

#include "fem/box.hpp"
#include "fem/cut.hpp"

namespace isthmus::fem {
namespace {

Mesh meshed_box(Kind kind = Kind::tet4) {
  Mesh mesh = box_of_tets({{0, 0, 0}, {3, 2, 1}, {5, 4, 3}, kind}).value();
  Field& place = mesh.node_data["place"];
  place.components = 3;
  for (const Point& p : mesh.points) {
    place.values.insert(place.values.end(), p.begin(), p.end());
  }
  Field& number = mesh.element_data["number"];
  for (std::int32_t i = 0; i < mesh.element_count(); ++i) number.values.push_back(i);
  return mesh;
}

std::vector<Piece> cut_up(const Mesh& mesh, const Ghosts& ghosts, std::int32_t parts = 7) {
  return pieces_of(mesh, cut(mesh, {}, even_parts(parts)).value(), ghosts);
}

const Link& link_to(const Piece& piece, std::int32_t part) {
  return *std::ranges::find(piece.links, part, &Link::part);
}

TEST(Pieces, JoinedAgainAreTheMeshWithItsData) {
  for (const Kind kind : {Kind::tet4, Kind::tet10}) {
    Mesh mesh = meshed_box(kind);
    const auto joined = join(cut_up(mesh, {2, Ghosts::By::facet}));
    ASSERT_TRUE(joined);
    EXPECT_EQ(joined->points, mesh.points);
    EXPECT_EQ(joined->nodes, mesh.nodes);
    EXPECT_EQ(joined->group, mesh.group);
    EXPECT_EQ(joined->node_data, mesh.node_data);
    EXPECT_EQ(joined->element_data, mesh.element_data);
  }
}

TEST(Pieces, ThatAreNotAllThereAreNotJoined) {
  auto pieces = cut_up(meshed_box(), {1, Ghosts::By::node});
  pieces.erase(pieces.begin());
  EXPECT_FALSE(join(pieces));
}

TEST(Pieces, ThatAreThereTwiceAreNotJoined) {
  auto pieces = cut_up(meshed_box(), {1, Ghosts::By::node});
  pieces.push_back(pieces[2]);
  const auto joined = join(pieces);
  ASSERT_FALSE(joined);
  EXPECT_NE(joined.error().text().find(" again in part 2 (expected each piece of a mesh once)"),
            std::string::npos)
      << joined.error().text();
  // As many nodes and elements as the mesh has, and yet not all of them.
  pieces.pop_back();
  for (const auto without : {std::size_t{0}, std::size_t{4}}) {
    auto wrong = pieces;
    wrong[without] = wrong[2];
    EXPECT_FALSE(join(wrong));
  }
}

TEST(Pieces, HoldTheLayersThatAreAskedFor) {
  const Mesh mesh = meshed_box();
  for (const auto& [by, adjacency] : {std::pair(Ghosts::By::facet, Adjacency::facet),
                                      std::pair(Ghosts::By::node, Adjacency::node)}) {
    const Lists beside = neighbours_of(mesh, adjacency);
    for (int layers = 0; layers <= 3; ++layers) {
      for (const Piece& piece : cut_up(mesh, {layers, by})) {
        std::map<std::int32_t, std::int32_t> layer;
        for (std::size_t i = 0; i < piece.elements.size(); ++i) {
          layer[piece.elements[i]] = piece.layer[i];
        }
        for (const auto& [element, number] : layer) {
          std::int32_t nearest = layers + 1;
          for (const std::int32_t other : beside[element]) {
            const auto found = layer.find(other);
            if (found != layer.end()) {
              nearest = std::min(nearest, found->second);
            } else {
              EXPECT_EQ(number, layers);
            }
          }
          if (number > 0) {
            EXPECT_EQ(number, nearest + 1);
          }
        }
      }
    }
  }
}

TEST(Pieces, HoldAllElementsAtTheNodesThatTheyOwn) {
  const Mesh mesh = meshed_box();
  const Lists at_node = elements_of_nodes(mesh);
  std::size_t by_node = 0;
  std::size_t by_owned_node = 0;
  for (const Piece& piece : cut_up(mesh, {1, Ghosts::By::owned_node})) {
    by_owned_node += piece.elements.size();
    for (std::int32_t i = 0; i < piece.node_count(); ++i) {
      if (!piece.owns(i)) continue;
      for (const std::int32_t element : at_node[piece.places[i]]) {
        EXPECT_TRUE(std::ranges::binary_search(piece.elements, element));
      }
    }
  }
  for (const Piece& piece : cut_up(mesh, {1, Ghosts::By::node})) by_node += piece.elements.size();
  EXPECT_LT(by_owned_node, by_node);
}

TEST(Pieces, OwnEachNodeOnce) {
  const Mesh mesh = meshed_box();
  std::vector<int> owners(mesh.points.size(), 0);
  for (const Piece& piece : cut_up(mesh, {1, Ghosts::By::node})) {
    for (std::int32_t i = 0; i < piece.node_count(); ++i) owners[piece.places[i]] += piece.owns(i);
  }
  EXPECT_EQ(std::ranges::count(owners, 1), std::ssize(owners));
}

TEST(Links, NameTheSameNodesAndElementsAtBothEnds) {
  const auto pieces = cut_up(meshed_box(), {1, Ghosts::By::owned_node});
  const auto places = [](const Piece& piece, const std::vector<std::int32_t>& nodes) {
    std::vector<std::int32_t> all;
    for (const std::int32_t node : nodes) all.push_back(piece.places[node]);
    return all;
  };
  const auto elements = [](const Piece& piece, const std::vector<std::int32_t>& some) {
    std::vector<std::int32_t> all;
    for (const std::int32_t element : some) all.push_back(piece.elements[element]);
    return all;
  };
  for (const Piece& piece : pieces) {
    for (const Link& link : piece.links) {
      const Piece& other = pieces[link.part];
      const Link& back = link_to(other, piece.part);
      EXPECT_EQ(places(piece, link.shared), places(other, back.shared));
      EXPECT_EQ(places(piece, link.nodes_to), places(other, back.nodes_from));
      EXPECT_EQ(elements(piece, link.elements_to), elements(other, back.elements_from));
      EXPECT_EQ(link.elements_at_nodes_to.begin, back.elements_at_nodes_from.begin);
      EXPECT_EQ(elements(piece, link.elements_at_nodes_to.items),
                elements(other, back.elements_at_nodes_from.items));
      for (const std::int32_t node : link.nodes_to) EXPECT_TRUE(piece.owns(node));
      for (const std::int32_t node : link.nodes_from) EXPECT_EQ(piece.owner[node], link.part);
    }
  }
}

}  // namespace
}  // namespace isthmus::fem
