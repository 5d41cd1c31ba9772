// Partitioned messages (MPI 5.0, chapter 4).
#include <algorithm>
#include <bit>
#include <string>
#include <utility>

#include "isthmus/image/address.hpp"
#include "mpi/abi/mpi.h"
#include "mpi/calls.hpp"

namespace isthmus::engine::mpi {

namespace {

using image::pointer_to;

/// Without the arguments that a call of it has, by which it starts (`start` below).
template <Request::Kind Side>
int make(Rank& rank, const void* data, int partitions, MPI_Count count, MPI_Datatype type, int peer,
         int tag, MPI_Comm comm, MPI_Info, MPI_Request* handle) {
  const std::uint64_t owner = number_of(comm);
  const Communicator* const communicator = rank.find_communicator(owner);
  if (communicator == nullptr) return no_communicator(rank);
  if (peer != MPI_PROC_NULL && (peer < 0 || peer >= communicator->peers().size())) {
    return rank.fail(owner, MPI_ERR_RANK, "no rank " + std::to_string(peer));
  }
  if (tag < 0) return rank.fail(owner, MPI_ERR_TAG, "a tag of " + std::to_string(tag));
  if (partitions < 0) return rank.fail(owner, MPI_ERR_COUNT, "a negative number of partitions");
  Buffer one;
  if (const int error = make_buffer(rank, owner, data, count, number_of(type), one)) return error;
  std::int64_t all = 0;
  if (__builtin_mul_overflow(count, std::int64_t{partitions}, &all)) {
    return rank.fail(owner, MPI_ERR_COUNT, "more elements than 64 bits count");
  }
  Request request;
  if (const int error = make_buffer(rank, owner, data, all, number_of(type), request.buffer)) {
    return error;
  }
  request.kind = Side;
  request.is_persistent = true;
  request.is_active = false;
  request.call = rank.state().waiting.call;
  // What the request needs lives as long as it does (Rank::is_needed).
  request.arguments = {owner, number_of(type)};
  request.communicator = owner;
  request.peer = peer;
  request.tag = tag;

  Partitioned side;
  side.partitions = partitions;
  side.partition_bytes = one.bytes();
  side.name = {communicator->context, peer, tag, 0};
  PartitionedMessages& all_messages = rank.state().partitioned;
  auto& made = Side == Request::Kind::partitioned_send ? all_messages.sends_made
                                                       : all_messages.receives_made;
  if (peer != MPI_PROC_NULL) side.name.number = ++made[side.name];
  // The receiver knows it by the sender's rank.
  if (Side == Request::Kind::partitioned_send) side.name.peer = communicator->rank;
  const PartitionedName name = side.name;
  const std::uint64_t number = rank.add_request(std::move(request));
  all_messages.by_request.emplace(number, std::move(side));
  const bool receives = Side == Request::Kind::partitioned_receive && peer != MPI_PROC_NULL;
  if (receives) all_messages.receives[name] = number;
  *handle = handle_of<MPI_Request>(number);
  return MPI_SUCCESS;
}

constexpr auto make_send = make<Request::Kind::partitioned_send>;
constexpr auto make_receive = make<Request::Kind::partitioned_receive>;

int start(Rank& rank, std::span<const std::uint64_t>, std::uint64_t request) {
  rank.start_partitioned(request);
  return MPI_SUCCESS;
}
template <class Prototype, auto function>
constexpr Call making_call(std::string_view name) {
  return {name, detail::serve<Prototype, function>, start};
}

// --- which are ready -----------------------------------------------------------------------------

/// MPI_SUCCESS, or what the call answers.
int check(Rank& rank, MPI_Request handle, Request::Kind side, int first, int last) {
  const Request* const request = rank.state().requests.find(number_of(handle));
  if (request == nullptr || request->kind != side) {
    return rank.fail(MPI_ERR_REQUEST, "no partitioned request of that side");
  }
  const Partitioned& partitioned = rank.state().partitioned.by_request.at(number_of(handle));
  if (first < 0 || last >= partitioned.partitions || first > last) {
    return rank.fail(request->communicator, MPI_ERR_ARG,
                     "partitions " + std::to_string(first) + " to " + std::to_string(last) +
                         " of " + std::to_string(partitioned.partitions));
  }
  if (side == Request::Kind::partitioned_receive) return MPI_SUCCESS;
  if (!request->is_active) {
    return rank.fail(request->communicator, MPI_ERR_REQUEST, "a request that is not started");
  }
  for (int each = first; each <= last; ++each) {
    if (partitioned.ready[static_cast<std::size_t>(each)]) {
      return rank.fail(request->communicator, MPI_ERR_ARG,
                       "partition " + std::to_string(each) + " is ready already");
    }
  }
  return MPI_SUCCESS;
}

int ready_range(Rank& rank, int first, int last, MPI_Request handle) {
  if (const int error = check(rank, handle, Request::Kind::partitioned_send, first, last)) {
    return error;
  }
  rank.send_partitions(number_of(handle), first, last);
  return MPI_SUCCESS;
}
int ready(Rank& rank, int partition, MPI_Request handle) {
  return ready_range(rank, partition, partition, handle);
}
int ready_list(Rank& rank, int length, const int* partitions, MPI_Request handle) {
  for (int i = 0; i < length; ++i) {
    if (const int error = ready(rank, partitions[i], handle)) return error;
  }
  return MPI_SUCCESS;
}

int arrived(Rank& rank, MPI_Request handle, int partition, int* flag) {
  // Of none, and of one that is not active, all have (MPI 5.0, 4.2.2).
  *flag = 1;
  if (handle == MPI_REQUEST_NULL) return MPI_SUCCESS;
  if (const int error =
          check(rank, handle, Request::Kind::partitioned_receive, partition, partition)) {
    return error;
  }
  const Request& request = *rank.state().requests.find(number_of(handle));
  if (!request.is_active || request.is_complete) return MPI_SUCCESS;
  const Partitioned& side = rank.state().partitioned.by_request.at(number_of(handle));
  if (side.partition_bytes > 0 &&
      side.got[static_cast<std::size_t>(partition)] == side.partition_bytes) {
    return MPI_SUCCESS;
  }
  *flag = 0;
  return rank.yield();
}

constexpr Call partitioned_rows[] = {
    making_call<decltype(MPI_Psend_init), make_send>("MPI_Psend_init"),
    making_call<decltype(MPI_Psend_init_c), make_send>("MPI_Psend_init_c"),
    making_call<decltype(MPI_Precv_init), make_receive>("MPI_Precv_init"),
    making_call<decltype(MPI_Precv_init_c), make_receive>("MPI_Precv_init_c"),
    call<decltype(MPI_Pready), ready>("MPI_Pready"),
    call<decltype(MPI_Pready_range), ready_range>("MPI_Pready_range"),
    call<decltype(MPI_Pready_list), ready_list>("MPI_Pready_list"),
    call<decltype(MPI_Parrived), arrived>("MPI_Parrived"),
};

}  // namespace

// --- what a rank does ----------------------------------------------------------------------------

void Rank::start_partitioned(std::uint64_t handle) {
  Request& request = *state_.requests.find(handle);
  Partitioned& side = state_.partitioned.by_request.at(handle);
  ++side.round;
  side.done = 0;
  if (request.peer == MPI_PROC_NULL) {
    side.ready.assign(static_cast<std::size_t>(side.partitions), false);
    request.status = {.source = MPI_PROC_NULL, .tag = MPI_ANY_TAG};
    if (request.kind == Request::Kind::partitioned_receive || side.partitions == 0) {
      complete(handle);
    }
    return;
  }
  if (request.kind == Request::Kind::partitioned_send) {
    side.ready.assign(static_cast<std::size_t>(side.partitions), false);
    // Of none, the receiver is told all the same.
    if (side.partitions == 0) send_partitions(handle, 0, -1);
    return;
  }
  side.got.assign(static_cast<std::size_t>(side.partitions), 0);
  request.status = {.source = request.peer, .tag = request.tag};
  const auto found = state_.partitioned.early.find(side.name);
  if (found == state_.partitioned.early.end()) return;
  // Senders may be rounds ahead.
  std::vector<PartitionedMessages::Early> now;
  std::vector<PartitionedMessages::Early> later;
  for (PartitionedMessages::Early& early : found->second) {
    (early.piece.round == side.round ? now : later).push_back(std::move(early));
  }
  found->second = std::move(later);
  if (found->second.empty()) state_.partitioned.early.erase(found);
  for (const PartitionedMessages::Early& early : now) lay_piece(handle, early.piece, early.bytes);
}

void Rank::send_partitions(std::uint64_t handle, std::int32_t first, std::int32_t last) {
  const Request& request = *state_.requests.find(handle);
  Partitioned& side = state_.partitioned.by_request.at(handle);
  for (std::int32_t each = first; each <= last; ++each) {
    side.ready[static_cast<std::size_t>(each)] = true;
  }
  const std::int32_t held = last - first + 1;
  side.done += held;
  if (request.peer != MPI_PROC_NULL) {
    const PartitionPiece piece{.name = side.name,
                               .round = side.round,
                               .first_byte = first * side.partition_bytes,
                               .message_bytes = side.partitions * side.partition_bytes,
                               .partitions = side.partitions,
                               .held = held};
    std::vector<std::byte> bytes(static_cast<std::size_t>(held * side.partition_bytes));
    pack(pointer_to<const void>(request.buffer.address), *request.buffer.type, request.buffer.count,
         piece.first_byte, bytes);
    const Communicator& communicator = *find_communicator(request.communicator);
    ++state_.counters.messages_sent;
    state_.counters.bytes_sent += bytes.size();
    rank_of(communicator, request.peer)
        .send<&Rank::take_partition>(piece, std::span<const std::byte>(bytes));
  }
  if (side.done == side.partitions) complete(handle);
}

void Rank::take_partition(const PartitionPiece& piece, std::span<const std::byte> bytes) {
  must_be_here();
  const auto found = state_.partitioned.receives.find(piece.name);
  const bool is_wanted = found != state_.partitioned.receives.end() &&
                         state_.requests.find(found->second)->is_active &&
                         state_.partitioned.by_request.at(found->second).round == piece.round;
  if (!is_wanted) {
    state_.partitioned.early[piece.name].push_back({piece, {bytes.begin(), bytes.end()}});
    return;
  }
  lay_piece(found->second, piece, bytes);
  look_again();
}

void Rank::lay_piece(std::uint64_t handle, const PartitionPiece& piece,
                     std::span<const std::byte> bytes) {
  Request& request = *state_.requests.find(handle);
  Partitioned& side = state_.partitioned.by_request.at(handle);
  ++state_.counters.messages_received;
  state_.counters.bytes_received += bytes.size();
  const std::int64_t room = request.buffer.bytes();
  if (piece.message_bytes > room) request.status.error = MPI_ERR_TRUNCATE;
  const std::int64_t end =
      std::min(room, piece.first_byte + static_cast<std::int64_t>(bytes.size()));
  if (piece.first_byte < end) {
    unpack(bytes.first(static_cast<std::size_t>(end - piece.first_byte)),
           pointer_to<void>(request.buffer.address), *request.buffer.type, request.buffer.count,
           piece.first_byte);
    request.status.bytes += end - piece.first_byte;
  }
  // The two sides may have cut the message in other places.
  for (std::int64_t at = piece.first_byte; at < end;) {
    const std::int64_t partition = at / side.partition_bytes;
    const std::int64_t next = std::min(end, (partition + 1) * side.partition_bytes);
    side.got[static_cast<std::size_t>(partition)] += next - at;
    at = next;
  }
  side.done += piece.held;
  if (side.done == piece.partitions) complete(handle);
}

std::span<const Call> partitioned_calls() { return partitioned_rows; }

}  // namespace isthmus::engine::mpi
