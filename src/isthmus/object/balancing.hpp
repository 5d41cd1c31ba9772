// isthmus/object/balancing.hpp: what objects ask of a job's load balancer.
#pragma once

#include <cstdint>

#include "isthmus/base/object_id.hpp"
#include "isthmus/object/callback.hpp"

namespace isthmus::engine {

/// Moves objects so that work is spread well; the room `balance` does it.
class Balancing {
 public:
  virtual ~Balancing() = default;
  /// Does a step, or takes part in the one under way; afterwards the target learns of it. On the
  /// job's first PE.
  virtual void request_step(const CallbackTarget& target) = 0;
  /// While it is held no step begins of its own accord. On the job's first PE.
  virtual void hold(bool held) = 0;
  /// Where to send to, from any PE, so that a step is requested and all elements of the array are
  /// called afterwards.
  virtual CallbackTarget point(CollectionId array, std::uint64_t entry_id) const = 0;
};

}  // namespace isthmus::engine
