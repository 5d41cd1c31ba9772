// isthmus/balance/strategy/graph.hpp: who talks with whom, both directions summed.
#pragma once

#include "isthmus/balance/snapshot.hpp"
#include "isthmus/graph/graph.hpp"

namespace isthmus::engine::balance {

using graph::Graph;
using graph::not_chosen;
using graph::subgraph_of;

/// A vertex an object; the weight of an edge are the messages of both directions. Pairs that
/// exchanged no message are not neighbours. O(objects + edges).
Graph graph_of(const Snapshot& snapshot);

}  // namespace isthmus::engine::balance
