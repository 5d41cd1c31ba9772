#include "md/mesh_ewald.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <string>

#include "md/arithmetic.hpp"
#include "md/spline.hpp"

namespace md {

namespace {

using isthmus::ErrorCode;
using isthmus::fail;

constexpr double pi = std::numbers::pi;
// |b(m)|^2 of all m.
std::vector<double> spline_factors(int points, int order) {
  const SplineWeights weights = spline_at(0, points, order).weights;
  std::vector<double> factors;
  for (int m = 0; m < points; ++m) {
    double re = 0;
    double im = 0;
    for (int j = 0; j < order; ++j) {
      const double angle = 2 * pi * m * j / points;
      re += weights[static_cast<std::size_t>(j)] * std::cos(angle);
      im += weights[static_cast<std::size_t>(j)] * std::sin(angle);
    }
    factors.push_back(1 / (re * re + im * im));
  }
  return factors;
}

isthmus::Expected<Place> points_of(const MeshCourse& course, const Box& box, double cutoff) {
  if (course.order != 4 && course.order != 6 && course.order != 8) {
    return fail(ErrorCode::bad_input, std::to_string(course.order), "--mesh-order", "4, 6 or 8");
  }
  if (!(course.tolerance > 1e-15 && course.tolerance < 0.1)) {
    return fail(ErrorCode::bad_input, std::to_string(course.tolerance), "--ewald-tolerance",
                "more than 1e-15 and less than 0.1");
  }
  Place points = course.points;
  for (std::size_t d = 0; d < 3; ++d) {
    if (!box.periodic[d]) {
      return fail(ErrorCode::bad_input, "an open box", "--coulomb pme", "one without --open");
    }
    if (course.points[0] == 0) {
      const double usual = std::ceil(10 * box.length(static_cast<int>(d)) / cutoff);
      points[d] = static_cast<std::int32_t>(std::clamp(usual, 1.0 * course.order, 1e9));
    }
    if (points[d] < course.order || points[d] > 512) {
      return fail(ErrorCode::bad_input, std::to_string(points[d]) + " points", "--mesh",
                  "the splines' order to 512 in each dimension");
    }
    points[d] = smooth_length(points[d]);
  }
  return points;
}

// So many that each is some points wide, whoever computes them: sums depend on it.
isthmus::Expected<std::array<std::int32_t, 2>> pencils_of(const MeshCourse& course,
                                                          const Place& points) {
  constexpr std::int32_t usual_width = 16;
  const std::array<std::int32_t, 2> most = {std::min(points[0], points[1]),
                                            std::min(points[1], points[2])};
  std::array<std::int32_t, 2> pencils = course.pencils;
  for (std::size_t i = 0; i < 2; ++i) {
    if (course.pencils[0] == 0) pencils[i] = std::max(1, most[i] / usual_width);
    if (pencils[i] >= 1 && pencils[i] <= most[i]) continue;
    return fail(ErrorCode::bad_input,
                std::to_string(pencils[0]) + "x" + std::to_string(pencils[1]) + " pencils",
                "--pencils", "at most one for each point of the mesh");
  }
  return pencils;
}

}  // namespace

double ewald_beta(double cutoff, double tolerance) {
  double low = 0;
  double high = 10;
  for (int i = 0; i < 60; ++i) {
    const double middle = 0.5 * (low + high);
    (std::erfc(middle) > tolerance ? low : high) = middle;
  }
  return low / cutoff;
}

isthmus::Expected<EwaldMesh> EwaldMesh::of(const MeshCourse& course, const Box& box, double cutoff,
                                           double coulomb, const std::vector<Atom>& atoms) {
  auto points = points_of(course, box, cutoff);
  if (!points) return isthmus::forward_error(points);
  EwaldMesh mesh;
  mesh.points = *points;
  mesh.order = course.order;
  mesh.beta = ewald_beta(cutoff, course.tolerance);
  mesh.coulomb = coulomb;
  auto pencils = pencils_of(course, mesh.points);
  if (!pencils) return isthmus::forward_error(pencils);
  mesh.pencils = *pencils;
  for (const Atom& atom : atoms) {
    mesh.charge += atom.charge;
    mesh.charge_squares += atom.charge * atom.charge;
  }
  for (std::size_t d = 0; d < 3; ++d) {
    mesh.fourier[d] = Fourier(mesh.points[d], course.transforms);
    mesh.splines[d] = spline_factors(mesh.points[d], mesh.order);
  }
  return mesh;
}

MeshWaves::MeshWaves(const EwaldMesh& mesh, const Box& in) : box(in) {
  const double background =
      -mesh.coulomb * mesh.charge * mesh.charge * pi / (2 * box.volume() * mesh.beta * mesh.beta);
  self_energy = background - mesh.coulomb * mesh.beta / std::sqrt(pi) * mesh.charge_squares;
  self_virial = 3 * background;
  for (std::size_t d = 0; d < 3; ++d) {
    const int count = mesh.points[d];
    factors[d] = mesh.splines[d];
    for (int m = 0; m < count; ++m) {
      const double wave = (2 * m <= count ? m : m - count) / box.length(static_cast<int>(d));
      squares[d].push_back(wave * wave);
      factors[d][static_cast<std::size_t>(m)] *=
          exponential(-pi * pi * wave * wave / (mesh.beta * mesh.beta));
    }
  }
}

}  // namespace md
