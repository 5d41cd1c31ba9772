#include "isthmus/fabric/filter/packing_choice.hpp"

#include <algorithm>
#include <limits>

namespace isthmus::engine::fabric {

double arrival_ns(const PackingEstimate& estimate, const Offer& offer) {
  const double bytes = static_cast<double>(offer.bytes);
  const double wire_ns = offer.bandwidth_bytes_per_s > 0
                             ? estimate.ratio * bytes * 1e9 / offer.bandwidth_bytes_per_s
                             : 0.0;
  const double begin_ns =
      std::max(estimate.pack_ns_per_byte * bytes, static_cast<double>(offer.backlog_ns));
  const double unpack_ns = estimate.unpack_ns_per_byte * bytes;
  return begin_ns + (offer.backlog_ns > 0 ? std::max(wire_ns, unpack_ns) : wire_ns + unpack_ns);
}

std::size_t best_packing(const PackingEstimates& estimates, const AllowedPackings& allowed,
                         const Offer& offer) {
  std::size_t best = 0;
  double best_ns = std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < packings.size(); ++i) {
    if (!allowed[i]) continue;
    const double ns = arrival_ns(estimates[i], offer);
    if (ns < best_ns) {
      best = i;
      best_ns = ns;
    }
  }
  return best;
}

}  // namespace isthmus::engine::fabric
