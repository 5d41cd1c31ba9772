#include "fracture/elements.hpp"

#include <algorithm>

namespace fracture {

std::array<Vec, 10> slopes_of_ten(const std::array<double, 4>& at) {
  constexpr std::array<Vec, 4> unit = {{{-1, -1, -1}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
  std::array<Vec, 10> slopes;
  for (std::size_t k = 0; k < 4; ++k) slopes[k] = (4 * at[k] - 1) * unit[k];
  for (std::size_t k = 0; k < 6; ++k) {
    const auto i = static_cast<std::size_t>(fem::edges_of_tet[k][0]);
    const auto j = static_cast<std::size_t>(fem::edges_of_tet[k][1]);
    slopes[4 + k] = 4 * at[i] * unit[j] + 4 * at[j] * unit[i];
  }
  return slopes;
}

Tetrahedron10 tetrahedron10(std::span<const Vec, 10> nodes) {
  Tetrahedron10 t;
  for (std::size_t q = 0; q < 4; ++q) {
    std::array<double, 4> at = {off_corner, off_corner, off_corner, off_corner};
    at[q] = near_corner;
    const std::array<Vec, 10> slopes = slopes_of_ten(at);
    // dX_i by the coordinate j.
    Mat jacobian = {};
    for (std::size_t k = 0; k < 10; ++k) {
      for (std::size_t i = 0; i < 3; ++i) {
        for (std::size_t j = 0; j < 3; ++j) jacobian[3 * i + j] += nodes[k][i] * slopes[k][j];
      }
    }
    const Mat c = cofactors(jacobian);
    const double six_volumes = determinant(jacobian, c);
    t[q].volume = six_volumes / 24;
    for (std::size_t k = 0; k < 10; ++k) t[q].slopes[k] = 1 / six_volumes * (c * slopes[k]);
  }
  return t;
}

void Elements::add(std::span<const fem::Point> points, std::span<const std::int32_t> nodes) {
  std::array<Vec, 10> at = {};
  for (std::size_t k = 0; k < nodes.size(); ++k) at[k] = points[nodes[k]];
  if (kind_ == fem::Kind::tet4) {
    four_.push_back(tetrahedron(first_four(at)));
    stresses_.emplace_back();
  } else {
    ten_.push_back(tetrahedron10(at));
    stresses_.resize(stresses_.size() + 4);
  }
}

double Elements::volume(std::size_t element) const {
  if (kind_ == fem::Kind::tet4) return four_[element].volume;
  double sum = 0;
  for (const GaussPoint<10>& point : ten_[element]) sum += point.volume;
  return sum;
}

void Elements::strain_ten(std::size_t element, const Material& material, const AtNodes& u) {
  for (std::size_t q = 0; q < 4; ++q) {
    stresses_[4 * element + q] = stress(material, gradient(ten_[element][q], u));
  }
}

void Elements::find_forces_ten(std::size_t element, AtNodes& forces) const {
  for (std::size_t k = 0; k < 10; ++k) {
    forces[k] = {};
    for (std::size_t q = 0; q < 4; ++q) {
      forces[k] += force(ten_[element][q], stresses_[4 * element + q], k);
    }
  }
}

double Elements::energy(std::size_t element, const Material& material, const AtNodes& u) const {
  if (kind_ == fem::Kind::tet4) {
    const Tetrahedron& t = four_[element];
    return t.volume * energy_density(material, gradient(t, first_four(u)));
  }
  double sum = 0;
  for (const GaussPoint<10>& point : ten_[element]) {
    sum += point.volume * energy_density(material, gradient(point, u));
  }
  return sum;
}

// Of ten nodes: what is linear and has the points' stresses.
Mat Elements::stress_at_side(std::size_t element, std::size_t side) const {
  if (kind_ == fem::Kind::tet4) return stresses_[element];
  Mat sum = {};
  for (std::size_t q = 0; q < 4; ++q) {
    const double at = q == side ? 0 : 1.0 / 3;
    const double weight = (at - off_corner) / (near_corner - off_corner);
    for (std::size_t i = 0; i < 9; ++i) sum[i] += weight * stresses_[4 * element + q][i];
  }
  return sum;
}

}  // namespace fracture
