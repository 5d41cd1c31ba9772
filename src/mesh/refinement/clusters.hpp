// mesh/refinement/clusters.hpp: boxes around points that ask for a finer level.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "mesh/box.hpp"

namespace isthmus::mesh {

struct ClusterWishes {
  double efficiency = 0.7;    ///< so many of a box's points are asked for, at least
  std::int32_t shortest = 8;  ///< points along a box that is not cut any more
};

/// Boxes that hold all the points and have none in common, by Berger and Rigoutsos (1991): a box
/// that has too many others in it is cut at a layer that has none; else where the number of points
/// in a layer changes its curvature most; else in half, along its longest side. A pure function of
/// the set of points, whatever their order.
std::vector<Box> clusters_of(std::span<const Point> points, const ClusterWishes& wishes);

}  // namespace isthmus::mesh
