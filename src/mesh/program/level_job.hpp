// mesh/program/level_job.hpp: jobs whose parameter file has finer levels.
#pragma once

#include <string>

#include "isthmus/isthmus.hpp"
#include "mesh/program/steering.hpp"
#include "mesh/program/work.hpp"
#include "mesh/refinement/run_levels.hpp"

namespace isthmus::mesh {

/// The levels of a file, its plan and its regions; without cuts.
struct FileLevels {
  LevelPlan plan;
  LevelFrame frame;
  std::vector<Region> regions;
};

/// ErrorCode::bad_input names the line of what a file with levels cannot have, too.
Expected<FileLevels> levels_of(const MeshFile& file, const Course& course);
/// Regions and their points, a line each.
std::string text_of(const FileLevels& levels, double step_size);

void run_serial_levels(Job& job, const Work& work, Steering& steering);
Task<void> run_level_blocks(Job& job, const Work& work, Steering& steering);

}  // namespace isthmus::mesh
