#include "isthmus/balance/strategy/plain.hpp"

#include "isthmus/base/random.hpp"

namespace isthmus::engine::balance {

Placement none(const Snapshot& snapshot, const Options&) { return current_placement(snapshot); }

Placement random(const Snapshot& snapshot, const Options& options) {
  Random draws = Random::for_purpose(options.seed, options.step);
  Placement placement = current_placement(snapshot);
  for (std::size_t i = 0; i < placement.size(); ++i) {
    const PeId pe(draws.below(snapshot.pe_count()));
    if (snapshot.objects.is_pinned[i] == 0) placement[i] = pe;
  }
  return placement;
}

Placement rotate(const Snapshot& snapshot, const Options&) {
  Placement placement = current_placement(snapshot);
  for (std::size_t i = 0; i < placement.size(); ++i) {
    if (snapshot.objects.is_pinned[i] != 0) continue;
    placement[i] = PeId((placement[i].value + 1) % snapshot.pe_count());
  }
  return placement;
}

}  // namespace isthmus::engine::balance
