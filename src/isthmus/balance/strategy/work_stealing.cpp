#include "isthmus/balance/strategy/work_stealing.hpp"

#include <algorithm>
#include <bit>
#include <vector>

#include "isthmus/balance/quality.hpp"
#include "isthmus/balance/strategy/neighbours.hpp"
#include "isthmus/balance/strategy/parts.hpp"
#include "isthmus/base/random.hpp"

namespace isthmus::balance {

double stolen_work_s(const PeLoad& thief, const PeLoad& victim) {
  const double late_s = victim.load_s - thief.load_s;
  return late_s > 0 ? late_s / (1.0 / thief.speed + 1.0 / victim.speed) : 0.0;
}

namespace {

class Thieves {
 public:
  Thieves(const Snapshot& snapshot, std::uint64_t seed)
      : snapshot_(snapshot),
        random_(seed),
        all_(whole(snapshot).pes),
        sites_(parts_by_site(snapshot, current_placement(snapshot))),
        holdings_(snapshot, current_placement(snapshot)) {}

  const Holdings& holdings() const { return holdings_; }

  /// How many objects changed hands.
  std::size_t round(double average_s) {
    std::vector<PeId> order;
    for (const PeId pe : all_) {
      if (holdings_.load_s(pe) < average_s) order.push_back(pe);
    }
    std::ranges::sort(order, {}, [&](PeId pe) { return std::pair(holdings_.load_s(pe), pe); });
    std::size_t stolen = 0;
    for (const PeId thief : order) {
      const auto& near = sites_[snapshot_.site_of(thief).value].pes;
      std::size_t count = steal(thief, near, average_s);
      if (count == 0) count = steal(thief, all_, average_s);
      stolen += count;
    }
    return stolen;
  }

 private:
  static constexpr int asked = 4;

  std::size_t steal(PeId thief, const std::vector<PeId>& pes, double average_s) {
    PeId victim = thief;
    for (int k = 0; k < asked; ++k) {
      const PeId other = pes[random_.below(pes.size())];
      const bool has_work = !holdings_.objects_of(other).empty();
      if (has_work && holdings_.load_s(other) > holdings_.load_s(victim)) victim = other;
    }
    if (victim == thief || holdings_.load_s(victim) <= average_s) return 0;
    return holdings_.hand_over(victim, thief, stolen_work_s(seen(thief), seen(victim)));
  }

  PeLoad seen(PeId pe) const { return {holdings_.load_s(pe), snapshot_.pes.speed[pe.value]}; }

  const Snapshot& snapshot_;
  Random random_;
  std::vector<PeId> all_;
  std::vector<Part> sites_;
  Holdings holdings_;
};

}  // namespace

Placement work_stealing(const Snapshot& snapshot, const Options& options) {
  Thieves thieves(snapshot, options.seed);
  Placement best = current_placement(snapshot);
  double best_s = thieves.holdings().largest_s();
  const double least_s = least_load_s(snapshot);
  const double enough_s = (1.0 + options.slack) * least_s;
  const int rounds = 64 + 8 * static_cast<int>(std::bit_width(snapshot.pe_count()));
  constexpr int idle_rounds_max = 8;
  int idle_rounds = 0;
  for (int round = 0; round < rounds && best_s > enough_s; ++round) {
    idle_rounds = thieves.round(least_s) == 0 ? idle_rounds + 1 : 0;
    if (idle_rounds == idle_rounds_max) break;
    if (thieves.holdings().largest_s() < best_s) {
      best_s = thieves.holdings().largest_s();
      best = thieves.holdings().placement();
    }
  }
  return largest_load_s(snapshot, best) < largest_load_s(snapshot, current_placement(snapshot))
             ? best
             : current_placement(snapshot);
}

}  // namespace isthmus::balance
