// mesh/program/level_job.hpp: jobs whose parameter file has finer levels.
#pragma once

#include "isthmus/isthmus.hpp"
#include "mesh/program/file_levels.hpp"
#include "mesh/program/steering.hpp"
#include "mesh/program/work.hpp"
#include "mesh/refinement/run_levels.hpp"

namespace isthmus::mesh {

void run_serial_levels(Job& job, const Work& work, Steering& steering);
Task<void> run_level_blocks(Job& job, const Work& work, Steering& steering);

}  // namespace isthmus::mesh
