#include "isthmus/balance/strategy/grid_metis.hpp"

#include <algorithm>

#include "isthmus/balance/quality.hpp"
#include "isthmus/balance/strategy/cut.hpp"
#include "isthmus/balance/strategy/parts.hpp"
#include "isthmus/balance/strategy/pe_queue.hpp"
#include "isthmus/balance/strategy/sites.hpp"
#include "isthmus/graph/partition.hpp"

namespace isthmus::engine::balance {

namespace {

/// A site's PEs, and what its objects have to fit into.
class SiteCut {
 public:
  SiteCut(const Snapshot& snapshot, Part part, std::vector<double> fixed_s)
      : snapshot_(snapshot), part_(std::move(part)), fixed_s_(std::move(fixed_s)) {}

  /// Objects as heavy as all that some PE is to have get their PE first: METIS can do nothing with
  /// them, and says so on standard output.
  void place_heavy(Placement& placement) {
    std::vector<std::uint32_t> order = part_.movable;
    sort_by_weight(snapshot_, order);
    PeQueue queue(snapshot_, part_.pes, fixed_s_);
    double work_s = 0;
    for (const std::uint32_t i : order) work_s += snapshot_.objects.cpu_s[i];
    std::size_t placed = 0;
    for (; placed < order.size(); ++placed) {
      const std::uint32_t i = order[placed];
      const double cpu_s = snapshot_.objects.cpu_s[i];
      // The level changes little with each, and not at all while they are within it.
      if (placed % 64 == 0) level_s_ = level_s(snapshot_, part_.pes, fixed_s_, work_s);
      const PeId pe = queue.ends_first(cpu_s);
      const double speed = snapshot_.pes.speed[pe.value];
      if (cpu_s / speed < heavy_share * (level_s_ - fixed_s_[pe.value])) break;
      placement[i] = pe;
      fixed_s_[pe.value] += cpu_s / speed;
      queue.update(pe);
      work_s -= cpu_s;
    }
    std::ranges::sort(order.begin() + static_cast<std::ptrdiff_t>(placed), order.end());
    part_.movable.assign(order.begin() + static_cast<std::ptrdiff_t>(placed), order.end());
    level_s_ = level_s(snapshot_, part_.pes, fixed_s_, std::max(work_s, 0.0));
  }

  void cut(const Graph& graph, const Options& options, std::vector<std::uint32_t>& scratch,
           Placement& placement) const {
    if (part_.movable.empty()) return;
    std::vector<std::uint32_t> number_of_pe(snapshot_.pe_count(), not_chosen);
    for (std::uint32_t k = 0; k < part_.pes.size(); ++k) number_of_pe[part_.pes[k].value] = k;
    std::vector<double> weights;
    std::vector<double> bytes;
    std::vector<std::uint32_t> place;
    for (const std::uint32_t i : part_.movable) {
      weights.push_back(snapshot_.objects.cpu_s[i]);
      bytes.push_back(static_cast<double>(snapshot_.objects.bytes[i]));
      place.push_back(number_of_pe[snapshot_.objects.pe[i].value]);
    }
    const std::vector<double> targets = options.as_published ? speeds() : targets_s();
    const Graph within = subgraph_of(graph, part_.movable, scratch);
    const graph::CutInto into =
        options.as_published ? graph::CutInto::multiples : graph::CutInto::shares;
    std::vector<std::uint32_t> number =
        graph::partition(within, weights, targets, {.seed = options.seed, .into = into});
    if (!options.as_published) keep_places(number, place, bytes, targets);
    for (std::size_t k = 0; k < number.size(); ++k) {
      placement[part_.movable[k]] = part_.pes[number[k]];
    }
  }

 private:
  static constexpr double heavy_share = 0.7;

  /// By PE of the part: the work that it has room for; by speed where there is no work.
  std::vector<double> targets_s() const {
    std::vector<double> targets;
    double sum_s = 0;
    for (const PeId pe : part_.pes) {
      const double room_s = std::max(0.0, level_s_ - fixed_s_[pe.value]);
      targets.push_back(room_s * snapshot_.pes.speed[pe.value]);
      sum_s += targets.back();
    }
    return sum_s > 0 ? targets : speeds();
  }

  std::vector<double> speeds() const {
    std::vector<double> speeds;
    for (const PeId pe : part_.pes) speeds.push_back(snapshot_.pes.speed[pe.value]);
    return speeds;
  }

  const Snapshot& snapshot_;
  Part part_;
  std::vector<double> fixed_s_;  // by PE of the snapshot
  double level_s_ = 0;
};

}  // namespace

Placement grid_metis(const Snapshot& snapshot, const Options& options) {
  const Graph graph = graph_of(snapshot);
  const Sites sites = cut_sites(snapshot, graph, false, options);
  Placement placement = somewhere_in(snapshot, sites);
  const std::vector<double> fixed_s = fixed_loads_s(snapshot);
  std::vector<std::uint32_t> scratch(snapshot.object_count(), not_chosen);
  for (const Part& part : parts_by_site(snapshot, placement)) {
    if (part.movable.empty()) continue;
    SiteCut site(snapshot, part, fixed_s);
    if (!options.as_published) site.place_heavy(placement);
    site.cut(graph, options, scratch, placement);
  }
  if (options.as_published) return placement;
  return better_cut(snapshot, std::move(placement));
}

}  // namespace isthmus::engine::balance
