// fem/piece.hpp: one part of a mesh with the ghosts around it, and what goes to which other part.
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "fem/adjacency.hpp"
#include "fem/mesh.hpp"

namespace isthmus::fem {

/// Which elements of other parts a piece holds.
struct Ghosts {
  enum class By : std::uint8_t {
    facet,       ///< Layer by layer those that share a side with the layer below.
    node,        ///< Those that share a node.
    owned_node,  ///< First those at nodes that the part owns, then by node: who has one layer can
                 ///< sum up what elements contribute to the nodes it owns, in the order of all
                 ///< elements, and waits for nobody.
  };
  int layers = 1;
  By by = By::node;
};

/// What a piece has to do with one other. All numbers are the piece's own; lists that belong
/// together are in the same order at both ends.
struct Link {
  std::int32_t part = 0;
  std::vector<std::int32_t> shared = {};      ///< Nodes at which both have elements of their own.
  std::vector<std::int32_t> nodes_to = {};    ///< Owned here, held there.
  std::vector<std::int32_t> nodes_from = {};  ///< Owned there, held here.
  /// Of each node of nodes_to, the elements with this node that both hold; likewise from there.
  Lists elements_at_nodes_to = {};
  Lists elements_at_nodes_from = {};
  std::vector<std::int32_t> elements_to = {};    ///< Its own here, ghosts there.
  std::vector<std::int32_t> elements_from = {};  ///< Ghosts here, its own there.
};

/// Plain data; may be sent. Elements and nodes are in the order of the whole mesh.
struct Piece {
  std::int32_t part = 0;
  Kind kind = Kind::tet4;
  std::vector<std::int32_t> elements = {};  ///< Their numbers in the whole mesh, ascending.
  std::vector<std::int32_t> layer = {};     ///< 0: the part's own; from 1 on: ghosts.
  std::vector<std::int32_t> group = {};
  std::vector<std::int32_t> nodes = {};   ///< Of each element, by the piece's numbers.
  std::vector<std::int32_t> places = {};  ///< The nodes' numbers in the whole mesh, ascending.
  /// The part with the most elements at the node, of several the first.
  std::vector<std::int32_t> owner = {};
  std::vector<Point> points = {};
  std::map<std::string, Field> node_data = {};
  std::map<std::string, Field> element_data = {};
  std::vector<Link> links = {};  ///< By part, ascending.

  std::int32_t node_count() const { return static_cast<std::int32_t>(places.size()); }
  std::int32_t element_count() const { return static_cast<std::int32_t>(elements.size()); }
  std::span<const std::int32_t> nodes_of(std::int32_t element) const {
    const auto per = static_cast<std::size_t>(nodes_per(kind));
    return std::span(nodes).subspan(per * static_cast<std::size_t>(element), per);
  }
  bool owns(std::int32_t node) const { return owner[static_cast<std::size_t>(node)] == part; }
};

/// The pieces of a mesh by part, with its data. `part` has a number from 0 on for each element, and
/// no part is empty. O(elements and ghosts, log of them).
std::vector<Piece> pieces_of(const Mesh& mesh, std::span<const std::int32_t> part,
                             const Ghosts& ghosts);

/// The pieces' own elements and nodes as one mesh again, in the order of the mesh that they were
/// cut from, with the data that the pieces have now: those of nodes are the owners'. Triangles and
/// names are not in pieces. ErrorCode::bad_input where the pieces are not all of one mesh, each
/// once.
Expected<Mesh> join(std::span<const Piece> pieces);

}  // namespace isthmus::fem
