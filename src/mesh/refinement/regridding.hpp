// mesh/refinement/regridding.hpp: which regions there are at a time: boxes that move, and boxes
// around points that a thorn wants finer.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "isthmus/isthmus.hpp"
#include "mesh/flesh/mesh_file.hpp"
#include "mesh/refinement/hierarchy.hpp"

namespace isthmus::mesh {

/// What is seen of the fields when regions are asked for.
struct Sight {
  /// By function that boxes follow: the coordinates of its greatest value on level 0.
  std::map<std::string, std::array<double, dimension_count>> places;
  /// By region: its points that are wanted finer, in indices of their level.
  std::vector<std::vector<Point>> wanted;
};

/// Whether regions may be others at some time than at the begin.
bool has_changes(const RefinementSettings& settings);
/// Functions that boxes follow.
std::vector<std::string> followed(const RefinementSettings& settings);

/// Boxes as they are at the time, each by whole points of the coarser level from where the file has
/// it. One that follows a function has its middle at the function's place.
std::vector<LevelBox> boxes_at(const RefinementSettings& settings, const LevelFrame& frame,
                               double time, const Sight& sight);

/// Regions around wanted points, by clusters_of. Those of a level hold all of the next finer one
/// with its ghosts; boxes that have points in common become one; and one that comes near to a face
/// of the grid goes up to it, or through all of a dimension that is periodic.
std::vector<Region> regions_around(const CriterionSettings& criterion, const LevelFrame& frame,
                                   const std::vector<Region>& before, const Sight& sight);

/// By whichever of both the file has. ErrorCode::bad_input names the line of a box that has left
/// the grid, or the region that it was in.
Expected<std::vector<Region>> regions_at(const MeshFile& file, const LevelFrame& frame, double time,
                                         const std::vector<Region>& before, const Sight& sight);

}  // namespace isthmus::mesh
