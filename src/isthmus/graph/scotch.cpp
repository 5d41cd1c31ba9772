#include "isthmus/graph/scotch.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

namespace isthmus::graph {

namespace {

constexpr double scotch_total = 5e8;  // Scotch sums weights in 32 bits

// The weights of edges, scaled down where their sum would not fit.
std::vector<SCOTCH_Num> edge_numbers(const Graph& graph) {
  const double sum = std::accumulate(graph.weight.begin(), graph.weight.end(), 0.0);
  const double scale = sum > scotch_total ? scotch_total / sum : 1.0;
  std::vector<SCOTCH_Num> numbers;
  numbers.reserve(graph.weight.size());
  for (const std::uint32_t weight : graph.weight) {
    numbers.push_back(std::max(1, static_cast<SCOTCH_Num>(weight * scale)));
  }
  return numbers;
}

}  // namespace

std::vector<SCOTCH_Num> whole_numbers(std::span<const double> weights, double total) {
  const double sum = std::accumulate(weights.begin(), weights.end(), 0.0);
  const double scale = sum > 0 ? total / sum : 0.0;
  std::vector<SCOTCH_Num> result;
  for (const double weight : weights) {
    result.push_back(std::max(1, static_cast<SCOTCH_Num>(weight * scale)));
  }
  return result;
}

ScotchContext::ScotchContext(std::uint64_t seed) {
  SCOTCH_contextInit(&context_);
  SCOTCH_contextOptionSetNum(&context_, SCOTCH_OPTIONNUMDETERMINISTIC, 1);
  SCOTCH_contextRandomClone(&context_);
  SCOTCH_contextRandomSeed(&context_, static_cast<SCOTCH_Num>(seed & 0x7fffffff));
  SCOTCH_contextRandomReset(&context_);
  SCOTCH_contextThreadSpawn(&context_, 1, nullptr);
}

ScotchGraph::ScotchGraph(std::vector<SCOTCH_Num> begin, std::vector<SCOTCH_Num> neighbours,
                         std::vector<SCOTCH_Num> vertex_weights,
                         std::vector<SCOTCH_Num> edge_weights)
    : begin_(std::move(begin)),
      neighbours_(std::move(neighbours)),
      vertex_weights_(std::move(vertex_weights)),
      edge_weights_(std::move(edge_weights)) {
  SCOTCH_graphInit(&graph_);
  is_built_ = SCOTCH_graphBuild(&graph_, 0, static_cast<SCOTCH_Num>(vertex_weights_.size()),
                                begin_.data(), begin_.data() + 1, vertex_weights_.data(), nullptr,
                                static_cast<SCOTCH_Num>(neighbours_.size()), neighbours_.data(),
                                edge_weights_.data()) == 0;
}

ScotchGraph::ScotchGraph(const Graph& graph, std::span<const double> vertex_weights)
    : ScotchGraph({graph.begin.begin(), graph.begin.end()},
                  {graph.neighbour.begin(), graph.neighbour.end()},
                  whole_numbers(vertex_weights, scotch_total), edge_numbers(graph)) {}

}  // namespace isthmus::graph
