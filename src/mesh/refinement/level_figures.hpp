// mesh/refinement/level_figures.hpp: norms and sums of a grid that is finer in places.
#pragma once

#include <cstdint>
#include <vector>

#include "mesh/driver/field_figures.hpp"
#include "mesh/driver/probes.hpp"
#include "mesh/refinement/hierarchy.hpp"

namespace isthmus::mesh {

/// How much the points of a region count along a dimension, each for the part of the whole grid
/// that is nearest to it, in spacings of level 0: those within a level half as much as the next
/// coarser one's, and those at an end also for what is left there between the two levels. So those
/// of all levels, without what finer ones cover, count together for the points of level 0.
std::vector<double> axis_weights(const LevelFrame& frame, const std::vector<Region>& regions,
                                 std::int32_t region, std::size_t dimension);

/// Of the points of a box in a region that no finer region has, with these weights. Those of all
/// boxes together are the same bits whatever the boxes are.
FieldFigures figures_of(const LevelFrame& frame, const std::vector<Region>& regions,
                        std::int32_t region, const FigureSource& source, const Box& box);

/// Of the places of an interpolation: each in the finest region that holds it, between points of
/// that region.
std::vector<Stencil> stencils_of(const Reduction& interpolation, const LevelFrame& frame,
                                 const std::vector<Region>& regions);

}  // namespace isthmus::mesh
