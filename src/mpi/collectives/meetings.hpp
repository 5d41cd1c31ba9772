// mpi/collectives/meetings.hpp: operations whose members are all on one PE.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "mpi/collectives/collective.hpp"

namespace isthmus::engine::mpi {

class Rank;

/// What a rank brings to one. Values are of a type and for an operator of the standard.
struct Brought {
  CollectiveKind kind = CollectiveKind::barrier;
  std::uint64_t operation = 0;            ///< a handle
  std::uint64_t type = 0;                 ///< likewise
  std::span<const std::byte> value = {};  ///< as it lies in memory
  std::uint64_t result_at = 0;            ///< in the rank's slot
};

/// One operation of a communicator, to which its members come one by one: who comes brings a value
/// and waits, and the last one combines all and gives each its result. So nothing is sent, and no
/// rank has a request. Operations that members begin by messages are noted here as well, so that
/// nobody waits at a meeting for who has called something else.
struct Meeting {
  struct Member {
    Rank* rank = nullptr;
    std::int32_t number = 0;  ///< in the job: values are combined in this order
    std::uint64_t result_at = 0;
  };

  CollectiveName name = {};
  CollectiveKind kind = CollectiveKind::barrier;
  std::uint64_t operation = 0;
  std::uint64_t type = 0;
  std::size_t bytes = 0;  ///< of each value
  bool is_apart = false;  ///< It goes by messages.
  int apart_count = 0;    ///< of those who have begun it so
  std::vector<Member> members = {};
  std::vector<std::byte> values = {};  ///< one behind the other, as the members

  bool fits(const Brought& brought) const {
    return kind == brought.kind && operation == brought.operation && type == brought.type &&
           bytes == brought.value.size();
  }
  void add(const Member& member, const Brought& brought);
  /// All values as one, in the fixed tree over the numbers that reductions of the chares in order
  /// have (isthmus/object/ordered.hpp), so that it is the same, bit for bit, where those are used.
  /// The values are used up.
  std::span<const std::byte> combined();
};

/// Those of the communicators of which one rank is the first member. For one thread.
class Meetings {
 public:
  /// Makes it where there is none. Good until the next one is made or removed.
  Meeting& of(const CollectiveName& name);
  void remove(const CollectiveName& name);
  std::size_t size() const { return meetings_.size(); }

 private:
  // As few as a communicator has operations under way.
  std::vector<Meeting> meetings_;
  // Its memory is used again.
  std::vector<Meeting> spare_;
};

}  // namespace isthmus::engine::mpi
