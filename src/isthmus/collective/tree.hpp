// isthmus/collective/tree.hpp: spanning trees over PEs.
#pragma once

#include <algorithm>
#include <optional>
#include <span>
#include <vector>

#include "isthmus/base/ids.hpp"
#include "isthmus/topology/members.hpp"
#include "isthmus/topology/topology.hpp"

namespace isthmus::collective {

inline constexpr int default_branching = 4;

/// One PE's place in a tree.
struct TreePlace {
  std::optional<PeId> parent;  ///< None at the root.
  std::vector<PeId> children;  ///< Those in other sites first, so that the long ways start early.

  bool has_child(PeId pe) const { return std::ranges::find(children, pe) != children.end(); }
};

/// The place of `me` in the tree over some PEs, sorted, `me` among them; the root is the first.
/// Pure.
///
/// The tree follows the machine: the first PE of each site leads the site, and the leaders form a
/// tree of the given branching factor; within a site the same over nodes, within a node over
/// processes, within a process over PEs. So each site but the root's is entered once, and a
/// broadcast crosses each wide-area link of the tree once.
TreePlace place_in_tree(const topology::Topology& topology, std::span<const PeId> pes, PeId me,
                        int branching);

/// The same over all members of a job. Who is none hears of nothing.
TreePlace place_in_tree(const topology::Members& members, PeId me, int branching);

}  // namespace isthmus::collective
