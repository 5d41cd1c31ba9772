// isthmus/balance/strategy/greedy.hpp: the heaviest object to the PE that ends first with it.
#pragma once

#include "isthmus/balance/strategy.hpp"

namespace isthmus::engine::balance {

/// Regards loads and speeds alone, neither messages nor where objects are: evens out best and moves
/// nearly all. Objects without load stay, and so does everything where loads are not better after
/// than before. O(objects log objects + objects log PEs).
Placement greedy(const Snapshot& snapshot, const Options& options);

}  // namespace isthmus::engine::balance
