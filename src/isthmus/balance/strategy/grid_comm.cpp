#include "isthmus/balance/strategy/grid_comm.hpp"

#include <algorithm>

#include "isthmus/balance/quality.hpp"
#include "isthmus/balance/strategy/spread.hpp"

namespace isthmus::engine::balance {

Placement grid_comm(const Snapshot& snapshot, const Options& options) {
  constexpr double good_enough = 1.05;
  const Placement& before = current_placement(snapshot);
  const std::vector<double> before_s = loads_s(snapshot, before);
  Placement placement = before;
  Filling filling(snapshot, before, options);
  for (const Part& part : parts_by_site(snapshot, before)) {
    if (part.pes.empty() || part.movable.empty()) continue;
    const double least_s = least_load_s(snapshot, part, filling.load_s);
    PeWindow pes = pe_window(snapshot, part, options, filling);
    spread(snapshot, part.movable, options, filling, pes, placement);
    if (options.as_published) continue;
    double largest_s = 0;
    double largest_before_s = 0;
    for (const PeId pe : part.pes) {
      largest_s = std::max(largest_s, filling.load_s[pe.value]);
      largest_before_s = std::max(largest_before_s, before_s[pe.value]);
    }
    if (largest_s <= std::max(largest_before_s, good_enough * least_s)) continue;
    for (const std::uint32_t i : part.movable) placement[i] = before[i];
  }
  return placement;
}

}  // namespace isthmus::engine::balance
