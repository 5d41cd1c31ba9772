// mpi/types/type_handles.hpp: what the calls for datatypes share.
#pragma once

#include "mpi/abi/mpi.h"
#include "mpi/calls.hpp"

namespace isthmus::engine::mpi {

inline int no_type(Rank& rank) { return rank.fail(MPI_ERR_TYPE, "no such datatype"); }

inline int refused(Rank& rank, const Refusal& refusal) {
  return rank.fail(static_cast<int>(refusal.error), refusal.reason);
}

inline std::uint64_t add_type(Rank& rank, HeldType held) {
  return rank.state().datatypes.add(std::move(held));
}

/// The one handle of a type that MPI_Type_create_f90_* makes.
std::uint64_t permanent_type(Rank& rank, const DatatypePtr& type);

}  // namespace isthmus::engine::mpi
