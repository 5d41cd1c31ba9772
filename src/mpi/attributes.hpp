// mpi/attributes.hpp: what programs keep at communicators (MPI 5.0, 7.7).
#pragma once

#include <cstdint>

#include "mpi/rank.hpp"

namespace isthmus::mpi {

/// Keys of programs begin behind those of the standard.
inline constexpr int first_program_key = 1000;

/// A communicator is about to go: the program's functions are called for what it has.
void remove_attributes(Rank& rank, std::uint64_t communicator);
/// Of the attribute MPI_LASTUSEDCODE, when an error has been added.
void set_last_used_code(Rank& rank);

}  // namespace isthmus::mpi
