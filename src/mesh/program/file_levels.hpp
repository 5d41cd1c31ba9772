// mesh/program/file_levels.hpp: the finer levels that a parameter file asks for.
#pragma once

#include <string>
#include <vector>

#include "isthmus/isthmus.hpp"
#include "mesh/flesh/mesh_file.hpp"
#include "mesh/refinement/hierarchy.hpp"
#include "mesh/refinement/level_plan.hpp"

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

}  // namespace isthmus::mesh
