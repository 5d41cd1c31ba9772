// isthmus/balance/plan.hpp: what a job's user wants of the load balancer.
#pragma once

#include <string>

#include "isthmus/balance/strategy.hpp"
#include "isthmus/base/clock.hpp"

namespace isthmus::balance {

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
};

}  // namespace isthmus::balance
