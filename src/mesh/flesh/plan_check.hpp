// mesh/flesh/plan_check.hpp: follows a plan's operations through the first steps, without a grid:
// which field has been written, and whose ghosts are of now.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "mesh/plan.hpp"

namespace isthmus::mesh {

/// Each in one line, in the order in which they come about, naming the routine and the function:
/// reads of what nobody has written yet, or not yet in this step; reads of neighbours of what has
/// been written since it was last synchronized.
std::vector<std::string> faults_of(const Plan& plan);

/// The fields whose ghosts have to be right when the first step begins, or the first analysis.
std::vector<std::int32_t> needed_at_begin(const Plan& plan);

/// Names of the reductions that a step uses as one before it has made them.
std::vector<std::string> reductions_from_before(const Plan& plan);

/// The fields that a step reads as they were before it, those included that never change. In
/// ascending order.
std::vector<std::int32_t> read_from_before(const Plan& plan);

/// The fields that change from step to step, and that a step reads as the one before has left them:
/// with them, and with what initial data alone write, a job can go on. In ascending order.
std::vector<std::int32_t> state_of(const Plan& plan);

}  // namespace isthmus::mesh
