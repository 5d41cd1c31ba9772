// mpi/program_fix.hpp: how a program that cannot be loaded becomes one that can.
#pragma once

#include <string>

#include "isthmus/isthmus.hpp"

namespace isthmus::engine::mpi {

/// The loader's error on that file, which knows nothing of MPI, with what a user of MPI does about
/// it: programs of another MPI's compilers and scripts are the usual ones.
Error with_program_fix(Error error, const std::string& program);

}  // namespace isthmus::engine::mpi
