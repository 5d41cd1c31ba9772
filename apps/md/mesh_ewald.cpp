#include "md/mesh_ewald.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <string>

namespace md {

namespace {

using isthmus::ErrorCode;
using isthmus::fail;

constexpr double pi = std::numbers::pi;
constexpr std::size_t order_max = 8;

using Weights = std::array<double, order_max>;

// Of one atom in one dimension: the first point that it gives charge to, how much to each, and
// the slopes of that (Essmann and others 1995, 4.1).
struct Spline {
  int first;
  Weights weights;
  Weights slopes;
};

void raise(Weights& weights, int k, double at) {
  const auto n = static_cast<std::size_t>(k);
  const double scale = 1.0 / (k - 1);
  weights[n - 1] = scale * at * weights[n - 2];
  for (std::size_t j = 1; j + 1 < n; ++j) {
    const double lower = static_cast<double>(j);
    weights[n - j - 1] = scale * ((at + lower) * weights[n - j - 2] +
                                  (static_cast<double>(n - j) - at) * weights[n - j - 1]);
  }
  weights[0] = scale * (1 - at) * weights[0];
}

Spline spline_at(double place, int points, int order) {
  const double whole = std::floor(place);
  const double at = place - whole;
  Spline spline;
  spline.first = static_cast<int>(whole) % points;
  if (spline.first < 0) spline.first += points;
  Weights& weights = spline.weights;
  weights = {1 - at, at};
  for (int k = 3; k < order; ++k) raise(weights, k, at);
  spline.slopes[0] = -weights[0];
  for (std::size_t j = 1; j < static_cast<std::size_t>(order); ++j) {
    spline.slopes[j] = weights[j - 1] - weights[j];
  }
  raise(weights, order, at);
  return spline;
}

// |b(m)|^2 of all m.
std::vector<double> spline_factors(int points, int order) {
  const Weights weights = spline_at(0, points, order).weights;
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
  double charge = 0;
  double squares = 0;
  for (const Atom& atom : atoms) {
    charge += atom.charge;
    squares += atom.charge * atom.charge;
  }
  const double background =
      -coulomb * charge * charge * pi / (2 * box.volume() * mesh.beta * mesh.beta);
  mesh.self_energy = background - coulomb * mesh.beta / std::sqrt(pi) * squares;
  mesh.self_virial = 3 * background;
  for (std::size_t d = 0; d < 3; ++d) {
    const int count = mesh.points[d];
    mesh.fourier[d] = Fourier(count);
    mesh.factors[d] = spline_factors(count, mesh.order);
    for (int m = 0; m < count; ++m) {
      const double wave = (2 * m <= count ? m : m - count) / box.length(static_cast<int>(d));
      mesh.squares[d].push_back(wave * wave);
      mesh.factors[d][static_cast<std::size_t>(m)] *=
          std::exp(-pi * pi * wave * wave / (mesh.beta * mesh.beta));
    }
  }
  return mesh;
}

namespace {

// The mesh in x, y, z order, z fastest; and room for its transforms.
class Points {
 public:
  explicit Points(const EwaldMesh& mesh)
      : mesh_(mesh),
        y_(static_cast<std::size_t>(mesh.points[1])),
        z_(static_cast<std::size_t>(mesh.points[2])),
        values_(static_cast<std::size_t>(mesh.points[0]) * y_ * z_),
        room_(values_.size()) {}

  // Calls `use` with each point of an atom and its weights in the three dimensions.
  template <class Use>
  void for_points(const std::array<Spline, 3>& splines, Use use) {
    const auto order = static_cast<std::size_t>(mesh_.order);
    std::array<std::array<std::size_t, order_max>, 3> places;
    for (std::size_t d = 0; d < 3; ++d) {
      for (std::size_t j = 0; j < order; ++j) {
        const std::size_t at = static_cast<std::size_t>(splines[d].first) + j;
        const auto count = static_cast<std::size_t>(mesh_.points[d]);
        places[d][j] = at < count ? at : at - count;
      }
    }
    for (std::size_t i = 0; i < order; ++i) {
      for (std::size_t j = 0; j < order; ++j) {
        Complex* const row = values_.data() + (places[0][i] * y_ + places[1][j]) * z_;
        for (std::size_t k = 0; k < order; ++k) use(row[places[2][k]].re, i, j, k);
      }
    }
  }

  // Each dimension in turn is the first one; in the end the order is as it was.
  void transform(bool inverse) {
    for (const Fourier& fourier : mesh_.fourier) {
      const auto length = static_cast<std::size_t>(fourier.length());
      const std::size_t batch = values_.size() / length;
      fourier.transform(values_.data(), room_.data(), batch, inverse);
      values_.swap(room_);
    }
  }

  // From charges to potential, in wave numbers; returns energy and virial.
  std::array<double, 2> apply(double volume) {
    const double scale = mesh_.coulomb / (pi * volume);
    const double slope = 2 * pi * pi / (mesh_.beta * mesh_.beta);
    double energy = 0;
    double virial = 0;
    std::size_t at = 0;
    for (std::size_t i = 0; i < mesh_.squares[0].size(); ++i) {
      for (std::size_t j = 0; j < y_; ++j) {
        const double square_xy = mesh_.squares[0][i] + mesh_.squares[1][j];
        const double factor_xy = scale * mesh_.factors[0][i] * mesh_.factors[1][j];
        for (std::size_t k = 0; k < z_; ++k, ++at) {
          const double square = square_xy + mesh_.squares[2][k];
          const double factor = square > 0 ? factor_xy * mesh_.factors[2][k] / square : 0;
          Complex& value = values_[at];
          const double part = 0.5 * factor * (value.re * value.re + value.im * value.im);
          energy += part;
          virial += part * (1 - slope * square);
          value.re *= factor;
          value.im *= factor;
        }
      }
    }
    return {energy, virial};
  }

 private:
  const EwaldMesh& mesh_;
  std::size_t y_;
  std::size_t z_;
  std::vector<Complex> values_;
  std::vector<Complex> room_;
};

}  // namespace

void compute_mesh(const EwaldMesh& mesh, const Box& box, const std::vector<ChargedCell>& cells,
                  std::vector<Forces>& found) {
  Points points(mesh);
  Vec scale;
  for (std::size_t d = 0; d < 3; ++d) scale[d] = mesh.points[d] / box.length(static_cast<int>(d));
  const auto splines_of = [&](const Positions& all, std::size_t i) {
    const Vec at = {all.x[i], all.y[i], all.z[i]};
    std::array<Spline, 3> splines;
    for (std::size_t d = 0; d < 3; ++d) {
      splines[d] = spline_at((at[d] - box.low[d]) * scale[d], mesh.points[d], mesh.order);
    }
    return splines;
  };
  for (const ChargedCell& cell : cells) {
    for (std::size_t atom = 0; atom < cell.charges->size(); ++atom) {
      const double charge = (*cell.charges)[atom];
      if (charge == 0) continue;
      const auto s = splines_of(*cell.positions, atom);
      points.for_points(s, [&](double& value, std::size_t i, std::size_t j, std::size_t k) {
        value += charge * s[0].weights[i] * s[1].weights[j] * s[2].weights[k];
      });
    }
  }
  points.transform(false);
  const auto [energy, virial] = points.apply(box.volume());
  points.transform(true);
  found.resize(cells.size());
  for (std::size_t cell = 0; cell < cells.size(); ++cell) {
    Forces& forces = found[cell];
    const std::size_t count = cells[cell].charges->size();
    forces.energies = {};
    forces.atoms.resize(count);
    forces.values.assign(3 * count, 0.0);
    for (std::size_t atom = 0; atom < count; ++atom) {
      forces.atoms[atom] = static_cast<std::int32_t>(atom);
      const double charge = (*cells[cell].charges)[atom];
      if (charge == 0) continue;
      const auto s = splines_of(*cells[cell].positions, atom);
      Vec slope = {0, 0, 0};
      points.for_points(s, [&](double& value, std::size_t i, std::size_t j, std::size_t k) {
        slope[0] += value * s[0].slopes[i] * s[1].weights[j] * s[2].weights[k];
        slope[1] += value * s[0].weights[i] * s[1].slopes[j] * s[2].weights[k];
        slope[2] += value * s[0].weights[i] * s[1].weights[j] * s[2].slopes[k];
      });
      for (std::size_t d = 0; d < 3; ++d) {
        forces.values[d * count + atom] = -charge * scale[d] * slope[d];
      }
    }
  }
  found[0].energies.coulomb = energy + mesh.self_energy;
  found[0].energies.virial = virial + mesh.self_virial;
}

}  // namespace md
