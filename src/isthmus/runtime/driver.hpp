// isthmus/runtime/driver.hpp: threads that step PEs.
#pragma once

#include <vector>

#include "isthmus/base/clock.hpp"
#include "isthmus/runtime/process.hpp"
#include "isthmus/runtime/real_world.hpp"

namespace isthmus::engine::runtime {

struct DriverOptions {
  /// How long an idle PE spins before it sleeps; 0 where PEs outnumber the cores.
  TimeNs spin_ns = 24'000;
  /// One for each PE of the process; none to leave threads unpinned.
  std::vector<int> cores = {};
};

/// Steps one PE of the process on the calling thread, until the process is stopping.
void drive(Process& process, PeUnit& unit, Sleeper& sleeper, const DriverOptions& options);

/// Steps all PEs of the process, each on its own thread, the first one on the calling thread, until
/// the process is stopping. Blocks; all threads have ended when it returns.
void drive(Process& process, Sleepers& sleepers, const DriverOptions& options);

}  // namespace isthmus::engine::runtime
