// isthmus/balance/strategy/exchange.hpp: two PEs even out where no single object fits.
#pragma once

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "isthmus/balance/strategy/parts.hpp"

namespace isthmus::balance {

/// An object of each of two PEs, to change places.
using Exchange = std::pair<std::uint32_t, std::uint32_t>;

/// The exchange by which `heavy` loses about `wanted_s` of work, more than 0 and less than twice
/// that; the nearest. Both lists are by weight, the heaviest first. O(heavy log light).
std::optional<Exchange> best_exchange(const Snapshot& snapshot,
                                      const std::vector<std::uint32_t>& heavy,
                                      const std::vector<std::uint32_t>& light, double wanted_s);

/// PEs of the part that are above its least load by more than the slack exchange objects with PEs
/// below, a few tries each; nothing where none is. Never makes the largest load larger.
/// O(objects log objects).
void exchange_within(const Snapshot& snapshot, const Part& part, double slack, Placement& placement,
                     std::vector<double>& load_s);

}  // namespace isthmus::balance
