// Collective operations (MPI 5.0, chapter 6).
#include <algorithm>
#include <bit>
#include <string>
#include <vector>

#include "mpi/abi/mpi.h"
#include "mpi/calls.hpp"
#include "mpi/collectives/beginning.hpp"
#include "mpi/collectives/values.hpp"
#include "mpi/datatype/operator.hpp"

namespace isthmus::engine::mpi {

namespace {

int begin_barrier(Rank& rank, MPI_Comm comm, std::uint64_t request) {
  Beginning it(rank, comm, CollectiveKind::barrier, request);
  if (!it.is_well()) return it.error();
  it.begin();
  rank.contribute_part(it.communicator(), it.part({}), std::nullopt);
  return MPI_SUCCESS;
}

int barrier(Rank& rank, MPI_Comm comm) {
  if (Communicator* const communicator = rank.find_communicator(number_of(comm))) {
    if (const auto answer = rank.meet(*communicator, {})) return *answer;
  }
  return detail::begin_and_wait<begin_barrier>(rank, comm);
}

/// The rank has no part in it but that it calls.
int stand_by(Beginning& it) {
  it.begin_and_end();
  return MPI_SUCCESS;
}

int begin_broadcast(Rank& rank, void* data, MPI_Count count, MPI_Datatype type, int root,
                    MPI_Comm comm, std::uint64_t request) {
  Beginning it(rank, comm, CollectiveKind::broadcast, request);
  it.check_root(root);
  if (it.is_well() && it.is_idle()) return stand_by(it);
  it.receive(data, count, type);
  if (!it.is_well()) return it.error();
  if (!it.is_root()) {
    it.begin();
    return MPI_SUCCESS;
  }
  it.begin_and_end();
  rank.broadcast_part(it.communicator(), it.part(packed(it.collective().receive)));
  return MPI_SUCCESS;
}

// --- gather and scatter --------------------------------------------------------------------------

/// Begins this rank's side of an operation that goes by sites; `root` gets what is given, or all.
void begin_by_sites(Beginning& it, Form form, std::optional<int> root, Part own,
                    std::int32_t position) {
  Wide wide{.form = form, .target = Rank::member_of(it.communicator(), root)};
  Piece piece = it.of().piece_of(it.communicator(), std::move(own.bytes));
  piece.from = position;
  own.bytes.clear();
  wide.head = std::move(own);
  it.of().begin_wide(it.communicator(), std::move(wide), {std::move(piece)});
}
/// The root of an operation of two groups, which gives nothing itself.
void await_others(Beginning& it, Form form, Part head) {
  it.of().begin_wide(it.communicator(),
                     {.form = form, .head = std::move(head), .gives = false, .is_root = true}, {});
}

/// A gather of two groups: what one gives the other gets.
int gather_from_others(Beginning& it, std::vector<std::byte> own, std::optional<int> root) {
  if (!root) {
    it.begin();
    begin_by_sites(it, Form::gather, root, it.part(std::move(own)), it.rank());
  } else if (it.is_root()) {
    it.begin();
    await_others(it, Form::gather, it.part({}));
  } else {
    it.begin_and_end();
    it.of().gather_part(it.communicator(), it.part(std::move(own)), root);
  }
  return MPI_SUCCESS;
}

/// All give a part; the root gets them, or all.
int gather_to(Beginning& it, std::vector<std::byte> own, std::optional<int> root) {
  if (it.is_inter()) return gather_from_others(it, std::move(own), root);
  const bool gets = !root || *root == it.rank();
  if (gets) {
    it.begin();
  } else {
    it.begin_and_end();
  }
  it.of().gather_part(it.communicator(), it.part(std::move(own)), root);
  return MPI_SUCCESS;
}

int begin_gather_to_root(Beginning& it, const void* send, MPI_Count send_count,
                         MPI_Datatype send_type, int root) {
  if (!it.is_well()) return it.error();
  if (it.is_idle()) return stand_by(it);
  if (it.is_inter() && it.is_root()) return gather_to(it, {}, root);
  if (send == MPI_IN_PLACE && it.is_root()) return gather_to(it, packed(it.place_of(root)), root);
  const Buffer own = it.buffer(send, send_count, send_type);
  if (!it.is_well()) return it.error();
  return gather_to(it, packed(own), root);
}

int begin_gather(Rank& rank, const void* send, MPI_Count send_count, MPI_Datatype send_type,
                 void* data, MPI_Count count, MPI_Datatype type, int root, MPI_Comm comm,
                 std::uint64_t request) {
  Beginning it(rank, comm, CollectiveKind::gather, request);
  it.check_root(root);
  if (it.is_well() && it.is_root()) it.receive(data, count, type);
  return begin_gather_to_root(it, send, send_count, send_type, root);
}
int begin_gather_v(Rank& rank, const void* send, MPI_Count send_count, MPI_Datatype send_type,
                   void* data, Counts counts, Counts displacements, MPI_Datatype type, int root,
                   MPI_Comm comm, std::uint64_t request) {
  Beginning it(rank, comm, CollectiveKind::gather, request);
  it.check_root(root);
  if (it.is_well() && it.is_root()) {
    it.receive(data, 0, type);
    it.receive_counts(counts, displacements);
  }
  return begin_gather_to_root(it, send, send_count, send_type, root);
}

int begin_gather_to_all(Beginning& it, const void* send, MPI_Count send_count,
                        MPI_Datatype send_type) {
  if (!it.is_well()) return it.error();
  if (send == MPI_IN_PLACE) return gather_to(it, packed(it.place_of(it.rank())), std::nullopt);
  const Buffer own = it.buffer(send, send_count, send_type);
  if (!it.is_well()) return it.error();
  return gather_to(it, packed(own), std::nullopt);
}
int begin_all_gather(Rank& rank, const void* send, MPI_Count send_count, MPI_Datatype send_type,
                     void* data, MPI_Count count, MPI_Datatype type, MPI_Comm comm,
                     std::uint64_t request) {
  Beginning it(rank, comm, CollectiveKind::all_gather, request);
  it.receive(data, count, type);
  return begin_gather_to_all(it, send, send_count, send_type);
}
int begin_all_gather_v(Rank& rank, const void* send, MPI_Count send_count, MPI_Datatype send_type,
                       void* data, Counts counts, Counts displacements, MPI_Datatype type,
                       MPI_Comm comm, std::uint64_t request) {
  Beginning it(rank, comm, CollectiveKind::all_gather, request);
  it.receive(data, 0, type);
  it.receive_counts(counts, displacements);
  return begin_gather_to_all(it, send, send_count, send_type);
}

/// The root gives each its part; its own it may have in place.
int scatter_from(Beginning& it, const std::vector<Buffer>& own) {
  if (!it.is_well()) return it.error();
  if (it.is_idle()) return stand_by(it);
  if (it.is_inter() && it.is_root()) {
    it.begin_and_end();
  } else {
    it.begin();
  }
  if (!it.is_root()) return MPI_SUCCESS;
  std::vector<Part> parts;
  for (const Buffer& each : own) {
    parts.push_back(it.part(each.type == nullptr ? std::vector<std::byte>() : packed(each)));
  }
  if (it.is_inter()) {
    it.of().scatter_to(it.communicator(), it.communicator().peers().members, std::move(parts));
    return MPI_SUCCESS;
  }
  it.of().scatter_parts(it.communicator(), std::move(parts));
  return MPI_SUCCESS;
}
bool receives_of_scatter(Beginning& it) {
  return !it.is_well() || !it.is_inter() || (!it.is_root() && !it.is_idle());
}
/// What the root sends, all from one array; `place(i)` is a count and a displacement in extents.
template <class Place>
std::vector<Buffer> parts_of(Beginning& it, const void* send, MPI_Datatype type, bool in_place,
                             Place place) {
  std::vector<Buffer> parts;
  if (!it.is_well() || !it.is_root()) return parts;
  for (int i = 0; it.is_well() && i < it.peer_count(); ++i) {
    const auto [count, displacement] = place(i);
    Buffer part = it.buffer(send, count, type);
    if (!it.is_well()) break;
    part.address += static_cast<std::uint64_t>(displacement * part.type->extent());
    // Empty: nothing is written to where the root has its own.
    parts.push_back(in_place && i == it.rank() ? Buffer() : part);
  }
  return parts;
}
int begin_scatter(Rank& rank, const void* send, MPI_Count send_count, MPI_Datatype send_type,
                  void* data, MPI_Count count, MPI_Datatype type, int root, MPI_Comm comm,
                  std::uint64_t request) {
  Beginning it(rank, comm, CollectiveKind::scatter, request);
  it.check_root(root);
  const bool in_place = data == MPI_IN_PLACE;
  if (in_place || !receives_of_scatter(it)) {
    it.receive(nullptr, 0, MPI_BYTE);
  } else {
    it.receive(data, count, type);
  }
  const auto parts = parts_of(it, send, send_type, in_place, [&](int i) {
    return std::pair<std::int64_t, std::int64_t>(send_count, i * send_count);
  });
  return scatter_from(it, parts);
}
int begin_scatter_v(Rank& rank, const void* send, Counts counts, Counts displacements,
                    MPI_Datatype send_type, void* data, MPI_Count count, MPI_Datatype type,
                    int root, MPI_Comm comm, std::uint64_t request) {
  Beginning it(rank, comm, CollectiveKind::scatter, request);
  it.check_root(root);
  const bool in_place = data == MPI_IN_PLACE;
  if (in_place || !receives_of_scatter(it)) {
    it.receive(nullptr, 0, MPI_BYTE);
  } else {
    it.receive(data, count, type);
  }
  const auto parts = parts_of(it, send, send_type, in_place, [&](int i) {
    const auto at = static_cast<std::size_t>(i);
    return std::pair<std::int64_t, std::int64_t>(counts[at], displacements[at]);
  });
  return scatter_from(it, parts);
}

// --- all to all ----------------------------------------------------------------------------------

/// `own[i]` goes to rank i. What is received is set already.
int exchange_parts(Beginning& it, const std::vector<Buffer>& own) {
  if (!it.is_well()) return it.error();
  std::vector<std::vector<std::byte>> bytes;
  // In place what is sent lies where things are received: all of it is read first.
  for (const Buffer& each : own) bytes.push_back(packed(each));
  it.begin_for(it.peer_count());
  if (it.of().is_wide(it.communicator()) && !it.of().is_of_two(it.communicator())) {
    std::vector<Piece> pieces;
    for (std::size_t i = 0; i < bytes.size(); ++i) {
      pieces.push_back(it.of().piece_of(it.communicator(), std::move(bytes[i])));
      pieces.back().to = it.communicator().peers().members[i];
    }
    it.of().begin_wide(it.communicator(), {.form = Form::exchange, .head = it.part({})},
                       std::move(pieces));
    return MPI_SUCCESS;
  }
  for (int i = 0; i < it.peer_count(); ++i) {
    // Everyone begins with the one behind it, so that they do not all write to rank 0 at once.
    const int to = (it.rank() + 1 + i) % it.peer_count();
    it.of().send_part(it.communicator(), to,
                      it.part(std::move(bytes[static_cast<std::size_t>(to)])));
  }
  return MPI_SUCCESS;
}
std::vector<Buffer> received_places(Beginning& it) {
  std::vector<Buffer> places;
  for (int i = 0; it.is_well() && i < it.peer_count(); ++i) places.push_back(it.place_of(i));
  return places;
}

int begin_all_to_all(Rank& rank, const void* send, MPI_Count send_count, MPI_Datatype send_type,
                     void* data, MPI_Count count, MPI_Datatype type, MPI_Comm comm,
                     std::uint64_t request) {
  Beginning it(rank, comm, CollectiveKind::all_to_all, request);
  it.receive(data, count, type);
  if (send == MPI_IN_PLACE) return exchange_parts(it, received_places(it));
  std::vector<Buffer> own;
  for (int i = 0; it.is_well() && i < it.peer_count(); ++i) {
    own.push_back(it.buffer(send, send_count, send_type));
    if (!it.is_well()) break;
    own.back().address += static_cast<std::uint64_t>(i * send_count * own.back().type->extent());
  }
  return exchange_parts(it, own);
}
int begin_all_to_all_v(Rank& rank, const void* send, Counts send_counts, Counts send_displacements,
                       MPI_Datatype send_type, void* data, Counts counts, Counts displacements,
                       MPI_Datatype type, MPI_Comm comm, std::uint64_t request) {
  Beginning it(rank, comm, CollectiveKind::all_to_all, request);
  it.receive(data, 0, type);
  it.receive_counts(counts, displacements);
  if (send == MPI_IN_PLACE) return exchange_parts(it, received_places(it));
  std::vector<Buffer> own;
  for (std::size_t i = 0; it.is_well() && std::cmp_less(i, it.peer_count()); ++i) {
    own.push_back(it.buffer(send, send_counts[i], send_type));
    if (!it.is_well()) break;
    own.back().address +=
        static_cast<std::uint64_t>(send_displacements[i] * own.back().type->extent());
  }
  return exchange_parts(it, own);
}
int begin_all_to_all_w(Rank& rank, const void* send, Counts send_counts, Counts send_displacements,
                       const MPI_Datatype* send_types, void* data, Counts counts,
                       Counts displacements, const MPI_Datatype* types, MPI_Comm comm,
                       std::uint64_t request) {
  Beginning it(rank, comm, CollectiveKind::all_to_all, request);
  it.receive(data, 0, MPI_BYTE);
  if (it.is_well()) it.receive_places(counts, displacements, it.peer_count());
  std::vector<Buffer> own;
  std::vector<DatatypePtr> received;
  for (std::size_t i = 0; it.is_well() && std::cmp_less(i, it.peer_count()); ++i) {
    Buffer place = it.buffer_behind(data, displacements[i], counts[i], types[i]);
    if (!it.is_well()) break;
    received.push_back(place.type);
    if (send == MPI_IN_PLACE) {
      own.push_back(std::move(place));
      continue;
    }
    own.push_back(it.buffer_behind(send, send_displacements[i], send_counts[i], send_types[i]));
  }
  it.collective().types = std::move(received);
  return exchange_parts(it, own);
}

// --- reductions ----------------------------------------------------------------------------------

/// What a rank gives to a reduction of the kind; `in_place`: what lies where it receives.
std::vector<std::byte> given(Beginning& it, const void* send, std::int64_t count, MPI_Datatype type,
                             MPI_Op operation) {
  const bool in_place = send == MPI_IN_PLACE;
  Buffer own = it.collective().receive;
  if (!in_place) own = it.buffer(send, count, type);
  if (!it.is_well()) return {};
  own.count = count;
  it.collective().operation = number_of(operation);
  if (const int error =
          check_operation(it.of(), it.collective().communicator, own, number_of(operation))) {
    it.refuse(error);
    return {};
  }
  return value_of(own);
}

/// Values meet on their way where the standard's operators combine them; what the program's own
/// function combines is brought together on one rank, in the order of ranks.
bool is_combined_on_the_way(Beginning& it) {
  return it.of().state().operations.find(it.collective().operation) == nullptr;
}

Part reduced_part(Beginning& it, std::vector<std::byte> value) {
  Part part = it.part(std::move(value));
  part.operation = it.collective().operation;
  const auto type = it.predefined_type();
  ISTHMUS_ASSERT(type);  // or the operation was refused
  part.type = static_cast<std::uint64_t>(*type);
  return part;
}

/// A reduction of two groups: the root gets what the other group gives, or each of both groups.
int reduce_from_others(Beginning& it, std::vector<std::byte> value, std::optional<int> root) {
  if (!it.is_well()) return it.error();
  const bool on_the_way = is_combined_on_the_way(it);
  const Form form = on_the_way ? Form::reduce : Form::gather;
  if (root && it.is_root()) {
    it.collective().is_leader = !on_the_way;
    it.begin();
    await_others(it, form, on_the_way ? reduced_part(it, {}) : it.part({}));
    return MPI_SUCCESS;
  }
  if (root) {
    it.begin_and_end();
  } else {
    it.collective().is_leader = !on_the_way && it.rank() == 0;
    it.begin();
  }
  if (on_the_way) {
    it.of().contribute_part(it.communicator(), reduced_part(it, std::move(value)), root);
    return MPI_SUCCESS;
  }
  Part own = it.part(std::move(value));
  // Without a root the first of each group combines what the other one gives.
  Wide wide{.form = form, .is_root = !root && it.rank() == 0};
  wide.target = Rank::member_of(it.communicator(), root.value_or(0));
  Piece piece = it.of().piece_of(it.communicator(), std::move(own.bytes));
  own.bytes.clear();
  wide.head = std::move(own);
  it.of().begin_wide(it.communicator(), std::move(wide), {std::move(piece)});
  return MPI_SUCCESS;
}

int begin_reduce(Rank& rank, const void* send, void* data, MPI_Count count, MPI_Datatype type,
                 MPI_Op operation, int root, MPI_Comm comm, std::uint64_t request) {
  Beginning it(rank, comm, CollectiveKind::reduce, request);
  it.check_root(root);
  if (it.is_well() && it.is_idle()) return stand_by(it);
  if (it.is_well() && send == MPI_IN_PLACE && !it.is_root()) {
    it.fail(MPI_ERR_BUFFER, "MPI_IN_PLACE on a rank that is not the root");
  }
  const bool takes_only = it.is_well() && it.is_inter() && it.is_root();
  // Where the others would receive means nothing, and may be nowhere.
  it.receive(it.is_well() && it.is_root() ? data : send, count, type);
  std::vector<std::byte> value = given(it, takes_only ? data : send, count, type, operation);
  if (!it.is_well()) return it.error();
  if (it.is_inter()) return reduce_from_others(it, std::move(value), root);
  if (is_combined_on_the_way(it)) {
    if (it.is_root()) {
      it.begin();
    } else {
      it.begin_and_end();
    }
    rank.contribute_part(it.communicator(), reduced_part(it, std::move(value)), root);
    return MPI_SUCCESS;
  }
  it.collective().is_leader = it.is_root();
  return gather_to(it, std::move(value), root);
}

int begin_all_reduce(Rank& rank, const void* send, void* data, MPI_Count count, MPI_Datatype type,
                     MPI_Op operation, MPI_Comm comm, std::uint64_t request) {
  Beginning it(rank, comm, CollectiveKind::all_reduce, request);
  it.receive(data, count, type);
  std::vector<std::byte> value = given(it, send, count, type, operation);
  if (!it.is_well()) return it.error();
  if (it.is_inter()) return reduce_from_others(it, std::move(value), std::nullopt);
  it.collective().is_leader = !is_combined_on_the_way(it) && it.rank() == 0;
  it.begin();
  if (is_combined_on_the_way(it)) {
    rank.contribute_part(it.communicator(), reduced_part(it, std::move(value)), std::nullopt);
  } else {
    rank.gather_part(it.communicator(), it.part(std::move(value)), 0);
  }
  return MPI_SUCCESS;
}

/// Where members meet, their values lie together until the last one has come.
constexpr std::size_t met_bytes_max = 4096;

int all_reduce(Rank& rank, const void* send, void* data, MPI_Count count, MPI_Datatype type,
               MPI_Op operation, MPI_Comm comm) {
  const auto by_messages = [&] {
    return detail::begin_and_wait<begin_all_reduce>(rank, send, data, count, type, operation, comm);
  };
  Communicator* const communicator = rank.find_communicator(number_of(comm));
  const PredefinedType* const row = find_predefined(number_of(type));
  // Whatever is wrong is found where it is served in any case.
  if (communicator == nullptr || row == nullptr || data == nullptr || data == MPI_IN_PLACE ||
      count <= 0 || count > static_cast<MPI_Count>(met_bytes_max) ||
      !is_predefined_operator(number_of(operation)) ||
      !is_allowed(static_cast<Operator>(number_of(operation)), row->type)) {
    return by_messages();
  }
  const auto bytes = static_cast<std::size_t>(count * row->extent);
  const void* const own = send == MPI_IN_PLACE ? data : send;
  if (own == nullptr || bytes > met_bytes_max) return by_messages();
  const auto answer =
      rank.meet(*communicator, {.kind = CollectiveKind::all_reduce,
                                .operation = number_of(operation),
                                .type = number_of(type),
                                .value = {static_cast<const std::byte*>(own), bytes},
                                .result_at = std::bit_cast<std::uint64_t>(data)});
  return answer ? *answer : by_messages();
}

/// Rank 0 gets the values of all, and gives each what it is to have: of an operator of the
/// program's.
int fold_on_first(Beginning& it, std::vector<std::byte> value) {
  if (!it.is_well()) return it.error();
  if (it.is_inter()) return reduce_from_others(it, std::move(value), std::nullopt);
  it.collective().is_leader = it.rank() == 0;
  it.begin();
  it.of().gather_part(it.communicator(), it.part(std::move(value)), 0);
  return MPI_SUCCESS;
}
template <CollectiveKind ScanKind>
int begin_scan(Rank& rank, const void* send, void* data, MPI_Count count, MPI_Datatype type,
               MPI_Op operation, MPI_Comm comm, std::uint64_t request) {
  Beginning it(rank, comm, ScanKind, request);
  if (it.is_well() && it.is_inter()) it.fail(MPI_ERR_COMM, "a scan over two groups");
  // Nothing comes before the first rank.
  const bool gets_nothing = ScanKind == CollectiveKind::exclusive_scan && it.is_well() &&
                            it.rank() == 0 && data == nullptr;
  it.receive(gets_nothing ? send : data, count, type);
  std::vector<std::byte> value = given(it, send, count, type, operation);
  if (!it.is_well() || !is_combined_on_the_way(it)) return fold_on_first(it, std::move(value));
  it.begin();
  begin_by_sites(it, Form::scan, std::nullopt, reduced_part(it, std::move(value)), it.rank());
  return MPI_SUCCESS;
}

int reduce_and_scatter(Beginning& it, const void* send, void* data,
                       std::vector<std::int64_t> counts, MPI_Datatype type, MPI_Op operation) {
  if (!it.is_well()) return it.error();
  if (std::ranges::any_of(counts, [](std::int64_t count) { return count < 0; })) {
    it.fail(MPI_ERR_COUNT, "a negative count");
    return it.error();
  }
  it.receive(data, counts[static_cast<std::size_t>(it.rank())], type);
  const std::int64_t all = total(counts);
  it.collective().counts = std::move(counts);
  std::vector<std::byte> value = given(it, send, all, type, operation);
  if (!it.is_well() || !is_combined_on_the_way(it)) return fold_on_first(it, std::move(value));
  Wide wide{.form = Form::reduce_scatter, .has_others_shares = it.is_inter()};
  wide.takers = it.communicator().group.members;
  const auto extent = static_cast<std::uint64_t>(it.collective().receive.type->extent());
  for (const std::int64_t count : it.collective().counts) {
    wide.shares.push_back(static_cast<std::uint64_t>(count) * extent);
  }
  it.begin();
  wide.head = reduced_part(it, {});
  Piece own = it.of().piece_of(it.communicator(), std::move(value));
  own.from = it.of().number();
  it.of().begin_wide(it.communicator(), std::move(wide), {std::move(own)});
  return MPI_SUCCESS;
}
int begin_reduce_scatter(Rank& rank, const void* send, void* data, Counts counts, MPI_Datatype type,
                         MPI_Op operation, MPI_Comm comm, std::uint64_t request) {
  Beginning it(rank, comm, CollectiveKind::reduce_scatter, request);
  if (!it.is_well()) return it.error();
  return reduce_and_scatter(it, send, data, counts.first(static_cast<std::size_t>(it.size())), type,
                            operation);
}
int begin_reduce_scatter_block(Rank& rank, const void* send, void* data, MPI_Count count,
                               MPI_Datatype type, MPI_Op operation, MPI_Comm comm,
                               std::uint64_t request) {
  Beginning it(rank, comm, CollectiveKind::reduce_scatter, request);
  if (!it.is_well()) return it.error();
  return reduce_and_scatter(it, send, data,
                            std::vector<std::int64_t>(static_cast<std::size_t>(it.size()), count),
                            type, operation);
}

constexpr auto begin_inclusive_scan = begin_scan<CollectiveKind::scan>;
constexpr auto begin_exclusive_scan = begin_scan<CollectiveKind::exclusive_scan>;

constexpr Call collective_rows[] = {
    call<decltype(MPI_Barrier), barrier>("MPI_Barrier"),
    nonblocking_call<decltype(MPI_Ibarrier), begin_barrier>("MPI_Ibarrier"),
    persistent_call<decltype(MPI_Barrier_init), begin_barrier, 2>("MPI_Barrier_init"),
    blocking_call<decltype(MPI_Bcast), begin_broadcast>("MPI_Bcast"),
    nonblocking_call<decltype(MPI_Ibcast), begin_broadcast>("MPI_Ibcast"),
    persistent_call<decltype(MPI_Bcast_init), begin_broadcast, 2>("MPI_Bcast_init"),
    blocking_call<decltype(MPI_Bcast_c), begin_broadcast>("MPI_Bcast_c"),
    nonblocking_call<decltype(MPI_Ibcast_c), begin_broadcast>("MPI_Ibcast_c"),
    persistent_call<decltype(MPI_Bcast_init_c), begin_broadcast, 2>("MPI_Bcast_init_c"),
    blocking_call<decltype(MPI_Gather), begin_gather>("MPI_Gather"),
    nonblocking_call<decltype(MPI_Igather), begin_gather>("MPI_Igather"),
    persistent_call<decltype(MPI_Gather_init), begin_gather, 2>("MPI_Gather_init"),
    blocking_call<decltype(MPI_Gather_c), begin_gather>("MPI_Gather_c"),
    nonblocking_call<decltype(MPI_Igather_c), begin_gather>("MPI_Igather_c"),
    persistent_call<decltype(MPI_Gather_init_c), begin_gather, 2>("MPI_Gather_init_c"),
    blocking_call<decltype(MPI_Gatherv), begin_gather_v>("MPI_Gatherv"),
    nonblocking_call<decltype(MPI_Igatherv), begin_gather_v>("MPI_Igatherv"),
    persistent_call<decltype(MPI_Gatherv_init), begin_gather_v, 2>("MPI_Gatherv_init"),
    blocking_call<decltype(MPI_Gatherv_c), begin_gather_v>("MPI_Gatherv_c"),
    nonblocking_call<decltype(MPI_Igatherv_c), begin_gather_v>("MPI_Igatherv_c"),
    persistent_call<decltype(MPI_Gatherv_init_c), begin_gather_v, 2>("MPI_Gatherv_init_c"),
    blocking_call<decltype(MPI_Scatter), begin_scatter>("MPI_Scatter"),
    nonblocking_call<decltype(MPI_Iscatter), begin_scatter>("MPI_Iscatter"),
    persistent_call<decltype(MPI_Scatter_init), begin_scatter, 2>("MPI_Scatter_init"),
    blocking_call<decltype(MPI_Scatter_c), begin_scatter>("MPI_Scatter_c"),
    nonblocking_call<decltype(MPI_Iscatter_c), begin_scatter>("MPI_Iscatter_c"),
    persistent_call<decltype(MPI_Scatter_init_c), begin_scatter, 2>("MPI_Scatter_init_c"),
    blocking_call<decltype(MPI_Scatterv), begin_scatter_v>("MPI_Scatterv"),
    nonblocking_call<decltype(MPI_Iscatterv), begin_scatter_v>("MPI_Iscatterv"),
    persistent_call<decltype(MPI_Scatterv_init), begin_scatter_v, 2>("MPI_Scatterv_init"),
    blocking_call<decltype(MPI_Scatterv_c), begin_scatter_v>("MPI_Scatterv_c"),
    nonblocking_call<decltype(MPI_Iscatterv_c), begin_scatter_v>("MPI_Iscatterv_c"),
    persistent_call<decltype(MPI_Scatterv_init_c), begin_scatter_v, 2>("MPI_Scatterv_init_c"),
    blocking_call<decltype(MPI_Allgather), begin_all_gather>("MPI_Allgather"),
    nonblocking_call<decltype(MPI_Iallgather), begin_all_gather>("MPI_Iallgather"),
    persistent_call<decltype(MPI_Allgather_init), begin_all_gather, 2>("MPI_Allgather_init"),
    blocking_call<decltype(MPI_Allgather_c), begin_all_gather>("MPI_Allgather_c"),
    nonblocking_call<decltype(MPI_Iallgather_c), begin_all_gather>("MPI_Iallgather_c"),
    persistent_call<decltype(MPI_Allgather_init_c), begin_all_gather, 2>("MPI_Allgather_init_c"),
    blocking_call<decltype(MPI_Allgatherv), begin_all_gather_v>("MPI_Allgatherv"),
    nonblocking_call<decltype(MPI_Iallgatherv), begin_all_gather_v>("MPI_Iallgatherv"),
    persistent_call<decltype(MPI_Allgatherv_init), begin_all_gather_v, 2>("MPI_Allgatherv_init"),
    blocking_call<decltype(MPI_Allgatherv_c), begin_all_gather_v>("MPI_Allgatherv_c"),
    nonblocking_call<decltype(MPI_Iallgatherv_c), begin_all_gather_v>("MPI_Iallgatherv_c"),
    persistent_call<decltype(MPI_Allgatherv_init_c), begin_all_gather_v, 2>(
        "MPI_Allgatherv_init_c"),
    blocking_call<decltype(MPI_Alltoall), begin_all_to_all>("MPI_Alltoall"),
    nonblocking_call<decltype(MPI_Ialltoall), begin_all_to_all>("MPI_Ialltoall"),
    persistent_call<decltype(MPI_Alltoall_init), begin_all_to_all, 2>("MPI_Alltoall_init"),
    blocking_call<decltype(MPI_Alltoall_c), begin_all_to_all>("MPI_Alltoall_c"),
    nonblocking_call<decltype(MPI_Ialltoall_c), begin_all_to_all>("MPI_Ialltoall_c"),
    persistent_call<decltype(MPI_Alltoall_init_c), begin_all_to_all, 2>("MPI_Alltoall_init_c"),
    blocking_call<decltype(MPI_Alltoallv), begin_all_to_all_v>("MPI_Alltoallv"),
    nonblocking_call<decltype(MPI_Ialltoallv), begin_all_to_all_v>("MPI_Ialltoallv"),
    persistent_call<decltype(MPI_Alltoallv_init), begin_all_to_all_v, 2>("MPI_Alltoallv_init"),
    blocking_call<decltype(MPI_Alltoallv_c), begin_all_to_all_v>("MPI_Alltoallv_c"),
    nonblocking_call<decltype(MPI_Ialltoallv_c), begin_all_to_all_v>("MPI_Ialltoallv_c"),
    persistent_call<decltype(MPI_Alltoallv_init_c), begin_all_to_all_v, 2>("MPI_Alltoallv_init_c"),
    blocking_call<decltype(MPI_Alltoallw), begin_all_to_all_w>("MPI_Alltoallw"),
    nonblocking_call<decltype(MPI_Ialltoallw), begin_all_to_all_w>("MPI_Ialltoallw"),
    persistent_call<decltype(MPI_Alltoallw_init), begin_all_to_all_w, 2>("MPI_Alltoallw_init"),
    blocking_call<decltype(MPI_Alltoallw_c), begin_all_to_all_w>("MPI_Alltoallw_c"),
    nonblocking_call<decltype(MPI_Ialltoallw_c), begin_all_to_all_w>("MPI_Ialltoallw_c"),
    persistent_call<decltype(MPI_Alltoallw_init_c), begin_all_to_all_w, 2>("MPI_Alltoallw_init_c"),
    blocking_call<decltype(MPI_Reduce), begin_reduce>("MPI_Reduce"),
    nonblocking_call<decltype(MPI_Ireduce), begin_reduce>("MPI_Ireduce"),
    persistent_call<decltype(MPI_Reduce_init), begin_reduce, 2>("MPI_Reduce_init"),
    blocking_call<decltype(MPI_Reduce_c), begin_reduce>("MPI_Reduce_c"),
    nonblocking_call<decltype(MPI_Ireduce_c), begin_reduce>("MPI_Ireduce_c"),
    persistent_call<decltype(MPI_Reduce_init_c), begin_reduce, 2>("MPI_Reduce_init_c"),
    call<decltype(MPI_Allreduce), all_reduce>("MPI_Allreduce"),
    nonblocking_call<decltype(MPI_Iallreduce), begin_all_reduce>("MPI_Iallreduce"),
    persistent_call<decltype(MPI_Allreduce_init), begin_all_reduce, 2>("MPI_Allreduce_init"),
    call<decltype(MPI_Allreduce_c), all_reduce>("MPI_Allreduce_c"),
    nonblocking_call<decltype(MPI_Iallreduce_c), begin_all_reduce>("MPI_Iallreduce_c"),
    persistent_call<decltype(MPI_Allreduce_init_c), begin_all_reduce, 2>("MPI_Allreduce_init_c"),
    blocking_call<decltype(MPI_Reduce_scatter), begin_reduce_scatter>("MPI_Reduce_scatter"),
    nonblocking_call<decltype(MPI_Ireduce_scatter), begin_reduce_scatter>("MPI_Ireduce_scatter"),
    persistent_call<decltype(MPI_Reduce_scatter_init), begin_reduce_scatter, 2>(
        "MPI_Reduce_scatter_init"),
    blocking_call<decltype(MPI_Reduce_scatter_c), begin_reduce_scatter>("MPI_Reduce_scatter_c"),
    nonblocking_call<decltype(MPI_Ireduce_scatter_c), begin_reduce_scatter>(
        "MPI_Ireduce_scatter_c"),
    persistent_call<decltype(MPI_Reduce_scatter_init_c), begin_reduce_scatter, 2>(
        "MPI_Reduce_scatter_init_c"),
    blocking_call<decltype(MPI_Reduce_scatter_block), begin_reduce_scatter_block>(
        "MPI_Reduce_scatter_block"),
    nonblocking_call<decltype(MPI_Ireduce_scatter_block), begin_reduce_scatter_block>(
        "MPI_Ireduce_scatter_block"),
    persistent_call<decltype(MPI_Reduce_scatter_block_init), begin_reduce_scatter_block, 2>(
        "MPI_Reduce_scatter_block_init"),
    blocking_call<decltype(MPI_Reduce_scatter_block_c), begin_reduce_scatter_block>(
        "MPI_Reduce_scatter_block_c"),
    nonblocking_call<decltype(MPI_Ireduce_scatter_block_c), begin_reduce_scatter_block>(
        "MPI_Ireduce_scatter_block_c"),
    persistent_call<decltype(MPI_Reduce_scatter_block_init_c), begin_reduce_scatter_block, 2>(
        "MPI_Reduce_scatter_block_init_c"),
    blocking_call<decltype(MPI_Scan), begin_inclusive_scan>("MPI_Scan"),
    nonblocking_call<decltype(MPI_Iscan), begin_inclusive_scan>("MPI_Iscan"),
    persistent_call<decltype(MPI_Scan_init), begin_inclusive_scan, 2>("MPI_Scan_init"),
    blocking_call<decltype(MPI_Scan_c), begin_inclusive_scan>("MPI_Scan_c"),
    nonblocking_call<decltype(MPI_Iscan_c), begin_inclusive_scan>("MPI_Iscan_c"),
    persistent_call<decltype(MPI_Scan_init_c), begin_inclusive_scan, 2>("MPI_Scan_init_c"),
    blocking_call<decltype(MPI_Exscan), begin_exclusive_scan>("MPI_Exscan"),
    nonblocking_call<decltype(MPI_Iexscan), begin_exclusive_scan>("MPI_Iexscan"),
    persistent_call<decltype(MPI_Exscan_init), begin_exclusive_scan, 2>("MPI_Exscan_init"),
    blocking_call<decltype(MPI_Exscan_c), begin_exclusive_scan>("MPI_Exscan_c"),
    nonblocking_call<decltype(MPI_Iexscan_c), begin_exclusive_scan>("MPI_Iexscan_c"),
    persistent_call<decltype(MPI_Exscan_init_c), begin_exclusive_scan, 2>("MPI_Exscan_init_c"),
};

}  // namespace

std::span<const Call> collective_calls() { return collective_rows; }

}  // namespace isthmus::engine::mpi
