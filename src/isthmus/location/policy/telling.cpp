// The policies that tell of a move at once (the Clam thesis, 3.2: broadcast update, partitioned
// update, eager update).
#include "isthmus/location/policy.hpp"

namespace isthmus::location {

namespace {

// One PE of a site passes the news on within it, so that they cross from site to site once: in the
// site of the object its own PE, elsewhere another one for each PE that tells, or a single PE would
// have to tell everybody of everything.
Update teller_of(const Event& event, SiteId site) {
  const topology::PeRange pes = event.topology.pes_of(site);
  if (event.topology.site_of(event.here) == site) return {event.here, Update::Spread::site};
  const auto place = event.here.value % static_cast<std::uint32_t>(pes.count);
  return {PeId(pes.first.value + place), Update::Spread::site};
}

Updates tell_all(const Event& event) {
  if (event.kind != Event::Kind::moved) return {};
  Updates updates;
  for (int site = 0; site < event.topology.site_count(); ++site) {
    updates.push_back(teller_of(event, SiteId(site)));
  }
  return updates;
}

Updates tell_the_sites(const Event& event) {
  const topology::Topology& topology = event.topology;
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

}  // namespace

const Policy broadcast_update = {
    .name = "broadcast_update", .tells_home = true, .updates = &tell_all};
const Policy partitioned_update = {
    .name = "partitioned_update", .tells_home = true, .updates = &tell_the_sites};
const Policy eager_update = {.name = "eager_update",
                             .tells_home = true,
                             .keeps_profiles = true,
                             .updates = &tell_the_profile};

}  // namespace isthmus::location
