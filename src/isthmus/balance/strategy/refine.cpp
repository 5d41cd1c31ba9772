#include "isthmus/balance/strategy/refine.hpp"

#include <algorithm>
#include <array>
#include <optional>

#include "isthmus/balance/quality.hpp"
#include "isthmus/balance/strategy/exchange.hpp"
#include "isthmus/balance/strategy/pe_queue.hpp"

namespace isthmus::engine::balance {

namespace {

struct Move {
  std::uint32_t object;
  PeId from;
  PeId to;
};

/// One part's PEs above a limit, and what they may give away.
class Refinement {
 public:
  Refinement(const Snapshot& snapshot, const Part& part, const Placement& placement,
             const std::vector<double>& fixed_s)
      : snapshot_(snapshot),
        part_(part),
        fixed_s_(fixed_s),
        objects_of_(snapshot.pe_count()),
        is_forced_(snapshot.object_count(), 0) {
    for (const std::uint32_t i : part.movable) {
      if (snapshot.objects.cpu_s[i] > 0) objects_of_[placement[i].value].push_back(i);
    }
    is_sorted_.assign(snapshot.pe_count(), 0);
    std::vector<std::uint8_t> is_known(snapshot.site_count(), 0);
    for (const PeId pe : part.pes) {
      const SiteId site = snapshot.site_of(pe);
      if (is_known[site.value] == 0) sites_.push_back(site);
      is_known[site.value] = 1;
    }
  }

  /// What brings every PE below the limit; as far as that goes. `load_s` becomes what it would be.
  std::vector<Move> moves(double limit_s, std::vector<double>& load_s) {
    std::vector<Move> result = forced_moves(limit_s, load_s);
    PeQueue all(snapshot_, part_.pes, load_s);
    std::vector<std::optional<PeQueue>> by_site(snapshot_.site_count());
    if (sites_.size() > 1) add_sites(by_site, load_s);
    std::vector<PeId> heavy;
    for (const PeId pe : part_.pes) {
      if (load_s[pe.value] > limit_s) heavy.push_back(pe);
    }
    std::ranges::sort(heavy, [&](PeId a, PeId b) {
      return std::pair(-load_s[a.value], a) < std::pair(-load_s[b.value], b);
    });
    for (const PeId from : heavy) {
      std::optional<PeQueue>& own = by_site[snapshot_.site_of(from).value];
      PeQueue* near = own.has_value() ? &own.value() : nullptr;
      for (const std::uint32_t i : sorted_objects_of(from)) {
        if (load_s[from.value] <= limit_s) break;
        if (is_forced_[i] != 0) continue;
        const double cpu_s = snapshot_.objects.cpu_s[i];
        const auto fits = [&](PeId to) {
          return to != from && ends_s(to, cpu_s, load_s) <= limit_s;
        };
        PeId to = near != nullptr ? near->ends_first(cpu_s) : from;
        if (!fits(to)) to = all.ends_first(cpu_s);
        if (!fits(to)) continue;
        result.push_back({i, from, to});
        load_s[to.value] += cpu_s / snapshot_.pes.speed[to.value];
        load_s[from.value] -= cpu_s / snapshot_.pes.speed[from.value];
        for (const PeId pe : {from, to}) {
          all.update(pe);
          auto& queue = by_site[snapshot_.site_of(pe).value];
          if (queue) queue->update(pe);
        }
      }
    }
    return result;
  }

  double largest_s(const std::vector<double>& load_s) const {
    double largest = 0;
    for (const PeId pe : part_.pes) largest = std::max(largest, load_s[pe.value]);
    return largest;
  }

 private:
  /// Objects that are too much for their PE even alone go to the one that ends first with nothing
  /// else; what it has already is then for the others.
  std::vector<Move> forced_moves(double limit_s, std::vector<double>& load_s) {
    for (const std::uint32_t i : forced_) is_forced_[i] = 0;
    forced_.clear();
    std::vector<double> forced_s = fixed_s_;
    PeQueue queue(snapshot_, part_.pes, forced_s);
    std::vector<Move> result;
    for (const PeId from : part_.pes) {
      for (const std::uint32_t i : sorted_objects_of(from)) {
        const double cpu_s = snapshot_.objects.cpu_s[i];
        if (ends_s(from, cpu_s, fixed_s_) <= limit_s) break;
        const PeId to = queue.ends_first(cpu_s);
        if (to == from || ends_s(to, cpu_s, forced_s) >= ends_s(from, cpu_s, fixed_s_)) continue;
        is_forced_[i] = 1;
        forced_.push_back(i);
        forced_s[to.value] += cpu_s / snapshot_.pes.speed[to.value];
        queue.update(to);
        result.push_back({i, from, to});
        load_s[to.value] += cpu_s / snapshot_.pes.speed[to.value];
        load_s[from.value] -= cpu_s / snapshot_.pes.speed[from.value];
      }
    }
    return result;
  }

  void add_sites(std::vector<std::optional<PeQueue>>& queues, const std::vector<double>& load_s) {
    std::vector<std::vector<PeId>> pes(snapshot_.site_count());
    for (const PeId pe : part_.pes) pes[snapshot_.site_of(pe).value].push_back(pe);
    for (const SiteId site : sites_) {
      queues[site.value].emplace(snapshot_, pes[site.value], load_s);
    }
  }

  const std::vector<std::uint32_t>& sorted_objects_of(PeId pe) {
    std::vector<std::uint32_t>& objects = objects_of_[pe.value];
    if (is_sorted_[pe.value] == 0) sort_by_weight(snapshot_, objects);
    is_sorted_[pe.value] = 1;
    return objects;
  }

  double ends_s(PeId pe, double cpu_s, const std::vector<double>& load_s) const {
    return load_s[pe.value] + cpu_s / snapshot_.pes.speed[pe.value];
  }

  const Snapshot& snapshot_;
  const Part& part_;
  const std::vector<double>& fixed_s_;  // by PE, without the part's objects
  std::vector<std::vector<std::uint32_t>> objects_of_;
  std::vector<std::uint8_t> is_forced_;  // by object
  std::vector<std::uint32_t> forced_;
  std::vector<std::uint8_t> is_sorted_;
  std::vector<SiteId> sites_;
};

}  // namespace

void refine_part(const Snapshot& snapshot, const Part& part, double slack, Placement& placement,
                 std::vector<double>& load_s) {
  if (part.pes.size() < 2 || part.movable.empty()) return;
  std::vector<double> fixed_s = load_s;
  for (const std::uint32_t i : part.movable) {
    const PeId pe = placement[i];
    fixed_s[pe.value] -= snapshot.objects.cpu_s[i] / snapshot.pes.speed[pe.value];
  }
  for (double& s : fixed_s) s = std::max(s, 0.0);
  const double least_s = least_load_s(snapshot, part, fixed_s);
  Refinement refinement(snapshot, part, placement, fixed_s);
  const double before_s = refinement.largest_s(load_s);
  double best_s = before_s;
  std::vector<Move> best;
  constexpr std::array<double, 11> shares = {1, 1.5, 2.5, 4, 7, 12, 20, 35, 60, 100, 200};
  for (const double share : shares) {
    const double limit_s = least_s * (1.0 + slack * share);
    if (best_s <= limit_s) break;
    std::vector<double> after_s = load_s;
    std::vector<Move> moves = refinement.moves(limit_s, after_s);
    const double largest_s = refinement.largest_s(after_s);
    if (largest_s >= best_s) continue;
    best_s = largest_s;
    best = std::move(moves);
  }
  for (const Move& move : best) {
    placement[move.object] = move.to;
    const double cpu_s = snapshot.objects.cpu_s[move.object];
    load_s[move.to.value] += cpu_s / snapshot.pes.speed[move.to.value];
    load_s[move.from.value] -= cpu_s / snapshot.pes.speed[move.from.value];
  }
  exchange_within(snapshot, part, slack, placement, load_s);
}

Placement refine(const Snapshot& snapshot, const Options& options) {
  Placement placement = current_placement(snapshot);
  std::vector<double> load_s = loads_s(snapshot, placement);
  refine_part(snapshot, whole(snapshot), options.slack, placement, load_s);
  const Placement& before = current_placement(snapshot);
  const bool is_worse = largest_load_s(snapshot, placement) > largest_load_s(snapshot, before);
  return is_worse ? before : placement;
}

}  // namespace isthmus::engine::balance
