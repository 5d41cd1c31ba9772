// mpi/collectives/beginning.hpp: a collective operation as it begins on a rank.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "mpi/abi/mpi.h"
#include "mpi/calls.hpp"
#include "mpi/collectives/values.hpp"

namespace isthmus::engine::mpi {

/// One operation of a communicator as it begins on this rank.
class Beginning {
 public:
  Beginning(Rank& rank, MPI_Comm comm, CollectiveKind kind, std::uint64_t request)
      : rank_(rank), communicator_(rank.find_communicator(number_of(comm))) {
    collective_.kind = kind;
    collective_.communicator = number_of(comm);
    collective_.request = request;
    if (communicator_ == nullptr) {
      error_ = no_communicator(rank);
      return;
    }
    Request& begun = *rank.state().requests.find(request);
    begun.communicator = number_of(comm);
    is_persistent_ = begun.named != 0;
  }

  /// MPI_SUCCESS, or what the call answers.
  int error() const { return error_; }
  bool is_well() const { return error_ == MPI_SUCCESS; }
  const Communicator& communicator() const { return *communicator_; }
  int size() const { return communicator_->size(); }
  int rank() const { return communicator_->rank; }
  /// Those that parts come from: the other group, if there is one.
  int peer_count() const { return communicator_->peers().size(); }
  Collective& collective() { return collective_; }

  void fail(int code, std::string_view why) {
    if (is_well()) error_ = rank_.fail(collective_.communicator, code, why);
  }
  /// The error is told already.
  void refuse(int error) { error_ = error; }
  void check_root(int root) {
    if (!is_well()) return;
    collective_.root = root;
    if (is_inter() && (root == MPI_ROOT || root == MPI_PROC_NULL)) return;
    if (root < 0 || root >= peer_count()) fail(MPI_ERR_ROOT, "no rank " + std::to_string(root));
  }
  bool is_inter() const { return communicator_->remote.has_value(); }
  bool is_root() const {
    return is_inter() ? collective_.root == MPI_ROOT : collective_.root == rank();
  }
  /// Of the root's own group: it neither gives nor gets.
  bool is_idle() const { return is_inter() && collective_.root == MPI_PROC_NULL; }

  Buffer buffer(const void* address, std::int64_t count, MPI_Datatype type) {
    Buffer made;
    if (is_well()) {
      error_ = make_buffer(rank_, collective_.communicator, address, count, number_of(type), made);
    }
    return made;
  }
  /// So many bytes behind `base`, which may be MPI_BOTTOM.
  Buffer buffer_behind(const void* base, std::int64_t bytes, std::int64_t count,
                       MPI_Datatype type) {
    const auto address = std::bit_cast<std::uint64_t>(base) + static_cast<std::uint64_t>(bytes);
    return buffer(std::bit_cast<const void*>(address), count, type);
  }
  void receive(const void* address, std::int64_t count, MPI_Datatype type) {
    collective_.receive = buffer(address, count, type);
    collective_.type_handle = number_of(type);
    if (is_well()) predefined_type_ = collective_.receive.type->predefined_type();
  }
  /// Of which all that it receives is made, if of one; also behind `begin`.
  std::optional<BasicType> predefined_type() const { return predefined_type_; }
  void receive_counts(Counts counts, Counts displacements) {
    if (!is_well()) return;
    receive_counts(counts, displacements, peer_count());
  }
  void receive_counts(Counts counts, Counts displacements, int senders) {
    receive_places(counts, displacements, senders);
    if (!is_well()) return;
    const bool is_nowhere =
        collective_.receive.address == 0 && is_near(*collective_.receive.type) &&
        std::ranges::all_of(collective_.displacements, [](std::int64_t at) { return at == 0; });
    if (is_nowhere && total(collective_.counts) > 0) {
      fail(MPI_ERR_BUFFER, "a null pointer for elements");
    }
  }
  /// The same where each place has a type of its own, with which the caller looks at it.
  void receive_places(Counts counts, Counts displacements, int senders) {
    if (!is_well()) return;
    collective_.counts = counts.first(static_cast<std::size_t>(senders));
    collective_.displacements = displacements.first(static_cast<std::size_t>(senders));
    if (std::ranges::any_of(collective_.counts, [](std::int64_t count) { return count < 0; })) {
      fail(MPI_ERR_COUNT, "a negative count");
    }
  }
  /// What lies where this rank receives from `from`.
  Buffer place_of(int from) const {
    Buffer place = collective_.receive;
    const auto i = static_cast<std::size_t>(from);
    std::int64_t offset = from * place.count;
    if (!collective_.counts.empty()) {
      place.count = collective_.counts[i];
      offset = collective_.displacements[i];
    }
    place.address += static_cast<std::uint64_t>(offset * place.type->extent());
    return place;
  }

  Part part(std::vector<std::byte> bytes) const {
    Part made;
    made.name = name_;
    made.kind = collective_.kind;
    made.from = rank();
    made.giver = rank_.number();
    made.bytes = std::move(bytes);
    if (is_persistent_) made.named = Part::Named::gathered;
    return made;
  }
  /// From now on it has a name, and is under way: `collective` has nothing but numbers from now on.
  void begin() {
    name_ = rank_.next_collective(*communicator_, collective_.request);
    const CollectiveKind kind = collective_.kind;
    const std::uint64_t operation = collective_.operation;
    rank_.add_collective(name_, std::move(collective_));
    rank_.look_at_early(name_, kind, operation);
  }
  /// The same; parts come one by one, so many of them.
  void begin_for(int expected) {
    collective_.expected = expected;
    begin();
  }
  /// This rank gets nothing more of it.
  void begin_and_end() {
    name_ = rank_.next_collective(*communicator_, collective_.request);
    rank_.complete(collective_.request);
    rank_.end_call(name_, *communicator_, collective_.kind, collective_.operation);
  }
  const CollectiveName& name() const { return name_; }
  Rank& of() { return rank_; }

 private:
  Rank& rank_;
  Communicator* communicator_;
  Collective collective_;
  CollectiveName name_;
  std::optional<BasicType> predefined_type_;
  int error_ = MPI_SUCCESS;
  bool is_persistent_ = false;
};

}  // namespace isthmus::engine::mpi
