// meshgen/assemble.hpp: one mesh from those of all subdomains.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "meshgen/mesh.hpp"
#include "meshgen/refine.hpp"

namespace meshgen {

/// What a subdomain gives away when all is done.
struct Piece {
  std::int32_t subdomain = 0;
  std::int32_t pe = 0;  ///< Where it was in the end.
  double area_limit = 0;
  std::vector<Point> points;
  std::vector<std::array<std::int32_t, 3>> triangles;  ///< Numbers of points, counter-clockwise.
};

using Pieces = std::vector<Piece>;

Piece piece_of(const Mesh& mesh, std::int32_t subdomain, std::int32_t pe, const Bounds& bounds);

/// A point that several pieces have, equal in every bit, is one point here.
struct WholeMesh {
  std::vector<Point> points;
  std::vector<std::array<std::int32_t, 3>> triangles;
  std::vector<std::int32_t> subdomain;  ///< Of each triangle.
  std::vector<std::int32_t> pe;         ///< Of each triangle.
  std::vector<double> area_limit;       ///< Of each subdomain.
};

/// Pieces in any order; the result is in the order of their subdomains.
WholeMesh assemble(Pieces pieces);

}  // namespace meshgen
