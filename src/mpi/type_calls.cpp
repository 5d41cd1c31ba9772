// Datatypes (MPI 5.0, chapter 5).
#include "mpi/abi/mpi.h"
#include "mpi/calls.hpp"

namespace isthmus::mpi {

namespace {

int no_type(Rank& rank) { return rank.fail(MPI_ERR_TYPE, "no such datatype"); }

/// The handle of what a constructor has made.
int made(Rank& rank, Result<DatatypePtr> type, MPI_Datatype* handle) {
  if (!type) return rank.fail(static_cast<int>(type.error().error), type.error().reason);
  *handle = handle_of<MPI_Datatype>(rank.state().datatypes.add(std::move(*type)));
  return MPI_SUCCESS;
}

int contiguous(Rank& rank, MPI_Count count, MPI_Datatype old, MPI_Datatype* handle) {
  return made(rank, make_contiguous(count, rank.find_type(number_of(old))), handle);
}
int vector(Rank& rank, MPI_Count count, MPI_Count length, MPI_Count stride, MPI_Datatype old,
           MPI_Datatype* handle) {
  return made(rank, make_vector(count, length, stride, rank.find_type(number_of(old))), handle);
}
int commit(Rank& rank, MPI_Datatype* handle) {
  return rank.find_type(number_of(*handle)) == nullptr ? no_type(rank) : MPI_SUCCESS;
}
int free_type(Rank& rank, MPI_Datatype* handle) {
  if (rank.state().datatypes.find(number_of(*handle)) == nullptr) return no_type(rank);
  rank.state().datatypes.remove(number_of(*handle));
  *handle = MPI_DATATYPE_NULL;
  return MPI_SUCCESS;
}

constexpr Call calls[] = {
    call<decltype(MPI_Type_contiguous), contiguous>("MPI_Type_contiguous"),
    call<decltype(MPI_Type_vector), vector>("MPI_Type_vector"),
    call<decltype(MPI_Type_commit), commit>("MPI_Type_commit"),
    call<decltype(MPI_Type_free), free_type>("MPI_Type_free"),
};

}  // namespace

std::span<const Call> type_calls() { return calls; }

}  // namespace isthmus::mpi
