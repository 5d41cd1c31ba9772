// isthmus/balance/outcome.hpp: what has come of a step in which PEs decide among themselves.
#pragma once

#include <cstdint>

#include "isthmus/base/error.hpp"

namespace isthmus::engine::balance {

/// What has come of a step for one PE, or for several together, as each of them knew it when it was
/// through: what others have got from it later is missing. Plain data, sent from PE to PE.
struct Outcome {
  double before_s = 0;  ///< Load of the PE that has most.
  double after_s = 0;
  double work_s = 0;  ///< Of all together, as PEs of speed 1 take it.
  double speed = 0;   ///< Of all together.
  std::uint64_t objects = 0;
  std::uint64_t moved = 0;
  std::uint64_t bytes = 0;   ///< Of those that move.
  std::uint8_t is_idle = 1;  ///< Nothing has run, and nothing has been sent.

  void add(const Outcome& other);
};

/// Whether it can be true, as ErrorCode::malformed.
Expected<void> validate(const Outcome& outcome);

}  // namespace isthmus::engine::balance
