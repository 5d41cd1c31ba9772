// When the memory of other ranks may be accessed (MPI 5.0, 12.5).
#include <algorithm>
#include <optional>
#include <string>
#include <utility>

#include "mpi/abi/mpi.h"
#include "mpi/calls.hpp"

namespace isthmus::engine::mpi {

namespace {

using Epoch = Window::Epoch;
using Step = Window::Step;

int out_of_place(Rank& rank, MPI_Win win, std::string_view why) {
  return rank.fail(number_of(win), MPI_ERR_RMA_SYNC, why);
}

const Group& group_of(Rank& rank, const Window& window) {
  return rank.find_communicator(window.communicator)->group;
}
/// The rank of the job, for a rank in the window.
std::int32_t member_of(Rank& rank, const Window& window, int target) {
  return group_of(rank, window).members[static_cast<std::size_t>(target)];
}

/// No epoch is under way that a new one would meet. What fences have opened ends with the next.
bool is_idle(const Window& window) {
  return window.epoch == Epoch::none || window.epoch == Epoch::fence;
}
bool is_passive(const Window& window) {
  return window.epoch == Epoch::lock || window.epoch == Epoch::lock_all;
}

int begin_fence(Rank& rank, int assert, MPI_Win win, std::uint64_t request) {
  Window* const window = rank.find_window(number_of(win));
  if (window == nullptr) return no_window(rank);
  if (!is_idle(*window) || window->is_exposed) {
    return out_of_place(rank, win, "a fence within what another call has opened");
  }
  window->step_assert = assert;
  return rank.begin_step(number_of(win), Step::fence, request);
}

// --- post and start ------------------------------------------------------------------------------

int check_group(Rank& rank, MPI_Win win, MPI_Group handle, Group& group) {
  const Window& window = *rank.find_window(number_of(win));
  const auto found = rank.find_group(number_of(handle));
  if (!found) return rank.fail(number_of(win), MPI_ERR_GROUP, "no such group");
  for (const std::int32_t member : found->members) {
    if (!group_of(rank, window).rank_of(member)) {
      return rank.fail(number_of(win), MPI_ERR_GROUP, "a group that is no part of the window's");
    }
  }
  group = *found;
  return MPI_SUCCESS;
}

int post(Rank& rank, MPI_Group handle, int, MPI_Win win) {
  Window* const window = rank.find_window(number_of(win));
  if (window == nullptr) return no_window(rank);
  Group group;
  if (const int error = check_group(rank, win, handle, group)) return error;
  if (window->is_exposed || is_passive(*window)) {
    return out_of_place(rank, win, "MPI_Win_post within what another call has opened");
  }
  window->is_exposed = true;
  window->completes_missing += group.size();
  for (const std::int32_t member : group.members) rank.say(*window, member, WindowWord::What::post);
  return MPI_SUCCESS;
}
int begin_wait(Rank& rank, MPI_Win win, std::uint64_t request) {
  Window* const window = rank.find_window(number_of(win));
  if (window == nullptr) return no_window(rank);
  if (!window->is_exposed) return out_of_place(rank, win, "MPI_Win_wait without MPI_Win_post");
  return rank.begin_step(number_of(win), Step::completes, request);
}
int test(Rank& rank, MPI_Win win, int* flag) {
  Window* const window = rank.find_window(number_of(win));
  if (window == nullptr) return no_window(rank);
  if (!window->is_exposed) return out_of_place(rank, win, "MPI_Win_test without MPI_Win_post");
  *flag = window->completes_missing == 0 ? 1 : 0;
  if (*flag == 0) return rank.yield();
  window->is_exposed = false;
  return MPI_SUCCESS;
}

/// Waits for the posts, as it may, so that all that is accessed is open.
int begin_start(Rank& rank, MPI_Group handle, int, MPI_Win win, std::uint64_t request) {
  Window* const window = rank.find_window(number_of(win));
  if (window == nullptr) return no_window(rank);
  Group group;
  if (const int error = check_group(rank, win, handle, group)) return error;
  if (!is_idle(*window)) {
    return out_of_place(rank, win, "MPI_Win_start within what another call has opened");
  }
  window->epoch = Epoch::start;
  window->started = group.members;
  return rank.begin_step(number_of(win), Step::posts, request);
}
int begin_complete(Rank& rank, MPI_Win win, std::uint64_t request) {
  Window* const window = rank.find_window(number_of(win));
  if (window == nullptr) return no_window(rank);
  if (window->epoch != Epoch::start) {
    return out_of_place(rank, win, "MPI_Win_complete without MPI_Win_start");
  }
  return rank.begin_step(number_of(win), Step::complete, request);
}

// --- locks ---------------------------------------------------------------------------------------

int check_target(Rank& rank, MPI_Win win, int target) {
  const Window* const window = rank.find_window(number_of(win));
  if (window == nullptr) return no_window(rank);
  const int size = group_of(rank, *window).size();
  if (target == MPI_PROC_NULL || (target >= 0 && target < size)) return MPI_SUCCESS;
  return rank.fail(number_of(win), MPI_ERR_RANK,
                   "no rank " + std::to_string(target) + " among " + std::to_string(size));
}

/// Asks for a lock; the target grants it at once or when others have let go.
void ask_for_lock(Rank& rank, Window& window, int target, Window::Lock lock) {
  window.locks[target] = lock;
  if (lock == Window::Lock::unchecked) return;
  ++window.grants_missing;
  const auto what = lock == Window::Lock::exclusive ? WindowWord::What::lock_exclusive
                                                    : WindowWord::What::lock_shared;
  rank.say(window, member_of(rank, window, target), what);
}

int begin_lock(Rank& rank, int kind, int target, int assert, MPI_Win win, std::uint64_t request) {
  if (const int error = check_target(rank, win, target)) return error;
  Window& window = *rank.find_window(number_of(win));
  if (kind != MPI_LOCK_EXCLUSIVE && kind != MPI_LOCK_SHARED) {
    return rank.fail(number_of(win), MPI_ERR_LOCKTYPE, "no such kind of lock");
  }
  const bool is_free = is_idle(window) || window.epoch == Epoch::lock;
  if (!is_free || window.is_exposed || window.locks.contains(target)) {
    return out_of_place(rank, win, "MPI_Win_lock within what another call has opened");
  }
  window.epoch = Epoch::lock;
  Window::Lock lock = kind == MPI_LOCK_EXCLUSIVE ? Window::Lock::exclusive : Window::Lock::shared;
  const bool is_nobody = target == MPI_PROC_NULL;
  if (is_nobody || (assert& MPI_MODE_NOCHECK) != 0) lock = Window::Lock::unchecked;
  ask_for_lock(rank, window, target, lock);
  return rank.begin_step(number_of(win), Step::grants, request);
}
int begin_lock_all(Rank& rank, int assert, MPI_Win win, std::uint64_t request) {
  Window* const window = rank.find_window(number_of(win));
  if (window == nullptr) return no_window(rank);
  if (!is_idle(*window) || window->is_exposed) {
    return out_of_place(rank, win, "MPI_Win_lock_all within what another call has opened");
  }
  window->epoch = Epoch::lock_all;
  const int size = group_of(rank, *window).size();
  const bool is_checked = (assert& MPI_MODE_NOCHECK) == 0;
  // Each begins with itself, so that they do not all ask rank 0 at once.
  const int own = rank.find_communicator(window->communicator)->rank;
  for (int i = 0; is_checked && i < size; ++i) {
    ask_for_lock(rank, *window, (own + i) % size, Window::Lock::shared);
  }
  return rank.begin_step(number_of(win), Step::grants, request);
}

int begin_unlock(Rank& rank, int target, MPI_Win win, std::uint64_t request) {
  if (const int error = check_target(rank, win, target)) return error;
  Window& window = *rank.find_window(number_of(win));
  if (window.epoch != Epoch::lock || !window.locks.contains(target)) {
    return out_of_place(rank, win, "MPI_Win_unlock of what is not locked");
  }
  window.step_target = target;
  return rank.begin_step(number_of(win), Step::unlock, request);
}
int begin_unlock_all(Rank& rank, MPI_Win win, std::uint64_t request) {
  Window* const window = rank.find_window(number_of(win));
  if (window == nullptr) return no_window(rank);
  if (window->epoch != Epoch::lock_all) {
    return out_of_place(rank, win, "MPI_Win_unlock_all without MPI_Win_lock_all");
  }
  window->step_target = Window::all_targets;
  return rank.begin_step(number_of(win), Step::unlock, request);
}

// --- within them ---------------------------------------------------------------------------------

template <Step Which>
int begin_flush_of(Rank& rank, int target, MPI_Win win, std::uint64_t request) {
  Window& window = *rank.find_window(number_of(win));
  const bool is_open = window.epoch == Epoch::lock_all ||
                       (window.epoch == Epoch::lock &&
                        (target == Window::all_targets || window.locks.contains(target)));
  if (!is_open) return out_of_place(rank, win, "a flush of what is not locked");
  window.step_target = target;
  return rank.begin_step(number_of(win), Which, request);
}
template <Step Which>
int begin_flush(Rank& rank, int target, MPI_Win win, std::uint64_t request) {
  if (const int error = check_target(rank, win, target)) return error;
  return begin_flush_of<Which>(rank, target, win, request);
}
template <Step Which>
int begin_flush_all(Rank& rank, MPI_Win win, std::uint64_t request) {
  if (rank.find_window(number_of(win)) == nullptr) return no_window(rank);
  return begin_flush_of<Which>(rank, Window::all_targets, win, request);
}
constexpr auto begin_flush_remote = begin_flush<Step::flush>;
constexpr auto begin_flush_remote_all = begin_flush_all<Step::flush>;
constexpr auto begin_flush_local = begin_flush<Step::flush_local>;
constexpr auto begin_flush_local_all = begin_flush_all<Step::flush_local>;

/// Memory is the same for all anyway; but programs call this in loops until another rank has
/// written something there, so others get their turn.
int synchronize(Rank& rank, MPI_Win win) {
  if (rank.find_window(number_of(win)) == nullptr) return no_window(rank);
  return rank.yield();
}

constexpr Call window_synchronization_rows[] = {
    blocking_call<decltype(MPI_Win_fence), begin_fence>("MPI_Win_fence"),
    call<decltype(MPI_Win_post), post>("MPI_Win_post"),
    blocking_call<decltype(MPI_Win_wait), begin_wait>("MPI_Win_wait"),
    call<decltype(MPI_Win_test), test>("MPI_Win_test"),
    blocking_call<decltype(MPI_Win_start), begin_start>("MPI_Win_start"),
    blocking_call<decltype(MPI_Win_complete), begin_complete>("MPI_Win_complete"),
    blocking_call<decltype(MPI_Win_lock), begin_lock>("MPI_Win_lock"),
    blocking_call<decltype(MPI_Win_lock_all), begin_lock_all>("MPI_Win_lock_all"),
    blocking_call<decltype(MPI_Win_unlock), begin_unlock>("MPI_Win_unlock"),
    blocking_call<decltype(MPI_Win_unlock_all), begin_unlock_all>("MPI_Win_unlock_all"),
    blocking_call<decltype(MPI_Win_flush), begin_flush_remote>("MPI_Win_flush"),
    blocking_call<decltype(MPI_Win_flush_all), begin_flush_remote_all>("MPI_Win_flush_all"),
    blocking_call<decltype(MPI_Win_flush_local), begin_flush_local>("MPI_Win_flush_local"),
    blocking_call<decltype(MPI_Win_flush_local_all), begin_flush_local_all>(
        "MPI_Win_flush_local_all"),
    call<decltype(MPI_Win_sync), synchronize>("MPI_Win_sync"),
};

}  // namespace

std::span<const Call> window_synchronization_calls() { return window_synchronization_rows; }

}  // namespace isthmus::engine::mpi
