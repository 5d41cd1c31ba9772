// meshgen/decompose.hpp: a domain cut into subdomains along edges of a coarse mesh.
#pragma once

#include <cstdint>
#include <vector>

#include "isthmus/base/error.hpp"
#include "meshgen/mesh.hpp"
#include "meshgen/refine.hpp"

namespace meshgen {

/// Lines between subdomains meet each other, and segments of the input, at no less than this. Then
/// refinement to angle_deg_proven spares no triangle beside such a line.
constexpr double interface_angle_deg = 26.4;

/// Refines the domain's own triangulation until each subdomain can have some `grain` triangles, and
/// gives out its triangles: parts of about the same number, with short borders, nearby parts with
/// numbers nearby (graph::cut into shares, by bisection; the same everywhere). Where acute corners
/// of the input leave too few places to cut at, the last parts have no triangles.
/// ErrorCode::bad_input when there is no such mesh, as two segments meet at an angle too small for
/// the coordinates' precision; ErrorCode::io where METIS fails. One thread at a time (graph::cut).
isthmus::Expected<std::vector<Mesh>> decompose(Mesh domain, int subdomains, int grain);

/// Lengths below this are lost in the rounding of coordinates.
double least_length(const std::vector<Point>& points);

}  // namespace meshgen
