// mpi/calls.hpp: the functions of MPI, as a rank serves them.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include "mpi/abi/mpi.h"
#include "mpi/rank.hpp"

namespace isthmus::engine::mpi {

/// One function of MPI. What serves it reads the arguments where the trap left them, writes through
/// the program's pointers, and answers, or parks the rank (Rank::wait).
struct Call {
  std::string_view name;
  void (*serve)(Rank&, const image::Trap&) = nullptr;
  /// Of a function that makes persistent requests: what each start of one does.
  int (*start)(Rank&, std::span<const std::uint64_t> arguments, std::uint64_t request) = nullptr;
};

/// Serves the call that the rank stands in. What is not there yet answers
/// MPI_ERR_UNSUPPORTED_OPERATION.
void serve_call(Rank& rank, const image::Trap& trap);
/// Has a persistent request begin again.
int start_request(Rank& rank, std::uint64_t request);
bool is_served(std::string_view name);

// Each file of calls has its list.
std::span<const Call> buffer_calls();
std::span<const Call> collective_calls();
std::span<const Call> communicator_calls();
std::span<const Call> completion_calls();
std::span<const Call> environment_calls();
std::span<const Call> file_access_calls();
std::span<const Call> file_calls();
std::span<const Call> file_view_calls();
std::span<const Call> fortran_calls();
std::span<const Call> generalized_calls();
std::span<const Call> grid_calls();
std::span<const Call> group_calls();
std::span<const Call> intercommunicator_calls();
std::span<const Call> join_calls();
std::span<const Call> neighbour_collective_calls();
std::span<const Call> one_sided_calls();
std::span<const Call> operation_calls();
std::span<const Call> packing_calls();
std::span<const Call> partitioned_calls();
std::span<const Call> point_to_point_calls();
std::span<const Call> port_calls();
std::span<const Call> session_calls();
std::span<const Call> shared_pointer_calls();
std::span<const Call> spawn_calls();
std::span<const Call> tool_calls();
std::span<const Call> tool_variable_calls();
std::span<const Call> topology_calls();
std::span<const Call> type_attribute_calls();
std::span<const Call> type_calls();
std::span<const Call> type_constructor_calls();
std::span<const Call> window_calls();
std::span<const Call> window_synchronization_calls();

// --- how a list is written -----------------------------------------------------------------------

namespace detail {

inline std::uint64_t word(const image::Trap& trap, std::size_t index) {
  constexpr std::size_t in_registers = std::tuple_size_v<decltype(trap.arguments)>;
  return index < in_registers ? trap.arguments[index] : trap.more_arguments[index - in_registers];
}
inline std::uint64_t word(std::span<const std::uint64_t> words, std::size_t index) {
  return words[index];
}

/// All of MPI's parameters are numbers or addresses.
template <class T>
T argument(std::uint64_t word) {
  if constexpr (std::is_pointer_v<T>) {
    return std::bit_cast<T>(word);
  } else {
    static_assert(std::is_integral_v<T> || std::is_enum_v<T>);
    return static_cast<T>(word);
  }
}

template <class Prototype>
struct Parameters;
template <class R, class... A>
struct Parameters<R(A...)> {
  using Answer = R;
  using Tuple = std::tuple<A...>;
};
template <class R, class... A>
struct Parameters<R(A..., ...)> : Parameters<R(A...)> {};

/// Calls `function(rank, arguments..., more...)` with all arguments of the prototype but the last
/// `dropped`.
template <class Prototype, std::size_t dropped, auto function, class Words, class... More>
auto call_with(Rank& rank, const Words& words, More... more) {
  using Tuple = typename Parameters<Prototype>::Tuple;
  return [&]<std::size_t... I>(std::index_sequence<I...>) {
    return function(rank, argument<std::tuple_element_t<I, Tuple>>(word(words, I))..., more...);
  }(std::make_index_sequence<std::tuple_size_v<Tuple> - dropped>());
}
template <class Prototype, std::size_t from_behind>
auto argument_from_behind(const image::Trap& trap) {
  using Tuple = typename Parameters<Prototype>::Tuple;
  constexpr std::size_t index = std::tuple_size_v<Tuple> - 1 - from_behind;
  return argument<std::tuple_element_t<index, Tuple>>(word(trap, index));
}

template <class Prototype, auto function>
void serve(Rank& rank, const image::Trap& trap) {
  const auto answer = call_with<Prototype, 0, function>(rank, trap);
  if constexpr (std::is_floating_point_v<typename Parameters<Prototype>::Answer>) {
    rank.machine().answer_real(answer);
  } else if constexpr (std::is_pointer_v<typename Parameters<Prototype>::Answer>) {
    rank.machine().answer(std::bit_cast<std::uint64_t>(answer));
  } else {
    rank.machine().answer(static_cast<std::uint64_t>(answer));
  }
}

/// Begins an operation, and waits for it.
template <auto begin, class... Arguments>
int begin_and_wait(Rank& rank, Arguments... arguments) {
  const std::uint64_t request = rank.add_request();
  const int answer = begin(rank, arguments..., request);
  if (answer == 0) return rank.wait_for(request);
  rank.state().requests.discard(request);
  return answer;
}

template <class Prototype, auto begin>
void serve_blocking(Rank& rank, const image::Trap& trap) {
  constexpr auto serve = [](Rank& of, auto... arguments) {
    return begin_and_wait<begin>(of, arguments...);
  };
  const int answer = call_with<Prototype, 0, serve>(rank, trap);
  rank.machine().answer(static_cast<std::uint64_t>(answer));
}

template <class Prototype, auto begin>
void serve_nonblocking(Rank& rank, const image::Trap& trap) {
  const std::uint64_t request = rank.add_request();
  const int answer = call_with<Prototype, 1, begin>(rank, trap, request);
  if (answer == 0) {
    *std::bit_cast<std::uint64_t*>(argument_from_behind<Prototype, 0>(trap)) = request;
  } else {
    rank.state().requests.discard(request);
  }
  rank.machine().answer(static_cast<std::uint64_t>(answer));
}

/// A persistent collective gets the names of its starts. Where there is no such communicator, the
/// call is answered, and false.
bool name_persistent(Rank& rank, std::uint64_t communicator, Request& request);

template <class Prototype, std::size_t dropped>
void serve_persistent(Rank& rank, const image::Trap& trap) {
  using Tuple = typename Parameters<Prototype>::Tuple;
  Request request;
  // A collective operation has an info behind its communicator. All members make them in one order.
  if constexpr (dropped == 2) {
    const auto comm = argument_from_behind<Prototype, 2>(trap);
    if (!name_persistent(rank, number_of(comm), request)) return;
  }
  request.is_persistent = true;
  request.is_active = false;
  request.call = trap.number;
  for (std::size_t i = 0; i + dropped < std::tuple_size_v<Tuple>; ++i) {
    request.arguments.push_back(word(trap, i));
  }
  *std::bit_cast<std::uint64_t*>(argument_from_behind<Prototype, 0>(trap)) =
      rank.add_request(std::move(request));
  rank.machine().answer(0);
}

template <class Prototype, std::size_t dropped, auto begin>
int start(Rank& rank, std::span<const std::uint64_t> arguments, std::uint64_t request) {
  return call_with<Prototype, dropped, begin>(rank, arguments, request);
}

}  // namespace detail

/// `function(rank, arguments...)` takes what the prototype says, or what that converts to, so that
/// one function serves int counts and large ones.
template <class Prototype, auto function>
constexpr Call call(std::string_view name) {
  return {name, detail::serve<Prototype, function>};
}
/// `begin(rank, arguments..., request)` begins an operation, whose request is complete when it is:
/// the call waits for that.
template <class Prototype, auto begin>
constexpr Call blocking_call(std::string_view name) {
  return {name, detail::serve_blocking<Prototype, begin>};
}
/// The call's last argument is where the request goes.
template <class Prototype, auto begin>
constexpr Call nonblocking_call(std::string_view name) {
  return {name, detail::serve_nonblocking<Prototype, begin>};
}
/// The same; MPI_Start begins it. The last `dropped` arguments are none of begin's.
template <class Prototype, auto begin, std::size_t dropped>
constexpr Call persistent_call(std::string_view name) {
  return {name, detail::serve_persistent<Prototype, dropped>,
          detail::start<Prototype, dropped, begin>};
}

// --- arguments -----------------------------------------------------------------------------------

// What a call answers whose handle is none.
inline int no_communicator(Rank& rank) { return rank.fail(MPI_ERR_COMM, "no such communicator"); }
inline int no_window(Rank& rank) { return rank.fail(MPI_ERR_WIN, "no such window"); }

/// Counts or displacements as programs hand them over.
class Counts {
 public:
  Counts(const int* counts) : ints_(counts) {}            // NOLINT(google-explicit-constructor)
  Counts(const std::int64_t* counts) : longs_(counts) {}  // NOLINT(google-explicit-constructor)
  std::int64_t operator[](std::size_t index) const {
    return ints_ != nullptr ? ints_[index] : longs_[index];
  }
  std::vector<std::int64_t> first(std::size_t count) const {
    std::vector<std::int64_t> all(count);
    for (std::size_t i = 0; i < count; ++i) all[i] = (*this)[i];
    return all;
  }

 private:
  const int* ints_ = nullptr;
  const std::int64_t* longs_ = nullptr;
};

/// Elements at an address, checked: MPI_SUCCESS, or what the call answers.
int make_buffer(Rank& rank, std::uint64_t communicator, const void* address, std::int64_t count,
                std::uint64_t type, Buffer& buffer);

/// Whether an operation takes such elements.
int check_operation(Rank& rank, std::uint64_t communicator, const Buffer& buffer,
                    std::uint64_t operation);

std::string_view text_of_error(int error_class);

}  // namespace isthmus::engine::mpi
