// isthmus/object/here.hpp: what code that runs on a PE may ask of it: an entry method, a coroutine,
// a user thread, the main program. Elsewhere each of these calls is a programmer's error.
#pragma once

#include <functional>

#include "isthmus/base/clock.hpp"
#include "isthmus/base/ids.hpp"
#include "isthmus/object/callback.hpp"
#include "isthmus/topology/topology.hpp"

namespace isthmus::engine {

/// The PE that runs this.
PeId this_pe();
/// The job's grid, numbered; the same on every PE.
const topology::Topology& this_topology();
/// Whether what is sent to that PE leaves this process.
bool is_in_other_process(PeId pe);

/// Nanoseconds since some start, of the job's clock, as it stood at the beginning of the PE's
/// present step.
TimeNs now_ns();
/// That clock as it stands now: what the running entry method has done is on it, also in virtual
/// time, where a look at the clock may cost as much as a short entry method.
TimeNs settled_now_ns();
/// Calls back on this PE after that many nanoseconds, between two messages. The job does not wait
/// for it: what is still due when the job ends is not called.
void after(TimeNs delay_ns, std::function<void()> call);

/// Sends to the callback as soon as every message is handled and none is under way.
void detect_quiescence(const Callback<void>& callback);

}  // namespace isthmus::engine

namespace isthmus {

using engine::after;
using engine::detect_quiescence;
using engine::is_in_other_process;
using engine::now_ns;
using engine::settled_now_ns;
using engine::this_pe;
using engine::this_topology;

}  // namespace isthmus
