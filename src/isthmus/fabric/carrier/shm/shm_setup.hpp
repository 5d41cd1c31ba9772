// isthmus/fabric/carrier/shm/shm_setup.hpp: two processes agree on the memory that they share.
#pragma once

#include <utility>
#include <vector>

#include "isthmus/base/clock.hpp"
#include "isthmus/base/error.hpp"
#include "isthmus/base/ids.hpp"
#include "isthmus/base/socket.hpp"
#include "isthmus/fabric/carrier/shm/shm_memory.hpp"

namespace isthmus::engine::fabric {

/// What joins this process to another one of its machine.
struct ShmLink {
  ProcessId peer;
  Socket connection;               ///< Tells that the peer has gone, and wakes it.
  ShmMemory inbound;               ///< This process has made it.
  ShmMemory outbound;              ///< The peer has.
  bool has_machine_fence = false;  ///< Both sides do, see MachineFence.
};

/// Over connections on which nothing has been sent yet, with all peers at once: each side makes the
/// memory that it receives in, tells the other where that is, and says whether it can use the
/// other's (docs/formats/shared-memory.md). Peers do the same within `timeout_ns`. A peer on
/// another machine, or in a container that hides its processes, is ErrorCode::bad_input, since the
/// user said that the two share a node. Blocks the calling thread.
Expected<std::vector<ShmLink>> meet_in_shared_memory(
    std::vector<std::pair<ProcessId, Socket>> connections, const ShmSizes& sizes,
    const Clock& clock, TimeNs timeout_ns = 30'000'000'000);

}  // namespace isthmus::engine::fabric
