// isthmus/runtime/process_show.hpp: what a process shows of itself to who looks at the job.
#pragma once

#include <cstdint>
#include <vector>

#include "isthmus/base/clock.hpp"
#include "isthmus/base/shown.hpp"
#include "isthmus/network/router.hpp"
#include "isthmus/runtime/chain_changes.hpp"

namespace isthmus::engine::runtime {

/// A row for each link class that joins the process to others, or its sites. Any thread.
void show_links(const network::Router& router, const ChainChanges& changes,
                std::vector<ShownRow>& rows);

/// One row: the memory and the processor time of this process of the operating system, and since
/// when it counts as it does: `epoch` of the job began here at `began_ns`. Any thread.
void show_usage(const network::Router& router, std::uint32_t epoch, TimeNs began_ns,
                std::vector<ShownRow>& rows);

}  // namespace isthmus::engine::runtime
