// A part of a graph, by itself.
#include "isthmus/graph/graph.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace isthmus::graph {
namespace {

using Numbers = std::vector<std::uint32_t>;

/// 0 - 1 - 2 - 3 - 0, each edge with a weight of its own.
Graph ring_of_four() {
  return {.begin = {0, 2, 4, 6, 8},
          .neighbour = {1, 3, 0, 2, 1, 3, 0, 2},
          .weight = {5, 6, 5, 7, 7, 8, 6, 8}};
}

TEST(Subgraph, KeepsTheEdgesAmongTheChosenWithTheirWeights) {
  Numbers number_of(4, not_chosen);
  const Graph part = subgraph_of(ring_of_four(), Numbers{0, 2, 3}, number_of);
  EXPECT_EQ(part.vertex_count(), 3u);
  EXPECT_EQ(part.begin, (Numbers{0, 1, 2, 4}));
  EXPECT_EQ(part.neighbour, (Numbers{2, 2, 0, 1}));
  EXPECT_EQ(part.weight, (Numbers{6, 8, 6, 8}));
  EXPECT_EQ(part.degree(2), 2u);
}

TEST(Subgraph, LeavesItsScratchAsItWas) {
  Numbers number_of(4, not_chosen);
  subgraph_of(ring_of_four(), Numbers{1, 3}, number_of);
  EXPECT_EQ(number_of, Numbers(4, not_chosen));
  const Graph whole = subgraph_of(ring_of_four(), Numbers{0, 1, 2, 3}, number_of);
  EXPECT_EQ(whole.neighbour, ring_of_four().neighbour);
  EXPECT_EQ(whole.weight, ring_of_four().weight);
}

TEST(Subgraph, OfVerticesThatAreNoNeighboursHasNoEdges) {
  Numbers number_of(4, not_chosen);
  const Graph apart = subgraph_of(ring_of_four(), Numbers{1, 3}, number_of);
  EXPECT_EQ(apart.begin, (Numbers{0, 0, 0}));
  EXPECT_TRUE(apart.neighbour.empty());
  EXPECT_EQ(subgraph_of(ring_of_four(), Numbers{}, number_of).vertex_count(), 0u);
}

}  // namespace
}  // namespace isthmus::graph
