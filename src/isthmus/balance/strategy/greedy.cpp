#include "isthmus/balance/strategy/greedy.hpp"

#include "isthmus/balance/quality.hpp"
#include "isthmus/balance/strategy/parts.hpp"
#include "isthmus/balance/strategy/pe_queue.hpp"

namespace isthmus::engine::balance {

Placement greedy(const Snapshot& snapshot, const Options&) {
  Part part = whole(snapshot);
  sort_by_weight(snapshot, part.movable);
  Placement placement = current_placement(snapshot);
  std::vector<double> load_s = fixed_loads_s(snapshot);
  PeQueue queue(snapshot, part.pes, load_s);
  for (const std::uint32_t i : part.movable) {
    const double cpu_s = snapshot.objects.cpu_s[i];
    if (cpu_s == 0) break;
    const PeId pe = queue.ends_first(cpu_s);
    placement[i] = pe;
    load_s[pe.value] += cpu_s / snapshot.pes.speed[pe.value];
    queue.update(pe);
  }
  const Placement& before = current_placement(snapshot);
  const bool is_better = largest_load_s(snapshot, placement) < largest_load_s(snapshot, before);
  return is_better ? placement : before;
}

}  // namespace isthmus::engine::balance
