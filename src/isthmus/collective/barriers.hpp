// isthmus/collective/barriers.hpp: elements that wait until all of their array have come.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "isthmus/object/objects.hpp"

namespace isthmus::engine::collective {

class Reductions;

/// One PE's part in the barriers of all collections; for the PE's thread alone. A barrier is a
/// reduction without a value, whose end comes to every PE.
class Barriers {
 public:
  Barriers(Objects& objects, Reductions& reductions);

  /// See Collectives::enter_barrier.
  void enter(Object& object, std::uint64_t inbox);

 private:
  struct Waiter {
    std::uint32_t sequence;  // of the reduction
    std::uint64_t inbox;
  };

  void receive_release(MessagePtr message);

  Objects& objects_;
  Reductions& reductions_;
  HandlerId release_handler_;
  std::unordered_map<CollectionId, std::vector<Waiter>> waiters_;  // nobody's are not kept
};

}  // namespace isthmus::engine::collective
