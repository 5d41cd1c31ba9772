// Messages from one rank to another (MPI 5.0, chapter 3).
#include <algorithm>
#include <bit>
#include <string>

#include "isthmus/image/address.hpp"
#include "mpi/abi/mpi.h"
#include "mpi/calls.hpp"
#include "mpi/collectives/values.hpp"
#include "mpi/datatype/elements.hpp"

namespace isthmus::engine::mpi {

int make_buffer(Rank& rank, std::uint64_t communicator, const void* address, std::int64_t count,
                std::uint64_t type, Buffer& buffer) {
  if (count < 0) {
    return rank.fail(communicator, MPI_ERR_COUNT, "a count of " + std::to_string(count));
  }
  if (address == MPI_IN_PLACE && count > 0) {
    return rank.fail(communicator, MPI_ERR_BUFFER, "MPI_IN_PLACE where it means nothing");
  }
  buffer.address = std::bit_cast<std::uint64_t>(address);
  buffer.count = count;
  buffer.type = rank.find_type(type);
  if (buffer.type == nullptr) return rank.fail(communicator, MPI_ERR_TYPE, "no such datatype");
  if (buffer.address == 0 && count > 0 && is_near(*buffer.type)) {
    return rank.fail(communicator, MPI_ERR_BUFFER, "a null pointer for elements");
  }
  if (const HeldType* const held = rank.state().datatypes.find(type);
      held != nullptr && !held->is_committed) {
    return rank.fail(communicator, MPI_ERR_TYPE, "a datatype that is not committed");
  }
  if (const auto size = packed_size(*buffer.type, count); !size) {
    return rank.fail(communicator, static_cast<int>(size.error().error), size.error().reason);
  }
  return MPI_SUCCESS;
}

namespace {

using image::pointer_to;

struct Peer {
  Communicator* communicator = nullptr;
  bool is_nobody = false;
};

int check_peer(Rank& rank, MPI_Comm comm, int peer, int tag, bool receives, Peer& out) {
  const std::uint64_t handle = number_of(comm);
  out.communicator = rank.find_communicator(handle);
  if (out.communicator == nullptr) return no_communicator(rank);
  out.is_nobody = peer == MPI_PROC_NULL;
  const bool is_any = receives && peer == MPI_ANY_SOURCE;
  if (!out.is_nobody && !is_any && (peer < 0 || peer >= out.communicator->peers().size())) {
    return rank.fail(handle, MPI_ERR_RANK,
                     "no rank " + std::to_string(peer) + " among " +
                         std::to_string(out.communicator->peers().size()));
  }
  if (tag < 0 && !(receives && tag == MPI_ANY_TAG)) {
    return rank.fail(handle, MPI_ERR_TAG, "a tag of " + std::to_string(tag));
  }
  return MPI_SUCCESS;
}

/// Of what goes to nobody or comes from there programs name no type, as there are no elements.
MPI_Datatype type_for(const Peer& peer, MPI_Count count, MPI_Datatype type) {
  return peer.is_nobody && count == 0 && type == MPI_DATATYPE_NULL ? MPI_BYTE : type;
}

/// What goes to whom, checked.
struct Sending {
  Peer peer;
  Buffer buffer;
  int to = 0;
  int tag = 0;

  /// Where they lie in one piece.
  std::optional<std::span<const std::byte>> bytes() const {
    return contiguous_bytes(pointer_to<const void>(buffer.address), *buffer.type, buffer.count);
  }
};

int check_send(Rank& rank, const void* data, MPI_Count count, MPI_Datatype type, int to, int tag,
               MPI_Comm comm, Sending& out) {
  if (const int error = check_peer(rank, comm, to, tag, false, out.peer)) return error;
  out.to = to;
  out.tag = tag;
  const std::uint64_t of = number_of(type_for(out.peer, count, type));
  return make_buffer(rank, number_of(comm), data, count, of, out.buffer);
}

/// The bytes are copied, so the program may change them when this returns.
void send_copy(Rank& rank, const Sending& sending, std::uint64_t acknowledge) {
  const Communicator& communicator = *sending.peer.communicator;
  if (const auto bytes = sending.bytes()) {
    rank.send(communicator, sending.to, sending.tag, *bytes, acknowledge);
  } else {
    rank.send(communicator, sending.to, sending.tag, packed(sending.buffer), acknowledge);
  }
}

/// To another PE: both cores are to write to the same memory then, which has to pay.
constexpr std::size_t far_loan_bytes_min = std::size_t{256} << 10;

/// Large messages are lent but where the call is to be over at once, or not before the receive.
template <SendMode Mode>
bool is_lent(const Rank& rank, const Sending& sending) {
  if (Mode != SendMode::standard || sending.peer.is_nobody) return false;
  const auto bytes = static_cast<std::size_t>(sending.buffer.bytes());
  if (!rank.lends(bytes) || !sending.bytes()) return false;
  if (bytes >= far_loan_bytes_min) return true;
  const Group& peers = sending.peer.communicator->peers();
  return rank.at(peers.members[static_cast<std::size_t>(sending.to)]).local() != nullptr;
}

template <SendMode Mode>
void begin_sending(Rank& rank, const Sending& sending, MPI_Comm comm, std::uint64_t handle) {
  Request& request = *rank.state().requests.find(handle);
  request.kind = Request::Kind::send;
  request.communicator = number_of(comm);
  request.peer = sending.to;
  request.tag = sending.tag;
  request.mode = Mode;
  request.status = {};
  if (is_lent<Mode>(rank, sending)) {
    const Communicator& communicator = *sending.peer.communicator;
    const std::span<const std::byte> bytes = *sending.bytes();
    if (rank.hand_to_posted(communicator, sending.to, sending.tag, bytes)) {
      return rank.complete(handle);
    }
    return rank.lend(communicator, sending.to, sending.tag, bytes, handle);
  }
  if (!sending.peer.is_nobody) {
    send_copy(rank, sending, Mode == SendMode::synchronous ? handle : 0);
    if (Mode == SendMode::synchronous) return;
  }
  rank.complete(handle);
}

template <SendMode Mode>
int begin_send(Rank& rank, const void* data, MPI_Count count, MPI_Datatype type, int to, int tag,
               MPI_Comm comm, std::uint64_t handle) {
  Sending sending;
  if (const int error = check_send(rank, data, count, type, to, tag, comm, sending)) return error;
  begin_sending<Mode>(rank, sending, comm, handle);
  return MPI_SUCCESS;
}

/// Most messages take no request: they are away when they have been copied.
template <SendMode Mode>
int send(Rank& rank, const void* data, MPI_Count count, MPI_Datatype type, int to, int tag,
         MPI_Comm comm) {
  Sending sending;
  if (const int error = check_send(rank, data, count, type, to, tag, comm, sending)) return error;
  if (Mode == SendMode::synchronous || is_lent<Mode>(rank, sending)) {
    const std::uint64_t request = rank.add_request();
    begin_sending<Mode>(rank, sending, comm, request);
    return rank.wait_for(request);
  }
  if (!sending.peer.is_nobody) send_copy(rank, sending, 0);
  return MPI_SUCCESS;
}

Wanted wanted_of(const Communicator& communicator, int from, int tag) {
  Wanted wanted;
  wanted.context = communicator.context;
  if (from != MPI_ANY_SOURCE) wanted.source = from;
  if (tag != MPI_ANY_TAG) wanted.tag = tag;
  return wanted;
}

constexpr Status nobody{.source = MPI_PROC_NULL, .tag = MPI_ANY_TAG};

int begin_receive(Rank& rank, void* data, MPI_Count count, MPI_Datatype type, int from, int tag,
                  MPI_Comm comm, std::uint64_t handle) {
  Peer peer;
  if (const int error = check_peer(rank, comm, from, tag, true, peer)) return error;
  Request& request = *rank.state().requests.find(handle);
  const std::uint64_t of = number_of(type_for(peer, count, type));
  if (const int error = make_buffer(rank, number_of(comm), data, count, of, request.buffer)) {
    return error;
  }
  request.kind = Request::Kind::receive;
  request.communicator = number_of(comm);
  if (peer.is_nobody) {
    request.status = nobody;
    rank.complete(handle);
    return MPI_SUCCESS;
  }
  request.wanted = wanted_of(*peer.communicator, from, tag);
  rank.post(handle);
  return MPI_SUCCESS;
}

int receive(Rank& rank, void* data, MPI_Count count, MPI_Datatype type, int from, int tag,
            MPI_Comm comm, MPI_Status* status) {
  const std::uint64_t request = rank.add_request();
  if (const int error = begin_receive(rank, data, count, type, from, tag, comm, request)) {
    rank.state().requests.discard(request);
    return error;
  }
  return rank.wait_for(request, std::bit_cast<std::uint64_t>(status));
}

// --- both at once --------------------------------------------------------------------------------

int send_receive(Rank& rank, const void* send_data, MPI_Count send_count, MPI_Datatype send_type,
                 int to, int send_tag, void* data, MPI_Count count, MPI_Datatype type, int from,
                 int tag, MPI_Comm comm, MPI_Status* status) {
  Sending sending;
  if (const int error =
          check_send(rank, send_data, send_count, send_type, to, send_tag, comm, sending)) {
    return error;
  }
  const std::uint64_t request = rank.add_request();
  if (const int error = begin_receive(rank, data, count, type, from, tag, comm, request)) {
    rank.state().requests.discard(request);
    return error;
  }
  std::uint64_t also = 0;
  if (is_lent<SendMode::standard>(rank, sending)) {
    also = rank.add_request();
    begin_sending<SendMode::standard>(rank, sending, comm, also);
  } else if (!sending.peer.is_nobody) {
    send_copy(rank, sending, 0);
  }
  return rank.wait_for(request, std::bit_cast<std::uint64_t>(status), 0, also);
}

int send_receive_replace(Rank& rank, void* data, MPI_Count count, MPI_Datatype type, int to,
                         int send_tag, int from, int tag, MPI_Comm comm, MPI_Status* status) {
  // What is sent is copied before anything can be received.
  if (const int error = send<SendMode::buffered>(rank, data, count, type, to, send_tag, comm)) {
    return error;
  }
  return receive(rank, data, count, type, from, tag, comm, status);
}

int begin_send_receive(Rank& rank, const void* send_data, MPI_Count send_count,
                       MPI_Datatype send_type, int to, int send_tag, void* data, MPI_Count count,
                       MPI_Datatype type, int from, int tag, MPI_Comm comm, std::uint64_t handle) {
  if (const int error =
          send<SendMode::buffered>(rank, send_data, send_count, send_type, to, send_tag, comm)) {
    return error;
  }
  return begin_receive(rank, data, count, type, from, tag, comm, handle);
}

int begin_send_receive_replace(Rank& rank, void* data, MPI_Count count, MPI_Datatype type, int to,
                               int send_tag, int from, int tag, MPI_Comm comm,
                               std::uint64_t handle) {
  return begin_send_receive(rank, data, count, type, to, send_tag, data, count, type, from, tag,
                            comm, handle);
}

// --- looking before receiving --------------------------------------------------------------------

int probe_for(Rank& rank, int from, int tag, MPI_Comm comm, Waiting waiting) {
  Peer peer;
  if (const int error = check_peer(rank, comm, from, tag, true, peer)) return error;
  if (peer.is_nobody) {
    rank.write_status(waiting.status_at, nobody);
    if (waiting.message_at != 0) {
      *pointer_to<std::uint64_t>(waiting.message_at) = number_of(MPI_MESSAGE_NO_PROC);
    }
    return MPI_SUCCESS;
  }
  waiting.wanted = wanted_of(*peer.communicator, from, tag);
  return rank.wait(std::move(waiting));
}

int probe(Rank& rank, int from, int tag, MPI_Comm comm, MPI_Status* status) {
  return probe_for(
      rank, from, tag, comm,
      {.what = Waiting::For::message, .status_at = std::bit_cast<std::uint64_t>(status)});
}

int matched_probe(Rank& rank, int from, int tag, MPI_Comm comm, MPI_Message* message,
                  MPI_Status* status) {
  return probe_for(rank, from, tag, comm,
                   {.what = Waiting::For::matched_message,
                    .status_at = std::bit_cast<std::uint64_t>(status),
                    .message_at = std::bit_cast<std::uint64_t>(message)});
}

/// Whether a probe would find something; where it does not, others get a turn.
int look(Rank& rank, int from, int tag, MPI_Comm comm, int* flag, bool& finds) {
  Peer peer;
  if (const int error = check_peer(rank, comm, from, tag, true, peer)) return error;
  finds = peer.is_nobody ||
          rank.state().matching.probe(wanted_of(*peer.communicator, from, tag)).has_value();
  *flag = finds ? 1 : 0;
  return finds ? MPI_SUCCESS : rank.yield();
}

int look_for_message(Rank& rank, int from, int tag, MPI_Comm comm, int* flag, MPI_Status* status) {
  bool finds = false;
  const int error = look(rank, from, tag, comm, flag, finds);
  return finds ? probe(rank, from, tag, comm, status) : error;
}

int look_for_matched_message(Rank& rank, int from, int tag, MPI_Comm comm, int* flag,
                             MPI_Message* message, MPI_Status* status) {
  bool finds = false;
  const int error = look(rank, from, tag, comm, flag, finds);
  return finds ? matched_probe(rank, from, tag, comm, message, status) : error;
}

int begin_matched_receive(Rank& rank, void* data, MPI_Count count, MPI_Datatype type,
                          MPI_Message* message, std::uint64_t handle) {
  const std::uint64_t number = number_of(*message);
  Buffer buffer;
  if (const int error =
          make_buffer(rank, number_of(MPI_COMM_WORLD), data, count, number_of(type), buffer)) {
    return error;
  }
  Request& request = *rank.state().requests.find(handle);
  request.kind = Request::Kind::receive;
  request.communicator = number_of(MPI_COMM_WORLD);
  request.buffer = std::move(buffer);
  if (number == number_of(MPI_MESSAGE_NO_PROC)) {
    request.status = nobody;
    rank.complete(handle);
  } else {
    if (rank.state().messages.find(number) == nullptr) {
      return rank.fail(MPI_ERR_REQUEST, "no such message");
    }
    rank.give(handle, rank.state().messages.remove(number));
  }
  *message = MPI_MESSAGE_NULL;
  return MPI_SUCCESS;
}

int matched_receive(Rank& rank, void* data, MPI_Count count, MPI_Datatype type,
                    MPI_Message* message, MPI_Status* status) {
  const std::uint64_t request = rank.add_request();
  if (const int error = begin_matched_receive(rank, data, count, type, message, request)) {
    rank.state().requests.discard(request);
    return error;
  }
  return rank.wait_for(request, std::bit_cast<std::uint64_t>(status));
}

constexpr auto standard = begin_send<SendMode::standard>;
constexpr auto synchronous = begin_send<SendMode::synchronous>;
constexpr auto buffered = begin_send<SendMode::buffered>;

constexpr Call point_to_point_rows[] = {
    call<decltype(MPI_Send), send<SendMode::standard>>("MPI_Send"),
    call<decltype(MPI_Send_c), send<SendMode::standard>>("MPI_Send_c"),
    call<decltype(MPI_Bsend), send<SendMode::buffered>>("MPI_Bsend"),
    call<decltype(MPI_Bsend_c), send<SendMode::buffered>>("MPI_Bsend_c"),
    call<decltype(MPI_Rsend), send<SendMode::standard>>("MPI_Rsend"),
    call<decltype(MPI_Rsend_c), send<SendMode::standard>>("MPI_Rsend_c"),
    call<decltype(MPI_Ssend), send<SendMode::synchronous>>("MPI_Ssend"),
    call<decltype(MPI_Ssend_c), send<SendMode::synchronous>>("MPI_Ssend_c"),
    nonblocking_call<decltype(MPI_Isend), standard>("MPI_Isend"),
    nonblocking_call<decltype(MPI_Isend_c), standard>("MPI_Isend_c"),
    nonblocking_call<decltype(MPI_Ibsend), buffered>("MPI_Ibsend"),
    nonblocking_call<decltype(MPI_Ibsend_c), buffered>("MPI_Ibsend_c"),
    nonblocking_call<decltype(MPI_Irsend), standard>("MPI_Irsend"),
    nonblocking_call<decltype(MPI_Irsend_c), standard>("MPI_Irsend_c"),
    nonblocking_call<decltype(MPI_Issend), synchronous>("MPI_Issend"),
    nonblocking_call<decltype(MPI_Issend_c), synchronous>("MPI_Issend_c"),
    persistent_call<decltype(MPI_Send_init), standard, 1>("MPI_Send_init"),
    persistent_call<decltype(MPI_Send_init_c), standard, 1>("MPI_Send_init_c"),
    persistent_call<decltype(MPI_Bsend_init), buffered, 1>("MPI_Bsend_init"),
    persistent_call<decltype(MPI_Bsend_init_c), buffered, 1>("MPI_Bsend_init_c"),
    persistent_call<decltype(MPI_Rsend_init), standard, 1>("MPI_Rsend_init"),
    persistent_call<decltype(MPI_Rsend_init_c), standard, 1>("MPI_Rsend_init_c"),
    persistent_call<decltype(MPI_Ssend_init), synchronous, 1>("MPI_Ssend_init"),
    persistent_call<decltype(MPI_Ssend_init_c), synchronous, 1>("MPI_Ssend_init_c"),
    persistent_call<decltype(MPI_Recv_init), begin_receive, 1>("MPI_Recv_init"),
    persistent_call<decltype(MPI_Recv_init_c), begin_receive, 1>("MPI_Recv_init_c"),
    call<decltype(MPI_Recv), receive>("MPI_Recv"),
    call<decltype(MPI_Recv_c), receive>("MPI_Recv_c"),
    nonblocking_call<decltype(MPI_Irecv), begin_receive>("MPI_Irecv"),
    nonblocking_call<decltype(MPI_Irecv_c), begin_receive>("MPI_Irecv_c"),
    call<decltype(MPI_Sendrecv), send_receive>("MPI_Sendrecv"),
    call<decltype(MPI_Sendrecv_c), send_receive>("MPI_Sendrecv_c"),
    call<decltype(MPI_Sendrecv_replace), send_receive_replace>("MPI_Sendrecv_replace"),
    call<decltype(MPI_Sendrecv_replace_c), send_receive_replace>("MPI_Sendrecv_replace_c"),
    nonblocking_call<decltype(MPI_Isendrecv), begin_send_receive>("MPI_Isendrecv"),
    nonblocking_call<decltype(MPI_Isendrecv_c), begin_send_receive>("MPI_Isendrecv_c"),
    nonblocking_call<decltype(MPI_Isendrecv_replace), begin_send_receive_replace>(
        "MPI_Isendrecv_replace"),
    nonblocking_call<decltype(MPI_Isendrecv_replace_c), begin_send_receive_replace>(
        "MPI_Isendrecv_replace_c"),
    call<decltype(MPI_Probe), probe>("MPI_Probe"),
    call<decltype(MPI_Iprobe), look_for_message>("MPI_Iprobe"),
    call<decltype(MPI_Mprobe), matched_probe>("MPI_Mprobe"),
    call<decltype(MPI_Improbe), look_for_matched_message>("MPI_Improbe"),
    call<decltype(MPI_Mrecv), matched_receive>("MPI_Mrecv"),
    call<decltype(MPI_Mrecv_c), matched_receive>("MPI_Mrecv_c"),
    nonblocking_call<decltype(MPI_Imrecv), begin_matched_receive>("MPI_Imrecv"),
    nonblocking_call<decltype(MPI_Imrecv_c), begin_matched_receive>("MPI_Imrecv_c"),
};

}  // namespace

std::span<const Call> point_to_point_calls() { return point_to_point_rows; }

}  // namespace isthmus::engine::mpi
