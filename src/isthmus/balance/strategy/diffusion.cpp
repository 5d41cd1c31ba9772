#include "isthmus/balance/strategy/diffusion.hpp"

#include <algorithm>
#include <bit>
#include <numeric>
#include <vector>

#include "isthmus/balance/quality.hpp"
#include "isthmus/balance/strategy/neighbours.hpp"

namespace isthmus::balance {

std::vector<double> diffusion_shares_s(const PeLoad& own, std::span<const PeLoad> neighbours) {
  double work_s = own.load_s * own.speed;
  double speed = own.speed;
  for (const PeLoad& other : neighbours) {
    work_s += other.load_s * other.speed;
    speed += other.speed;
  }
  const double average_s = work_s / speed;
  const double surplus_s = std::max(0.0, own.load_s - average_s) * own.speed;
  std::vector<double> shares;
  for (const PeLoad& other : neighbours) {
    shares.push_back(std::max(0.0, average_s - other.load_s) * other.speed);
  }
  const double lacking_s = std::accumulate(shares.begin(), shares.end(), 0.0);
  if (!(lacking_s > 0)) return shares;
  for (double& share : shares) share *= surplus_s / lacking_s;
  return shares;
}

Placement diffusion(const Snapshot& snapshot, const Options& options) {
  const std::vector<std::vector<PeId>> neighbours = neighbours_of(snapshot);
  Holdings holdings(snapshot, current_placement(snapshot));
  Placement best = current_placement(snapshot);
  double best_s = holdings.largest_s();
  const double enough_s = (1.0 + options.slack / 2) * least_load_s(snapshot);
  const int rounds = 32 + 4 * static_cast<int>(std::bit_width(snapshot.pe_count()));
  const auto seen = [&](PeId pe) {
    return PeLoad{holdings.load_s(pe), snapshot.pes.speed[pe.value]};
  };
  for (int round = 0; round < rounds && best_s > enough_s; ++round) {
    std::size_t moved = 0;
    for (std::size_t k = 0; k < snapshot.pe_count(); ++k) {
      const PeId pe(k);
      std::vector<PeLoad> loads;
      for (const PeId other : neighbours[k]) loads.push_back(seen(other));
      const std::vector<double> shares = diffusion_shares_s(seen(pe), loads);
      for (std::size_t n = 0; n < shares.size(); ++n) {
        if (shares[n] > 0) moved += holdings.hand_over(pe, neighbours[k][n], shares[n]);
      }
    }
    if (holdings.largest_s() < best_s) {
      best_s = holdings.largest_s();
      best = holdings.placement();
    }
    if (moved == 0) break;
  }
  return largest_load_s(snapshot, best) < largest_load_s(snapshot, current_placement(snapshot))
             ? best
             : current_placement(snapshot);
}

}  // namespace isthmus::balance
