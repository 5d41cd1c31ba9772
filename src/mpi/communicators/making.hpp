// mpi/communicators/making.hpp: communicators as they begin to be made.
#pragma once

#include <cstdint>

#include "mpi/abi/mpi.h"
#include "mpi/rank.hpp"

namespace isthmus::engine::mpi {

// `made` gets the handle; the request is complete when it has. The communicator has that topology.

/// Of ranks of `comm` that all its members know: the others get MPI_COMM_NULL. `comm` is one.
int begin_creating(Rank& rank, MPI_Comm comm, const Group& group, Topology topology, MPI_Comm* made,
                   std::uint64_t request);
/// Of those with the same colour, in the order of keys (`split`); of both groups in one (`merge`).
/// `alike` is a hash of whatever all members have to say alike, or none of them has made anything.
int begin_regrouping(Rank& rank, MPI_Comm comm, CollectiveKind kind, int colour, int key,
                     Topology topology, MPI_Comm* made, std::uint64_t request,
                     std::uint64_t alike = 0);

}  // namespace isthmus::engine::mpi
