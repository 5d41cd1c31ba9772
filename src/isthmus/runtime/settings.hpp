// isthmus/runtime/settings.hpp: what a job's user may say of how the runtime works.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "isthmus/balance/plan.hpp"
#include "isthmus/base/clock.hpp"
#include "isthmus/collective/quiescence_strategy.hpp"
#include "isthmus/collective/tree.hpp"
#include "isthmus/location/directory.hpp"
#include "isthmus/location/policy.hpp"
#include "isthmus/network/aggregator.hpp"
#include "isthmus/network/flow_limits.hpp"
#include "isthmus/object/border_first.hpp"
#include "isthmus/store/plan.hpp"

namespace isthmus::engine::runtime {

/// The same on every backend and in all processes of a job. The defaults stand here and nowhere
/// else; the command line sets the members by the rows of program/setting_options.cpp. Plain data.
struct Settings {
  /// Seed of all random numbers.
  std::uint64_t seed = 1;
  /// Children of a PE in spanning trees, 1 to 1024.
  int branching = collective::default_branching;
  /// Messages that a busy PE handles between two looks at the network. 0: it looks about every
  /// 20 us.
  int batch = 0;
  /// A job that is idle for so long is asked whether it can go on at all. Nothing: 200 ms, and
  /// 20 min where time is virtual and costs nothing.
  std::optional<TimeNs> stall_ns = {};
  /// A process that says nothing for so long is lost. Nothing: never, as long as its machine
  /// vouches for it. Longer than any entry method; at least a second.
  std::optional<TimeNs> silence_ns = {};
  /// How objects that move are kept track of, where their array does not say. Never null.
  const location::Policy* location_policy = &location::home_and_sender;
  /// Of how many objects elsewhere each PE remembers where they are.
  std::size_t location_cache = location::Directory::default_cache_capacity;
  /// How the job notices that nothing is under way.
  collective::QuiescenceStrategy quiescence = collective::QuiescenceStrategy::counting_waves;
  /// Whether messages for objects that talk to another site come first.
  BorderFirst border_first = BorderFirst::automatic;
  /// Of small messages to other processes. What is automatic is off where time is virtual.
  network::AggregatorOptions aggregation = {};
  /// How much may wait between processes.
  network::FlowLimits flow_limits = {};
  /// Whether and how objects are measured and moved.
  balance::Plan balancing = {};
  /// When the job is kept in checkpoints, where the world has a place for them.
  store::Plan checkpoints = {};
  /// Every PE keeps an account of its time, and PE 0 gathers what all have to report before the job
  /// ends.
  bool reports = false;
};

}  // namespace isthmus::engine::runtime
