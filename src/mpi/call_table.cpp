#include <array>

#include "mpi/abi/functions.hpp"
#include "mpi/abi/mpi.h"
#include "mpi/calls.hpp"

namespace isthmus::mpi {

namespace {

using Table = std::array<Call, function_names.size()>;

std::size_t number_of_name(std::string_view name) {
  for (std::size_t i = 0; i < function_names.size(); ++i) {
    if (function_names[i] == name) return i;
  }
  ISTHMUS_ASSERT(false);
  return 0;
}

const Table& table() {
  static const Table made = [] {
    Table table{};
    for (const std::span<const Call> list : {collective_calls(),
                                             communicator_calls(),
                                             completion_calls(),
                                             environment_calls(),
                                             file_access_calls(),
                                             file_calls(),
                                             file_view_calls(),
                                             grid_calls(),
                                             group_calls(),
                                             intercommunicator_calls(),
                                             neighbour_collective_calls(),
                                             one_sided_calls(),
                                             operation_calls(),
                                             packing_calls(),
                                             point_to_point_calls(),
                                             shared_pointer_calls(),
                                             topology_calls(),
                                             type_attribute_calls(),
                                             type_calls(),
                                             type_constructor_calls(),
                                             window_calls(),
                                             window_synchronization_calls()}) {
      for (const Call& call : list) {
        Call& row = table[number_of_name(call.name)];
        ISTHMUS_ASSERT(row.serve == nullptr);
        row = call;
      }
    }
    return table;
  }();
  return made;
}

}  // namespace

void serve_call(Rank& rank, const image::Trap& trap) {
  const Call& call = table()[trap.number];
  if (call.serve != nullptr) return call.serve(rank, trap);
  rank.machine().answer(static_cast<std::uint64_t>(rank.fail(
      MPI_ERR_UNSUPPORTED_OPERATION, "not there yet (isthmus mpi --coverage has a list)")));
}

int start_request(Rank& rank, std::uint64_t handle) {
  Request& request = *rank.state().requests.find(handle);
  request.is_active = true;
  request.is_complete = false;
  request.status = {};
  // Taken out: who begins it may make other requests, and the table may move.
  const std::vector<std::uint64_t> arguments = request.arguments;
  const int answer = table()[request.call].start(rank, arguments, handle);
  if (answer != MPI_SUCCESS) rank.state().requests.find(handle)->is_active = false;
  return answer;
}

bool is_served(std::string_view name) { return table()[number_of_name(name)].serve != nullptr; }

}  // namespace isthmus::mpi
