// fem/adjacency.hpp: what lies next to what in a mesh.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "fem/mesh.hpp"

namespace isthmus::fem {

/// Lists of numbers one after the other: list i is `lists[i]`.
struct Lists {
  std::vector<std::int64_t> begin = {0};  ///< Of each list, and the end of the last.
  std::vector<std::int32_t> items = {};

  std::int32_t size() const { return static_cast<std::int32_t>(begin.size()) - 1; }
  std::span<const std::int32_t> operator[](std::int32_t i) const {
    const auto at = static_cast<std::size_t>(i);
    return std::span(items).subspan(static_cast<std::size_t>(begin[at]),
                                    static_cast<std::size_t>(begin[at + 1] - begin[at]));
  }
  void add(std::span<const std::int32_t> list) {
    items.insert(items.end(), list.begin(), list.end());
    begin.push_back(std::ssize(items));
  }
};

/// The elements at each node, ascending. Middles of edges count as nodes.
Lists elements_of_nodes(const Mesh& mesh);

/// A side of one element or of two. Its corners are counter-clockwise as seen from outside `first`.
struct Facet {
  std::array<std::int32_t, 3> nodes = {};
  std::int32_t first = 0;    ///< The element of the smaller number.
  std::int32_t second = -1;  ///< The other one; -1 at the surface.
  std::int8_t side = 0;      ///< Of `first`.

  bool operator==(const Facet&) const = default;
};

/// All of the mesh, ordered by `first` and `side`; a facet's number is its place.
/// ErrorCode::bad_input where three elements share a side.
Expected<std::vector<Facet>> facets_of(const Mesh& mesh);
/// The same of elements by their nodes, nodes_per(kind) of each.
Expected<std::vector<Facet>> facets_of(Kind kind, std::span<const std::int32_t> nodes);

/// The nodes of a facet: its corners and, where elements have them, the middles of its edges (0,1)
/// (1,2) (2,0).
struct FacetNodes {
  std::array<std::int32_t, 6> nodes = {};
  std::size_t count = 3;

  std::span<const std::int32_t> all() const { return std::span(nodes).first(count); }
};
/// Of one of facets_of(kind, nodes).
FacetNodes nodes_of(const Facet& facet, Kind kind, std::span<const std::int32_t> nodes);

/// What makes two elements neighbours.
enum class Adjacency : std::uint8_t { facet, node };

/// The neighbours of each element, ascending, without itself.
Lists neighbours_of(const Mesh& mesh, Adjacency by);

}  // namespace isthmus::fem
