// isthmus/watch/status_json.hpp: a job's status as a JSON object; docs/formats/status.md.
#pragma once

#include <string>

#include "isthmus/topology/topology.hpp"
#include "isthmus/watch/status.hpp"

namespace isthmus::engine::watch {

/// On one line.
std::string to_json(const JobStatus& status, const topology::Topology& topology);

}  // namespace isthmus::engine::watch
