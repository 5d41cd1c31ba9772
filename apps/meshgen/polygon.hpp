// meshgen/polygon.hpp: the triangles of a small polygon.
#pragma once

#include <array>
#include <optional>
#include <span>
#include <vector>

#include "meshgen/geometry.hpp"

namespace meshgen {

/// The constrained Delaunay triangulation of a simple polygon, corners counter-clockwise, as places
/// in it, counter-clockwise. By ears and flips, so for tens of corners. Nothing where there is none
/// without a flat triangle.
std::optional<std::vector<std::array<int, 3>>> triangulate_polygon(std::span<const Point> rim);

}  // namespace meshgen
