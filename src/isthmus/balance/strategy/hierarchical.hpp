// isthmus/balance/strategy/hierarchical.hpp: sites agree among themselves, then each evens out.
#pragma once

#include "isthmus/balance/strategy.hpp"

namespace isthmus::engine::balance {

/// For 10,000s of PEs: what the leaders of the sites decide from their sums, then what each decides
/// for its own PEs. Sites with more than their share give objects away, at each step the one that
/// adds the fewest messages between sites; those that came go to the PE that ends first; then every
/// site refines by itself. Never makes the largest load larger.
/// O((objects + edges) log objects), of which each site has its part.
Placement hierarchical(const Snapshot& snapshot, const Options& options);

}  // namespace isthmus::engine::balance
