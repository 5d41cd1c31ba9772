#include "isthmus/balance/strategy/grid_hybrid.hpp"

#include <algorithm>

#include "isthmus/balance/strategy/cut.hpp"
#include "isthmus/balance/strategy/refine.hpp"
#include "isthmus/balance/strategy/seeds.hpp"
#include "isthmus/balance/strategy/spread.hpp"

namespace isthmus::engine::balance {

namespace {

void fill(const Snapshot& snapshot, const Graph& graph, const Part& part, const Options& options,
          Filling& filling, Placement& placement) {
  PeWindow pes = pe_window(snapshot, part, options, filling);
  if (options.hybrid_mode != HybridMode::spread) {
    std::vector<std::uint32_t> border;
    for (const std::uint32_t i : part.movable) {
      if (filling.messages[i] > 0) border.push_back(i);
    }
    grow_from_seeds(snapshot, graph, std::move(border), options, filling, pes, placement);
  }
  std::vector<std::uint32_t> others;
  for (const std::uint32_t i : part.movable) {
    if (filling.is_placed[i] == 0) others.push_back(i);
  }
  if (options.hybrid_mode == HybridMode::seeds) {
    grow_from_seeds(snapshot, graph, std::move(others), options, filling, pes, placement);
  } else {
    spread(snapshot, std::move(others), options, filling, pes, placement);
  }
}

std::uint64_t messages_between(const Graph& graph, const Sites& sites) {
  std::uint64_t messages = 0;
  for (std::uint32_t v = 0; v < graph.vertex_count(); ++v) {
    for (std::uint32_t at = graph.begin[v]; at < graph.begin[v + 1]; ++at) {
      if (sites[v] != sites[graph.neighbour[at]]) messages += graph.weight[at];
    }
  }
  return messages;
}

/// METIS's cut or, where it is no worse, what there is, once both are even.
Sites choose_sites(const Snapshot& snapshot, const Graph& graph, const Options& options) {
  Sites now = current_sites(snapshot);
  even_out_sites(snapshot, graph, options.slack, now);
  Sites cut = cut_sites(snapshot, graph, true, options);
  even_out_sites(snapshot, graph, options.slack, cut);
  return messages_between(graph, now) <= messages_between(graph, cut) ? now : cut;
}

}  // namespace

Placement grid_hybrid(const Snapshot& snapshot, const Options& options) {
  const Graph graph = graph_of(snapshot);
  const Sites sites = options.as_published ? cut_sites(snapshot, graph, false, options)
                                           : choose_sites(snapshot, graph, options);
  Placement placement = somewhere_in(snapshot, sites);
  Filling filling(snapshot, placement, options);
  for (const Part& part : parts_by_site(snapshot, placement)) {
    if (part.movable.empty()) continue;
    fill(snapshot, graph, part, options, filling, placement);
    if (options.as_published) continue;
    refine_part(snapshot, part, options.slack, placement, filling.load_s);
  }
  if (options.as_published) return placement;
  return better_cut(snapshot, std::move(placement));
}

}  // namespace isthmus::engine::balance
