// Collective operations of neighbours (MPI 5.0, 8.6).
#include <algorithm>
#include <string>
#include <vector>

#include "mpi/abi/mpi.h"
#include "mpi/calls.hpp"
#include "mpi/collectives/beginning.hpp"
#include "mpi/collectives/values.hpp"
#include "mpi/communicators/neighbourhood.hpp"

namespace isthmus::engine::mpi {

namespace {

/// An operation of a rank with its neighbours, as it begins. What comes from the i-th source goes
/// to the i-th place of what is received: nobody else has a place.
class Exchange {
 public:
  Exchange(Rank& rank, MPI_Comm comm, std::uint64_t request)
      : it_(rank, comm, CollectiveKind::neighbours, request) {
    if (!it_.is_well()) return;
    if (it_.communicator().topology.is_none()) {
      it_.fail(MPI_ERR_TOPOLOGY, "a communicator without a topology");
      return;
    }
    sources_ = sources_of(it_.communicator());
    destinations_ = destinations_of(it_.communicator());
  }

  bool is_well() const { return it_.is_well(); }
  std::size_t source_count() const { return sources_.size(); }
  std::size_t destination_count() const { return destinations_.size(); }
  void receive(const void* data, std::int64_t count, MPI_Datatype type) {
    it_.receive(data, count, type);
  }
  void receive_counts(Counts counts, Counts displacements) {
    it_.receive_counts(counts, displacements, static_cast<int>(source_count()));
  }
  void receive_types(const void* data, Counts counts, Counts displacements,
                     const MPI_Datatype* types) {
    receive(data, 0, MPI_BYTE);
    it_.receive_places(counts, displacements, static_cast<int>(source_count()));
    for (std::size_t i = 0; is_well() && i < source_count(); ++i) {
      it_.collective().types.push_back(
          it_.buffer_behind(data, displacements[i], counts[i], types[i]).type);
    }
  }
  /// What goes to the next destination, so many bytes or extents behind `data`.
  void add(const void* data, std::int64_t count, MPI_Datatype type, std::int64_t displacement,
           bool in_bytes) {
    if (!is_well()) return;
    Buffer part = it_.buffer_behind(data, in_bytes ? displacement : 0, count, type);
    if (!is_well()) return;
    if (!in_bytes) part.address += static_cast<std::uint64_t>(displacement * part.type->extent());
    const bool is_for_nobody = destinations_[own_.size()] == MPI_PROC_NULL;
    own_.push_back(is_for_nobody ? std::vector<std::byte>() : packed(part));
  }

  int begin() {
    if (!is_well()) return it_.error();
    const auto nobodies = std::ranges::count(sources_, MPI_PROC_NULL);
    const int expected = static_cast<int>(std::ssize(sources_) - nobodies);
    if (expected == 0) {
      it_.begin_and_end();
    } else {
      it_.begin_for(expected);
    }
    const std::vector<std::int32_t> edges = edges_to(it_.communicator());
    for (std::size_t i = 0; i < destinations_.size(); ++i) {
      if (destinations_[i] == MPI_PROC_NULL) continue;
      Part part = it_.part(std::move(own_[i]));
      part.edge = edges[i];
      it_.of().send_part(it_.communicator(), destinations_[i], part);
    }
    return MPI_SUCCESS;
  }

 private:
  Beginning it_;
  std::vector<std::int32_t> sources_, destinations_;
  std::vector<std::vector<std::byte>> own_;
};

/// To each the same.
int give_to_all(Exchange& it, const void* send, MPI_Count count, MPI_Datatype type) {
  for (std::size_t i = 0; i < it.destination_count(); ++i) it.add(send, count, type, 0, true);
  return it.begin();
}
int begin_gather(Rank& rank, const void* send, MPI_Count send_count, MPI_Datatype send_type,
                 void* data, MPI_Count count, MPI_Datatype type, MPI_Comm comm,
                 std::uint64_t request) {
  Exchange it(rank, comm, request);
  it.receive(data, count, type);
  return give_to_all(it, send, send_count, send_type);
}
int begin_gather_v(Rank& rank, const void* send, MPI_Count send_count, MPI_Datatype send_type,
                   void* data, Counts counts, Counts displacements, MPI_Datatype type,
                   MPI_Comm comm, std::uint64_t request) {
  Exchange it(rank, comm, request);
  it.receive(data, 0, type);
  it.receive_counts(counts, displacements);
  return give_to_all(it, send, send_count, send_type);
}

int begin_exchange(Rank& rank, const void* send, MPI_Count send_count, MPI_Datatype send_type,
                   void* data, MPI_Count count, MPI_Datatype type, MPI_Comm comm,
                   std::uint64_t request) {
  Exchange it(rank, comm, request);
  it.receive(data, count, type);
  for (std::size_t i = 0; i < it.destination_count(); ++i) {
    it.add(send, send_count, send_type, static_cast<std::int64_t>(i) * send_count, false);
  }
  return it.begin();
}
int begin_exchange_v(Rank& rank, const void* send, Counts send_counts, Counts send_displacements,
                     MPI_Datatype send_type, void* data, Counts counts, Counts displacements,
                     MPI_Datatype type, MPI_Comm comm, std::uint64_t request) {
  Exchange it(rank, comm, request);
  it.receive(data, 0, type);
  it.receive_counts(counts, displacements);
  for (std::size_t i = 0; i < it.destination_count(); ++i) {
    it.add(send, send_counts[i], send_type, send_displacements[i], false);
  }
  return it.begin();
}
int begin_exchange_w(Rank& rank, const void* send, Counts send_counts, Counts send_displacements,
                     const MPI_Datatype* send_types, void* data, Counts counts,
                     Counts displacements, const MPI_Datatype* types, MPI_Comm comm,
                     std::uint64_t request) {
  Exchange it(rank, comm, request);
  it.receive_types(data, counts, displacements, types);
  for (std::size_t i = 0; i < it.destination_count(); ++i) {
    it.add(send, send_counts[i], send_types[i], send_displacements[i], true);
  }
  return it.begin();
}

constexpr Call neighbour_collective_rows[] = {
    blocking_call<decltype(MPI_Neighbor_allgather), begin_gather>("MPI_Neighbor_allgather"),
    nonblocking_call<decltype(MPI_Ineighbor_allgather), begin_gather>("MPI_Ineighbor_allgather"),
    persistent_call<decltype(MPI_Neighbor_allgather_init), begin_gather, 2>(
        "MPI_Neighbor_allgather_init"),
    blocking_call<decltype(MPI_Neighbor_allgather_c), begin_gather>("MPI_Neighbor_allgather_c"),
    nonblocking_call<decltype(MPI_Ineighbor_allgather_c), begin_gather>(
        "MPI_Ineighbor_allgather_c"),
    persistent_call<decltype(MPI_Neighbor_allgather_init_c), begin_gather, 2>(
        "MPI_Neighbor_allgather_init_c"),
    blocking_call<decltype(MPI_Neighbor_allgatherv), begin_gather_v>("MPI_Neighbor_allgatherv"),
    nonblocking_call<decltype(MPI_Ineighbor_allgatherv), begin_gather_v>(
        "MPI_Ineighbor_allgatherv"),
    persistent_call<decltype(MPI_Neighbor_allgatherv_init), begin_gather_v, 2>(
        "MPI_Neighbor_allgatherv_init"),
    blocking_call<decltype(MPI_Neighbor_allgatherv_c), begin_gather_v>("MPI_Neighbor_allgatherv_c"),
    nonblocking_call<decltype(MPI_Ineighbor_allgatherv_c), begin_gather_v>(
        "MPI_Ineighbor_allgatherv_c"),
    persistent_call<decltype(MPI_Neighbor_allgatherv_init_c), begin_gather_v, 2>(
        "MPI_Neighbor_allgatherv_init_c"),
    blocking_call<decltype(MPI_Neighbor_alltoall), begin_exchange>("MPI_Neighbor_alltoall"),
    nonblocking_call<decltype(MPI_Ineighbor_alltoall), begin_exchange>("MPI_Ineighbor_alltoall"),
    persistent_call<decltype(MPI_Neighbor_alltoall_init), begin_exchange, 2>(
        "MPI_Neighbor_alltoall_init"),
    blocking_call<decltype(MPI_Neighbor_alltoall_c), begin_exchange>("MPI_Neighbor_alltoall_c"),
    nonblocking_call<decltype(MPI_Ineighbor_alltoall_c), begin_exchange>(
        "MPI_Ineighbor_alltoall_c"),
    persistent_call<decltype(MPI_Neighbor_alltoall_init_c), begin_exchange, 2>(
        "MPI_Neighbor_alltoall_init_c"),
    blocking_call<decltype(MPI_Neighbor_alltoallv), begin_exchange_v>("MPI_Neighbor_alltoallv"),
    nonblocking_call<decltype(MPI_Ineighbor_alltoallv), begin_exchange_v>(
        "MPI_Ineighbor_alltoallv"),
    persistent_call<decltype(MPI_Neighbor_alltoallv_init), begin_exchange_v, 2>(
        "MPI_Neighbor_alltoallv_init"),
    blocking_call<decltype(MPI_Neighbor_alltoallv_c), begin_exchange_v>("MPI_Neighbor_alltoallv_c"),
    nonblocking_call<decltype(MPI_Ineighbor_alltoallv_c), begin_exchange_v>(
        "MPI_Ineighbor_alltoallv_c"),
    persistent_call<decltype(MPI_Neighbor_alltoallv_init_c), begin_exchange_v, 2>(
        "MPI_Neighbor_alltoallv_init_c"),
    blocking_call<decltype(MPI_Neighbor_alltoallw), begin_exchange_w>("MPI_Neighbor_alltoallw"),
    nonblocking_call<decltype(MPI_Ineighbor_alltoallw), begin_exchange_w>(
        "MPI_Ineighbor_alltoallw"),
    persistent_call<decltype(MPI_Neighbor_alltoallw_init), begin_exchange_w, 2>(
        "MPI_Neighbor_alltoallw_init"),
    blocking_call<decltype(MPI_Neighbor_alltoallw_c), begin_exchange_w>("MPI_Neighbor_alltoallw_c"),
    nonblocking_call<decltype(MPI_Ineighbor_alltoallw_c), begin_exchange_w>(
        "MPI_Ineighbor_alltoallw_c"),
    persistent_call<decltype(MPI_Neighbor_alltoallw_init_c), begin_exchange_w, 2>(
        "MPI_Neighbor_alltoallw_init_c"),
};

}  // namespace

std::span<const Call> neighbour_collective_calls() { return neighbour_collective_rows; }

}  // namespace isthmus::engine::mpi
