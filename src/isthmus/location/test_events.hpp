// isthmus/location/test_events.hpp: what policies react to, on two sites; for the room's own tests.
#pragma once

#include <span>

#include "isthmus/location/policy.hpp"
#include "isthmus/topology/members.hpp"

namespace isthmus::engine::location {

/// PEs 0 to 3 and 4 to 7.
inline const topology::Members& two_sites() {
  static const topology::Topology topology =
      topology::Topology::from_grid(topology::uniform_grid(2, 4)).value();
  static const topology::Members members(topology);
  return members;
}

inline Event moved(int from, int here, std::span<const PeId> profile = {}) {
  return {.kind = Event::Kind::moved,
          .members = two_sites(),
          .here = PeId(here),
          .home = PeId(0),
          .from = PeId(from),
          .profile = profile};
}

inline Event delivered(int here, int sender, int hops) {
  return {.kind = Event::Kind::delivered,
          .members = two_sites(),
          .here = PeId(here),
          .home = PeId(0),
          .sender = PeId(sender),
          .hops = hops};
}

inline Event left(int here, int to, std::span<const PeId> profile = {}) {
  return {.kind = Event::Kind::left,
          .members = two_sites(),
          .here = PeId(here),
          .home = PeId(0),
          .to = PeId(to),
          .profile = profile};
}

}  // namespace isthmus::engine::location
