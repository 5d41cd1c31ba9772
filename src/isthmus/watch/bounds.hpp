// isthmus/watch/bounds.hpp: rows that a status leaves out because there are too many.
#pragma once

#include <cstddef>
#include <functional>
#include <string_view>

#include "isthmus/watch/rows.hpp"
#include "isthmus/watch/status.hpp"

namespace isthmus::engine::watch {

using RowRank = std::function<double(const PeStatus&, const ShownRow&)>;

/// Leaves the rows of the panel for which `rank` is least, so many; says how many are gone. Of rows
/// that rank alike those of the first PEs stay.
std::size_t leave_first(PeStatuses& pes, std::string_view panel, std::size_t told_max,
                        const RowRank& rank);
/// The same, and notes what there was, `more` of which have not even come.
void bound(JobStatus& status, std::string_view panel, std::size_t told_max, std::size_t more,
           const RowRank& rank);

/// The rank of a row of "waits": those that began first have the least. The clocks of processes are
/// not the same, so it is by how long they have waited.
double began_of(const PeStatus& of_pe, const ShownRow& row);
/// Takes away the rows of "more_waits"; returns how many wait beside those that have rows.
std::size_t take_more_waits(PeStatuses& pes);
/// Leaves the rows of "waits" that began first, so many.
void bound_waits(JobStatus& status, std::size_t told_max);
/// Leaves the first of the PEs that have not answered, so many.
void bound_silent(JobStatus& status, std::size_t told_max);
/// Leaves the PEs that have something to tell.
void forget_silent_rows(JobStatus& status);

}  // namespace isthmus::engine::watch
