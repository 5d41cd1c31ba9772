// isthmus/watch/status_json.hpp: a job's status as a JSON object; docs/formats/status.md.
#pragma once

#include <optional>
#include <string>

#include "isthmus/topology/topology.hpp"
#include "isthmus/watch/status.hpp"

namespace isthmus::engine::watch {

/// How a job has ended.
struct JobEnd {
  std::string failure;  ///< Empty: well.
};

/// On one line. With an `end`, which it tells, it is the last one.
std::string to_json(const JobStatus& status, const topology::Topology& topology,
                    const std::optional<JobEnd>& end = {});

}  // namespace isthmus::engine::watch
