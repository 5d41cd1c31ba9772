// isthmus/balance/strategy/scotch_map.hpp: objects mapped onto the graph of PEs, by Scotch.
#pragma once

#include "isthmus/balance/strategy.hpp"

namespace isthmus::engine::balance {

/// Static mapping: Scotch places the objects' graph on a graph of PEs, whose distances are those of
/// the topology (same node, same site, other site) and whose weights are speeds less what is
/// busy anyway; pinned objects are fixed. With more than 256 PEs the sites come first and then, for
/// each, its PEs, all as far from one another. Sites and PEs that have too much then are evened out
/// as by `hierarchical`. Everything stays where neither messages between sites nor loads gain, and
/// where Scotch refuses. Scotch keeps its random numbers in a context of the call. About O(edges
/// log PEs + PEs squared, of up to 256).
Placement scotch_map(const Snapshot& snapshot, const Options& options);

}  // namespace isthmus::engine::balance
