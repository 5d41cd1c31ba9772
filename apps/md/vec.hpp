// md/vec.hpp: sums and products of vectors, each in one order of operations.
#pragma once

#include <array>
#include <cmath>

namespace md {

using Vec = std::array<double, 3>;

inline Vec sum(const Vec& a, const Vec& b) { return {a[0] + b[0], a[1] + b[1], a[2] + b[2]}; }
inline Vec minus(const Vec& a, const Vec& b) { return {a[0] - b[0], a[1] - b[1], a[2] - b[2]}; }
inline Vec times(double s, const Vec& a) { return {s * a[0], s * a[1], s * a[2]}; }
inline void add_to(Vec& a, const Vec& b) {
  for (std::size_t d = 0; d < 3; ++d) a[d] += b[d];
}
inline double dot(const Vec& a, const Vec& b) { return (a[0] * b[0] + a[1] * b[1]) + a[2] * b[2]; }
inline double norm(const Vec& a) { return std::sqrt(dot(a, a)); }
inline Vec cross(const Vec& a, const Vec& b) {
  return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}

}  // namespace md
