#include "isthmus/balance/strategy/exchange.hpp"

#include <algorithm>
#include <cstdint>

#include "isthmus/balance/strategy/pairing.hpp"

namespace isthmus::engine::balance {

namespace {

constexpr std::size_t partners_max = 48;
constexpr int rounds_max = 12;

/// By PE of the part, its movable objects with load, the heaviest first.
class Exchanges {
 public:
  Exchanges(const Snapshot& snapshot, const Part& part, Placement& placement,
            std::vector<double>& load_s)
      : snapshot_(snapshot),
        placement_(placement),
        load_s_(load_s),
        by_load_(part.pes),
        objects_(snapshot.pe_count()) {
    std::vector<std::uint32_t> order;
    for (const std::uint32_t i : part.movable) {
      if (snapshot.objects.cpu_s[i] > 0) order.push_back(i);
    }
    sort_by_weight(snapshot, order);
    for (const std::uint32_t i : order) objects_[placement[i].value].push_back(i);
  }

  /// False when nothing could be done about the PE that has most.
  bool round(double limit_s) {
    std::ranges::sort(by_load_, {}, [&](PeId pe) { return std::pair(load_s_[pe.value], pe); });
    const PeId heavy = by_load_.back();
    const double excess_s = load_s_[heavy.value] - limit_s;
    if (excess_s <= 0) return false;
    const std::size_t partners = std::min(partners_max, by_load_.size() - 1);
    for (std::size_t k = 0; k < partners; ++k) {
      const PeId light = by_load_[k];
      const double light_speed = snapshot_.pes.speed[light.value];
      const double heavy_speed = snapshot_.pes.speed[heavy.value];
      const double even_s =
          work_to_even_s(load_s_[light.value], light_speed, load_s_[heavy.value], heavy_speed);
      if (even_s <= 0) return false;
      const auto& mine = objects_[heavy.value];
      const auto& theirs = objects_[light.value];
      const auto found = best_exchange(mine, theirs, even_s, light_speed / heavy_speed,
                                       [&](std::uint32_t i) { return snapshot_.objects.cpu_s[i]; });
      if (!found) continue;
      apply(mine[found->first], theirs[found->second], heavy, light);
      return true;
    }
    return false;
  }

 private:
  void apply(std::uint32_t mine, std::uint32_t theirs, PeId heavy, PeId light) {
    move(mine, heavy, light);
    move(theirs, light, heavy);
  }

  void move(std::uint32_t i, PeId from, PeId to) {
    const auto weight = [&](std::uint32_t object) {
      return std::pair(-snapshot_.objects.cpu_s[object], object);
    };
    std::erase(objects_[from.value], i);
    auto& theirs = objects_[to.value];
    theirs.insert(std::ranges::lower_bound(theirs, weight(i), {}, weight), i);
    load_s_[from.value] -= snapshot_.objects.cpu_s[i] / snapshot_.pes.speed[from.value];
    load_s_[to.value] += snapshot_.objects.cpu_s[i] / snapshot_.pes.speed[to.value];
    placement_[i] = to;
  }

  const Snapshot& snapshot_;
  Placement& placement_;
  std::vector<double>& load_s_;
  std::vector<PeId> by_load_;
  std::vector<std::vector<std::uint32_t>> objects_;
};

}  // namespace

void exchange_within(const Snapshot& snapshot, const Part& part, double slack, Placement& placement,
                     std::vector<double>& load_s) {
  if (part.pes.size() < 2 || part.movable.empty()) return;
  std::vector<double> fixed_s = load_s;
  for (const std::uint32_t i : part.movable) {
    const std::uint32_t pe = placement[i].value;
    fixed_s[pe] -= snapshot.objects.cpu_s[i] / snapshot.pes.speed[pe];
  }
  for (double& s : fixed_s) s = std::max(s, 0.0);
  const double limit_s = (1.0 + slack) * least_load_s(snapshot, part, fixed_s);
  const auto is_above = [&](PeId pe) { return load_s[pe.value] > limit_s; };
  if (std::ranges::none_of(part.pes, is_above)) return;
  Exchanges exchanges(snapshot, part, placement, load_s);
  const std::size_t most = rounds_max * std::min<std::size_t>(part.pes.size(), 64);
  for (std::size_t k = 0; k < most && exchanges.round(limit_s); ++k) {
  }
}

}  // namespace isthmus::engine::balance
