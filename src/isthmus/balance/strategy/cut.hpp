// isthmus/balance/strategy/cut.hpp: what strategies that cut the graph between sites share.
#pragma once

#include "isthmus/balance/strategy.hpp"
#include "isthmus/balance/strategy/sites.hpp"

namespace isthmus::engine::balance {

/// Each object on some PE of its site, pinned ones on theirs. The sites must have PEs.
Placement somewhere_in(const Snapshot& snapshot, const Sites& sites);

/// Each object where `base` has it, if that is in its site; the others on the PE of the site that
/// ends first with them, the heaviest first. Then each site is refined to the slack by itself.
Placement settle(const Snapshot& snapshot, const Sites& sites, const Placement& base, double slack);

/// The placement, or the current one where fewer messages cross sites now and the placement's loads
/// are no better.
Placement better_cut(const Snapshot& snapshot, Placement placement);

}  // namespace isthmus::engine::balance
