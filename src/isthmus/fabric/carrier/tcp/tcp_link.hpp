// isthmus/fabric/carrier/tcp/tcp_link.hpp: what a link class says of its TCP connections.
#pragma once

#include "isthmus/base/clock.hpp"
#include "isthmus/base/socket.hpp"
#include "isthmus/fabric/settings.hpp"
#include "isthmus/topology/grid.hpp"

namespace isthmus::engine::fabric {

struct TcpLink {
  /// How long a peer may be cut off before it counts as dead.
  TimeNs patience_ns = 0;
  unsigned connections = 1;
  /// Two processes have none until one of them has something to send to the other.
  bool connects_when_needed = false;

  /// Of a class whose carrier is `tcp`, and that carrier's settings.
  TcpLink(const topology::LinkClass& link, const Settings& settings);

  /// Frames are numbered, acknowledged and kept (docs/formats/session.md). Both ends must be of one
  /// mind.
  bool is_session() const { return patience_ns > 0 || connections > 1; }
};

/// The networks of a carrier `tcp` in the chain, which a stripe has to be made of, and nothing that
/// this has already. ErrorCode::bad_input.
Expected<void> check_networks(const topology::LinkClass& link, const topology::DeviceSpec& tcp,
                              const Settings& settings);

/// As many carriers as this one of a chain is: one, or one for each network.
std::size_t count_of_ways(const topology::DeviceSpec& carrier);

/// Likewise, of any class that has passed check_chain.
bool connects_when_needed(const topology::LinkClass& link);

/// What the connections of a class are to have (Allen et al. 2001, 2.4); nothing where `tcp` is not
/// among its carriers. The class must have passed check_chain.
SocketBuffers socket_buffers_of(const topology::LinkClass& link);

}  // namespace isthmus::engine::fabric
