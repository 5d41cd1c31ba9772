// isthmus/runtime/process_show.hpp: what a process shows of itself to who looks at the job.
#pragma once

#include <vector>

#include "isthmus/base/shown.hpp"
#include "isthmus/network/router.hpp"

namespace isthmus::runtime {

/// A row for each link class that joins the process to others, or its sites. Any thread.
void show_links(const network::Router& router, std::vector<ShownRow>& rows);

/// One row: the memory and the processor time of this process of the operating system.
void show_usage(std::vector<ShownRow>& rows);

}  // namespace isthmus::runtime
