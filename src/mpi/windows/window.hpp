// mpi/windows/window.hpp: memory that other ranks read and write (MPI 5.0, chapter 12).
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "mpi/communicators/attributes.hpp"
#include "mpi/handles.hpp"
#include "mpi/info.hpp"
#include "mpi/messages/requests.hpp"

namespace isthmus::engine::mpi {

/// What a rank wants of another one's memory. It goes before the bytes.
struct Access {
  enum class What : std::uint8_t { put, get, accumulate, get_accumulate, compare_and_swap };

  What what = What::put;
  std::uint64_t context = 0;  ///< the window's
  std::int32_t origin = 0;    ///< a rank of the job
  std::int32_t target = 0;    ///< the rank in the window, for the answer
  std::uint64_t window = 0;   ///< the origin's handle, for the answer
  std::uint64_t pending = 0;  ///< the origin's, for the answer; 0: it only counts answers
  std::int64_t displacement = 0;
  std::int64_t count = 0;
  std::uint64_t type = 0;                 ///< a handle of the standard, or 0
  std::vector<std::byte> made_type = {};  ///< encode_types' where the program made it
  std::uint64_t operation = 0;
};

/// The access has been made. For some, the bytes come behind it that were there before.
struct AccessAnswer {
  std::uint64_t window = 0;
  std::int32_t target = 0;
  std::uint64_t pending = 0;
  std::int32_t error = 0;
};

/// What ranks tell each other of when accesses may be made.
struct WindowWord {
  enum class What : std::uint8_t { lock_shared, lock_exclusive, unlock, granted, post, complete };

  What what = What::unlock;
  std::uint64_t context = 0;
  std::int32_t from = 0;  ///< a rank of the job
};

/// What members of a window whose memory is shared tell each other of it.
struct WindowFacts {
  std::uint64_t base = 0;
  std::int64_t bytes = 0;
  std::int64_t unit = 1;
  std::uint64_t process = 0;
};

/// One rank's side of a window. Plain data: addresses lie in the rank's slot, or in that of a rank
/// of the same process where memory is shared.
struct Window {
  static constexpr std::int32_t all_targets = std::numeric_limits<std::int32_t>::min();

  struct Region {
    std::uint64_t base = 0;
    std::int64_t bytes = 0;
  };
  enum class Lock : std::uint8_t { shared, exclusive, unchecked };
  struct LockWish {
    std::int32_t from = 0;
    bool is_exclusive = false;
  };
  /// By which call the rank may access others.
  enum class Epoch : std::uint8_t { none, fence, start, lock, lock_all };
  /// Where what comes back goes.
  struct Pending {
    Buffer result = {};
    std::uint64_t request = 0;  ///< a handle, or 0
  };
  /// Accesses that are not answered yet.
  struct Outstanding {
    std::int64_t all = 0;
    std::int64_t with_result = 0;
  };
  /// What the call that the rank stands in waits for.
  enum class Step : std::uint8_t {
    nothing,
    communicator,  ///< of the window's own, when it is made
    facts,         ///< how much each member shares, and where it is
    shared_base,   ///< where that begins
    made,          ///< that all have it
    fence,         ///< accesses, then all others
    all_at_fence,
    free,  ///< accesses, then all others
    all_at_free,
    complete,  ///< accesses, then tell those that were started
    flush,
    flush_local,
    unlock,  ///< accesses, then tell the target, or all
    posts,
    completes,
    grants,
  };

  std::uint64_t context = 0;       ///< its communicator's; names it to all members
  std::uint64_t communicator = 0;  ///< a handle: one of its own
  std::int32_t flavour = 0;
  std::uint64_t base = 0;
  std::int64_t bytes = 0;
  std::int64_t unit = 1;
  std::uint64_t block = 0;         ///< memory of the rank's heap to give back with the window
  std::uint64_t constants_at = 0;  ///< likewise: the values of the standard's attributes
  std::vector<Region> attached = {};
  std::vector<WindowFacts> members = {};  ///< where memory is shared
  std::string name = {};
  std::uint64_t error_handler = 0;
  Attributes attributes;
  Info info = {};

  Step step = Step::nothing;
  std::uint64_t step_request = 0;
  std::int32_t step_target = 0;  ///< a rank in the window, or all_targets
  std::int32_t step_assert = 0;
  std::uint64_t handle_at = 0;  ///< where the program has, or wants, the handle
  std::uint64_t base_at = 0;
  std::int32_t error = 0;  ///< of an access since the last synchronization

  // As origin.
  Epoch epoch = Epoch::none;
  std::map<std::int32_t, Outstanding> outstanding = {};  ///< by rank in the window
  std::map<std::uint64_t, Pending> pending = {};
  std::uint64_t pending_count = 0;
  std::map<std::int32_t, Lock> locks = {};  ///< by rank in the window
  std::int32_t grants_missing = 0;
  std::vector<std::int32_t> started = {};           ///< ranks of the job
  std::map<std::int32_t, std::int32_t> posts = {};  ///< that came and are not used yet

  // As target.
  std::int32_t shared_holders = 0;
  bool has_exclusive_holder = false;
  std::vector<LockWish> lock_wishes = {};  ///< in the order of their coming
  bool is_exposed = false;
  std::int32_t completes_missing = 0;

  void serialize(auto& archive) {
    archive(context, communicator, flavour, base, bytes, unit, block, constants_at, attached,
            members, name, error_handler, attributes, info, step, step_request, step_target,
            step_assert, handle_at, base_at, error);
    archive(epoch, outstanding, pending, pending_count, locks, grants_missing, started, posts,
            shared_holders, has_exclusive_holder, lock_wishes, is_exposed, completes_missing);
  }
};

/// The standard's type that all elements of a type are of, whatever the program made of it: that is
/// what operators take. Nothing where they differ.
std::optional<BasicType> element_of(const Datatype& type);

/// All windows of a rank.
struct Windows {
  HandleTable<Window, Kind::window> table;
  std::map<std::uint64_t, std::uint64_t> by_context = {};
  std::int32_t shared_count = 0;  ///< of those whose memory is shared: the rank stays where it is

  void serialize(auto& archive) { archive(table, by_context, shared_count); }
};

}  // namespace isthmus::engine::mpi
