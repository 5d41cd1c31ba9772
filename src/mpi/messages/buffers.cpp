// Memory that programs hand over for their buffered sends (MPI 5.0, 3.6). All messages are copied
// when they are sent, so the memory is kept and given back, and there is never anything to flush.
#include <bit>
#include <limits>

#include "mpi/abi/mpi.h"
#include "mpi/calls.hpp"

namespace isthmus::engine::mpi {

namespace {

/// MPI_SUCCESS, or what the call answers: `owner` is the handle of a communicator or a session.
int check_owner(Rank& rank, MPI_Comm owner) {
  return rank.find_communicator(number_of(owner)) == nullptr ? no_communicator(rank) : MPI_SUCCESS;
}
int check_owner(Rank& rank, MPI_Session owner) {
  if (rank.state().sessions.find(number_of(owner)) != nullptr) return MPI_SUCCESS;
  return rank.fail(MPI_ERR_SESSION, "no such session");
}

int attach(Rank& rank, std::uint64_t owner, void* buffer, MPI_Count bytes) {
  const bool is_automatic = buffer == MPI_BUFFER_AUTOMATIC;
  if (!is_automatic && bytes < 0) return rank.fail(owner, MPI_ERR_BUFFER, "a negative size");
  if (!is_automatic && buffer == nullptr && bytes > 0) {
    return rank.fail(owner, MPI_ERR_BUFFER, "no buffer");
  }
  const AttachedBuffer attached{is_automatic ? 0 : std::bit_cast<std::uint64_t>(buffer),
                                is_automatic ? 0 : bytes};
  if (!rank.state().send_buffers.emplace(owner, attached).second) {
    return rank.fail(owner, MPI_ERR_BUFFER, "a buffer is attached already");
  }
  return MPI_SUCCESS;
}

template <class Size>
int detach(Rank& rank, std::uint64_t owner, void* buffer_at, Size* bytes) {
  auto& buffers = rank.state().send_buffers;
  const auto found = buffers.find(owner);
  if (found == buffers.end()) return rank.fail(owner, MPI_ERR_BUFFER, "no buffer is attached");
  if (found->second.bytes > std::numeric_limits<Size>::max()) {
    return rank.fail(owner, MPI_ERR_VALUE_TOO_LARGE, "a buffer that is larger than an int says");
  }
  // None with a size is that which MPI was to find by itself.
  const bool is_automatic = found->second.address == 0;
  *static_cast<std::uint64_t*>(buffer_at) =
      is_automatic ? std::bit_cast<std::uint64_t>(MPI_BUFFER_AUTOMATIC) : found->second.address;
  *bytes = static_cast<Size>(found->second.bytes);
  buffers.erase(found);
  return MPI_SUCCESS;
}

int attach_for_all(Rank& rank, void* buffer, MPI_Count bytes) {
  return attach(rank, 0, buffer, bytes);
}
template <class Size>
int detach_for_all(Rank& rank, void* buffer_at, Size* bytes) {
  return detach(rank, 0, buffer_at, bytes);
}
int flush(Rank&) { return MPI_SUCCESS; }
int begin_flush(Rank& rank, std::uint64_t request) {
  rank.complete(request);
  return MPI_SUCCESS;
}

template <class Owner>
int attach_to(Rank& rank, Owner owner, void* buffer, MPI_Count bytes) {
  if (const int error = check_owner(rank, owner)) return error;
  return attach(rank, number_of(owner), buffer, bytes);
}
template <class Owner, class Size>
int detach_from(Rank& rank, Owner owner, void* buffer_at, Size* bytes) {
  if (const int error = check_owner(rank, owner)) return error;
  return detach(rank, number_of(owner), buffer_at, bytes);
}
template <class Owner>
int flush_of(Rank& rank, Owner owner) {
  return check_owner(rank, owner);
}
template <class Owner>
int begin_flush_of(Rank& rank, Owner owner, std::uint64_t request) {
  if (const int error = check_owner(rank, owner)) return error;
  rank.complete(request);
  return MPI_SUCCESS;
}

constexpr Call buffer_rows[] = {
    call<decltype(MPI_Buffer_attach), attach_for_all>("MPI_Buffer_attach"),
    call<decltype(MPI_Buffer_attach_c), attach_for_all>("MPI_Buffer_attach_c"),
    call<decltype(MPI_Buffer_detach), detach_for_all<int>>("MPI_Buffer_detach"),
    call<decltype(MPI_Buffer_detach_c), detach_for_all<MPI_Count>>("MPI_Buffer_detach_c"),
    call<decltype(MPI_Buffer_flush), flush>("MPI_Buffer_flush"),
    nonblocking_call<decltype(MPI_Buffer_iflush), begin_flush>("MPI_Buffer_iflush"),
    call<decltype(MPI_Comm_attach_buffer), attach_to<MPI_Comm>>("MPI_Comm_attach_buffer"),
    call<decltype(MPI_Comm_attach_buffer_c), attach_to<MPI_Comm>>("MPI_Comm_attach_buffer_c"),
    call<decltype(MPI_Comm_detach_buffer), detach_from<MPI_Comm, int>>("MPI_Comm_detach_buffer"),
    call<decltype(MPI_Comm_detach_buffer_c), detach_from<MPI_Comm, MPI_Count>>(
        "MPI_Comm_detach_buffer_c"),
    call<decltype(MPI_Comm_flush_buffer), flush_of<MPI_Comm>>("MPI_Comm_flush_buffer"),
    nonblocking_call<decltype(MPI_Comm_iflush_buffer), begin_flush_of<MPI_Comm>>(
        "MPI_Comm_iflush_buffer"),
    call<decltype(MPI_Session_attach_buffer), attach_to<MPI_Session>>("MPI_Session_attach_buffer"),
    call<decltype(MPI_Session_attach_buffer_c), attach_to<MPI_Session>>(
        "MPI_Session_attach_buffer_c"),
    call<decltype(MPI_Session_detach_buffer), detach_from<MPI_Session, int>>(
        "MPI_Session_detach_buffer"),
    call<decltype(MPI_Session_detach_buffer_c), detach_from<MPI_Session, MPI_Count>>(
        "MPI_Session_detach_buffer_c"),
    call<decltype(MPI_Session_flush_buffer), flush_of<MPI_Session>>("MPI_Session_flush_buffer"),
    nonblocking_call<decltype(MPI_Session_iflush_buffer), begin_flush_of<MPI_Session>>(
        "MPI_Session_iflush_buffer"),
};

}  // namespace

std::span<const Call> buffer_calls() { return buffer_rows; }

}  // namespace isthmus::engine::mpi
