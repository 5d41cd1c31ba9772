// isthmus/balance/strategy/automatic.hpp: the strategy that pays most, or none.
#pragma once

#include "isthmus/balance/strategy.hpp"

namespace isthmus::engine::balance {

/// What a strategy would gain, by the snapshot's word alone.
struct Estimate {
  double step_s = 0;  ///< expected_step_s with its placement.
  double migration_s = 0;
  double decision_s = 0;  ///< Of the strategy itself, by the numbers of objects and edges.
  /// Time saved over the periods ahead, less what it takes to decide and to move.
  double gain_s = 0;
};

/// How long the strategy of that name decides on a snapshot of this size, measured on one machine
/// of 2020 to 2025 and rounded up. No clock is read.
double decision_s(const Snapshot& snapshot, std::string_view strategy);

Estimate estimate(const Snapshot& snapshot, std::string_view strategy, const Placement& placement,
                  const Options& options);

struct Choice {
  std::string_view strategy;  ///< "none" where nothing pays.
  Placement placement;
};

/// What `auto` takes, and whose it is.
Choice choose(const Snapshot& snapshot, const Options& options);

/// `auto`: asks none, refine, grid_comm, hierarchical, greedy, grid_hybrid, grid_metis, those of
/// them whose decision takes less than what could be gained at most, and takes the placement with
/// the most gain. Nothing moves where that is below `gain_min` of the time ahead. Complexity: the
/// sum.
Placement automatic(const Snapshot& snapshot, const Options& options);

}  // namespace isthmus::engine::balance
