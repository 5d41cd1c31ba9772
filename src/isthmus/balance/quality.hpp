// isthmus/balance/quality.hpp: how good a placement is: loads, messages that cross, time of a step.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "isthmus/balance/snapshot.hpp"

namespace isthmus::engine::balance {

// Pure functions of valid snapshots and placements (snapshot.hpp). A PE's load is the time that it
// takes for the period's work: its background, and its objects' CPU time over its speed.

struct Quality {
  double load_max_s = 0;
  double load_mean_s = 0;  ///< What each PE would take were all work divisible and movable.
  double imbalance = 1;    ///< load_max_s over load_mean_s; 1 where there is no load.
  std::uint64_t cross_site_messages = 0;
  std::uint64_t cross_site_bytes = 0;
  std::uint64_t cross_pe_messages = 0;  ///< Those between sites among them.
  std::uint64_t objects_moved = 0;
  std::uint64_t bytes_moved = 0;
  std::uint64_t border_objects_max = 0;  ///< Of the PE that has most.
  double step_s = 0;                     ///< See expected_step_s.

  bool operator==(const Quality&) const = default;
};

/// O(objects + edges + PEs).
Quality measure(const Snapshot& snapshot, const Placement& placement);

/// By PE.
std::vector<double> loads_s(const Snapshot& snapshot, const Placement& placement);
double largest_load_s(const Snapshot& snapshot, const Placement& placement);

/// By PE: background and pinned objects.
std::vector<double> fixed_loads_s(const Snapshot& snapshot);

/// The least load to which so much work can be spread over the PEs, were it divisible: the level to
/// which it fills them like water, above what is fixed there (`fixed_s`, by PE of the snapshot).
/// O(PEs log PEs).
double level_s(const Snapshot& snapshot, std::span<const PeId> pes, std::span<const double> fixed_s,
               double work_s);

/// The least load of a PE that has this object alone; 0 for none.
double alone_s(const Snapshot& snapshot, std::span<const PeId> pes, std::span<const double> fixed_s,
               double cpu_s);

/// What no placement's largest load is below: all work spread over all PEs by their speed, as far
/// as background and pinned objects allow, and each object whole on the fastest PE.
double least_load_s(const Snapshot& snapshot);
/// largest_load_s over least_load_s; 1 where there is no load.
double overload(const Snapshot& snapshot, const Placement& placement);

/// By object: messages it sends to and receives from objects of other sites.
std::vector<std::uint64_t> cross_site_messages_of(const Snapshot& snapshot,
                                                  const Placement& placement);
/// By object: those among them that it sends.
std::vector<std::uint64_t> cross_site_messages_sent_by(const Snapshot& snapshot,
                                                       const Placement& placement);
std::uint64_t cross_site_messages(const Snapshot& snapshot, const Placement& placement);

/// By PE: how many of its objects talk with another site.
std::vector<std::uint32_t> border_objects_of(const Snapshot& snapshot, const Placement& placement);

/// The time of one step, by a model that knows the snapshot's averages alone: a PE takes its load
/// and the cost of messages that leave or reach it; one with border objects takes the latency and
/// what it spends on them, where that is more, since a message from afar answers one that waited
/// for them (Koenig 2007, 4.3 and 5.3); a site's connection takes its bytes. The longest counts.
double expected_step_s(const Snapshot& snapshot, const Placement& placement);

/// What moving from where the objects are takes, each PE and each site's connection by itself; the
/// longest counts.
double migration_s(const Snapshot& snapshot, const Placement& placement);

}  // namespace isthmus::engine::balance
