// isthmus/balance/strategy/grid_metis.hpp: GridMetisLB: a cut between sites, then within each.
#pragma once

#include "isthmus/balance/strategy.hpp"

namespace isthmus::balance {

/// Two phases of METIS (Koenig 2007, 7.2): all objects, of equal weight, cut into sites with few
/// messages between them; then each site's, weighed by CPU time, into its PEs. Target weights stand
/// for speeds, background and pinned objects, where the publication multiplied partitions. As
/// published, loads are not evened out after METIS has cut. Everything stays where neither messages
/// between sites nor loads gain. METIS: about O(edges log PEs); the rest
/// O(objects log objects + edges).
Placement grid_metis(const Snapshot& snapshot, const Options& options);

}  // namespace isthmus::balance
