#include "isthmus/balance/strategy.hpp"

#include <array>

#include "isthmus/balance/strategy/automatic.hpp"
#include "isthmus/balance/strategy/diffusion.hpp"
#include "isthmus/balance/strategy/greedy.hpp"
#include "isthmus/balance/strategy/grid_comm.hpp"
#include "isthmus/balance/strategy/grid_hybrid.hpp"
#include "isthmus/balance/strategy/grid_metis.hpp"
#include "isthmus/balance/strategy/hierarchical.hpp"
#include "isthmus/balance/strategy/plain.hpp"
#include "isthmus/balance/strategy/refine.hpp"
#include "isthmus/balance/strategy/scotch_map.hpp"
#include "isthmus/balance/strategy/work_stealing.hpp"

namespace isthmus::engine::balance {

namespace {

template <Placement (*decide)(const Snapshot&, const Options&)>
Placement as_published(const Snapshot& snapshot, const Options& options) {
  Options published = options;
  published.as_published = true;
  return decide(snapshot, published);
}

}  // namespace

std::span<const Strategy> strategies() {
  static constexpr std::array<Strategy, 16> all = {{
      {"none", "everything stays", Goal::none, none},
      {"random", "to PEs drawn from the seed, for tests", Goal::none, random},
      {"rotate", "to the next PE, for tests", Goal::none, rotate},
      {"greedy", "the heaviest object to the PE that ends first", Goal::load, greedy},
      {"refine", "few objects from PEs with too much work", Goal::load, refine},
      {"grid_comm", "border objects evenly within each site", Goal::spread, grid_comm},
      {"grid_metis", "METIS between sites, METIS within them", Goal::cut, grid_metis},
      {"grid_hybrid", "METIS between sites, border objects evenly within them", Goal::cut,
       grid_hybrid},
      {"grid_comm:published", "GridCommLB as Koenig 2007, 7.1, has it", Goal::none,
       as_published<grid_comm>},
      {"grid_metis:published", "GridMetisLB as Koenig 2007, 7.2, has it", Goal::none,
       as_published<grid_metis>},
      {"grid_hybrid:published", "GridHybridLB as Koenig 2007, 7.3, has it", Goal::none,
       as_published<grid_hybrid>},
      {"scotch_map", "Scotch onto the graph of PEs", Goal::cut, scotch_map},
      {"hierarchical", "sites agree, then each refines", Goal::load, hierarchical},
      {"diffusion", "PEs even out two by two; no PE sees all", Goal::load, diffusion,
       Deciders::pairs},
      {"work_stealing", "PEs that are done soon ask others for work; no PE sees all", Goal::load,
       work_stealing, Deciders::thieves},
      {"auto", "the one that pays most, or none", Goal::time, automatic},
  }};
  return all;
}

const Strategy* find_strategy(std::string_view name) {
  for (const Strategy& strategy : strategies()) {
    if (strategy.name == name) return &strategy;
  }
  return nullptr;
}

std::string strategy_names() {
  std::string names;
  for (const Strategy& strategy : strategies()) {
    names += (names.empty() ? "" : ", ") + std::string(strategy.name);
  }
  return names;
}

}  // namespace isthmus::engine::balance
