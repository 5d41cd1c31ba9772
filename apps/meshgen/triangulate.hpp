// meshgen/triangulate.hpp: the constrained Delaunay triangulation of a domain's own points.
#pragma once

#include "isthmus/base/error.hpp"
#include "meshgen/mesh.hpp"
#include "meshgen/poly.hpp"

namespace meshgen {

/// A mesh of the domain without any point of its own. Its lines, each a family of its own, are
/// the domain's segments, or their parts where vertices lie on them. ErrorCode::bad_input, with
/// file and line, for segments that cross, holes outside, and segments that enclose nothing.
isthmus::Expected<Mesh> triangulate(const Domain& domain);

/// By vertex, whether two sides meet there at less than 60 degrees.
std::vector<bool> acute_vertices(const std::vector<Point>& points,
                                 const std::vector<MeshParts::Side>& sides);

/// Of all triangles together; sums are compensated, so the error is that of single areas.
double total_area(const Mesh& mesh);

}  // namespace meshgen
