// The pointer that all ranks of a file share (MPI 5.0, 14.4.4). It lies with rank 0 of the file.
#include <bit>

#include "mpi/abi/mpi.h"
#include "mpi/files/file_calls.hpp"

namespace isthmus::engine::mpi {

namespace {

int begin_seek(Rank& rank, MPI_File handle, MPI_Offset offset, int from, std::uint64_t request) {
  const File* const file = find_file(rank, number_of(handle));
  if (file == nullptr) return no_file(rank);
  if ((file->mode & MPI_MODE_SEQUENTIAL) != 0) {
    return rank.fail(number_of(handle), MPI_ERR_UNSUPPORTED_OPERATION, "a sequential file");
  }
  if (from != MPI_SEEK_SET && from != MPI_SEEK_CUR && from != MPI_SEEK_END) {
    return rank.fail(number_of(handle), MPI_ERR_ARG, "no such way to seek");
  }
  rank.state().requests.find(request)->communicator = number_of(handle);
  return rank.meet(number_of(handle), request,
                   {.kind = FileTask::Kind::seek_shared,
                    .file = number_of(handle),
                    .amount = offset,
                    .detail = from});
}

int begin_get_position(Rank& rank, MPI_File handle, MPI_Offset* position, std::uint64_t request) {
  const File* const file = find_file(rank, number_of(handle));
  if (file == nullptr) return no_file(rank);
  if ((file->mode & MPI_MODE_SEQUENTIAL) != 0) {
    return rank.fail(number_of(handle), MPI_ERR_UNSUPPORTED_OPERATION, "a sequential file");
  }
  Request& asked = *rank.state().requests.find(request);
  asked.communicator = number_of(handle);
  asked.buffer.address = std::bit_cast<std::uint64_t>(position);
  rank.ask_shared_pointer(*file, request, {.kind = FileTask::Kind::ask, .file = number_of(handle)});
  return MPI_SUCCESS;
}

constexpr Call shared_pointer_rows[] = {
    blocking_call<decltype(MPI_File_seek_shared), begin_seek>("MPI_File_seek_shared"),
    blocking_call<decltype(MPI_File_get_position_shared), begin_get_position>(
        "MPI_File_get_position_shared"),
};

}  // namespace

std::span<const Call> shared_pointer_calls() { return shared_pointer_rows; }

}  // namespace isthmus::engine::mpi
