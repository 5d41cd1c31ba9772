// mesh/refinement/hierarchy.hpp: the regions of a grid that are finer than the rest of it.
//
// Level 0 is the whole grid; a region of level l + 1 lies in one of level l and is twice as fine.
// Points of a level have the indices that the whole grid would have if all of it were as fine.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "isthmus/isthmus.hpp"
#include "mesh/flesh/mesh_file.hpp"
#include "mesh/refinement/interpolation.hpp"
#include "mesh/refinement/level_plan.hpp"

namespace isthmus::mesh {

/// Plain data; may be sent.
struct Region {
  std::int32_t level = 0;
  std::int32_t parent = -1;  ///< the number of the region that it lies in
  Box box;                   ///< its points, those at its faces included

  bool operator==(const Region&) const = default;
};

/// Of a job with levels, for all of them. Plain data; may be sent.
struct LevelFrame {
  Geometry geometry;  ///< of level 0
  std::array<bool, dimension_count> is_periodic{};
  std::int32_t order = prolongation_order_max;
  std::int32_t layers = 0;  ///< of ghosts where a finer level ends
  std::int32_t width = 0;   ///< the same beyond the faces of the whole grid

  Refined is_refined() const;
  Geometry geometry_at(std::int32_t level) const;
  /// How a finer level's points follow from those of `level`.
  Prolongation prolongation_from(std::int32_t level) const;
  /// Whether a region's face is one of the whole grid, or joined to the opposite one there.
  bool is_outermost(const Region& region, std::size_t dimension, std::size_t side) const;
  /// A region's points with its ghosts: `layers`, or `width` beyond faces of the whole grid.
  Box with_ghosts(const Region& region) const;
};

/// Of a file's grid and its table [refinement].
LevelFrame level_frame_of(const MeshFile& file, const Course& course, const LevelPlan& levels);

/// The whole grid, and a region for each box, in the order of their levels. ErrorCode::bad_input
/// names the box's line: one that lies in none of the level before, too near to its faces for
/// ghosts to be filled from there, or over another of its level.
Expected<std::vector<Region>> make_regions(const MeshFile& file, const LevelFrame& frame);

/// Whether the region's ghosts can be filled from its parent.
bool is_nested(const LevelFrame& frame, const Region& region, const Region& parent);

}  // namespace isthmus::mesh
