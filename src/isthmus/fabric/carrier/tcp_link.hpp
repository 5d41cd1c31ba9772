// isthmus/fabric/carrier/tcp_link.hpp: what a link class says of its TCP connections.
#pragma once

#include "isthmus/base/clock.hpp"
#include "isthmus/fabric/settings.hpp"
#include "isthmus/topology/grid.hpp"

namespace isthmus::fabric {

struct TcpLink {
  /// How long a peer may be cut off before it counts as dead.
  TimeNs patience_ns = 0;
  unsigned connections = 1;

  /// Of a class whose carrier is `tcp`, and that carrier's settings.
  TcpLink(const topology::LinkClass& link, const Settings& settings);

  /// Frames are numbered, acknowledged and kept (docs/formats/session.md). Both ends must be of one
  /// mind.
  bool is_session() const { return patience_ns > 0 || connections > 1; }
};

}  // namespace isthmus::fabric
