#include "isthmus/balance/strategy/grid_metis.hpp"

#include <algorithm>

#include "isthmus/balance/quality.hpp"
#include "isthmus/balance/strategy/cut.hpp"
#include "isthmus/balance/strategy/partition.hpp"
#include "isthmus/balance/strategy/parts.hpp"
#include "isthmus/balance/strategy/sites.hpp"

namespace isthmus::balance {

namespace {

/// Cuts the part's objects into its PEs.
void cut_part(const Snapshot& snapshot, const Graph& graph, const Part& part,
              std::span<const double> fixed_s, std::uint64_t seed,
              std::vector<std::uint32_t>& scratch, Placement& placement) {
  const Graph within = subgraph_of(graph, part.movable, scratch);
  const std::size_t count = part.movable.size();
  std::vector<double> weights(count);
  std::vector<double> bytes(count);
  std::vector<std::uint32_t> place(count);
  std::vector<std::uint32_t> number_of_pe(snapshot.pe_count(), not_chosen);
  for (std::uint32_t k = 0; k < part.pes.size(); ++k) number_of_pe[part.pes[k].value] = k;
  double work_s = 0;
  for (std::size_t k = 0; k < count; ++k) {
    const std::uint32_t i = part.movable[k];
    weights[k] = snapshot.objects.cpu_s[i];
    bytes[k] = static_cast<double>(snapshot.objects.bytes[i]);
    place[k] = number_of_pe[snapshot.objects.pe[i].value];
    work_s += weights[k];
  }
  const double level = level_s(snapshot, part.pes, fixed_s, work_s);
  std::vector<double> targets;
  double sum = 0;
  for (const PeId pe : part.pes) {
    const double room_s = std::max(0.0, level - fixed_s[pe.value]);
    targets.push_back(room_s * snapshot.pes.speed[pe.value]);
    sum += targets.back();
  }
  if (!(sum > 0)) {
    for (std::size_t k = 0; k < targets.size(); ++k) {
      targets[k] = snapshot.pes.speed[part.pes[k].value];
    }
  }
  std::vector<std::uint32_t> number = partition(within, weights, targets, seed);
  keep_places(number, place, bytes, targets);
  for (std::size_t k = 0; k < count; ++k) placement[part.movable[k]] = part.pes[number[k]];
}

}  // namespace

Placement grid_metis(const Snapshot& snapshot, const Options& options) {
  const Graph graph = graph_of(snapshot);
  const Sites sites = cut_sites(snapshot, graph, false, options.seed);
  Placement placement = somewhere_in(snapshot, sites);
  const std::vector<double> fixed_s = fixed_loads_s(snapshot);
  std::vector<std::uint32_t> scratch(snapshot.object_count(), not_chosen);
  for (const Part& part : parts_by_site(snapshot, placement)) {
    if (part.movable.empty()) continue;
    cut_part(snapshot, graph, part, fixed_s, options.seed, scratch, placement);
  }
  return better_cut(snapshot, std::move(placement));
}

}  // namespace isthmus::balance
