// mpi/sessions/session.hpp: what a part of a program uses MPI by, without MPI_Init (MPI 5.0, 11.3).
#pragma once

#include <cstdint>

#include "mpi/info.hpp"

namespace isthmus::engine::mpi {

struct Session {
  std::uint64_t error_handler = 0;  ///< a handle
  Info info = {};                   ///< what it has been given
};

}  // namespace isthmus::engine::mpi
