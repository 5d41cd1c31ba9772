// The policies that tell of a move at once (the Clam thesis, 3.2: broadcast update, partitioned
// update, eager update), as ours are and as the thesis has them (who tells of dealing out: 4.3).
#include <algorithm>
#include <span>

#include "isthmus/location/policy.hpp"

namespace isthmus::engine::location {

namespace {

// One PE of a site passes the news on within it, so that they cross from site to site once: in the
// site of the object its own PE, elsewhere another one for each PE that tells, or a single PE would
// have to tell everybody of everything.
Update teller_of(const Event& event, std::span<const PeId> site) {
  if (std::ranges::binary_search(site, event.here)) return {event.here, Update::Spread::site};
  return {site[event.here.value % site.size()], Update::Spread::site};
}

Updates tell_all(const Event& event) {
  if (event.kind != Event::Kind::moved) return {};
  Updates updates;
  for (int number = 0; number < event.members.topology().site_count(); ++number) {
    const std::span<const PeId> site = event.members.of(SiteId(number));
    if (!site.empty()) updates.push_back(teller_of(event, site));
  }
  return updates;
}

Updates tell_the_sites(const Event& event) {
  const topology::Topology& topology = event.members.topology();
  const SiteId here = topology.site_of(event.here);
  if (event.kind == Event::Kind::moved) {
    Updates updates = {{event.here, Update::Spread::site}};
    if (topology.site_of(event.from) != here) {
      updates.push_back({event.from, Update::Spread::site});
    }
    return updates;
  }
  if (event.kind == Event::Kind::delivered && event.hops > 0 && event.sender != event.here) {
    return {{event.sender, Update::Spread::site}};
  }
  return {};
}

Updates tell_the_profile(const Event& event) {
  if (event.kind != Event::Kind::moved) return {};
  Updates updates;
  for (const PeId interested : event.profile) {
    if (interested != event.here) updates.push_back({interested});
  }
  return updates;
}

Updates tell_each_that_it_leaves(const Event& event) {
  if (event.kind != Event::Kind::left) return {};
  Updates updates;
  for (const PeId pe : event.members.pes()) {
    if (pe != event.here) updates.push_back({pe});
  }
  return updates;
}

Updates tell_each_site_at_its_end(const Event& event) {
  const topology::Topology& topology = event.members.topology();
  const auto crosses = [&](PeId other) {
    return topology.site_of(other) != topology.site_of(event.here);
  };
  switch (event.kind) {
    case Event::Kind::left:
      return {{event.here, Update::Spread::site}};
    case Event::Kind::moved:
      return crosses(event.from) ? Updates{{event.here, Update::Spread::site}} : Updates{};
    case Event::Kind::delivered:
      break;
  }
  return tell_the_sites(event);
}

Updates tell_the_profile_that_it_leaves(const Event& event) {
  if (event.kind != Event::Kind::left) return {};
  Updates updates;
  for (const PeId interested : event.profile) {
    if (interested != event.here && interested != event.to) updates.push_back({interested});
  }
  return updates;
}

}  // namespace

const Policy broadcast_update = {
    .name = "broadcast_update", .tells_home = true, .updates = &tell_all};
const Policy partitioned_update = {
    .name = "partitioned_update", .tells_home = true, .updates = &tell_the_sites};
const Policy eager_update = {.name = "eager_update",
                             .tells_home = true,
                             .keeps_profiles = true,
                             .updates = &tell_the_profile};
// Who tells under eager update the thesis does not say; the profile is where the object was.
const Policy broadcast_update_published = {.name = "broadcast_update:published",
                                           .as_published = true,
                                           .updates = &tell_each_that_it_leaves};
const Policy partitioned_update_published = {.name = "partitioned_update:published",
                                             .as_published = true,
                                             .updates = &tell_each_site_at_its_end};
const Policy eager_update_published = {.name = "eager_update:published",
                                       .keeps_profiles = true,
                                       .as_published = true,
                                       .updates = &tell_the_profile_that_it_leaves};

}  // namespace isthmus::engine::location
