// isthmus/watch/status.hpp: what a running job knows of itself at one moment, as plain data.
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "isthmus/base/clock.hpp"
#include "isthmus/base/ids.hpp"
#include "isthmus/base/shown.hpp"

namespace isthmus::engine {

/// What one PE has answered. Times are of its process's clock.
struct PeStatus {
  TimeNs at_ns = 0;  ///< When it did.
  std::vector<ShownRow> rows;
  std::vector<ShownRow> process_rows;  ///< Of its process, from the PE that was first to answer.
};

/// How many rows of a kind there were, and how many of them are there.
struct RowBounds {
  std::size_t of = 0;
  std::size_t told = 0;
};

/// Of a whole job. Its size is bounded, whatever the job's: docs/formats/status.md says what is
/// left out then, and `bounds` that it was. May be sent.
struct JobStatus {
  TimeNs at_ns = 0;                    ///< When it was asked for.
  std::optional<TimeNs> over_ns = {};  ///< Since the status before.
  std::size_t pe_count = 0;
  std::map<PeId, PeStatus> pes = {};  ///< Those that have something to tell here.
  /// Who has not answered in time: busy for so long with one thing, or out of reach. By PE, for how
  /// long it has been asked.
  std::map<PeId, TimeNs> silent_ns = {};
  std::vector<ShownRow> job_rows = {};           ///< Of all PEs and processes together.
  std::map<std::string, RowBounds> bounds = {};  ///< By panel: those that are not whole.
};

namespace watch {
using isthmus::engine::JobStatus;
}  // namespace watch

}  // namespace isthmus::engine

namespace isthmus {

using engine::JobStatus;
using engine::PeStatus;
using engine::RowBounds;

}  // namespace isthmus
