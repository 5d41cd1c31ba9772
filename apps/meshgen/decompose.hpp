// meshgen/decompose.hpp: a domain cut into subdomains along edges of a coarse mesh.
#pragma once

#include <cstdint>
#include <vector>

#include "isthmus/base/error.hpp"
#include "meshgen/mesh.hpp"
#include "meshgen/refine.hpp"

namespace meshgen {

/// Angles between the interfaces of subdomains are not below this, except at corners of the input.
/// Then refinement to angle_deg_proven spares no triangle beside an interface.
constexpr double interface_angle_deg = 26.4;

/// Refines the domain's own triangulation until each subdomain can have some `grain` triangles, and
/// gives out its triangles: parts of about the same number, with short borders, nearby parts with
/// numbers nearby (METIS, recursive bisection; the same everywhere). ErrorCode::bad_input when
/// there is no such mesh, as two segments meet at an angle too small for the coordinates'
/// precision.
isthmus::Expected<std::vector<Mesh>> decompose(Mesh domain, int subdomains, int grain);

/// Lengths below this are lost in the rounding of coordinates.
double least_length(const std::vector<Point>& points);

}  // namespace meshgen
