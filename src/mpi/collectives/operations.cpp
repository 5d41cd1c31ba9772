// Operations of reductions (MPI 5.0, 6.9).
#include <bit>

#include "mpi/abi/mpi.h"
#include "mpi/calls.hpp"
#include "mpi/collectives/values.hpp"
#include "mpi/datatype/operator.hpp"

namespace isthmus::engine::mpi {

namespace {

template <bool TakesCount, class Function>
int create(Rank& rank, Function* function, int commutes, MPI_Op* handle) {
  *handle = handle_of<MPI_Op>(rank.state().operations.add(
      {std::bit_cast<std::uint64_t>(function), commutes != 0, TakesCount}));
  return MPI_SUCCESS;
}

int free_operation(Rank& rank, MPI_Op* handle) {
  if (rank.state().operations.find(number_of(*handle)) == nullptr) {
    return rank.fail(MPI_ERR_OP, "no operation that the program has made");
  }
  // Reductions that are under way need it still.
  *handle = MPI_OP_NULL;
  return MPI_SUCCESS;
}

int is_commutative(Rank& rank, MPI_Op handle, int* commutes) {
  const Operation* const made = rank.state().operations.find(number_of(handle));
  if (made == nullptr && !is_predefined_operator(number_of(handle))) {
    return rank.fail(MPI_ERR_OP, "no such operation");
  }
  *commutes = made == nullptr || made->is_commutative ? 1 : 0;
  return MPI_SUCCESS;
}

/// inout = in op inout, on this rank alone: a reduction of two values that are here.
int begin_local(Rank& rank, const void* in, void* inout, MPI_Count count, MPI_Datatype type,
                MPI_Op operation, std::uint64_t request) {
  Buffer buffer;
  const std::uint64_t self = number_of(MPI_COMM_SELF);
  constexpr std::uint64_t nobody = 0;  // its errors are no communicator's
  if (const int error = make_buffer(rank, nobody, inout, count, number_of(type), buffer)) {
    return error;
  }
  if (const int error = check_operation(rank, nobody, buffer, number_of(operation))) return error;
  if (in == MPI_IN_PLACE || (in == inout && count > 0)) {
    return rank.fail(MPI_ERR_BUFFER, "one place for both values");
  }
  Buffer left = buffer;
  left.address = std::bit_cast<std::uint64_t>(in);
  std::vector<std::vector<std::byte>> values{value_of(left), value_of(buffer)};
  const CollectiveName name = Rank::next_collective(*rank.find_communicator(self));
  rank.add_collective(name, {.kind = CollectiveKind::reduce,
                             .communicator = self,
                             .request = request,
                             .operation = number_of(operation),
                             .type_handle = number_of(type),
                             .receive = buffer,
                             .is_leader = true});
  rank.fold_values(name, std::move(values));
  return MPI_SUCCESS;
}

constexpr Call operation_rows[] = {
    call<decltype(MPI_Op_create), create<false, MPI_User_function>>("MPI_Op_create"),
    call<decltype(MPI_Op_create_c), create<true, MPI_User_function_c>>("MPI_Op_create_c"),
    call<decltype(MPI_Op_free), free_operation>("MPI_Op_free"),
    call<decltype(MPI_Op_commutative), is_commutative>("MPI_Op_commutative"),
    blocking_call<decltype(MPI_Reduce_local), begin_local>("MPI_Reduce_local"),
    blocking_call<decltype(MPI_Reduce_local_c), begin_local>("MPI_Reduce_local_c"),
};

}  // namespace

int check_operation(Rank& rank, std::uint64_t communicator, const Buffer& buffer,
                    std::uint64_t operation) {
  if (rank.state().operations.find(operation) != nullptr) return MPI_SUCCESS;
  if (!is_predefined_operator(operation)) {
    return rank.fail(communicator, MPI_ERR_OP, "no such operation");
  }
  const auto type = buffer.type->predefined_type();
  if (!type || !is_allowed(static_cast<Operator>(operation), *type)) {
    return rank.fail(communicator, MPI_ERR_OP,
                     std::string(name_of(static_cast<Operator>(operation))) +
                         " of a datatype that it is not for");
  }
  return MPI_SUCCESS;
}

std::span<const Call> operation_calls() { return operation_rows; }

}  // namespace isthmus::engine::mpi
