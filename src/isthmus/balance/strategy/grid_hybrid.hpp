// isthmus/balance/strategy/grid_hybrid.hpp: GridHybridLB: a cut between sites, evenly within each.
#pragma once

#include "isthmus/balance/strategy.hpp"

namespace isthmus::engine::balance {

/// Objects, weighed by CPU time, are cut into sites by METIS as grid_metis does, and sites that end
/// up with too much give away what adds the fewest messages; within a site they are placed as
/// `options.hybrid_mode` says (Koenig 2007, 7.3), and PEs that have too much then are refined. For
/// one site, for which there is no cut, grid_metis is the better one. Everything stays where
/// neither messages between sites nor loads gain. As published, the first phase is that of
/// grid_metis, and what the second gives is kept as it is; messages between sites are counted at
/// their senders, for the cut and not for where objects were, of which the text says nothing.
/// METIS: about O(edges log sites); the rest O((objects + edges) log objects).
Placement grid_hybrid(const Snapshot& snapshot, const Options& options);

}  // namespace isthmus::engine::balance
