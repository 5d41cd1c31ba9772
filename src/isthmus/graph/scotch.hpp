// isthmus/graph/scotch.hpp: Scotch's things with owners; for who links Scotch.
#pragma once

// scotch.h needs these two before it.
#include <cstdint>
#include <cstdio>

#include <scotch.h>

#include <cstddef>
#include <span>
#include <vector>

#include "isthmus/graph/graph.hpp"

namespace isthmus::graph {

/// In proportion, with a sum of about `total`; each at least 1.
std::vector<SCOTCH_Num> whole_numbers(std::span<const double> weights, double total);

/// A call's own threads (one) and random numbers, so that the same call gives the same answer.
class ScotchContext {
 public:
  explicit ScotchContext(std::uint64_t seed);
  ScotchContext(const ScotchContext&) = delete;
  ScotchContext& operator=(const ScotchContext&) = delete;
  ~ScotchContext() { SCOTCH_contextExit(&context_); }

  SCOTCH_Context* get() { return &context_; }

 private:
  SCOTCH_Context context_;
};

/// A graph as Scotch has it, with the arrays that it points to.
class ScotchGraph {
 public:
  ScotchGraph(std::vector<SCOTCH_Num> begin, std::vector<SCOTCH_Num> neighbours,
              std::vector<SCOTCH_Num> vertex_weights, std::vector<SCOTCH_Num> edge_weights);
  /// Weights are scaled to what Scotch can sum.
  ScotchGraph(const Graph& graph, std::span<const double> vertex_weights);
  ScotchGraph(const ScotchGraph&) = delete;
  ScotchGraph& operator=(const ScotchGraph&) = delete;
  ~ScotchGraph() { SCOTCH_graphExit(&graph_); }

  SCOTCH_Graph* get() { return &graph_; }
  bool is_built() const { return is_built_; }
  std::size_t size() const { return vertex_weights_.size(); }

 private:
  SCOTCH_Graph graph_;
  std::vector<SCOTCH_Num> begin_;
  std::vector<SCOTCH_Num> neighbours_;
  std::vector<SCOTCH_Num> vertex_weights_;
  std::vector<SCOTCH_Num> edge_weights_;
  bool is_built_ = false;
};

}  // namespace isthmus::graph
