#include "isthmus/balance/strategy/hierarchical.hpp"

#include "isthmus/balance/quality.hpp"
#include "isthmus/balance/strategy/cut.hpp"
#include "isthmus/balance/strategy/pe_queue.hpp"
#include "isthmus/balance/strategy/refine.hpp"

namespace isthmus::balance {

Placement hierarchical(const Snapshot& snapshot, const Options& options) {
  const Placement& before = current_placement(snapshot);
  Sites sites = current_sites(snapshot);
  even_out_sites(snapshot, graph_of(snapshot), options.slack, sites);
  Placement placement = somewhere_in(snapshot, sites);
  const std::vector<Part> parts = parts_by_site(snapshot, placement);
  std::vector<double> load_s = fixed_loads_s(snapshot);
  for (const Part& part : parts) {
    if (part.movable.empty()) continue;
    std::vector<std::uint32_t> newcomers;
    for (const std::uint32_t i : part.movable) {
      if (snapshot.site_of(before[i]) != sites[i]) {
        newcomers.push_back(i);
        continue;
      }
      placement[i] = before[i];
      const std::uint32_t pe = before[i].value;
      load_s[pe] += snapshot.objects.cpu_s[i] / snapshot.pes.speed[pe];
    }
    sort_by_weight(snapshot, newcomers);
    PeQueue queue(snapshot, part.pes, load_s);
    for (const std::uint32_t i : newcomers) {
      const PeId pe = queue.ends_first(snapshot.objects.cpu_s[i]);
      placement[i] = pe;
      load_s[pe.value] += snapshot.objects.cpu_s[i] / snapshot.pes.speed[pe.value];
      queue.update(pe);
    }
    refine_part(snapshot, part, options.slack, placement, load_s);
  }
  const bool is_worse = largest_load_s(snapshot, placement) > largest_load_s(snapshot, before);
  return is_worse ? before : placement;
}

}  // namespace isthmus::balance
