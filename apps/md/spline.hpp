// md/spline.hpp: how a charge is spread over the points of a mesh.
#pragma once

#include <array>
#include <cstddef>

namespace md {

constexpr std::size_t spline_order_max = 8;

using SplineWeights = std::array<double, spline_order_max>;

/// Of one atom in one dimension: the first point that it gives charge to, how much to each, and
/// the slopes of that (Essmann and others 1995, 4.1).
struct Spline {
  int first;
  SplineWeights weights;
  SplineWeights slopes;
};

/// Of an atom that many points from the first one; the order is 4, 6 or 8.
Spline spline_at(double place, int points, int order);

}  // namespace md
