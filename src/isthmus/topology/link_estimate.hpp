// isthmus/topology/link_estimate.hpp: what a link class's text says about time, for drawings,
// warnings and decisions. The fabric reads its devices' parameters itself.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "isthmus/topology/grid.hpp"
#include "isthmus/topology/topology.hpp"

namespace isthmus::engine::topology {

/// What was measured; else what the chain's `delay` adds; nothing where the text does not say or
/// does not read.
struct LinkEstimate {
  std::optional<std::int64_t> latency_ns;
  std::optional<std::int64_t> jitter_ns;
  std::optional<double> bandwidth_bytes_per_s;
  std::vector<std::string> faults;  ///< Parameters that do not read, a line each.
};

LinkEstimate estimate(const LinkClass& link);

/// Those that some pair of sites has, each once.
std::vector<const LinkClass*> classes_between_sites(const Topology& topology);

}  // namespace isthmus::engine::topology
