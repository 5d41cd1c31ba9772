#include "isthmus/balance/strategy/automatic.hpp"

#include <algorithm>
#include <array>

#include "isthmus/balance/quality.hpp"
#include "isthmus/balance/strategy/greedy.hpp"
#include "isthmus/balance/strategy/grid_comm.hpp"
#include "isthmus/balance/strategy/grid_hybrid.hpp"
#include "isthmus/balance/strategy/grid_metis.hpp"
#include "isthmus/balance/strategy/hierarchical.hpp"
#include "isthmus/balance/strategy/refine.hpp"

namespace isthmus::engine::balance {

namespace {

struct Candidate {
  std::string_view name;
  Placement (*decide)(const Snapshot&, const Options&);
  double object_s;  // of a decision, for each object
  double edge_s;    // and for each edge
};

// The cheap ones first: of two that gain the same the first is taken.
constexpr std::array<Candidate, 6> candidates = {{
    {"refine", refine, 2e-7, 0},
    {"grid_comm", grid_comm, 6e-7, 2e-8},
    {"hierarchical", hierarchical, 4e-7, 2e-7},
    {"greedy", greedy, 3e-7, 0},
    {"grid_hybrid", grid_hybrid, 2e-6, 6e-7},
    {"grid_metis", grid_metis, 4e-6, 1e-6},
}};

double ahead_s(const Snapshot& snapshot, double step_s, const Options& options) {
  return step_s * static_cast<double>(snapshot.steps) * options.periods_ahead;
}

/// What no step is shorter than: the loads as even as they can be.
double least_step_s(const Snapshot& snapshot) {
  return least_load_s(snapshot) / static_cast<double>(snapshot.steps);
}

}  // namespace

double decision_s(const Snapshot& snapshot, std::string_view strategy) {
  for (const Candidate& candidate : candidates) {
    if (candidate.name != strategy) continue;
    return candidate.object_s * static_cast<double>(snapshot.object_count()) +
           candidate.edge_s * static_cast<double>(snapshot.edges.size());
  }
  return 0;
}

Estimate estimate(const Snapshot& snapshot, std::string_view strategy, const Placement& placement,
                  const Options& options) {
  Estimate result;
  const double before_s = expected_step_s(snapshot, current_placement(snapshot));
  result.step_s = expected_step_s(snapshot, placement);
  result.migration_s = migration_s(snapshot, placement);
  result.decision_s = decision_s(snapshot, strategy);
  result.gain_s =
      ahead_s(snapshot, before_s - result.step_s, options) - result.migration_s - result.decision_s;
  return result;
}

Choice choose(const Snapshot& snapshot, const Options& options) {
  const double before_s = expected_step_s(snapshot, current_placement(snapshot));
  const double at_stake_s = ahead_s(snapshot, before_s - least_step_s(snapshot), options);
  double best_s = options.gain_min * ahead_s(snapshot, before_s, options);
  Choice best{"none", current_placement(snapshot)};
  for (const Candidate& candidate : candidates) {
    if (decision_s(snapshot, candidate.name) + best_s >= at_stake_s) continue;
    Placement placement = candidate.decide(snapshot, options);
    const double gain_s = estimate(snapshot, candidate.name, placement, options).gain_s;
    if (gain_s <= best_s) continue;
    best_s = gain_s;
    best = {candidate.name, std::move(placement)};
  }
  return best;
}

Placement automatic(const Snapshot& snapshot, const Options& options) {
  return choose(snapshot, options).placement;
}

}  // namespace isthmus::engine::balance
