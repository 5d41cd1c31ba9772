// isthmus/object/stretch.hpp: parts of an entry method that have costs of their own.
#pragma once

#include "isthmus/object/objects.hpp"

namespace isthmus::engine {

/// Gives the work of the running entry method from here to `end_stretch` a cost of its own, by the
/// two places of the program's code that it lies between: `--record-costs` keeps the mean for each
/// pair, and `--costs FILE` has it cost that in virtual time. For code that does not know what it
/// calls, such as a host of other programs, as the name of an entry method says nothing of them.
/// Nothing is sent meanwhile.
inline void begin_stretch() { Objects::current().pe().begin_stretch(); }
inline void end_stretch(const sched::Stretch& stretch) {
  Objects::current().pe().end_stretch(stretch);
}

}  // namespace isthmus::engine

namespace isthmus {

using engine::begin_stretch;
using engine::end_stretch;
using engine::sched::Stretch;

}  // namespace isthmus
