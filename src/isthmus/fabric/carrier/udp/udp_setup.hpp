// isthmus/fabric/carrier/udp/udp_setup.hpp: processes tell each other where their datagrams go.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "isthmus/base/clock.hpp"
#include "isthmus/base/error.hpp"
#include "isthmus/base/ids.hpp"
#include "isthmus/base/socket.hpp"
#include "isthmus/fabric/carrier/udp/datagram_port.hpp"
#include "isthmus/fabric/settings.hpp"

namespace isthmus::engine::fabric {

/// What a link class says of its datagrams.
struct UdpTerms {
  std::size_t datagram_bytes = 1400;
  std::size_t window_bytes = std::size_t{64} << 20;
  TimeNs patience_ns = 30'000'000'000;

  static UdpTerms from(const Settings& settings);
};

/// A peer with whom there is a connection on which nothing has been sent yet.
struct UdpCall {
  ProcessId peer;
  Socket connection;
  UdpTerms terms;
};

/// What joins this process to another one.
struct UdpLink {
  ProcessId peer;
  Socket connection;  ///< Tells that the peer has gone.
  std::unique_ptr<DatagramPort> port;
  UdpTerms terms;
  UdpTerms peer_terms;
  std::uint64_t own_token = 0;   ///< What comes from the peer begins with it.
  std::uint64_t peer_token = 0;  ///< The same at the other end.
};

/// Exchanges ports and tokens (docs/formats/udp.md) over the connections, with all at once, who do
/// the same within the timeout, and sees that datagrams get through both ways, also those that are
/// as long as may be. Blocks the calling thread. ErrorCode::unreachable where they do not.
Expected<std::vector<UdpLink>> meet_by_udp(std::vector<UdpCall> calls, const Clock& clock,
                                           TimeNs timeout_ns = 30'000'000'000);

}  // namespace isthmus::engine::fabric
