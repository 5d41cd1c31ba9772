#include "isthmus/network/routes.hpp"

#include <algorithm>
#include <set>
#include <utility>

#include "isthmus/base/assert.hpp"
#include "isthmus/fabric/registry.hpp"

namespace isthmus::engine::network {

namespace {

/// Its place among the links; their number where it is not there.
std::size_t place_of(const topology::LinkClass& link_class, bool within_process,
                     const std::vector<LinkPlan>& links) {
  const auto found = std::ranges::find_if(links, [&](const LinkPlan& link) {
    return link.link_class == &link_class && link.within_process == within_process;
  });
  return static_cast<std::size_t>(found - links.begin());
}

LinkPlan& link_for(const topology::LinkClass& link_class, bool within_process,
                   std::vector<LinkPlan>& links) {
  const std::size_t place = place_of(link_class, within_process, links);
  if (place == links.size()) {
    links.push_back({.link_class = &link_class, .within_process = within_process});
  }
  return links[place];
}

/// The class of what a process hears from another one: a chain's filters act on what comes in.
const topology::LinkClass& inbound_class(const Standpoint& at, ProcessId peer) {
  return at.topology.link_class(at.topology.pes_of(peer).first, at.topology.pes_of(at.self).first);
}

/// Of two PEs of the process.
bool are_joined_by_link(const Standpoint& at, PeId from, PeId to) {
  return at.is_local_by_link || at.topology.site_of(from) != at.topology.site_of(to);
}

}  // namespace

Expected<std::vector<LinkPlan>> plan_links(const Standpoint& at) {
  const topology::Topology& topology = at.topology;
  const topology::PeRange here = topology.pes_of(at.self);
  std::vector<LinkPlan> links;
  std::set<std::pair<const topology::LinkClass*, const topology::LinkClass*>> checked_classes;
  for (const ProcessId peer : topology.neighbours_of(at.self)) {
    const topology::LinkClass& inbound = inbound_class(at, peer);
    const topology::LinkClass& outbound =
        topology.link_class(here.first, topology.pes_of(peer).first);
    if (checked_classes.emplace(&inbound, &outbound).second) {
      if (auto checked = fabric::check_both_ways(inbound, outbound); !checked) {
        return forward_error(checked);
      }
    }
    LinkPlan& link = link_for(inbound, false, links);
    link.peers.push_back(peer);
    link.leaves_site = topology.site_of(peer) != topology.site_of(at.self);
  }
  // What joins two PEs of one process depends on their sites alone; the first of each site stands
  // for all.
  std::vector<PeId> firsts;
  for (const PeId pe : here) {
    if (firsts.empty() || topology.site_of(firsts.back()) != topology.site_of(pe)) {
      firsts.push_back(pe);
    }
  }
  for (const PeId from : firsts) {
    for (const PeId to : firsts) {
      if (are_joined_by_link(at, from, to)) link_for(topology.link_class(from, to), true, links);
    }
  }
  return links;
}

std::vector<Route> routes_from(PeId from, const Standpoint& at,
                               const std::vector<LinkPlan>& links) {
  const topology::Topology& topology = at.topology;
  const topology::PeRange here = topology.pes_of(at.self);
  std::vector<Route> routes;
  routes.reserve(static_cast<std::size_t>(topology.pe_count()));
  for (int pe = 0; pe < topology.pe_count(); ++pe) {
    const PeId to(pe);
    Route route;
    route.process = topology.next_hop(at.self, topology.process_of(to));
    route.leaves_site = topology.site_of(from) != topology.site_of(to);
    const bool is_here = here.contains(to);
    if (topology.is_absent(topology.process_of(to)) || topology.is_absent(at.self)) {
      route.link = Route::nowhere;
    } else if (!is_here || are_joined_by_link(at, from, to)) {
      route.link =
          place_of(is_here ? topology.link_class(from, to) : inbound_class(at, route.process),
                   is_here, links);
      ISTHMUS_VERIFY_THAT(route.link < links.size());
    }
    routes.push_back(route);
  }
  return routes;
}

}  // namespace isthmus::engine::network
