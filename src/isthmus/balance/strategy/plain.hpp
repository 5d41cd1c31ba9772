// isthmus/balance/strategy/plain.hpp: strategies that look at nothing but the objects' number.
#pragma once

#include "isthmus/balance/strategy.hpp"

namespace isthmus::engine::balance {

/// Everything stays. O(objects).
Placement none(const Snapshot& snapshot, const Options& options);
/// Every movable object to a PE drawn from the seed; for tests. O(objects).
Placement random(const Snapshot& snapshot, const Options& options);
/// Every movable object to the next PE; for tests. O(objects).
Placement rotate(const Snapshot& snapshot, const Options& options);

}  // namespace isthmus::engine::balance
