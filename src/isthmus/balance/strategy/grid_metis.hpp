// isthmus/balance/strategy/grid_metis.hpp: GridMetisLB: a cut between sites, then within each.
#pragma once

#include "isthmus/balance/strategy.hpp"

namespace isthmus::engine::balance {

/// Two phases of METIS (Koenig 2007, 7.2): all objects, of equal weight, cut into sites with few
/// messages between them; then each site's, weighed by CPU time, into its PEs. Target weights stand
/// for speeds, background and pinned objects; objects about as heavy as all that a PE is to have
/// get theirs first. As published, loads are not evened out after METIS has cut. Everything stays
/// where neither messages between sites nor loads gain.
///
/// As published altogether, both cuts are into multiples (partition.hpp): a site's by the speeds of
/// its PEs together over those of the weakest site, a PE's by its speed over that of the slowest in
/// its site. Nothing is placed before, parts keep METIS's numbers, whatever comes is kept; pinned
/// objects and background, of which the text says nothing, are left out of both graphs.
///
/// METIS: about O(edges log PEs); the rest O(objects log objects + edges).
Placement grid_metis(const Snapshot& snapshot, const Options& options);

}  // namespace isthmus::engine::balance
