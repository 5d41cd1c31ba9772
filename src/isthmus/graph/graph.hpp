// isthmus/graph/graph.hpp: a weighted graph as three arrays.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace isthmus::graph {

/// An edge is listed at both ends, those of a vertex in ascending order; no vertex is its own
/// neighbour. Plain data.
struct Graph {
  /// The edges of vertex v are those from begin[v] up to begin[v + 1].
  std::vector<std::uint32_t> begin = {0};
  std::vector<std::uint32_t> neighbour = {};  ///< By edge.
  std::vector<std::uint32_t> weight = {};     ///< By edge, what it costs to cut it, at least one.

  std::size_t vertex_count() const { return begin.size() - 1; }
  std::uint32_t degree(std::uint32_t v) const { return begin[v + 1] - begin[v]; }
};

/// Vertex k of the result is chosen[k], in ascending order; edges to others are left out.
/// O(the chosen vertices' edges), and a scratch of `number_of`, an entry a vertex, that comes back
/// as it was: all `not_chosen`.
inline constexpr std::uint32_t not_chosen = 0xffffffffu;
Graph subgraph_of(const Graph& graph, std::span<const std::uint32_t> chosen,
                  std::vector<std::uint32_t>& number_of);

}  // namespace isthmus::graph
