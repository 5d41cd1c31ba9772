// isthmus/program/pe_times.hpp: where the time of a job's PEs went, one by one or some together.
#pragma once

#include <map>
#include <vector>

#include "isthmus/base/clock.hpp"
#include "isthmus/base/ids.hpp"
#include "isthmus/runtime/reports.hpp"
#include "isthmus/topology/topology.hpp"

namespace isthmus::engine::program {

/// By PE. Those that kept no account are missing.
using PeTimes = std::map<PeId, sched::TimeSums>;

PeTimes times_of(const std::map<PeId, runtime::PeReport>& reports);

/// One PE, or some of one site whose numbers follow each other. Plain data.
struct TimeRow {
  PeId first;
  int pe_count = 1;
  SiteId site{};
  sched::TimeSums sums = {};   ///< Of all of them.
  TimeNs least_entry_ns = 0;   ///< Of one of them.
  TimeNs most_entry_ns = 0;    ///< Likewise.
  PeId most_entry_pe = first;  ///< Whose that is.
};

/// PEs that have a row each; where a job has more, each row is of as many as that takes, and there
/// are at most as many rows more as the job has sites.
inline constexpr std::size_t time_rows_max = 1024;

/// In the order of the PEs.
std::vector<TimeRow> rows_of(const topology::Topology& topology, const PeTimes& times,
                             std::size_t rows_max = time_rows_max);

}  // namespace isthmus::engine::program
