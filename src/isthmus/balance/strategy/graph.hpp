// isthmus/balance/strategy/graph.hpp: who talks with whom, both directions summed.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "isthmus/balance/snapshot.hpp"

namespace isthmus::balance {

/// A vertex an object; an edge is listed at both ends, in ascending order, with the messages of
/// both directions, at least one. Pairs that exchanged no message are not neighbours.
struct Graph {
  std::vector<std::uint32_t> begin = {0};
  std::vector<std::uint32_t> neighbour = {};
  std::vector<std::uint32_t> messages = {};

  std::size_t vertex_count() const { return begin.size() - 1; }
  std::uint32_t degree(std::uint32_t v) const { return begin[v + 1] - begin[v]; }
};

/// O(objects + edges).
Graph graph_of(const Snapshot& snapshot);

/// Vertex k of the result is object chosen[k], in ascending order; edges to others are left out.
/// O(the chosen objects' edges), and a scratch of `number_of`, an entry an object, that comes back
/// as it was: all `not_chosen`.
inline constexpr std::uint32_t not_chosen = 0xffffffffu;
Graph subgraph_of(const Graph& graph, std::span<const std::uint32_t> chosen,
                  std::vector<std::uint32_t>& number_of);

}  // namespace isthmus::balance
