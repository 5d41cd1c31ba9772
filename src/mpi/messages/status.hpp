// mpi/messages/status.hpp: where MPI_Status has what is not in its public members.
#pragma once

#include <cstdint>
#include <cstring>

#include "mpi/abi/mpi.h"
#include "mpi/messages/requests.hpp"

namespace isthmus::engine::mpi {

/// Bytes in two of the internal words, and whether it was cancelled in the third.
inline void put_status_count(MPI_Status& status, std::int64_t bytes, bool is_cancelled) {
  std::memcpy(status.MPI_internal, &bytes, sizeof bytes);
  status.MPI_internal[2] = is_cancelled ? 1 : 0;
}

inline Status read_status(const MPI_Status& status) {
  Status read;
  read.source = status.MPI_SOURCE;
  read.tag = status.MPI_TAG;
  read.error = status.MPI_ERROR;
  std::memcpy(&read.bytes, status.MPI_internal, sizeof read.bytes);
  read.is_cancelled = status.MPI_internal[2] == 1;
  return read;
}

}  // namespace isthmus::engine::mpi
