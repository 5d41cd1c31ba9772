#include "isthmus/balance/strategy/cut.hpp"

#include "isthmus/balance/quality.hpp"
#include "isthmus/base/assert.hpp"

namespace isthmus::balance {

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

Placement better_cut(const Snapshot& snapshot, Placement placement) {
  const Placement& before = current_placement(snapshot);
  const bool is_better =
      cross_site_messages(snapshot, placement) <= cross_site_messages(snapshot, before) ||
      largest_load_s(snapshot, placement) < largest_load_s(snapshot, before);
  return is_better ? placement : before;
}

}  // namespace isthmus::balance
