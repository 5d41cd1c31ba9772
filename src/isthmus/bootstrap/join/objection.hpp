// isthmus/bootstrap/join/objection.hpp: who may not come into a job. Not for other rooms.
#pragma once

#include <string>

#include "isthmus/bootstrap/join/join_records.hpp"
#include "isthmus/bootstrap/membership.hpp"

namespace isthmus::engine::bootstrap {

/// "(node7, pid 4711) ", for the head of a line.
std::string who_is(const Peer& peer);
/// Why one that runs something else may not come in, in one line; empty where it may.
std::string objection_to_program(const Join& join, const JobOptions& options);

}  // namespace isthmus::engine::bootstrap
