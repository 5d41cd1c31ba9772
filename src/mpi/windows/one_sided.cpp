// Accesses to the memory of other ranks (MPI 5.0, 12.3).
#include <algorithm>
#include <bit>
#include <cstring>
#include <string>

#include "mpi/abi/mpi.h"
#include "mpi/calls.hpp"
#include "mpi/collectives/values.hpp"
#include "mpi/datatype/operator.hpp"

namespace isthmus::engine::mpi {

namespace {

bool may_access(const Window& window, int target, std::int32_t member) {
  switch (window.epoch) {
    case Window::Epoch::none:
      return false;
    case Window::Epoch::start:
      return std::ranges::find(window.started, member) != window.started.end();
    case Window::Epoch::lock:
      return window.locks.contains(target);
    case Window::Epoch::fence:
    case Window::Epoch::lock_all:
      break;
  }
  return true;
}

/// One access as it begins.
class Beginning {
 public:
  Beginning(Rank& rank, MPI_Win win, int target, Access::What what)
      : rank_(rank), handle_(number_of(win)), target_(target) {
    access_.what = what;
    Window* const window = rank.find_window(handle_);
    if (window == nullptr) {
      error_ = rank.fail(MPI_ERR_WIN, "no such window");
      return;
    }
    const Communicator& communicator = *rank.find_communicator(window->communicator);
    if (!is_nobody() && (target < 0 || target >= communicator.size())) {
      fail(MPI_ERR_RANK,
           "no rank " + std::to_string(target) + " among " + std::to_string(communicator.size()));
      return;
    }
    const bool is_allowed =
        is_nobody() ? window->epoch != Window::Epoch::none
                    : may_access(*window, target,
                                 communicator.group.members[static_cast<std::size_t>(target)]);
    if (!is_allowed) fail(MPI_ERR_RMA_SYNC, "an access to what no call has opened");
  }

  int error() const { return error_; }
  bool is_well() const { return error_ == MPI_SUCCESS; }
  bool is_nobody() const { return target_ == MPI_PROC_NULL; }
  void fail(int code, std::string_view why) {
    if (is_well()) error_ = rank_.fail(handle_, code, why);
  }

  Buffer buffer(const void* address, std::int64_t count, MPI_Datatype type) {
    Buffer made;
    if (is_well()) error_ = make_buffer(rank_, handle_, address, count, number_of(type), made);
    return made;
  }
  void at(MPI_Aint displacement, MPI_Count count, MPI_Datatype type) {
    // Where it lies, the target knows; here it is anywhere but nowhere.
    place_ = buffer(&access_, count, type);
    if (!is_well()) return;
    if (displacement < 0 && rank_.find_window(handle_)->flavour != MPI_WIN_FLAVOR_DYNAMIC) {
      return fail(MPI_ERR_DISP, "a displacement of " + std::to_string(displacement));
    }
    access_.displacement = displacement;
    access_.count = count;
    if (const auto standard = place_.type->predefined_type()) {
      access_.type = static_cast<std::uint64_t>(*standard);
    } else {
      access_.made_type = encode_types({{place_.type}});
    }
  }
  void combine(MPI_Op operation) {
    if (!is_well()) return;
    access_.operation = number_of(operation);
    if (!is_predefined_operator(access_.operation)) {
      return fail(MPI_ERR_OP, "no operation of the standard");
    }
    if (operation == MPI_REPLACE || operation == MPI_NO_OP || access_.count == 0) return;
    const auto element = element_of(*place_.type);
    if (!element || !is_allowed(static_cast<Operator>(access_.operation), *element)) {
      fail(MPI_ERR_OP, std::string(name_of(static_cast<Operator>(access_.operation))) +
                           " of a datatype that it is not for");
    }
  }
  /// Only the type that is at the target.
  const Datatype& type() const { return *place_.type; }

  /// Off it goes. `result`: where what comes back goes, if anything does. `request`, or 0, is
  /// complete when the program may use its memory again.
  int send(std::span<const std::byte> bytes, std::optional<Buffer> result, std::uint64_t request) {
    if (!is_well()) return error_;
    if (request != 0) {
      Request& begun = *rank_.state().requests.find(request);
      begun.kind = Request::Kind::collective;
      begun.communicator = handle_;
    }
    const bool is_empty = is_nobody() || place_.bytes() == 0;
    if (!is_empty) {
      const bool waits = result.has_value();
      std::optional<Window::Pending> pending;
      if (waits) pending = Window::Pending{std::move(*result), request};
      rank_.send_access(handle_, target_, std::move(access_), bytes, std::move(pending));
      if (waits) return MPI_SUCCESS;
    }
    if (request != 0) rank_.complete(request);
    return MPI_SUCCESS;
  }
  int send(const Buffer& origin, std::optional<Buffer> result, std::uint64_t request) {
    if (!is_well()) return error_;
    const auto bytes =
        contiguous_bytes(std::bit_cast<const void*>(origin.address), *origin.type, origin.count);
    if (bytes) return send(*bytes, std::move(result), request);
    return send(packed(origin), std::move(result), request);
  }

 private:
  Rank& rank_;
  std::uint64_t handle_;
  int target_;
  Access access_;
  Buffer place_;
  int error_ = MPI_SUCCESS;
};

int begin_put(Rank& rank, const void* data, MPI_Count count, MPI_Datatype type, int target,
              MPI_Aint displacement, MPI_Count target_count, MPI_Datatype target_type, MPI_Win win,
              std::uint64_t request) {
  Beginning it(rank, win, target, Access::What::put);
  const Buffer origin = it.buffer(data, count, type);
  it.at(displacement, target_count, target_type);
  return it.send(origin, std::nullopt, request);
}
int begin_get(Rank& rank, void* data, MPI_Count count, MPI_Datatype type, int target,
              MPI_Aint displacement, MPI_Count target_count, MPI_Datatype target_type, MPI_Win win,
              std::uint64_t request) {
  Beginning it(rank, win, target, Access::What::get);
  Buffer origin = it.buffer(data, count, type);
  it.at(displacement, target_count, target_type);
  return it.send(std::span<const std::byte>(), std::move(origin), request);
}
int begin_accumulate(Rank& rank, const void* data, MPI_Count count, MPI_Datatype type, int target,
                     MPI_Aint displacement, MPI_Count target_count, MPI_Datatype target_type,
                     MPI_Op operation, MPI_Win win, std::uint64_t request) {
  Beginning it(rank, win, target, Access::What::accumulate);
  const Buffer origin = it.buffer(data, count, type);
  it.at(displacement, target_count, target_type);
  it.combine(operation);
  return it.send(origin, std::nullopt, request);
}
int begin_get_accumulate(Rank& rank, const void* data, MPI_Count count, MPI_Datatype type,
                         void* result, MPI_Count result_count, MPI_Datatype result_type, int target,
                         MPI_Aint displacement, MPI_Count target_count, MPI_Datatype target_type,
                         MPI_Op operation, MPI_Win win, std::uint64_t request) {
  Beginning it(rank, win, target, Access::What::get_accumulate);
  Buffer back = it.buffer(result, result_count, result_type);
  it.at(displacement, target_count, target_type);
  it.combine(operation);
  // Then what the origin has is none of its business, and its type may be none.
  if (operation == MPI_NO_OP) {
    return it.send(std::span<const std::byte>(), std::move(back), request);
  }
  const Buffer origin = it.buffer(data, count, type);
  return it.send(origin, std::move(back), request);
}

int put(Rank& rank, const void* data, MPI_Count count, MPI_Datatype type, int target,
        MPI_Aint displacement, MPI_Count target_count, MPI_Datatype target_type, MPI_Win win) {
  return begin_put(rank, data, count, type, target, displacement, target_count, target_type, win,
                   0);
}
int get(Rank& rank, void* data, MPI_Count count, MPI_Datatype type, int target,
        MPI_Aint displacement, MPI_Count target_count, MPI_Datatype target_type, MPI_Win win) {
  return begin_get(rank, data, count, type, target, displacement, target_count, target_type, win,
                   0);
}
int accumulate(Rank& rank, const void* data, MPI_Count count, MPI_Datatype type, int target,
               MPI_Aint displacement, MPI_Count target_count, MPI_Datatype target_type,
               MPI_Op operation, MPI_Win win) {
  return begin_accumulate(rank, data, count, type, target, displacement, target_count, target_type,
                          operation, win, 0);
}
int get_accumulate(Rank& rank, const void* data, MPI_Count count, MPI_Datatype type, void* result,
                   MPI_Count result_count, MPI_Datatype result_type, int target,
                   MPI_Aint displacement, MPI_Count target_count, MPI_Datatype target_type,
                   MPI_Op operation, MPI_Win win) {
  return begin_get_accumulate(rank, data, count, type, result, result_count, result_type, target,
                              displacement, target_count, target_type, operation, win, 0);
}
int fetch_and_op(Rank& rank, const void* data, void* result, MPI_Datatype type, int target,
                 MPI_Aint displacement, MPI_Op operation, MPI_Win win) {
  return begin_get_accumulate(rank, data, 1, type, result, 1, type, target, displacement, 1, type,
                              operation, win, 0);
}

int compare_and_swap(Rank& rank, const void* data, const void* compared, void* result,
                     MPI_Datatype type, int target, MPI_Aint displacement, MPI_Win win) {
  Beginning it(rank, win, target, Access::What::compare_and_swap);
  Buffer back = it.buffer(result, 1, type);
  it.at(displacement, 1, type);
  if (!it.is_well()) return it.error();
  const auto standard = it.type().predefined_type();
  // Text is taken, too, as programs expect.
  const TypeGroup group = standard ? predefined_row(*standard).group : TypeGroup::pair;
  if (group == TypeGroup::floating_point || group == TypeGroup::complex ||
      group == TypeGroup::pair) {
    it.fail(MPI_ERR_TYPE, "a datatype that it does not take");
    return it.error();
  }
  const auto size = static_cast<std::size_t>(it.type().size());
  std::vector<std::byte> bytes(2 * size);
  std::memcpy(bytes.data(), compared, size);
  std::memcpy(bytes.data() + size, data, size);
  return it.send(bytes, std::move(back), 0);
}

constexpr Call one_sided_rows[] = {
    call<decltype(MPI_Put), put>("MPI_Put"),
    call<decltype(MPI_Put_c), put>("MPI_Put_c"),
    nonblocking_call<decltype(MPI_Rput), begin_put>("MPI_Rput"),
    nonblocking_call<decltype(MPI_Rput_c), begin_put>("MPI_Rput_c"),
    call<decltype(MPI_Get), get>("MPI_Get"),
    call<decltype(MPI_Get_c), get>("MPI_Get_c"),
    nonblocking_call<decltype(MPI_Rget), begin_get>("MPI_Rget"),
    nonblocking_call<decltype(MPI_Rget_c), begin_get>("MPI_Rget_c"),
    call<decltype(MPI_Accumulate), accumulate>("MPI_Accumulate"),
    call<decltype(MPI_Accumulate_c), accumulate>("MPI_Accumulate_c"),
    nonblocking_call<decltype(MPI_Raccumulate), begin_accumulate>("MPI_Raccumulate"),
    nonblocking_call<decltype(MPI_Raccumulate_c), begin_accumulate>("MPI_Raccumulate_c"),
    call<decltype(MPI_Get_accumulate), get_accumulate>("MPI_Get_accumulate"),
    call<decltype(MPI_Get_accumulate_c), get_accumulate>("MPI_Get_accumulate_c"),
    nonblocking_call<decltype(MPI_Rget_accumulate), begin_get_accumulate>("MPI_Rget_accumulate"),
    nonblocking_call<decltype(MPI_Rget_accumulate_c), begin_get_accumulate>(
        "MPI_Rget_accumulate_c"),
    call<decltype(MPI_Fetch_and_op), fetch_and_op>("MPI_Fetch_and_op"),
    call<decltype(MPI_Compare_and_swap), compare_and_swap>("MPI_Compare_and_swap"),
};

}  // namespace

std::span<const Call> one_sided_calls() { return one_sided_rows; }

}  // namespace isthmus::engine::mpi
