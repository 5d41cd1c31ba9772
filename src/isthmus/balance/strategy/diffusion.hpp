// isthmus/balance/strategy/diffusion.hpp: PEs even out two by two, each with few others.
#pragma once

#include "isthmus/balance/strategy.hpp"

namespace isthmus::engine::balance {

/// All rounds of a PairingPlan (pairing.hpp), one after the other; the same placement to which the
/// PEs of a job come by themselves. Then, where speeds differ, each evens out with some that are
/// faster than itself; in a job in whatever order they come to it. Never makes the largest load
/// larger. O(rounds (objects log objects + PEs)).
Placement diffusion(const Snapshot& snapshot, const Options& options);

}  // namespace isthmus::engine::balance
