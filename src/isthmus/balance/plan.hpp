// isthmus/balance/plan.hpp: what a job's user wants of the load balancer.
#pragma once

#include <string>
#include <vector>

#include "isthmus/balance/strategy.hpp"
#include "isthmus/base/clock.hpp"
#include "isthmus/base/ids.hpp"

namespace isthmus::engine::balance {

/// Plain data.
struct Plan {
  const Strategy* strategy = nullptr;  ///< Null: objects are neither measured nor moved.
  /// Measured loads vary by some percent from period to period without anything having changed.
  Options options = {.gain_min = 0.05};
  /// A step so long after the last one, without waiting for the objects; never_ns: only where they
  /// have come to `at_sync`, or where the main program asks for one.
  TimeNs every_ns = never_ns;
  /// Each step's snapshot goes to `snapshots` + "-1.json" and so on; empty: nowhere.
  std::string snapshots = {};
  /// By PE, the share of its core that others left it when the job began; empty: all of it.
  std::vector<double> shares = {};

  double share_of(PeId pe) const { return shares.empty() ? 1 : shares[pe.value]; }
};

}  // namespace isthmus::engine::balance
