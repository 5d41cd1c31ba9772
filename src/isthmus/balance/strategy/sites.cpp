#include "isthmus/balance/strategy/sites.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <queue>
#include <tuple>

#include "isthmus/balance/quality.hpp"
#include "isthmus/balance/strategy/parts.hpp"
#include "isthmus/balance/strategy/pe_queue.hpp"
#include "isthmus/graph/partition.hpp"

namespace isthmus::engine::balance {

std::vector<double> site_targets_s(const Snapshot& snapshot) {
  const Part all = whole(snapshot);
  const std::vector<double> fixed_s = fixed_loads_s(snapshot);
  double work_s = 0;
  for (const std::uint32_t i : all.movable) work_s += snapshot.objects.cpu_s[i];
  const double level = level_s(snapshot, all.pes, fixed_s, work_s);
  std::vector<double> targets(snapshot.site_count(), 0.0);
  for (const PeId pe : all.pes) {
    const double room_s = std::max(0.0, level - fixed_s[pe.value]);
    targets[snapshot.site_of(pe).value] += room_s * snapshot.pes.speed[pe.value];
  }
  // Without work there is no room: by power alone.
  if (std::accumulate(targets.begin(), targets.end(), 0.0) > 0) return targets;
  for (const PeId pe : all.pes) {
    targets[snapshot.site_of(pe).value] += snapshot.pes.speed[pe.value];
  }
  return targets;
}

Sites current_sites(const Snapshot& snapshot) {
  Sites sites;
  sites.reserve(snapshot.object_count());
  for (const PeId pe : current_placement(snapshot)) sites.push_back(snapshot.site_of(pe));
  return sites;
}

void keep_places(std::vector<std::uint32_t>& part, const std::vector<std::uint32_t>& place,
                 const std::vector<double>& bytes, const std::vector<double>& targets) {
  const auto count = static_cast<std::uint32_t>(targets.size());
  std::vector<std::pair<std::uint64_t, double>> shared;  // part and place, bytes
  shared.reserve(part.size());
  for (std::size_t v = 0; v < part.size(); ++v) {
    if (place[v] >= count) continue;
    shared.emplace_back(std::uint64_t{part[v]} * count + place[v], bytes[v] + 1.0);
  }
  std::ranges::sort(shared, {}, [](const auto& entry) { return entry.first; });
  std::size_t end = 0;
  for (std::size_t k = 0; k < shared.size(); ++k) {
    if (end > 0 && shared[end - 1].first == shared[k].first) {
      shared[end - 1].second += shared[k].second;
    } else {
      shared[end++] = shared[k];
    }
  }
  shared.resize(end);
  std::ranges::stable_sort(shared, {}, [](const auto& entry) { return -entry.second; });
  constexpr std::uint32_t nobody = 0xffffffffu;
  std::vector<std::uint32_t> new_of(count, nobody);
  std::vector<std::uint8_t> is_used(count, 0);
  const auto same_target = [&](std::uint32_t a, std::uint32_t b) {
    return std::abs(targets[a] - targets[b]) <= 1e-6 * targets[a];
  };
  for (const auto& [key, weight] : shared) {
    const auto from = static_cast<std::uint32_t>(key / count);
    const auto to = static_cast<std::uint32_t>(key % count);
    if (new_of[from] != nobody || is_used[to] != 0 || !same_target(from, to)) continue;
    new_of[from] = to;
    is_used[to] = 1;
  }
  // The others keep their number or, where it is taken, get one that is left.
  for (std::uint32_t from = 0; from < count; ++from) {
    if (new_of[from] != nobody || is_used[from] != 0) continue;
    new_of[from] = from;
    is_used[from] = 1;
  }
  std::vector<std::pair<double, std::uint32_t>> left;
  std::vector<std::pair<double, std::uint32_t>> free;
  for (std::uint32_t k = 0; k < count; ++k) {
    if (new_of[k] == nobody) left.emplace_back(targets[k], k);
    if (is_used[k] == 0) free.emplace_back(targets[k], k);
  }
  std::ranges::sort(left);
  std::ranges::sort(free);
  for (std::size_t k = 0; k < left.size(); ++k) new_of[left[k].second] = free[k].second;
  for (std::uint32_t& number : part) number = new_of[number];
}

namespace {

/// The best of a few tries where there is time for them: grid_hybrid has no other use for METIS.
/// Where there are very many objects one cut is much like another.
graph::Cutting cutting_of(const Graph& graph, bool by_work, const Options& options) {
  constexpr std::size_t many = 100'000;
  const int tries = graph.vertex_count() >= many ? 1 : by_work ? 5 : 2;
  return {options.seed, tries, options.slack / 2};
}

/// By site, the speeds of its PEs together.
std::vector<double> powers(const Snapshot& snapshot) {
  std::vector<double> powers(snapshot.site_count(), 0.0);
  for (std::size_t pe = 0; pe < snapshot.pe_count(); ++pe) {
    powers[snapshot.pes.site[pe].value] += snapshot.pes.speed[pe];
  }
  return powers;
}

}  // namespace

Sites cut_sites(const Snapshot& snapshot, const Graph& graph, bool by_work,
                const Options& options) {
  Sites sites = current_sites(snapshot);
  const Part all = whole(snapshot);
  if (all.movable.empty()) return sites;
  const std::vector<double> targets =
      options.as_published ? powers(snapshot) : site_targets_s(snapshot);
  const bool is_all = all.movable.size() == snapshot.object_count();
  Graph movable;
  if (!is_all) {
    std::vector<std::uint32_t> scratch(snapshot.object_count(), not_chosen);
    movable = subgraph_of(graph, all.movable, scratch);
  }
  std::vector<double> weights(all.movable.size(), 1.0);
  std::vector<double> bytes(all.movable.size());
  std::vector<std::uint32_t> place(all.movable.size());
  for (std::size_t k = 0; k < all.movable.size(); ++k) {
    const std::uint32_t i = all.movable[k];
    if (by_work) weights[k] = snapshot.objects.cpu_s[i];
    bytes[k] = static_cast<double>(snapshot.objects.bytes[i]);
    place[k] = sites[i].value;
  }
  const graph::Cutting cutting =
      options.as_published ? graph::Cutting{.seed = options.seed, .into = graph::CutInto::multiples}
                           : cutting_of(graph, by_work, options);
  std::vector<std::uint32_t> part =
      graph::partition(is_all ? graph : movable, weights, targets, cutting);
  if (!options.as_published) keep_places(part, place, bytes, targets);
  for (std::size_t k = 0; k < all.movable.size(); ++k) sites[all.movable[k]] = SiteId(part[k]);
  return sites;
}

namespace {

/// Objects on their way from sites with too much work to those with too little.
class Evening {
 public:
  Evening(const Snapshot& snapshot, const Graph& graph, double slack, Sites& sites)
      : snapshot_(snapshot),
        graph_(graph),
        sites_(sites),
        targets_s_(site_targets_s(snapshot)),
        work_s_(targets_s_.size(), 0.0),
        slack_(slack),
        alone_s_(targets_s_.size(), 0.0),
        messages_(targets_s_.size(), 0.0) {
    const std::vector<double> fixed_s = fixed_loads_s(snapshot);
    const double limit_s = (1.0 + slack) * least_load_s(snapshot);
    for (std::size_t pe = 0; pe < snapshot.pe_count(); ++pe) {
      double& alone_s = alone_s_[snapshot.pes.site[pe].value];
      alone_s = std::max(alone_s, (limit_s - fixed_s[pe]) * snapshot.pes.speed[pe]);
    }
    move_too_heavy(fixed_s);
    for (std::uint32_t i = 0; i < sites.size(); ++i) {
      if (snapshot.objects.is_pinned[i] == 0) work_s_[sites[i].value] += snapshot.objects.cpu_s[i];
    }
  }

  void run() {
    bool is_uneven = false;
    for (std::uint32_t site = 0; site < targets_s_.size(); ++site) {
      is_uneven = is_uneven || has_too_much(site);
    }
    if (!is_uneven) return;
    for (std::uint32_t i = 0; i < sites_.size(); ++i) push(i);
    while (!heap_.empty()) {
      const auto [cost, negative_cpu_s, i] = heap_.top();
      heap_.pop();
      const std::uint32_t from = sites_[i].value;
      if (!has_too_much(from)) continue;
      const auto [best_cost, to] = cheapest_move(i);
      if (to == nowhere) continue;
      if (best_cost > cost) {
        heap_.emplace(best_cost, negative_cpu_s, i);
        continue;
      }
      move(i, from, to);
    }
  }

 private:
  static constexpr std::uint32_t nowhere = 0xffffffffu;

  /// Objects that no PE of their site can take in time go to the PE that ends first with them.
  void move_too_heavy(std::vector<double> load_s) {
    std::vector<std::uint32_t> heavy;
    for (std::uint32_t i = 0; i < sites_.size(); ++i) {
      if (snapshot_.objects.is_pinned[i] == 0 && !fits_alone(i, sites_[i].value)) {
        heavy.push_back(i);
      }
    }
    if (heavy.empty()) return;
    sort_by_weight(snapshot_, heavy);
    PeQueue queue(snapshot_, whole(snapshot_).pes, load_s);
    for (const std::uint32_t i : heavy) {
      const double cpu_s = snapshot_.objects.cpu_s[i];
      const PeId to = queue.ends_first(cpu_s);
      load_s[to.value] += cpu_s / snapshot_.pes.speed[to.value];
      queue.update(to);
      sites_[i] = snapshot_.site_of(to);
    }
  }

  bool fits_alone(std::uint32_t i, std::uint32_t site) const {
    return snapshot_.objects.cpu_s[i] <= std::max(alone_s_[site], 0.0);
  }

  bool has_too_much(std::uint32_t site) const {
    return work_s_[site] > targets_s_[site] * (1.0 + slack_);
  }

  void move(std::uint32_t i, std::uint32_t from, std::uint32_t to) {
    sites_[i] = SiteId(to);
    work_s_[from] -= snapshot_.objects.cpu_s[i];
    work_s_[to] += snapshot_.objects.cpu_s[i];
    for (std::uint32_t at = graph_.begin[i]; at < graph_.begin[i + 1]; ++at) {
      if (sites_[graph_.neighbour[at]].value == from) push(graph_.neighbour[at]);
    }
  }

  void push(std::uint32_t i) {
    const double cpu_s = snapshot_.objects.cpu_s[i];
    if (snapshot_.objects.is_pinned[i] != 0 || cpu_s == 0 || !has_too_much(sites_[i].value)) return;
    const auto [cost, to] = cheapest_move(i);
    if (to != nowhere) heap_.emplace(cost, -cpu_s, i);
  }

  /// What it adds to the messages between sites, and where; of sites that have room for it.
  std::pair<double, std::uint32_t> cheapest_move(std::uint32_t i) {
    const std::uint32_t from = sites_[i].value;
    const double cpu_s = snapshot_.objects.cpu_s[i];
    for (std::uint32_t at = graph_.begin[i]; at < graph_.begin[i + 1]; ++at) {
      messages_[sites_[graph_.neighbour[at]].value] += graph_.weight[at];
    }
    const auto fits = [&](std::uint32_t site) {
      // Better than it was, at least.
      return site != from && fits_alone(i, site) &&
             work_s_[site] + cpu_s <= targets_s_[site] * (1.0 + slack_ / 2);
    };
    const std::uint32_t roomiest = most_room();
    std::uint32_t to = fits(roomiest) ? roomiest : nowhere;
    for (std::uint32_t at = graph_.begin[i]; at < graph_.begin[i + 1]; ++at) {
      const std::uint32_t site = sites_[graph_.neighbour[at]].value;
      if (fits(site) && (to == nowhere || messages_[site] > messages_[to])) to = site;
    }
    const double cost = to == nowhere ? 0 : messages_[from] - messages_[to];
    for (std::uint32_t at = graph_.begin[i]; at < graph_.begin[i + 1]; ++at) {
      messages_[sites_[graph_.neighbour[at]].value] = 0;
    }
    return {cost, to};
  }

  std::uint32_t most_room() const {
    std::uint32_t best = 0;
    for (std::uint32_t site = 1; site < targets_s_.size(); ++site) {
      if (targets_s_[site] - work_s_[site] > targets_s_[best] - work_s_[best]) best = site;
    }
    return best;
  }

  const Snapshot& snapshot_;
  const Graph& graph_;
  Sites& sites_;
  std::vector<double> targets_s_;
  std::vector<double> work_s_;
  double slack_;
  std::vector<double> alone_s_;   // by site, the heaviest object that some PE can take in time
  std::vector<double> messages_;  // by site, all 0 but in cheapest_move
  using Entry = std::tuple<double, double, std::uint32_t>;
  std::priority_queue<Entry, std::vector<Entry>, std::greater<>> heap_;
};

}  // namespace

void even_out_sites(const Snapshot& snapshot, const Graph& graph, double slack, Sites& sites) {
  Evening(snapshot, graph, slack, sites).run();
}

}  // namespace isthmus::engine::balance
