// isthmus/runtime/further_connections.hpp: more than one connection to a peer, for several
// carriers.
#pragma once

#include <map>
#include <vector>

#include "isthmus/base/clock.hpp"
#include "isthmus/base/error.hpp"
#include "isthmus/base/ids.hpp"
#include "isthmus/base/socket.hpp"
#include "isthmus/bootstrap/reconnect/reconnect_service.hpp"

namespace isthmus::engine::runtime {

using FurtherConnections = std::map<ProcessId, std::vector<Socket>>;

/// As many connections to each peer as `counts` says, in the same order at both ends. Blocks the
/// calling thread until the peers do the same; once in a job. ErrorCode::unreachable names those
/// who did not come in time.
Expected<FurtherConnections> connect_further(bootstrap::ReconnectService& service,
                                             const std::map<ProcessId, unsigned>& counts,
                                             const Clock& clock, TimeNs timeout_ns);

}  // namespace isthmus::engine::runtime
