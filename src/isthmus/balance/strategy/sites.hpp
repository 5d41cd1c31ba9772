// isthmus/balance/strategy/sites.hpp: which objects go to which site, so that few messages cross.
#pragma once

#include <cstdint>
#include <vector>

#include "isthmus/balance/strategy.hpp"
#include "isthmus/balance/strategy/graph.hpp"

namespace isthmus::engine::balance {

/// By site: the work that it is to have beyond what is fixed there, in seconds of a PE of speed 1,
/// so that all PEs end together. Of sites without PEs, 0.
std::vector<double> site_targets_s(const Snapshot& snapshot);

/// By object.
using Sites = std::vector<SiteId>;
Sites current_sites(const Snapshot& snapshot);

/// The first phase of Koenig 2007, 7.2.2 and 7.3.2: the movable objects' graph cut into a part a
/// site, of shares as the targets have. With `by_work` objects weigh what they cost, else all the
/// same, as published. Pinned objects are where they are. Parts of sites with the same target are
/// given to those sites where most of their bytes are already; but with `options.as_published`
/// parts are multiples by the sites' speeds and keep METIS's numbers.
Sites cut_sites(const Snapshot& snapshot, const Graph& graph, bool by_work, const Options& options);

/// Moves objects that are too heavy for any PE of their site to where one ends with them first;
/// then objects from sites above their target by more than the slack to those below, at each step
/// the one that adds the fewest messages between sites. O((objects + edges) log objects), less
/// where little is to move.
void even_out_sites(const Snapshot& snapshot, const Graph& graph, double slack, Sites& sites);

/// Numbers the parts anew so that many of the bytes are where they were: `part` and `place` by
/// vertex, both below targets.size(), a place that is not for what came from elsewhere. Parts
/// change numbers with those of the same target.
void keep_places(std::vector<std::uint32_t>& part, const std::vector<std::uint32_t>& place,
                 const std::vector<double>& bytes, const std::vector<double>& targets);

}  // namespace isthmus::engine::balance
