#include "isthmus/balance/strategy/scotch_map.hpp"

#include <algorithm>
#include <numeric>
#include <optional>
#include <span>

#include "isthmus/balance/quality.hpp"
#include "isthmus/balance/strategy/cut.hpp"
#include "isthmus/balance/strategy/graph.hpp"
#include "isthmus/balance/strategy/parts.hpp"
#include "isthmus/balance/strategy/sites.hpp"
#include "isthmus/graph/scotch.hpp"

namespace isthmus::engine::balance {

using graph::ScotchContext;
using graph::ScotchGraph;
using graph::whole_numbers;

namespace {

constexpr std::size_t direct_pes_max = 256;
// Scotch halves a graph of PEs by weight until each PE is alone, keeps an array of 2 to the depth
// of that, and crashes where there is no memory for it (7.0.3).
constexpr double direct_room_ratio_max = 16;
constexpr SCOTCH_Num in_node = 1;
constexpr SCOTCH_Num in_site = 2;
constexpr SCOTCH_Num between_sites = 40;

/// What objects are mapped onto.
class Target {
 public:
  /// A complete graph: vertex weights as given, distances by `distance(a, b)`.
  template <class Distance>
  Target(ScotchContext& context, std::span<const double> weights, Distance distance) {
    SCOTCH_archInit(&arch_);
    const auto count = static_cast<SCOTCH_Num>(weights.size());
    std::vector<SCOTCH_Num> begin = {0};
    std::vector<SCOTCH_Num> neighbours;
    std::vector<SCOTCH_Num> distances;
    for (SCOTCH_Num a = 0; a < count; ++a) {
      for (SCOTCH_Num b = 0; b < count; ++b) {
        if (a == b) continue;
        neighbours.push_back(b);
        distances.push_back(distance(a, b));
      }
      begin.push_back(static_cast<SCOTCH_Num>(neighbours.size()));
    }
    ScotchGraph graph(std::move(begin), std::move(neighbours), whole_numbers(weights, 1e6),
                      std::move(distances));
    SCOTCH_Graph bound;
    SCOTCH_graphInit(&bound);
    SCOTCH_Strat strategy;
    SCOTCH_stratInit(&strategy);
    is_built_ = graph.is_built() &&
                SCOTCH_contextBindGraph(context.get(), graph.get(), &bound) == 0 &&
                SCOTCH_archBuild0(&arch_, &bound, 0, nullptr, &strategy) == 0;
    SCOTCH_stratExit(&strategy);
    SCOTCH_graphExit(&bound);
  }
  /// All equally far from one another.
  explicit Target(std::span<const double> weights) {
    SCOTCH_archInit(&arch_);
    const std::vector<SCOTCH_Num> whole = whole_numbers(weights, 1e6);
    is_built_ = SCOTCH_archCmpltw(&arch_, static_cast<SCOTCH_Num>(whole.size()), whole.data()) == 0;
  }
  Target(const Target&) = delete;
  Target& operator=(const Target&) = delete;
  ~Target() { SCOTCH_archExit(&arch_); }

  SCOTCH_Arch* get() { return &arch_; }
  bool is_built() const { return is_built_; }

 private:
  SCOTCH_Arch arch_;
  bool is_built_ = false;
};

/// Fills in the -1 of `place`; the others are fixed. Where Scotch leaves some, as 7.0.3 does with
/// vertices without edges beside fixed ones, they are as `otherwise` says. False where it refuses.
bool map_onto(ScotchContext& context, ScotchGraph& graph, Target& target,
              std::span<const SCOTCH_Num> otherwise, std::vector<SCOTCH_Num>& place) {
  if (!graph.is_built() || !target.is_built()) return false;
  SCOTCH_Graph bound;
  SCOTCH_graphInit(&bound);
  SCOTCH_Strat strategy;
  SCOTCH_stratInit(&strategy);
  const bool is_fixed = std::ranges::any_of(place, [](SCOTCH_Num number) { return number >= 0; });
  bool is_done = SCOTCH_contextBindGraph(context.get(), graph.get(), &bound) == 0;
  if (is_done && is_fixed) {
    is_done = SCOTCH_graphMapFixed(&bound, target.get(), &strategy, place.data()) == 0;
  } else if (is_done) {
    is_done = SCOTCH_graphMap(&bound, target.get(), &strategy, place.data()) == 0;
  }
  SCOTCH_stratExit(&strategy);
  SCOTCH_graphExit(&bound);
  for (std::size_t v = 0; v < place.size(); ++v) {
    if (place[v] < 0 || place[v] >= SCOTCH_archSize(target.get())) place[v] = otherwise[v];
  }
  return is_done;
}

/// By PE: what it can do until all are done, pinned objects among that.
std::vector<double> room_s(const Snapshot& snapshot) {
  double work_s = 0;
  for (const double cpu_s : snapshot.objects.cpu_s) work_s += cpu_s;
  const std::vector<PeId> pes = whole(snapshot).pes;
  const double level = level_s(snapshot, pes, snapshot.pes.background_s, work_s);
  std::vector<double> room;
  for (std::size_t pe = 0; pe < pes.size(); ++pe) {
    const double free_s = std::max(0.0, level - snapshot.pes.background_s[pe]);
    room.push_back(free_s * snapshot.pes.speed[pe]);
  }
  const bool has_work = std::ranges::any_of(room, [](double s) { return s > 0; });
  return has_work ? room : snapshot.pes.speed;
}

std::vector<SCOTCH_Num> fixed_places(const Snapshot& snapshot,
                                     std::span<const SCOTCH_Num> number_of_pe) {
  std::vector<SCOTCH_Num> place(snapshot.object_count(), -1);
  for (std::size_t i = 0; i < place.size(); ++i) {
    if (snapshot.objects.is_pinned[i] == 0) continue;
    place[i] = number_of_pe[snapshot.objects.pe[i].value];
  }
  return place;
}

/// By object, the number that its PE has.
std::vector<SCOTCH_Num> current_places(const Snapshot& snapshot,
                                       std::span<const SCOTCH_Num> number_of_pe) {
  std::vector<SCOTCH_Num> place;
  for (const PeId pe : current_placement(snapshot)) place.push_back(number_of_pe[pe.value]);
  return place;
}

std::optional<Placement> map_directly(const Snapshot& snapshot, const Graph& graph,
                                      std::span<const double> room, const Options& options) {
  const PeColumns& pes = snapshot.pes;
  ScotchContext context(options.seed);
  Target target(context, room, [&](SCOTCH_Num a, SCOTCH_Num b) {
    if (pes.site[a] != pes.site[b]) return between_sites;
    return pes.node[a] == pes.node[b] ? in_node : in_site;
  });
  ScotchGraph objects(graph, snapshot.objects.cpu_s);
  std::vector<SCOTCH_Num> number_of_pe(snapshot.pe_count());
  std::iota(number_of_pe.begin(), number_of_pe.end(), 0);
  std::vector<SCOTCH_Num> place = fixed_places(snapshot, number_of_pe);
  const std::vector<SCOTCH_Num> now = current_places(snapshot, number_of_pe);
  if (!map_onto(context, objects, target, now, place)) return std::nullopt;
  Placement placement;
  for (const SCOTCH_Num pe : place) placement.push_back(PeId(pe));
  return placement;
}

/// The sites that have PEs, as vertices; then each one's objects onto its PEs.
std::optional<Placement> map_by_sites(const Snapshot& snapshot, const Graph& graph,
                                      std::span<const double> room, const Options& options) {
  std::vector<SCOTCH_Num> number_of_site(snapshot.site_count(), -1);
  std::vector<double> weights;
  std::vector<std::vector<PeId>> pes;
  std::vector<SCOTCH_Num> number_of_pe(snapshot.pe_count());  // of its site
  std::vector<SCOTCH_Num> number_in_site(snapshot.pe_count());
  for (std::size_t pe = 0; pe < snapshot.pe_count(); ++pe) {
    SCOTCH_Num& number = number_of_site[snapshot.pes.site[pe].value];
    if (number < 0) {
      number = static_cast<SCOTCH_Num>(weights.size());
      weights.push_back(0.0);
      pes.emplace_back();
    }
    weights[number] += room[pe];
    number_of_pe[pe] = number;
    number_in_site[pe] = static_cast<SCOTCH_Num>(pes[number].size());
    pes[number].push_back(PeId(pe));
  }
  ScotchContext context(options.seed);
  std::vector<SCOTCH_Num> site = fixed_places(snapshot, number_of_pe);
  if (weights.size() == 1) {
    std::ranges::fill(site, 0);
  } else {
    ScotchGraph objects(graph, snapshot.objects.cpu_s);
    Target sites(weights);
    const std::vector<SCOTCH_Num> now = current_places(snapshot, number_of_pe);
    if (!map_onto(context, objects, sites, now, site)) return std::nullopt;
  }
  Placement placement = current_placement(snapshot);
  std::vector<std::uint32_t> scratch(snapshot.object_count(), not_chosen);
  for (std::size_t s = 0; s < pes.size(); ++s) {
    std::vector<std::uint32_t> chosen;
    std::vector<double> cpu_s;
    std::vector<SCOTCH_Num> place;
    std::vector<SCOTCH_Num> now;
    for (std::uint32_t i = 0; i < site.size(); ++i) {
      if (site[i] != static_cast<SCOTCH_Num>(s)) continue;
      chosen.push_back(i);
      cpu_s.push_back(snapshot.objects.cpu_s[i]);
      const SCOTCH_Num own = number_in_site[snapshot.objects.pe[i].value];
      const bool is_here = number_of_pe[snapshot.objects.pe[i].value] == site[i];
      now.push_back(is_here ? own : 0);
      place.push_back(snapshot.objects.is_pinned[i] != 0 ? own : -1);
    }
    if (chosen.empty()) continue;
    std::vector<double> own_room;
    for (const PeId pe : pes[s]) own_room.push_back(room[pe.value]);
    ScotchGraph objects(subgraph_of(graph, chosen, scratch), cpu_s);
    Target target(own_room);
    if (!map_onto(context, objects, target, now, place)) return std::nullopt;
    for (std::size_t k = 0; k < chosen.size(); ++k) placement[chosen[k]] = pes[s][place[k]];
  }
  return placement;
}

}  // namespace

Placement scotch_map(const Snapshot& snapshot, const Options& options) {
  const bool is_free =
      std::ranges::find(snapshot.objects.is_pinned, 0) != snapshot.objects.is_pinned.end();
  if (!is_free || snapshot.pe_count() < 2) return current_placement(snapshot);
  const Graph graph = graph_of(snapshot);
  const std::vector<double> room = room_s(snapshot);
  const auto [least, most] = std::ranges::minmax(room);
  const bool is_alike =
      snapshot.pe_count() <= direct_pes_max && most <= least * direct_room_ratio_max;
  std::optional<Placement> placement = is_alike ? map_directly(snapshot, graph, room, options)
                                                : map_by_sites(snapshot, graph, room, options);
  if (!placement) return current_placement(snapshot);
  Sites sites;
  for (const PeId pe : *placement) sites.push_back(snapshot.site_of(pe));
  even_out_sites(snapshot, graph, options.slack, sites);
  return better_cut(snapshot, settle(snapshot, sites, *placement, options.slack));
}

}  // namespace isthmus::engine::balance
