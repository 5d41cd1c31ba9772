// mesh/driver/probes.hpp: what fields have at places between points, put together from blocks.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "mesh/lagrange.hpp"
#include "mesh/plan.hpp"

namespace isthmus::mesh {

/// The points that a value at a place is made of.
struct Stencil {
  std::array<AxisStencil, dimension_count> axes;
  std::int32_t region = 0;  ///< of a grid with levels: that which has them

  bool is_inside() const { return axes[0].is_inside && axes[1].is_inside && axes[2].is_inside; }
  std::int32_t count() const { return axes[0].count * axes[1].count * axes[2].count; }
  std::int32_t slot(std::int32_t i, std::int32_t j, std::int32_t k) const {
    return i + axes[0].count * (j + axes[1].count * k);
  }
};

/// Of a place among the points of a box.
Stencil stencil_of(const Probe& probe, const Geometry& geometry, const Box& points,
                   const std::array<bool, dimension_count>& is_periodic);
/// Of all places of an interpolation in a grid without levels.
std::vector<Stencil> stencils_of(const Reduction& interpolation, const Geometry& geometry,
                                 const std::array<bool, dimension_count>& is_periodic);

/// Something that a block knows of a place: a point of its stencil, or where it has all of these,
/// the value itself. Plain data; may be sent.
struct Sample {
  std::int32_t probe = 0;
  std::int32_t slot = 0;  ///< of the stencil; `whole_slot` for the value
  double value = 0;
};
constexpr std::int32_t whole_slot = -1;

/// What a block with the points `own` has of the places whose stencils are of that region.
std::vector<Sample> samples_of(std::span<const Stencil> stencils, std::int32_t region,
                               const View& field, const Box& own);

/// By place, of what all blocks have: the same bits whatever the blocks are. No number for places
/// outside. Throws std::logic_error where samples are missing.
std::vector<double> values_of(std::span<const Stencil> stencils, std::vector<Sample> samples);

}  // namespace isthmus::mesh
