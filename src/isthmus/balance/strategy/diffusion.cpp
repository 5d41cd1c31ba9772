#include "isthmus/balance/strategy/diffusion.hpp"

#include <optional>
#include <vector>

#include "isthmus/balance/strategy/shares.hpp"

namespace isthmus::balance {

Placement diffusion(const Snapshot& snapshot, const Options&) {
  Shares shares(snapshot);
  const MeetingPlan plan(snapshot.pes.site);
  for (std::size_t round = 0; round < plan.rounds(); ++round) {
    for (std::size_t k = 0; k < snapshot.pe_count(); ++k) {
      const PeId pe(k);
      const std::optional<PeId> partner = plan.partner(pe, round);
      if (partner && pe < *partner) shares.even_out(pe, *partner);
    }
  }
  return shares.placement();
}

}  // namespace isthmus::balance
