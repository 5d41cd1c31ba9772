// isthmus/topology/speeds.hpp: relative speeds of PEs from the time that equal work took them.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "isthmus/topology/topology.hpp"

namespace isthmus::topology {

/// Speeds nearer to each other than this count as equal: so much do measurements of equal
/// processors differ.
inline constexpr double equal_speeds_ratio = 1.06;

/// The speed of each PE, 1 for the fastest kind, from the time that each took for the same work
/// (above 0; the shortest of several). PEs of one node whose times are alike get one speed, that of
/// their median; then nodes whose speeds are alike do. Three significant digits, so that a file can
/// say them. Pure; O(n log n).
std::vector<double> speeds_from_times(const Topology& topology,
                                      std::span<const std::int64_t> times);

}  // namespace isthmus::topology
