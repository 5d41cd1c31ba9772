#include "isthmus/graph/graph.hpp"

namespace isthmus::graph {

Graph subgraph_of(const Graph& graph, std::span<const std::uint32_t> chosen,
                  std::vector<std::uint32_t>& number_of) {
  std::size_t edges = 0;
  for (std::uint32_t k = 0; k < chosen.size(); ++k) {
    number_of[chosen[k]] = k;
    edges += graph.degree(chosen[k]);
  }
  Graph result;
  result.begin.reserve(chosen.size() + 1);
  result.neighbour.reserve(edges);
  result.weight.reserve(edges);
  for (const std::uint32_t v : chosen) {
    for (std::uint32_t at = graph.begin[v]; at < graph.begin[v + 1]; ++at) {
      const std::uint32_t number = number_of[graph.neighbour[at]];
      if (number == not_chosen) continue;
      result.neighbour.push_back(number);
      result.weight.push_back(graph.weight[at]);
    }
    result.begin.push_back(static_cast<std::uint32_t>(result.neighbour.size()));
  }
  for (const std::uint32_t v : chosen) number_of[v] = not_chosen;
  return result;
}

}  // namespace isthmus::graph
