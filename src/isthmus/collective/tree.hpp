// isthmus/collective/tree.hpp: spanning trees over PEs.
#pragma once

#include <algorithm>
#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "isthmus/base/ids.hpp"
#include "isthmus/topology/members.hpp"
#include "isthmus/topology/topology.hpp"

namespace isthmus::engine::collective {

inline constexpr int default_branching = 4;

/// One PE's place in a tree.
struct TreePlace {
  std::optional<PeId> parent;  ///< None at the root.
  std::vector<PeId> children;  ///< Those in other sites first, so that the long ways start early.

  bool has_child(PeId pe) const { return std::ranges::find(children, pe) != children.end(); }
};

/// The place of `me` in the tree over some PEs, sorted, `me` and `root` among them. Pure.
///
/// The tree follows the machine: the first PE of each site leads the site, and the leaders form a
/// tree of the given branching factor; within a site the same over nodes, within a node over
/// processes, within a process over PEs. The root leads whatever it belongs to. So each site but
/// the root's is entered once, and a broadcast crosses each wide-area link of the tree once.
TreePlace place_in_tree(const topology::Topology& topology, std::span<const PeId> pes, PeId me,
                        int branching, PeId root);

/// The same over all members of a job. Who is none hears of nothing.
TreePlace place_in_tree(const topology::Members& members, PeId me, int branching, PeId root);
/// From the first of them.
inline TreePlace place_in_tree(const topology::Members& members, PeId me, int branching) {
  return place_in_tree(members, me, branching, members.first());
}

/// What goes from one PE to the next in one message: `items` are for the PE `to` or lie beyond it.
struct Branch {
  PeId to;
  std::vector<std::size_t> items;
};

/// Divides items on their way down a tree: item i is for PE `pes[i]`, in ascending order. Those for
/// `me` are in no branch. Whoever gets a branch asks again for the items in it, as the `me` of its
/// turn; so all of them together go down a tree that follows the machine as that of place_in_tree
/// does, and passes no PE that has no item: each site is entered once. Pure.
std::vector<Branch> branches(const topology::Topology& topology, std::span<const PeId> pes, PeId me,
                             int branching);

}  // namespace isthmus::engine::collective
