// isthmus/balance/strategy/parts.hpp: PEs with the objects that are theirs to share: a site, or
// all.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "isthmus/balance/snapshot.hpp"

namespace isthmus::engine::balance {

/// Some PEs, and objects that stay among them. A site that has no PE makes a part without either.
struct Part {
  std::vector<PeId> pes = {};
  std::vector<std::uint32_t> movable = {};  ///< Objects, in ascending order.
};

/// By site: its PEs, and the movable objects that the placement has there. O(objects + PEs).
std::vector<Part> parts_by_site(const Snapshot& snapshot, const Placement& placement);
/// All PEs and all movable objects.
Part whole(const Snapshot& snapshot);

/// The least load that the part's PEs can have, as far as is known: the level to which its objects'
/// work fills them above what is fixed, or the heaviest alone. O(objects + PEs log PEs).
double least_load_s(const Snapshot& snapshot, const Part& part, std::span<const double> fixed_s);

/// The objects in order of CPU time, the heaviest first, by number where it is the same.
void sort_by_weight(const Snapshot& snapshot, std::vector<std::uint32_t>& objects);

}  // namespace isthmus::engine::balance
