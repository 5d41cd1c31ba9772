// mpi/communicators/grid_attributes.hpp: where ranks are in the grid, as programs are told.
#pragma once

#include <cstdint>

#include "mpi/rank.hpp"

namespace isthmus::engine::mpi {

/// MPIX_TOPOLOGY_DEPTHS and MPIX_TOPOLOGY_COLORS: where ranks were placed when the job began.
int get_grid_attribute(Rank& rank, Communicator& communicator, int key, void* at, int* flag);
void free_grid_attributes(Rank& rank, Communicator& communicator);

/// Where a rank of so many is when the job begins; all PEs know it (main.cpp places them so).
PeId first_pe_of(int number, int count);

/// The colour by which MPI_Comm_split_type splits: where the rank is now.
int colour_of_resource(Rank& rank, int type, std::uint64_t info);

}  // namespace isthmus::engine::mpi
