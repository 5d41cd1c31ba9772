// isthmus/topology/speeds.hpp: relative speeds of PEs from the time that equal work took them.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "isthmus/topology/topology.hpp"

namespace isthmus::engine::topology {

/// Speeds nearer to each other than this count as equal: so much do measurements of equal
/// processors differ.
inline constexpr double equal_speeds_ratio = 1.06;

/// The speed of each PE, 1 for the fastest kind, from the time that each took for the same work
/// (above 0; the shortest of several). PEs of one node whose times are alike get one speed, that of
/// their median; then nodes whose speeds are alike do. Three significant digits, so that a file can
/// say them. Pure; O(n log n).
std::vector<double> speeds_from_times(const Topology& topology,
                                      std::span<const std::int64_t> times);

/// "0.5 to 1", or "1" where all are alike; at least one, to three digits.
std::string range_text(std::span<const double> speeds);

/// A PE whose core others had nearly always is not to be without any work for ever.
inline constexpr double share_of_core_min = 0.05;

/// What a PE has found out about its core in some milliseconds of work, while all other PEs of the
/// job worked, too. Plain data, sent from PE to PE.
struct WorkSample {
  std::int64_t work_ns = 1;              ///< Processor time of equal work; above 0.
  std::int64_t elapsed_ns = 1;           ///< Of all that it did.
  std::int64_t displaced_ns = 0;         ///< Of that, how long others had the core.
  std::vector<std::int32_t> cores = {};  ///< Of its machine, on which it may run.

  bool operator==(const WorkSample&) const = default;
};

/// Of two samples of one PE: the shorter time for the work, as chance only makes it longer, and the
/// load of both.
WorkSample merged(const WorkSample& a, const WorkSample& b);

/// The share of its core that others left each PE, above 0 and at most 1; 1 where nearly nothing is
/// missing. PEs that may run on the same cores of one machine change places all the time, so that
/// they get the mean of theirs. Pure; O(PEs log PEs).
std::vector<double> shares_from_samples(const Topology& topology,
                                        std::span<const WorkSample> samples);

}  // namespace isthmus::engine::topology
