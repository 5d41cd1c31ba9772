#include "isthmus/balance/strategy/cut.hpp"

#include "isthmus/balance/quality.hpp"
#include "isthmus/balance/strategy/parts.hpp"
#include "isthmus/balance/strategy/pe_queue.hpp"
#include "isthmus/balance/strategy/refine.hpp"
#include "isthmus/base/assert.hpp"

namespace isthmus::engine::balance {

Placement somewhere_in(const Snapshot& snapshot, const Sites& sites) {
  std::vector<PeId> pe_of(snapshot.site_count());
  for (std::size_t pe = snapshot.pe_count(); pe-- > 0;) {
    pe_of[snapshot.pes.site[pe].value] = PeId(pe);
  }
  Placement placement = current_placement(snapshot);
  for (std::size_t i = 0; i < placement.size(); ++i) {
    if (snapshot.objects.is_pinned[i] != 0) continue;
    placement[i] = pe_of[sites[i].value];
    ISTHMUS_ASSERT(placement[i]);
  }
  return placement;
}

Placement settle(const Snapshot& snapshot, const Sites& sites, const Placement& base,
                 double slack) {
  Placement placement = somewhere_in(snapshot, sites);
  std::vector<double> load_s = fixed_loads_s(snapshot);
  for (const Part& part : parts_by_site(snapshot, placement)) {
    if (part.movable.empty()) continue;
    std::vector<std::uint32_t> newcomers;
    for (const std::uint32_t i : part.movable) {
      if (snapshot.site_of(base[i]) != sites[i]) {
        newcomers.push_back(i);
        continue;
      }
      placement[i] = base[i];
      const std::uint32_t pe = base[i].value;
      load_s[pe] += snapshot.objects.cpu_s[i] / snapshot.pes.speed[pe];
    }
    sort_by_weight(snapshot, newcomers);
    PeQueue queue(snapshot, part.pes, load_s);
    for (const std::uint32_t i : newcomers) {
      const PeId pe = queue.ends_first(snapshot.objects.cpu_s[i]);
      placement[i] = pe;
      load_s[pe.value] += snapshot.objects.cpu_s[i] / snapshot.pes.speed[pe.value];
      queue.update(pe);
    }
    refine_part(snapshot, part, slack, placement, load_s);
  }
  return placement;
}

Placement better_cut(const Snapshot& snapshot, Placement placement) {
  const Placement& before = current_placement(snapshot);
  const bool is_better =
      cross_site_messages(snapshot, placement) <= cross_site_messages(snapshot, before) ||
      largest_load_s(snapshot, placement) < largest_load_s(snapshot, before);
  if (!is_better) return before;
  return placement;
}

}  // namespace isthmus::engine::balance
