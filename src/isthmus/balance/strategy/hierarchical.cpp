#include "isthmus/balance/strategy/hierarchical.hpp"

#include "isthmus/balance/quality.hpp"
#include "isthmus/balance/strategy/cut.hpp"
#include "isthmus/balance/strategy/graph.hpp"
#include "isthmus/balance/strategy/sites.hpp"

namespace isthmus::engine::balance {

Placement hierarchical(const Snapshot& snapshot, const Options& options) {
  const Placement& before = current_placement(snapshot);
  Sites sites = current_sites(snapshot);
  even_out_sites(snapshot, graph_of(snapshot), options.slack, sites);
  Placement placement = settle(snapshot, sites, before, options.slack);
  const bool is_worse = largest_load_s(snapshot, placement) > largest_load_s(snapshot, before);
  return is_worse ? before : placement;
}

}  // namespace isthmus::engine::balance
