#include "isthmus/balance/strategy/graph.hpp"

#include <algorithm>
#include <limits>

namespace isthmus::engine::balance {

namespace {

/// The edges of a snapshot by receiver: of each the sender and the edge's place.
struct Reversed {
  std::vector<std::uint32_t> begin;
  std::vector<std::uint32_t> from;
  std::vector<std::uint32_t> edge;
};

Reversed reverse(const EdgeColumns& edges, std::uint32_t count) {
  Reversed reversed;
  reversed.begin.assign(count + 1, 0);
  for (const std::uint32_t to : edges.to) ++reversed.begin[to + 1];
  for (std::uint32_t i = 0; i < count; ++i) reversed.begin[i + 1] += reversed.begin[i];
  reversed.from.resize(edges.size());
  reversed.edge.resize(edges.size());
  std::vector<std::uint32_t> next(reversed.begin.begin(), reversed.begin.end() - 1);
  for (std::uint32_t from = 0; from < count; ++from) {
    for (std::uint32_t at = edges.begin[from]; at < edges.begin[from + 1]; ++at) {
      const std::uint32_t place = next[edges.to[at]]++;
      reversed.from[place] = from;
      reversed.edge[place] = at;
    }
  }
  return reversed;
}

}  // namespace

Graph graph_of(const Snapshot& snapshot) {
  const EdgeColumns& edges = snapshot.edges;
  const auto count = static_cast<std::uint32_t>(snapshot.object_count());
  const Reversed reversed = reverse(edges, count);
  Graph graph;
  graph.begin.reserve(count + 1);
  graph.neighbour.reserve(edges.size());
  graph.weight.reserve(edges.size());
  constexpr std::uint64_t most = std::numeric_limits<std::uint32_t>::max();
  for (std::uint32_t i = 0; i < count; ++i) {
    std::uint32_t out = edges.begin[i];
    std::uint32_t in = reversed.begin[i];
    while (out < edges.begin[i + 1] || in < reversed.begin[i + 1]) {
      const std::uint32_t to = out < edges.begin[i + 1] ? edges.to[out] : not_chosen;
      const std::uint32_t from = in < reversed.begin[i + 1] ? reversed.from[in] : not_chosen;
      const std::uint32_t other = std::min(to, from);
      std::uint64_t messages = 0;
      if (to == other) messages += edges.messages[out++];
      if (from == other) messages += edges.messages[reversed.edge[in++]];
      if (messages == 0) continue;
      graph.neighbour.push_back(other);
      graph.weight.push_back(static_cast<std::uint32_t>(std::min(messages, most)));
    }
    graph.begin.push_back(static_cast<std::uint32_t>(graph.neighbour.size()));
  }
  return graph;
}

}  // namespace isthmus::engine::balance
