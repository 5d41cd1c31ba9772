// mpi/main_program.hpp: the main program of a job whose objects are ranks.
#pragma once

#include "isthmus/isthmus.hpp"
#include "mpi/process.hpp"

namespace isthmus::engine::mpi {

/// Makes the ranks that the launch describes, and waits until all have ended, or one has in a way
/// that ends the job; in a job that goes on from a checkpoint those are there already, and their
/// launch must have been the same. Throws BadInput. On the first PE; machines() are named on all.
Task<void> run_ranks(Job& job, Launch launch);

}  // namespace isthmus::engine::mpi
