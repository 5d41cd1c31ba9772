// isthmus/fabric/carrier/tcp/network_setup.hpp: two processes connect over each of several
// networks.
#pragma once

#include <vector>

#include "isthmus/base/clock.hpp"
#include "isthmus/base/error.hpp"
#include "isthmus/base/ids.hpp"
#include "isthmus/base/socket.hpp"
#include "isthmus/fabric/carrier/tcp/networks.hpp"

namespace isthmus::engine::fabric {

/// A peer with whom there is a connection on which nothing has been sent yet.
struct NetworkCall {
  ProcessId peer;
  bool calls = false;  ///< This process connects to the peer; else the peer does.
  Socket connection;
  std::vector<Network> networks;  ///< The same at both ends.
  SocketBuffers buffers = {};
};

/// A connection over each of the networks, in their order.
struct NetworkLink {
  ProcessId peer;
  std::vector<Socket> connections;
};

/// Exchanges addresses and tokens (docs/formats/networks.md) over the connections, which are closed
/// then, with all at once, who do the same within the timeout. Listens at this machine's address in
/// each network until all are connected. Blocks the calling thread. ErrorCode::bad_input where this
/// machine has no address in a network, ErrorCode::unreachable where a peer cannot be reached over
/// one.
Expected<std::vector<NetworkLink>> meet_over_networks(std::vector<NetworkCall> calls,
                                                      const Clock& clock,
                                                      TimeNs timeout_ns = 30'000'000'000);

}  // namespace isthmus::engine::fabric
