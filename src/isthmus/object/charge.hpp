// isthmus/object/charge.hpp: what an entry method costs, said by itself.
#pragma once

#include "isthmus/base/assert.hpp"
#include "isthmus/base/clock.hpp"
#include "isthmus/object/objects.hpp"

namespace isthmus::engine {

/// The running entry method takes so much processor time, on a PE of speed 1, from here on: for
/// virtual time where costs are charged (`--backend sim --costs charged`). Elsewhere, where the
/// work itself takes its time, it means nothing. For entry methods and the main program.
inline void charge(TimeNs duration_ns) {
  ISTHMUS_ASSERT(duration_ns >= 0);
  Objects::current().pe().charge(duration_ns);
}

}  // namespace isthmus::engine

namespace isthmus {

using engine::charge;

}  // namespace isthmus
