// isthmus/balance/strategy/exchange.hpp: two PEs even out where no single object fits.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <functional>
#include <optional>
#include <utility>
#include <vector>

#include "isthmus/balance/strategy/parts.hpp"

namespace isthmus::engine::balance {

/// Positions in the lists of two PEs of what is to change places.
using Exchange = std::pair<std::size_t, std::size_t>;

/// The exchange by which `heavy` loses about `wanted_s` of work, with which both PEs would end
/// together; the nearest, and none after which one of them ends as late as `heavy` did, for which
/// `speed_ratio` is the light one's speed over the heavy one's. `weight` gives the CPU time of what
/// is in the lists; both are by it, the heaviest first. O(heavy log light).
template <class List, class Weight>
std::optional<Exchange> best_exchange(const List& heavy, const List& light, double wanted_s,
                                      double speed_ratio, Weight weight) {
  std::optional<Exchange> best;
  double best_miss_s = wanted_s * std::min(1.0, speed_ratio) * (1.0 - 1e-6);
  for (std::size_t k = 0; k < heavy.size(); ++k) {
    const double mine_s = std::invoke(weight, heavy[k]);
    const auto lighter = std::ranges::lower_bound(light, mine_s - wanted_s, std::greater{}, weight);
    const auto at = static_cast<std::size_t>(lighter - light.begin());
    // The last that is heavier than looked for, and the first that is not.
    for (std::size_t near = at == 0 ? 0 : at - 1; near <= at && near < light.size(); ++near) {
      const double miss_s = std::abs(mine_s - std::invoke(weight, light[near]) - wanted_s);
      if (miss_s >= best_miss_s) continue;
      best_miss_s = miss_s;
      best = {k, near};
    }
  }
  return best;
}

/// PEs of the part that are above its least load by more than the slack exchange objects with PEs
/// below, a few tries each; nothing where none is. Never makes the largest load larger.
/// O(objects log objects).
void exchange_within(const Snapshot& snapshot, const Part& part, double slack, Placement& placement,
                     std::vector<double>& load_s);

}  // namespace isthmus::engine::balance
