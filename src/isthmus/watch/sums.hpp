// isthmus/watch/sums.hpp: rows of many PEs and processes, made one of what belongs together.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "isthmus/topology/topology.hpp"
#include "isthmus/watch/rows.hpp"
#include "isthmus/watch/status.hpp"

namespace isthmus::engine::watch {

/// Takes the rows of "entries" away: those of PEs, or such sums of them, become their sums by array
/// and name.
std::vector<ShownRow> take_entries(PeStatuses& pes);
/// Likewise "arrays", by array.
std::vector<ShownRow> take_arrays(PeStatuses& pes);
/// Adds to the job's rows those with most of a figure, so many, and notes how many there were.
void tell_most(JobStatus& status, std::vector<ShownRow> rows, std::string_view figure,
               std::size_t told_max);

/// Adds the sums of the links of a site's processes, by class; `silent` have counted, and are not
/// there.
void add_site_links(JobStatus& status, const PeStatuses& silent,
                    const topology::Topology& topology);
/// Adds the sums of the rows of a site's PEs, or processes, and how many they are; likewise.
void add_site_sums(JobStatus& status, const PeStatuses& silent, std::string_view panel,
                   std::string_view of_site, const topology::Topology& topology);
/// Adds to each process's messages what its PEs have in their queues.
void add_message_bytes(JobStatus& status, const topology::Topology& topology);

}  // namespace isthmus::engine::watch
