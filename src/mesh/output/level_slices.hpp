// mesh/output/level_slices.hpp: slices and points of a grid that is finer in places.
#pragma once

#include <cstdint>
#include <vector>

#include "mesh/output/slice.hpp"
#include "mesh/refinement/hierarchy.hpp"

namespace isthmus::mesh {

/// Where the grid is finer: all regions but that of level 0.
std::vector<FinerBox> finer_of(const std::vector<Region>& regions);

/// What a slice takes of one region.
struct LevelCut {
  std::int32_t region = 0;
  Slice slice;        ///< with places in the region
  Geometry geometry;  ///< of the region's points
  Box box;            ///< the points that it is made of
};

/// Of all regions that reach to where the slice of level 0 lies, in their order. One between points
/// has polynomials of the same order on each level.
std::vector<LevelCut> cuts_of(const Slice& wish, const LevelFrame& frame,
                              const std::vector<Region>& regions);

/// The lines of one of the cuts, each with its level first, from the values of its box, the first
/// index fastest. Without points that a finer cut has as well, so that each is there once, by the
/// finest level that has it; of a point there is one line in all.
std::vector<std::vector<double>> lines_of(const std::vector<LevelCut>& cuts, std::size_t cut,
                                          const LevelFrame& frame,
                                          const std::vector<Region>& regions,
                                          std::vector<double> values);

}  // namespace isthmus::mesh
