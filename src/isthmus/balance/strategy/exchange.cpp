#include "isthmus/balance/strategy/exchange.hpp"

#include <algorithm>
#include <cmath>

namespace isthmus::balance {

std::optional<Exchange> best_exchange(const Snapshot& snapshot,
                                      const std::vector<std::uint32_t>& heavy,
                                      const std::vector<std::uint32_t>& light, double wanted_s) {
  const std::vector<double>& cpu_s = snapshot.objects.cpu_s;
  std::optional<Exchange> best;
  double best_miss_s = wanted_s * (1.0 - 1e-6);
  for (const std::uint32_t mine : heavy) {
    const double other_s = cpu_s[mine] - wanted_s;
    auto at =
        std::ranges::lower_bound(light, -other_s, {}, [&](std::uint32_t i) { return -cpu_s[i]; });
    // The last that is heavier than looked for, and the first that is not.
    for (auto near = at == light.begin() ? at : at - 1; near != light.end() && near <= at; ++near) {
      const double miss_s = std::abs(cpu_s[mine] - cpu_s[*near] - wanted_s);
      if (miss_s >= best_miss_s) continue;
      best_miss_s = miss_s;
      best = {mine, *near};
    }
  }
  return best;
}

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
      // What makes both end together.
      const double even_s =
          (load_s_[heavy.value] - load_s_[light.value]) / (1.0 / light_speed + 1.0 / heavy_speed);
      if (even_s <= 0) return false;
      const auto found =
          best_exchange(snapshot_, objects_[heavy.value], objects_[light.value], even_s);
      if (!found) continue;
      apply(*found, heavy, light);
      return true;
    }
    return false;
  }

 private:
  void apply(const Exchange& exchange, PeId heavy, PeId light) {
    move(exchange.first, heavy, light);
    move(exchange.second, light, heavy);
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

}  // namespace isthmus::balance
