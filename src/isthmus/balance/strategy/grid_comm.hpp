// isthmus/balance/strategy/grid_comm.hpp: GridCommLB: within each site, border objects evenly.
#pragma once

#include "isthmus/balance/strategy.hpp"

namespace isthmus::engine::balance {

/// No object leaves its site. In each, the heaviest object, within the tolerance that with most
/// cross-site messages, goes to the lightest PE, within the tolerance that with the fewest border
/// objects (Koenig 2007, 7.1); heaps instead of the published linear search. A site whose largest
/// load were worse after than before, and not within 5 % of the least possible, stays as it is. As
/// published, messages count for their sender alone, no site is left as it was and no PE passed
/// over for its load; pinned objects and background, of which the text says nothing, count as there
/// from the first. O(objects log objects + edges).
Placement grid_comm(const Snapshot& snapshot, const Options& options);

}  // namespace isthmus::engine::balance
