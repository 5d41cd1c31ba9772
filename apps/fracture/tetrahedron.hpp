// fracture/tetrahedron.hpp: one element of four or ten nodes: what its shape gives.
#pragma once

#include <array>
#include <span>

#include "fem/mesh.hpp"
#include "fracture/tensor.hpp"

namespace fracture {

namespace fem = isthmus::fem;

/// The share of the volume around a point, where stresses are found, and the slopes of the N shape
/// functions there, 1/m. Of the undeformed element.
template <std::size_t N>
struct GaussPoint {
  double volume = 0;
  std::array<Vec, N> slopes = {};
};

/// Of four nodes: one point, as strains are the same everywhere.
using Tetrahedron = GaussPoint<4>;
/// Of ten nodes: the four points of the rule of degree 2, number q nearest to corner q (Zienkiewicz
/// and Taylor 2000, table 9.2). They give straight elements all stiffness that they have.
using Tetrahedron10 = std::array<GaussPoint<10>, 4>;

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

/// Barycentric coordinates of the points of ten nodes: near its corner, and the other three.
inline constexpr double near_corner = 0.5854101966249685;
inline constexpr double off_corner = 0.1381966011250105;

/// Slopes by the barycentric coordinates 1 to 3 (0 is the rest of 1) of the ten shape functions.
std::array<Vec, 10> slopes_of_ten(const std::array<double, 4>& at);

/// Its edges may be curved. `nodes` as fem::Kind::tet10 has them. Where it is turned inside out at
/// a point, the volume there is not above 0.
Tetrahedron10 tetrahedron10(std::span<const Vec, 10> nodes);

/// du_i/dX_j of the nodes' displacements.
template <std::size_t N>
Mat gradient(const GaussPoint<N>& t, const std::array<Vec, N>& u) {
  Mat h = {};
  for (std::size_t k = 0; k < N; ++k) {
    for (std::size_t i = 0; i < 3; ++i) {
      for (std::size_t j = 0; j < 3; ++j) h[3 * i + j] += u[k][i] * t.slopes[k][j];
    }
  }
  return h;
}

/// The force of the stress around a point on node k.
template <std::size_t N>
Vec force(const GaussPoint<N>& t, const Mat& stress, std::size_t k) {
  return -t.volume * (stress * t.slopes[k]);
}

/// Of an element's mass, what is lumped at node k: a quarter, and for ten nodes the diagonal of the
/// consistent masses of a straight element, scaled to the whole (Hinton, Rock, Zienkiewicz 1976),
/// which leaves all above 0.
constexpr double mass_share(fem::Kind kind, std::size_t k) {
  if (kind == fem::Kind::tet4) return 0.25;
  return k < 4 ? 1.0 / 36 : 4.0 / 27;
}

}  // namespace fracture
