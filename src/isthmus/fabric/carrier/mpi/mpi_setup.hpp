// isthmus/fabric/carrier/mpi/mpi_setup.hpp: processes tell each other which MPI ranks they are.
#pragma once

#include <memory>
#include <vector>

#include "isthmus/base/clock.hpp"
#include "isthmus/base/error.hpp"
#include "isthmus/base/ids.hpp"
#include "isthmus/base/socket.hpp"
#include "isthmus/fabric/carrier/module.hpp"
#include "isthmus/fabric/carrier/mpi/mpi_session.hpp"

namespace isthmus::engine::fabric {

/// What joins this process to another one.
struct MpiLink {
  ProcessId peer;
  Socket connection;  ///< Tells that the peer has gone.
  int rank = 0;       ///< The peer's, in MPI_COMM_WORLD.
  int tag = 0;        ///< Of what goes there; the next one too.
};

/// One carrier's part.
struct MpiGroup {
  std::shared_ptr<MpiSession> session;
  int tag = 0;  ///< Of what comes in; the next one too.
  std::vector<MpiLink> links;
};

/// Exchanges ranks (docs/formats/mpi.md) with the peers of all groups at once; these do the same
/// within the timeout. Groups receive with two tags each, from `first_tag`: nobody else in this
/// process may. ErrorCode::bad_input for a peer that is not in the same MPI job. Blocks the calling
/// thread, and does not call MPI.
Expected<std::vector<MpiGroup>> meet_by_mpi(const std::shared_ptr<MpiSession>& session,
                                            std::vector<CarrierGroup> groups, const Clock& clock,
                                            TimeNs timeout_ns, int first_tag);

}  // namespace isthmus::engine::fabric
