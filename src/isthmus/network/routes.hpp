// isthmus/network/routes.hpp: what joins a process to others, and its way to each PE of the job.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "isthmus/base/error.hpp"
#include "isthmus/base/ids.hpp"
#include "isthmus/topology/topology.hpp"

namespace isthmus::engine::network {

/// All processes that one is joined to by one link class; or its own PEs that are. Has one chain.
/// Plain data.
struct LinkPlan {
  const topology::LinkClass* link_class = nullptr;  ///< Of the topology.
  bool within_process = false;
  bool leaves_site = false;           ///< It joins to processes of other sites.
  std::vector<ProcessId> peers = {};  ///< In order; none within the process.

  bool operator==(const LinkPlan&) const = default;
};

/// The way to one PE: straight into its mailbox, or by a link to a process. Plain data.
struct Route {
  static constexpr std::size_t by_mailbox = SIZE_MAX;
  static constexpr std::size_t nowhere = SIZE_MAX - 1;  ///< Its process is absent.

  std::size_t link = by_mailbox;  ///< Its place among the links.
  ProcessId process;              ///< That takes the message, to handle it or to send it on.
  bool leaves_site = false;       ///< The PE is of another site than the sender.

  bool operator==(const Route&) const = default;
};

/// Whose links and routes these are.
struct Standpoint {
  const topology::Topology& topology;
  ProcessId self;
  /// PEs of one site and process, too, reach each other by a link, and not by their mailboxes.
  bool is_local_by_link = false;
};

/// In the order in which they are built. ErrorCode::bad_input where the classes of two directions
/// do not fit each other (fabric::check_both_ways).
Expected<std::vector<LinkPlan>> plan_links(const Standpoint& at);

/// From a PE of the process to each PE of the job. All PEs of one site have the same.
std::vector<Route> routes_from(PeId from, const Standpoint& at, const std::vector<LinkPlan>& links);

}  // namespace isthmus::engine::network
