// fracture/tensor.hpp: vectors and 3 x 3 matrices, a few operations on them.
#pragma once

#include <array>
#include <cmath>
#include <cstddef>

namespace fracture {

using Vec = std::array<double, 3>;
/// Row by row.
using Mat = std::array<double, 9>;

constexpr Vec operator+(const Vec& a, const Vec& b) {
  return {a[0] + b[0], a[1] + b[1], a[2] + b[2]};
}
constexpr Vec operator-(const Vec& a, const Vec& b) {
  return {a[0] - b[0], a[1] - b[1], a[2] - b[2]};
}
constexpr Vec operator*(double s, const Vec& a) { return {s * a[0], s * a[1], s * a[2]}; }
constexpr Vec& operator+=(Vec& a, const Vec& b) { return a = a + b; }

constexpr double dot(const Vec& a, const Vec& b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }
constexpr Vec cross(const Vec& a, const Vec& b) {
  return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}
inline double length(const Vec& a) { return std::sqrt(dot(a, a)); }

constexpr Vec operator*(const Mat& m, const Vec& a) {
  return {m[0] * a[0] + m[1] * a[1] + m[2] * a[2], m[3] * a[0] + m[4] * a[1] + m[5] * a[2],
          m[6] * a[0] + m[7] * a[1] + m[8] * a[2]};
}
/// The cofactors: det(m) times the transposed inverse.
constexpr Mat cofactors(const Mat& m) {
  return {m[4] * m[8] - m[5] * m[7], m[5] * m[6] - m[3] * m[8], m[3] * m[7] - m[4] * m[6],
          m[2] * m[7] - m[1] * m[8], m[0] * m[8] - m[2] * m[6], m[1] * m[6] - m[0] * m[7],
          m[1] * m[5] - m[2] * m[4], m[2] * m[3] - m[0] * m[5], m[0] * m[4] - m[1] * m[3]};
}
constexpr double determinant(const Mat& m, const Mat& cofactors_of_m) {
  return m[0] * cofactors_of_m[0] + m[1] * cofactors_of_m[1] + m[2] * cofactors_of_m[2];
}

}  // namespace fracture
