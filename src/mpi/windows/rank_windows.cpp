// What a rank does for windows: accesses of others to its memory, their answers, and what the calls
// that synchronize wait for.
#include <algorithm>
#include <cstring>
#include <optional>
#include <utility>

#include "isthmus/image/address.hpp"
#include "isthmus/image/heap.hpp"
#include "mpi/abi/mpi.h"
#include "mpi/collectives/values.hpp"
#include "mpi/datatype/operator.hpp"
#include "mpi/rank.hpp"

namespace isthmus::engine::mpi {

namespace {

using image::pointer_to;

// --- accesses ------------------------------------------------------------------------------------

/// Whether the elements lie in the window's memory. Pieces that were attached side by side are one.
bool holds(const Window& window, const Buffer& place) {
  if (place.bytes() == 0) return true;
  const std::int64_t reach = (place.count - 1) * place.type->extent();
  const std::int64_t first = place.type->true_lb() + std::min<std::int64_t>(0, reach);
  auto begin = place.address + static_cast<std::uint64_t>(first);
  auto left = static_cast<std::uint64_t>(place.type->true_extent() + std::abs(reach));
  const auto room_in = [&](const Window::Region& region) -> std::uint64_t {
    const std::uint64_t end = region.base + static_cast<std::uint64_t>(region.bytes);
    return begin >= region.base && begin < end ? end - begin : 0;
  };
  if (window.flavour != MPI_WIN_FLAVOR_DYNAMIC) return room_in({window.base, window.bytes}) >= left;
  while (left > 0) {
    std::uint64_t room = 0;
    for (const Window::Region& region : window.attached) room = std::max(room, room_in(region));
    if (room == 0) return false;
    begin += room;
    left -= std::min(left, room);
  }
  return true;
}

/// The target's elements: MPI_SUCCESS, or why not.
int find_place(const Window& window, const Access& access, Buffer& place) {
  if (access.made_type.empty()) {
    place.type = Datatype::predefined(static_cast<BasicType>(access.type));
  } else {
    const auto types = decode_types(access.made_type);
    if (!types || types->size() != 1) return MPI_ERR_TYPE;
    place.type = types->front();
  }
  place.count = access.count;
  std::int64_t offset = 0;
  if (__builtin_mul_overflow(access.displacement, window.unit, &offset)) return MPI_ERR_RMA_RANGE;
  place.address = window.base + static_cast<std::uint64_t>(offset);
  return holds(window, place) ? MPI_SUCCESS : MPI_ERR_RMA_RANGE;
}

/// target = target op bytes, which are packed.
int accumulate(const Buffer& place, std::uint64_t operation, std::span<const std::byte> bytes) {
  const auto op = static_cast<Operator>(operation);
  if (op == Operator::no_op) return MPI_SUCCESS;
  if (op == Operator::replace) {
    put_packed(place, bytes);
    return MPI_SUCCESS;
  }
  const auto element = element_of(*place.type);
  if (!element) return MPI_ERR_TYPE;
  const DatatypePtr& type = Datatype::predefined(*element);
  const auto size = static_cast<std::int64_t>(type->size());
  const std::int64_t count = std::min(place.bytes(), static_cast<std::int64_t>(bytes.size())) /
                             std::max<std::int64_t>(1, size);
  if (type->is_contiguous()) {
    const auto there = contiguous_bytes(pointer_to<void>(place.address), *place.type, place.count);
    if (there) {
      return apply(op, *element, bytes.data(), there->data(), count) ? MPI_SUCCESS : MPI_ERR_OP;
    }
  }
  // Operators take elements as they lie in arrays, with the gaps of pairs.
  const auto array_bytes = static_cast<std::size_t>(count * type->extent());
  std::vector<std::byte> in(array_bytes);
  std::vector<std::byte> inout(array_bytes);
  unpack(bytes, in.data(), *type, count, 0);
  const std::vector<std::byte> before = packed(place);
  unpack(before, inout.data(), *type, count, 0);
  if (!apply(op, *element, in.data(), inout.data(), count)) return MPI_ERR_OP;
  std::vector<std::byte> after(static_cast<std::size_t>(count * size));
  pack(inout.data(), *type, count, 0, after);
  put_packed(place, after);
  return MPI_SUCCESS;
}

/// `bytes`: what is compared, then what replaces it.
void compare_and_swap(const Buffer& place, std::span<const std::byte> bytes) {
  const std::size_t size = bytes.size() / 2;
  auto* const there = pointer_to<void>(place.address);
  if (std::memcmp(there, bytes.data(), size) == 0) std::memcpy(there, bytes.data() + size, size);
}

/// Grants what may be granted, in the order in which it was asked for.
std::vector<std::int32_t> grant_locks(Window& window) {
  std::vector<std::int32_t> granted;
  while (!window.lock_wishes.empty()) {
    const Window::LockWish wish = window.lock_wishes.front();
    if (window.has_exclusive_holder || (wish.is_exclusive && window.shared_holders > 0)) break;
    if (wish.is_exclusive) {
      window.has_exclusive_holder = true;
    } else {
      ++window.shared_holders;
    }
    granted.push_back(wish.from);
    window.lock_wishes.erase(window.lock_wishes.begin());
  }
  return granted;
}

}  // namespace

std::optional<BasicType> element_of(const Datatype& type) {
  if (const auto own = type.predefined_type()) return own;
  std::optional<BasicType> all;
  for (const DatatypePtr& part : type.contents().types) {
    const auto element = element_of(*part);
    if (!element || (all && *all != *element)) return std::nullopt;
    all = element;
  }
  return all;
}

void Rank::send_access(std::uint64_t handle, int target, Access access,
                       std::span<const std::byte> bytes, std::optional<Window::Pending> result) {
  Window& window = *find_window(handle);
  Window::Outstanding& outstanding = window.outstanding[target];
  ++outstanding.all;
  if (result) {
    ++outstanding.with_result;
    access.pending = ++window.pending_count;
    window.pending.emplace(access.pending, std::move(*result));
  }
  access.context = window.context;
  access.window = handle;
  access.origin = number();
  access.target = target;
  rank_of(*find_communicator(window.communicator), target).send<&Rank::take_access>(access, bytes);
}

void Rank::take_access(const Access& access, std::span<const std::byte> bytes) {
  must_be_here();
  AccessAnswer answer{access.window, access.target, access.pending, MPI_SUCCESS};
  const auto origin = at(access.origin);
  const auto found = state_.windows.by_context.find(access.context);
  std::vector<std::byte> before;
  Buffer place;
  answer.error = found == state_.windows.by_context.end()
                     ? MPI_ERR_WIN
                     : find_place(*find_window(found->second), access, place);
  if (answer.error != MPI_SUCCESS) {
    return origin.send<&Rank::take_answer>(answer, before);
  }
  if (access.what == Access::What::get_accumulate ||
      access.what == Access::What::compare_and_swap) {
    before = packed(place);
  }
  switch (access.what) {
    case Access::What::put:
      put_packed(place, bytes);
      break;
    case Access::What::get: {
      const auto there =
          contiguous_bytes(pointer_to<const void>(place.address), *place.type, place.count);
      if (there) return origin.send<&Rank::take_answer>(answer, *there);
      before = packed(place);
      break;
    }
    case Access::What::accumulate:
    case Access::What::get_accumulate:
      answer.error = accumulate(place, access.operation, bytes);
      break;
    case Access::What::compare_and_swap:
      compare_and_swap(place, bytes);
      break;
  }
  origin.send<&Rank::take_answer>(answer, before);
}

void Rank::take_answer(const AccessAnswer& answer, std::span<const std::byte> bytes) {
  must_be_here();
  Window& window = *find_window(answer.window);
  const auto counts = window.outstanding.find(answer.target);
  std::uint64_t request = 0;
  if (answer.pending != 0) {
    --counts->second.with_result;
    const auto pending = window.pending.extract(answer.pending);
    request = pending.mapped().request;
    const Buffer& result = pending.mapped().result;
    if (answer.error == MPI_SUCCESS && result.type != nullptr) put_packed(result, bytes);
  }
  if (--counts->second.all == 0) window.outstanding.erase(counts);
  if (request != 0) {
    state_.requests.find(request)->status.error = answer.error;
    complete(request);
  } else if (answer.error != MPI_SUCCESS) {
    window.error = answer.error;
  }
  advance_window(answer.window);
  look_again();
}

// --- when accesses may be made -------------------------------------------------------------------

void Rank::say(const Window& window, std::int32_t member, WindowWord::What what) {
  at(member).send<&Rank::take_word>(WindowWord{what, window.context, number()});
}

void Rank::take_word(const WindowWord& word) {
  must_be_here();
  const auto found = state_.windows.by_context.find(word.context);
  if (found == state_.windows.by_context.end()) return;
  const std::uint64_t handle = found->second;
  Window& window = *find_window(handle);
  switch (word.what) {
    case WindowWord::What::lock_shared:
    case WindowWord::What::lock_exclusive:
      window.lock_wishes.push_back({word.from, word.what == WindowWord::What::lock_exclusive});
      break;
    case WindowWord::What::unlock:
      // An exclusive holder is the only one.
      if (!std::exchange(window.has_exclusive_holder, false)) --window.shared_holders;
      break;
    case WindowWord::What::granted:
      --window.grants_missing;
      break;
    case WindowWord::What::post:
      ++window.posts[word.from];
      break;
    case WindowWord::What::complete:
      --window.completes_missing;
      break;
  }
  for (const std::int32_t member : grant_locks(window)) {
    say(window, member, WindowWord::What::granted);
  }
  advance_window(handle);
  look_again();
}

int Rank::begin_step(std::uint64_t handle, Window::Step step, std::uint64_t request) {
  Window& window = *find_window(handle);
  window.step = step;
  window.step_request = request;
  Request& begun = *state_.requests.find(request);
  begun.kind = Request::Kind::window;
  begun.window = handle;
  begun.communicator = handle;
  advance_window(handle);
  return MPI_SUCCESS;
}

void Rank::advance_window(std::uint64_t handle) {
  Window& window = *find_window(handle);
  const auto is_posted = [&](std::int32_t member) {
    const auto found = window.posts.find(member);
    return found != window.posts.end() && found->second > 0;
  };
  switch (window.step) {
    case Window::Step::fence:
      if (window.outstanding.empty()) meet_at_window(window, Window::Step::all_at_fence);
      return;
    case Window::Step::free:
      // The program's functions for its attributes come first: they may use it.
      if (window.outstanding.empty() && window.attributes.entries().empty()) {
        meet_at_window(window, Window::Step::all_at_free);
      }
      return;
    case Window::Step::complete:
      if (!window.outstanding.empty()) return;
      for (const std::int32_t member : window.started) {
        say(window, member, WindowWord::What::complete);
      }
      window.started.clear();
      window.epoch = Window::Epoch::none;
      return end_step(window, std::exchange(window.error, 0));
    case Window::Step::flush:
      if (window.step_target == Window::all_targets
              ? !window.outstanding.empty()
              : window.outstanding.contains(window.step_target)) {
        return;
      }
      return end_step(window, std::exchange(window.error, 0));
    case Window::Step::flush_local:
      // What is sent has been copied.
      for (const auto& [target, counts] : window.outstanding) {
        const bool is_meant =
            window.step_target == Window::all_targets || window.step_target == target;
        if (is_meant && counts.with_result > 0) return;
      }
      return end_step(window, MPI_SUCCESS);
    case Window::Step::unlock: {
      const bool is_all = window.step_target == Window::all_targets;
      if (is_all ? !window.outstanding.empty() : window.outstanding.contains(window.step_target)) {
        return;
      }
      const Communicator& communicator = *find_communicator(window.communicator);
      for (const auto& [target, lock] : window.locks) {
        if (lock == Window::Lock::unchecked || (!is_all && target != window.step_target)) continue;
        say(window, communicator.group.members[static_cast<std::size_t>(target)],
            WindowWord::What::unlock);
      }
      if (is_all) {
        window.locks.clear();
      } else {
        window.locks.erase(window.step_target);
      }
      if (window.locks.empty()) window.epoch = Window::Epoch::none;
      return end_step(window, std::exchange(window.error, 0));
    }
    case Window::Step::posts:
      if (!std::ranges::all_of(window.started, is_posted)) return;
      for (const std::int32_t member : window.started) --window.posts[member];
      return end_step(window, MPI_SUCCESS);
    case Window::Step::completes:
      if (window.completes_missing > 0) return;
      window.is_exposed = false;
      return end_step(window, MPI_SUCCESS);
    case Window::Step::grants:
      if (window.grants_missing > 0) return;
      return end_step(window, MPI_SUCCESS);
    default:
      return;
  }
}

void Rank::end_step(Window& window, int error) {
  window.step = Window::Step::nothing;
  const std::uint64_t request = window.step_request;
  Request& ended = *state_.requests.find(request);
  ended.kind = Request::Kind::collective;
  ended.status.error = error;
  complete(request);
}

void Rank::meet_at_window(Window& window, Window::Step step) {
  window.step = step;
  Communicator& communicator = *find_communicator(window.communicator);
  const CollectiveName name = next_collective(communicator);
  add_collective(name, {.kind = CollectiveKind::barrier,
                        .communicator = window.communicator,
                        .request = window.step_request});
  Part part;
  part.name = name;
  // Who frees the window meets nobody at a fence.
  part.operation = static_cast<std::uint64_t>(step);
  contribute_part(communicator, std::move(part), std::nullopt);
}

void Rank::go_on_with_window(std::uint64_t request) {
  const std::uint64_t handle = state_.requests.find(request)->window;
  Window& window = *find_window(handle);
  const bool all_meet =
      window.step == Window::Step::all_at_fence || window.step == Window::Step::all_at_free;
  if (const int error = state_.requests.find(request)->status.error; error != 0 && all_meet) {
    return end_step(window, error);
  }
  const auto refuse = [&](int error) {
    // There is no window yet whose handler could be told.
    window.error_handler = error_handler_of(state_.requests.find(request)->communicator);
    abandon_window(handle, error);
  };
  switch (window.step) {
    case Window::Step::communicator:
      window.communicator = *pointer_to<std::uint64_t>(window.handle_at);
      window.context = find_communicator(window.communicator)->context;
      state_.windows.by_context[window.context] = handle;
      if (window.flavour == MPI_WIN_FLAVOR_SHARED) return tell_facts(window, Window::Step::facts);
      return meet_at_window(window, Window::Step::made);
    case Window::Step::facts:
      if (const int error = share_memory(window)) return refuse(error);
      return tell_facts(window, Window::Step::shared_base);
    case Window::Step::shared_base:
      if (window.members.front().base == 0) return refuse(MPI_ERR_NO_MEM);
      place_shared(window);
      return meet_at_window(window, Window::Step::made);
    case Window::Step::made:
      return enter_window(handle);
    case Window::Step::all_at_fence:
      window.epoch = (window.step_assert & MPI_MODE_NOSUCCEED) != 0 ? Window::Epoch::none
                                                                    : Window::Epoch::fence;
      return end_step(window, std::exchange(window.error, 0));
    case Window::Step::all_at_free:
      *pointer_to<std::uint64_t>(window.handle_at) = number_of(MPI_WIN_NULL);
      return abandon_window(handle, window.error);
    default:
      return;
  }
}

// --- making them ---------------------------------------------------------------------------------

void Rank::tell_facts(Window& window, Window::Step step) {
  window.step = step;
  const WindowFacts own{window.base, window.bytes, window.unit,
                        this_topology().process_of(this_pe()).value};
  Communicator& communicator = *find_communicator(window.communicator);
  const CollectiveName name = next_collective(communicator);
  add_collective(name, {.kind = CollectiveKind::window,
                        .communicator = window.communicator,
                        .request = window.step_request});
  Part part;
  part.name = name;
  part.kind = CollectiveKind::window;
  part.bytes.resize(sizeof own);
  std::memcpy(part.bytes.data(), &own, sizeof own);
  gather_part(communicator, std::move(part), std::nullopt);
}

void Rank::take_facts(const CollectiveName& name, const std::vector<Part>& parts) {
  const std::uint64_t request = state_.collectives.at(name).request;
  Window& window = *find_window(state_.requests.find(request)->window);
  window.members.resize(parts.size());
  for (const Part& part : parts) {
    std::memcpy(&window.members[static_cast<std::size_t>(part.from)], part.bytes.data(),
                sizeof(WindowFacts));
  }
  end_collective(name);
}

int Rank::share_memory(Window& window) {
  std::int64_t all = 0;
  for (const WindowFacts& member : window.members) {
    if (member.process != window.members.front().process) return MPI_ERR_RMA_SHARED;
    if (__builtin_add_overflow(all, member.bytes, &all)) return MPI_ERR_SIZE;
  }
  if (find_communicator(window.communicator)->rank != 0) return MPI_SUCCESS;
  // One piece, in the heap of the first; so nobody of them may leave the process.
  void* const block = machine_->heap().allocate_aligned(
      64, static_cast<std::size_t>(std::max<std::int64_t>(1, all)));
  window.block = std::bit_cast<std::uint64_t>(block);
  window.base = window.block;
  return MPI_SUCCESS;
}

void Rank::place_shared(Window& window) {
  std::uint64_t next = window.members.front().base;
  for (WindowFacts& member : window.members) {
    member.base = member.bytes == 0 ? 0 : next;
    next += static_cast<std::uint64_t>(member.bytes);
  }
  const int own = find_communicator(window.communicator)->rank;
  window.base = window.members[static_cast<std::size_t>(own)].base;
}

void Rank::enter_window(std::uint64_t handle) {
  Window& window = *find_window(handle);
  *pointer_to<std::uint64_t>(window.handle_at) = handle;
  if (window.base_at != 0) *pointer_to<std::uint64_t>(window.base_at) = window.base;
  end_step(window, MPI_SUCCESS);
}

void Rank::abandon_window(std::uint64_t handle, int error) {
  Window window = state_.windows.table.remove(handle);
  *pointer_to<std::uint64_t>(window.handle_at) = number_of(MPI_WIN_NULL);
  state_.windows.by_context.erase(window.context);
  for (const std::uint64_t block : {window.block, window.constants_at}) {
    if (block != 0) machine_->heap().free(pointer_to<void>(block));
  }
  // The window's handler is told, and there is none any more.
  Request& ended = *state_.requests.find(window.step_request);
  ended.error_handler = window.error_handler;
  ended.communicator = number_of(MPI_WIN_NULL);
  end_step(window, error);
  if (!is_needed(window.communicator)) state_.communicators.remove(window.communicator);
  if (window.flavour != MPI_WIN_FLAVOR_SHARED) return;
  if (--state_.windows.shared_count == 0) reconsider_move();
}

}  // namespace isthmus::engine::mpi
