// meshgen/check.hpp: whether a finished mesh is what was asked for, from its points alone.
#pragma once

#include <string>
#include <vector>

#include "meshgen/assemble.hpp"
#include "meshgen/poly.hpp"

namespace meshgen {

struct Verdict {
  bool holds = false;
  std::string subject;  ///< One word or two.
  std::string finding;  ///< What was counted, or what is wrong first and how often.
};

/// What a mesh is held to.
struct Requirements {
  double angle_deg = 0;
  double area = 0;               ///< Of the domain.
  std::vector<Family> segments;  ///< Those inside or at the rim of the domain.
  std::vector<Domain::Hole> holes;
};

/// Uses nothing of what made the mesh but the predicates. One verdict each on:
/// orientation (counter-clockwise, exactly), conformity (each edge has two triangles, or one and
/// lies on a segment of the domain), segments (each is made of edges, from end to end), Delaunay
/// (no triangle's circle holds the corner of its neighbour in the same subdomain, exactly; segments
/// aside), angles, areas, total area, holes. An angle below the limit is allowed where the triangle
/// lies across a corner of less than 60 degrees between segments of the domain and has its shortest
/// side between points at equal distances from it, down to the angle that follows from the
/// corner's.
std::vector<Verdict> check(const WholeMesh& mesh, const Requirements& required);

}  // namespace meshgen
