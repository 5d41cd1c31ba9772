#include "isthmus/balance/strategy/diffusion.hpp"

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "isthmus/balance/strategy/parts.hpp"
#include "isthmus/balance/strategy/shares.hpp"

namespace isthmus::engine::balance {

Placement diffusion(const Snapshot& snapshot, const Options&) {
  Shares shares(snapshot);
  std::vector<std::vector<PeId>> sites;
  std::vector<std::size_t> sizes;
  for (const Part& part : parts_by_site(snapshot, current_placement(snapshot))) {
    if (part.pes.empty()) continue;
    sites.push_back(part.pes);
    sizes.push_back(part.pes.size());
  }
  const PairingPlan plan(std::move(sizes));
  for (std::size_t round = 0; round < plan.rounds(); ++round) {
    for (std::size_t site = 0; site < sites.size(); ++site) {
      for (std::size_t number = 0; number < sites[site].size(); ++number) {
        const auto partner = plan.partner({site, number}, round);
        if (!partner) continue;
        const PeId pe = sites[site][number];
        const PeId other = sites[partner->site][partner->number];
        if (pe < other) shares.even_out(pe, other);
      }
    }
  }
  for (int round = 0; round < faster_rounds; ++round) {
    for (std::uint32_t number = 0; number < snapshot.pe_count(); ++number) {
      const PeId pe(number);
      for (const PeId faster : faster_pes(pe, snapshot.pes.speed)) shares.even_out(faster, pe);
    }
  }
  return shares.placement();
}

}  // namespace isthmus::engine::balance
