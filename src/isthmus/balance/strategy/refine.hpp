// isthmus/balance/strategy/refine.hpp: few objects from PEs with too much to those with too little.
#pragma once

#include "isthmus/balance/strategy.hpp"
#include "isthmus/balance/strategy/parts.hpp"

namespace isthmus::engine::balance {

/// PEs above the mean give objects away, the heaviest that others can take first, until none is
/// above it by more than the slack; where that cannot be, by the least of some greater shares, and
/// then objects change places two by two.
/// Objects go to a PE of their own site where one has room. Never makes the largest load larger.
/// O(objects log objects + objects log PEs).
Placement refine(const Snapshot& snapshot, const Options& options);

/// The same among the PEs of a part, whose objects the placement has there. `load_s` by PE of the
/// snapshot, of the placement; both are changed together.
void refine_part(const Snapshot& snapshot, const Part& part, double slack, Placement& placement,
                 std::vector<double>& load_s);

}  // namespace isthmus::engine::balance
