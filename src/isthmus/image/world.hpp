// isthmus/image/world.hpp: what ranks are told of the world: time, random bytes, who they are.
#pragma once

#include <cstddef>
#include <span>

#include "isthmus/base/clock.hpp"

namespace isthmus::engine::image {

/// Handed in by the host, so that the same program runs in real and in virtual time. Called on a
/// rank's stack by the thread that runs the rank: it must not wait, and be content with little
/// stack. May be shared by ranks; then it is called by several threads at once.
class World {
 public:
  virtual ~World() = default;
  /// Since 1970: time(), CLOCK_REALTIME.
  virtual TimeNs real_time_ns() = 0;
  /// Since some start: CLOCK_MONOTONIC. A rank's processor time is taken to be the same.
  virtual TimeNs monotonic_ns() = 0;
  virtual int process_id() = 0;
  /// getrandom() and the like. (The rand family needs none: it begins with seed 1, as in any C
  /// program, and is the rank's own.)
  virtual void fill_random(std::span<std::byte> bytes) = 0;
};

}  // namespace isthmus::engine::image
