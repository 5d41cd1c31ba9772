// Load balancing strategies beside bare METIS on the same graphs: 4,096 objects of a stencil on 64
// PEs of two sites, and a million on 4,096. Times are of the decision alone, the snapshot being
// there. METIS alone is what grid_metis and grid_hybrid could do at best: one cut into sites, and a
// cut of each site into its PEs.

#include <metis.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "harness.hpp"
#include "isthmus/balance/generator.hpp"
#include "isthmus/balance/quality.hpp"
#include "isthmus/balance/strategy.hpp"
#include "isthmus/balance/strategy/graph.hpp"

namespace {

using isthmus::PeId;
using isthmus::engine::balance::Graph;
using isthmus::engine::balance::Parameters;
using isthmus::engine::balance::Placement;
using isthmus::engine::balance::Snapshot;

constexpr int repeats_max = 7;
constexpr int tries = 10;  // the quickest counts
constexpr idx_t sites = 2;
constexpr idx_t pes_per_site = 32;

Snapshot made(const Parameters& parameters) {
  auto snapshot = isthmus::engine::balance::generate(parameters);
  if (!snapshot) {
    std::fprintf(stderr, "%s\n", snapshot.error().text().c_str());
    std::exit(1);
  }
  return std::move(*snapshot);
}

/// What METIS is handed, ready before the clock runs.
struct MetisGraph {
  MetisGraph(const Graph& graph, std::vector<idx_t> weights_)
      : begin(graph.begin.begin(), graph.begin.end()),
        neighbours(graph.neighbour.begin(), graph.neighbour.end()),
        messages(graph.weight.begin(), graph.weight.end()),
        weights(std::move(weights_)),
        part(graph.vertex_count()) {}

  void cut(idx_t parts) {
    auto count = static_cast<idx_t>(part.size());
    idx_t constraints = 1;
    idx_t messages_cut = 0;
    idx_t options[METIS_NOPTIONS];
    METIS_SetDefaultOptions(options);
    options[METIS_OPTION_SEED] = 1;
    METIS_PartGraphRecursive(&count, &constraints, begin.data(), neighbours.data(), weights.data(),
                             nullptr, messages.data(), &parts, nullptr, nullptr, options,
                             &messages_cut, part.data());
  }

  std::vector<idx_t> begin;
  std::vector<idx_t> neighbours;
  std::vector<idx_t> messages;
  std::vector<idx_t> weights;
  std::vector<idx_t> part;
};

/// In microseconds, so that METIS can sum them.
std::vector<idx_t> weights_of(const Snapshot& snapshot, const std::vector<std::uint32_t>& objects) {
  std::vector<idx_t> weights;
  for (const std::uint32_t i : objects) {
    weights.push_back(std::max(1, static_cast<idx_t>(snapshot.objects.cpu_s[i] * 1e6)));
  }
  return weights;
}

std::vector<std::uint32_t> all_of(const Snapshot& snapshot) {
  std::vector<std::uint32_t> objects(snapshot.object_count());
  for (std::uint32_t i = 0; i < objects.size(); ++i) objects[i] = i;
  return objects;
}

template <class Work>
double time_ms(Work work) {
  const double begin_ns = bench::now_ns();
  work();
  return (bench::now_ns() - begin_ns) * 1e-6;
}

/// Both phases by METIS alone.
class MetisAlone {
 public:
  explicit MetisAlone(const Snapshot& snapshot)
      : graph_(isthmus::engine::balance::graph_of(snapshot)),
        whole_(graph_, weights_of(snapshot, all_of(snapshot))) {
    whole_.cut(sites);
    std::vector<std::uint32_t> scratch(snapshot.object_count(),
                                       isthmus::engine::balance::not_chosen);
    for (idx_t site = 0; site < sites; ++site) {
      std::vector<std::uint32_t> own;
      for (const std::uint32_t i : all_of(snapshot)) {
        if (whole_.part[i] == site) own.push_back(i);
      }
      within_.emplace_back(isthmus::engine::balance::subgraph_of(graph_, own, scratch),
                           weights_of(snapshot, own));
    }
  }

  double cut_sites_ms() {
    return time_ms([&] { whole_.cut(sites); });
  }
  double cut_within_ms() {
    return time_ms([&] {
      for (MetisGraph& site : within_) site.cut(pes_per_site);
    });
  }
  std::uint64_t cross_site_messages(const Snapshot& snapshot) const {
    Placement placement;
    for (const idx_t site : whole_.part) placement.push_back(PeId(site * pes_per_site));
    return isthmus::engine::balance::cross_site_messages(snapshot, placement);
  }

 private:
  Graph graph_;
  MetisGraph whole_;
  std::vector<MetisGraph> within_;
};

Placement decide(const char* strategy, const Snapshot& snapshot) {
  return isthmus::engine::balance::find_strategy(strategy)->decide(snapshot, {});
}

/// In turn, so that what else runs on the machine touches all alike.
void measure_small(bench::Results& results, const Snapshot& snapshot, MetisAlone& metis) {
  constexpr std::array<const char*, 4> names = {"grid_comm", "grid_metis", "grid_hybrid",
                                                "scotch_map"};
  std::array<bench::Least, names.size()> strategy_ms;
  bench::Least sites_ms;
  bench::Least within_ms;
  for (int i = 0; i < tries; ++i) {
    for (std::size_t k = 0; k < names.size(); ++k) {
      strategy_ms[k].add(time_ms([&] { decide(names[k], snapshot); }));
    }
    sites_ms.add(metis.cut_sites_ms());
    within_ms.add(metis.cut_within_ms());
  }
  for (std::size_t k = 0; k < names.size(); ++k) {
    results.add(std::string(names[k]) + "_ms", "ms", strategy_ms[k].value());
  }
  results.add("metis_ms", "ms", sites_ms.value() + within_ms.value());
  results.add("metis_sites_ms", "ms", sites_ms.value());
}

/// What is decided is the same in every repeat. Messages are summed over the patterns.
void measure_quality(bench::Results& results) {
  double messages_alone = 0;
  double messages_metis = 0;
  double messages_hybrid = 0;
  double overload = 0;
  for (const auto& pattern : isthmus::engine::balance::patterns()) {
    const Snapshot snapshot = made({.pattern = std::string(pattern.name),
                                    .sites = sites,
                                    .pes_per_site = pes_per_site,
                                    .start = isthmus::engine::balance::Start::random});
    messages_alone += static_cast<double>(MetisAlone(snapshot).cross_site_messages(snapshot));
    messages_metis += static_cast<double>(
        isthmus::engine::balance::cross_site_messages(snapshot, decide("grid_metis", snapshot)));
    messages_hybrid += static_cast<double>(
        isthmus::engine::balance::cross_site_messages(snapshot, decide("grid_hybrid", snapshot)));
    for (const auto& strategy : isthmus::engine::balance::strategies()) {
      // Of those that may move objects between sites and are about load.
      if (strategy.goal == isthmus::engine::balance::Goal::load || strategy.name == "grid_hybrid" ||
          strategy.name == "scotch_map") {
        overload = std::max(
            overload, isthmus::engine::balance::overload(snapshot, strategy.decide(snapshot, {})));
      }
    }
  }
  results.add("metis_cross_site", "messages", messages_alone);
  results.add("grid_metis_cross_site", "messages", messages_metis);
  results.add("grid_hybrid_cross_site", "messages", messages_hybrid);
  results.add("load_over_least", "times", overload);
}

void measure_million(bench::Results& results) {
  const Snapshot snapshot = made({.pattern = "power_law",
                                  .objects = 1'000'000,
                                  .sites = 4,
                                  .pes_per_site = 1024,
                                  .start = isthmus::engine::balance::Start::random});
  for (const char* name : {"greedy", "refine", "grid_comm", "hierarchical"}) {
    const double begin_ns = bench::now_ns();
    decide(name, snapshot);
    results.add(std::string("million_") + name + "_s", "s", (bench::now_ns() - begin_ns) * 1e-9);
  }
}

}  // namespace

int main() {
  bench::Results results("balance");
  const Snapshot stencil = made({.pattern = "stencil",
                                 .objects = 4096,
                                 .sites = sites,
                                 .pes_per_site = pes_per_site,
                                 .start = isthmus::engine::balance::Start::random});
  MetisAlone metis(stencil);
  for (bench::Repeats repeats(repeats_max, 4.0); repeats.another();) {
    measure_small(results, stencil, metis);
  }
  measure_quality(results);
  measure_million(results);
  results.print();
}
