// isthmus/watch/status.hpp: what a running job knows of itself at one moment, as plain data.
#pragma once

#include <map>
#include <vector>

#include "isthmus/base/clock.hpp"
#include "isthmus/base/ids.hpp"
#include "isthmus/base/shown.hpp"

namespace isthmus::watch {

/// What one PE has answered. Times are of its process's clock.
struct PeStatus {
  TimeNs at_ns = 0;  ///< When it did.
  std::vector<ShownRow> rows;
  std::vector<ShownRow> process_rows;  ///< Of its process, from the PE that was first to answer.
};

/// Of a whole job.
struct JobStatus {
  TimeNs at_ns = 0;  ///< When it was asked for.
  std::map<PeId, PeStatus> pes;
  /// Who has not answered in time: busy for so long with one thing, or out of reach. By PE, for how
  /// long it has been asked.
  std::map<PeId, TimeNs> silent_ns;
};

}  // namespace isthmus::watch
