#include <algorithm>
#include <array>
#include <bit>

#include "mpi/abi/addresses.hpp"
#include "mpi/abi/functions.hpp"
#include "mpi/abi/mpi.h"
#include "mpi/calls.hpp"

namespace isthmus::engine::mpi {

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
    for (const std::span<const Call> list : {buffer_calls(),
                                             collective_calls(),
                                             communicator_calls(),
                                             completion_calls(),
                                             environment_calls(),
                                             file_access_calls(),
                                             file_calls(),
                                             file_view_calls(),
                                             fortran_calls(),
                                             generalized_calls(),
                                             grid_calls(),
                                             group_calls(),
                                             intercommunicator_calls(),
                                             join_calls(),
                                             neighbour_collective_calls(),
                                             one_sided_calls(),
                                             operation_calls(),
                                             packing_calls(),
                                             partitioned_calls(),
                                             point_to_point_calls(),
                                             port_calls(),
                                             session_calls(),
                                             shared_pointer_calls(),
                                             spawn_calls(),
                                             tool_calls(),
                                             tool_variable_calls(),
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

bool is_root(Rank& rank, std::uint64_t communicator, int root) {
  const Communicator* const found = rank.find_communicator(communicator);
  return found != nullptr && (found->remote ? root == MPI_ROOT : root == found->rank);
}
bool is_needed(Rank& rank, const image::Trap& trap, const NeededArray& array, int communicator) {
  const std::uint64_t by = detail::word(trap, array.by);
  switch (array.when) {
    case NeededArray::When::elements:
      return static_cast<std::int32_t>(by) > 0;
    case NeededArray::When::elements_large:
      return static_cast<std::int64_t>(by) > 0;
    case NeededArray::When::at_root:
      return is_root(rank, detail::word(trap, static_cast<std::size_t>(communicator)),
                     static_cast<std::int32_t>(by));
    case NeededArray::When::not_in_place:
      return by != std::bit_cast<std::uint64_t>(MPI_IN_PLACE);
  }
  return false;
}

/// Whether a null pointer stands where the call needs memory.
bool lacks_address(Rank& rank, const image::Trap& trap) {
  const NeededAddresses& row = needed_addresses[trap.number];
  for (std::uint32_t left = row.needed; left != 0; left &= left - 1) {
    if (detail::word(trap, static_cast<std::size_t>(std::countr_zero(left))) == 0) return true;
  }
  for (std::size_t i = row.first_array; i < row.first_array + std::size_t{row.arrays}; ++i) {
    const NeededArray& each = needed_arrays[i];
    if (detail::word(trap, each.array) == 0 && is_needed(rank, trap, each, row.object)) return true;
  }
  return false;
}
/// Tools get codes of their own, and no handler hears of them (MPI 5.0, 15.3.9).
bool is_of_tools(std::size_t number) { return function_names[number].starts_with("MPI_T_"); }

int refuse_addresses(Rank& rank, const image::Trap& trap) {
  if (is_of_tools(trap.number)) return MPI_T_ERR_INVALID;
  // The handler of what is to be made, which the call names, hears of its errors.
  const std::string_view name = function_names[trap.number];
  const bool of_group = name == "MPI_Comm_create_from_group";
  if (of_group || name == "MPI_Intercomm_create_from_groups") {
    const std::uint64_t handler = detail::word(trap, of_group ? 3 : 6);
    if (handler != number_of(MPI_ERRHANDLER_NULL)) {
      return rank.fail_by(handler, number_of(MPI_COMM_NULL), MPI_ERR_ARG,
                          "a null pointer where there must be an address");
    }
  }
  const auto object = needed_addresses[trap.number].object;
  std::uint64_t handle = object < 0 ? 0 : detail::word(trap, static_cast<std::size_t>(object));
  // Programs that set MPI_COMM_WORLD's handler expect to be told so, as other libraries look at
  // addresses before they know the communicator.
  if (const Communicator* const communicator = rank.find_communicator(handle);
      communicator != nullptr && communicator->error_handler == number_of(MPI_ERRORS_ARE_FATAL)) {
    handle = 0;
  }
  return rank.fail(handle, MPI_ERR_ARG, "a null pointer where there must be an address");
}

/// What may be called before MPI_Init and behind MPI_Finalize (MPI 5.0, 11.4.1), what costs nothing
/// to be had then, and what asks for a session.
bool is_served_always(std::string_view name) {
  constexpr std::string_view beginnings[] = {
      "MPI_Init",        "MPI_Finalize",       "MPI_Abort",           "MPI_Get_version",
      "MPI_Get_library", "MPI_Get_address",    "MPI_Get_hw",          "MPI_Get_processor",
      "MPI_Abi_",        "MPI_Session_",       "MPI_Info_",           "MPI_T_",
      "MPI_Error_",      "MPI_Add_error_",     "MPI_Remove_error_",   "MPI_Errhandler_",
      "MPI_Wtime",       "MPI_Wtick",          "MPI_Pcontrol",        "MPI_Aint_",
      "MPI_Status_",     "MPI_Is_thread_main", "MPI_Query_thread",    "MPI_F_sync_reg",
      "MPI_Group_from_", "MPI_Comm_create_fr", "MPI_Intercomm_creat", "MPI_Attr_",
  };
  constexpr std::string_view endings[] = {"_errhandler", "_f2c", "_c2f", "_fromint", "_toint"};
  return std::ranges::any_of(beginnings, [&](auto word) { return name.starts_with(word); }) ||
         std::ranges::any_of(endings, [&](auto word) { return name.ends_with(word); });
}
bool is_served_now(const State& state, std::uint32_t number) {
  if (state.phase == State::Phase::begun || state.sessions.size() > 0) return true;
  // Functions for the attributes of MPI_COMM_SELF still have all of MPI (MPI 5.0, 11.2.4).
  if (!state.self.attributes.entries().empty()) return true;
  static const auto always = [] {
    std::array<bool, function_names.size()> made{};
    for (std::size_t i = 0; i < made.size(); ++i) made[i] = is_served_always(function_names[i]);
    return made;
  }();
  return always[number];
}

}  // namespace

void serve_call(Rank& rank, const image::Trap& trap) {
  const Call& call = table()[trap.number];
  if (!is_served_now(rank.state(), trap.number)) [[unlikely]] {
    const bool is_before = rank.state().phase == State::Phase::before;
    const int error =
        rank.fail(MPI_ERR_OTHER, is_before ? "MPI is not initialized" : "MPI is finalized");
    return rank.machine().answer(static_cast<std::uint64_t>(error));
  }
  if (call.serve != nullptr && lacks_address(rank, trap)) {
    return rank.machine().answer(static_cast<std::uint64_t>(refuse_addresses(rank, trap)));
  }
  if (call.serve != nullptr) return call.serve(rank, trap);
  rank.machine().answer(static_cast<std::uint64_t>(rank.fail(
      MPI_ERR_UNSUPPORTED_OPERATION, "not there yet (isthmus mpi --coverage has a list)")));
}

int start_request(Rank& rank, std::uint64_t handle) {
  Request& request = *rank.state().requests.find(handle);
  request.is_active = true;
  request.is_complete = false;
  request.status = {};
  ++request.starts;
  // Taken out: who begins it may make other requests, and the table may move.
  const std::vector<std::uint64_t> arguments = request.arguments;
  const int answer = table()[request.call].start(rank, arguments, handle);
  if (answer != MPI_SUCCESS) rank.state().requests.find(handle)->is_active = false;
  return answer;
}

bool detail::name_persistent(Rank& rank, std::uint64_t handle, Request& request) {
  Communicator* const communicator = rank.find_communicator(handle);
  if (communicator == nullptr) {
    rank.machine().answer(static_cast<std::uint64_t>(no_communicator(rank)));
    return false;
  }
  // No number of an operation that is not persistent is as high.
  constexpr std::uint64_t persistent = std::uint64_t{1} << 63;
  request.named = Random::mix(communicator->context ^
                              Random::mix(persistent | communicator->persistent_made++));
  return true;
}

bool is_served(std::string_view name) { return table()[number_of_name(name)].serve != nullptr; }

}  // namespace isthmus::engine::mpi
