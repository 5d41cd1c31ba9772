// isthmus/balance/strategy/cut.hpp: what strategies that cut the graph between sites share.
#pragma once

#include "isthmus/balance/strategy.hpp"
#include "isthmus/balance/strategy/sites.hpp"

namespace isthmus::balance {

/// Each object on some PE of its site, pinned ones on theirs. The sites must have PEs.
Placement somewhere_in(const Snapshot& snapshot, const Sites& sites);

/// The placement, or the current one where fewer messages cross sites now and the placement's loads
/// are no better.
Placement better_cut(const Snapshot& snapshot, Placement placement);

}  // namespace isthmus::balance
