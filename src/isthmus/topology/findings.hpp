// isthmus/topology/findings.hpp: what a job has found out about its grid, and the grid that this
// makes of the one that was written.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "isthmus/base/error.hpp"
#include "isthmus/topology/topology.hpp"

namespace isthmus::engine::topology {

/// The link between two found sites, one way; 0 where it was not measured.
struct LinkFinding {
  std::uint32_t site_a = 0;  ///< Less than site_b.
  std::uint32_t site_b = 0;
  std::int64_t latency_ns = 0;
  double bandwidth_bytes_per_s = 0;

  bool operator==(const LinkFinding&) const = default;
};

/// What one process decides and tells all others. Plain data, in the numbers of the topology as it
/// was written. What is empty was not asked for.
struct Findings {
  std::vector<std::uint32_t> site_of_node = {};  ///< Numbered in the order of their first nodes.
  std::vector<double> speed_of_pe = {};
  /// Of its core, what other programs left each PE; the grid does not say that, as it passes.
  std::vector<double> share_of_pe = {};
  std::vector<LinkFinding> links = {};  ///< Pairs in order.
  /// By LinkKind, one way; 0 where nothing of the kind was measured.
  std::array<std::int64_t, 4> latency_ns = {};
};

/// A found grid, and who is who in it.
struct FoundGrid {
  Grid grid;
  std::vector<NodeId> nodes;     ///< By the node's new number, the one that it was written with.
  std::vector<ProcessId> ranks;  ///< Likewise. Of one process the only one.
};

/// More sites than this and pairs of them no longer get link classes of their own.
inline constexpr int own_classes_sites_max = 64;

/// The grid as it was found. Sites come in the order of their first nodes and hold their nodes in
/// the order in which they were written, so the first process stays the first, and what was written
/// as it was found stays as it is. A site that has just the nodes of a written one keeps its name.
/// Two nodes of different found sites are joined by the link class that was written between their
/// sites, or in their site; with it goes what was measured.
///
/// `written` is the topology of the job without `in_one_process`. ErrorCode::malformed for findings
/// that do not fit it. Pure; O(nodes + PEs + pairs of sites).
Expected<FoundGrid> apply(const Findings& findings, const Topology& written);

}  // namespace isthmus::engine::topology
