// fracture/tetrahedron.hpp: one element of four nodes: what its shape gives.
#pragma once

#include <array>

#include "fracture/tensor.hpp"

namespace fracture {

/// Of the undeformed element.
struct Tetrahedron {
  double volume = 0;
  std::array<Vec, 4> slopes = {};  ///< Of the four shape functions, 1/m.
};

inline Tetrahedron tetrahedron(const std::array<Vec, 4>& corners) {
  const Vec a = corners[1] - corners[0];
  const Vec b = corners[2] - corners[0];
  const Vec c = corners[3] - corners[0];
  const double six_volumes = dot(a, cross(b, c));
  Tetrahedron t;
  t.volume = six_volumes / 6;
  t.slopes[1] = 1 / six_volumes * cross(b, c);
  t.slopes[2] = 1 / six_volumes * cross(c, a);
  t.slopes[3] = 1 / six_volumes * cross(a, b);
  t.slopes[0] = -1.0 * (t.slopes[1] + t.slopes[2] + t.slopes[3]);
  return t;
}

/// du_i/dX_j of the corners' displacements.
inline Mat gradient(const Tetrahedron& t, const std::array<Vec, 4>& u) {
  Mat h = {};
  for (std::size_t k = 0; k < 4; ++k) {
    for (std::size_t i = 0; i < 3; ++i) {
      for (std::size_t j = 0; j < 3; ++j) h[3 * i + j] += u[k][i] * t.slopes[k][j];
    }
  }
  return h;
}

/// The force of the element on its corner k.
inline Vec force(const Tetrahedron& t, const Mat& stress, std::size_t k) {
  return -t.volume * (stress * t.slopes[k]);
}

}  // namespace fracture
