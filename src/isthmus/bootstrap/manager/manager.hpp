// isthmus/bootstrap/manager/manager.hpp: the manager that started this process together with
// others.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "isthmus/base/clock.hpp"
#include "isthmus/base/error.hpp"
#include "isthmus/bootstrap/job_key.hpp"

namespace isthmus::engine::bootstrap {

/// mpirun, prterun, srun: what starts processes on the machines of one site. It numbers those that
/// it started together, and passes bytes among them and to nobody else. Through PMIx (pmix.hpp), or
/// in memory for tests. One thread.
class Manager {
 public:
  virtual ~Manager() = default;
  /// Among the processes that were started together; not yet the rank in the job.
  virtual std::uint32_t rank() const = 0;
  virtual std::uint32_t size() const = 0;
  /// Of this process's machine, as the manager calls it.
  virtual const std::string& hostname() const = 0;
  /// Everybody's bytes, by rank. All processes call this equally often; who comes last has what the
  /// others gave. Fails when one does not come within the time, or ends. Blocks.
  virtual Expected<std::vector<Bytes>> exchange(std::span<const std::byte> mine,
                                                TimeNs timeout_ns) = 0;
  /// Before the end of a job that has failed: until all others have come here too, but no longer
  /// than this. A manager ends the others once one has ended with a failure: the one that tells the
  /// user shall have told, and where one was killed, the manager shall blame that one. Blocks.
  virtual void await_others(TimeNs limit_ns) = 0;
};

}  // namespace isthmus::engine::bootstrap
