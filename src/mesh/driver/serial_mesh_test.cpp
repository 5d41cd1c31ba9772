#include "mesh/driver/serial_mesh.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "mesh/driver/sample_plans.hpp"

namespace isthmus::mesh {
namespace {

Geometry small_grid(const Point& sizes) {
  Geometry geometry;
  geometry.whole = {{0, 0, 0}, sizes};
  geometry.origin = {-1, 0, 2};
  geometry.spacing = {0.25, 0.5, 0.125};
  return geometry;
}

/// The same leapfrog as sample::leapfrog_wave, on a torus, by indices alone.
std::vector<double> on_a_torus(const Geometry& geometry, double step_size, int steps) {
  const Point n = geometry.whole.high;
  const auto at = [&](std::int32_t i, std::int32_t j, std::int32_t k) {
    const auto wrap = [](std::int32_t index, std::int32_t size) {
      return (index % size + size) % size;
    };
    return static_cast<std::size_t>(wrap(i, n[0]) + n[0] * (wrap(j, n[1]) + n[1] * wrap(k, n[2])));
  };
  std::vector<double> now(static_cast<std::size_t>(geometry.whole.point_count()));
  std::vector<double> before = now;
  std::vector<double> next = now;
  const auto everywhere = [&](auto&& what) {
    for (std::int32_t k = 0; k < n[2]; ++k) {
      for (std::int32_t j = 0; j < n[1]; ++j) {
        for (std::int32_t i = 0; i < n[0]; ++i) what(i, j, k);
      }
    }
  };
  everywhere([&](auto i, auto j, auto k) {
    now[at(i, j, k)] = sample::rough(i, j, k);
    before[at(i, j, k)] = sample::rough(i, j, k) * 0.875;
  });
  for (int step = 0; step < steps; ++step) {
    everywhere([&](auto i, auto j, auto k) {
      const auto f = [&](int x, int y, int z) { return now[at(i + x, j + y, k + z)]; };
      const double laplacian = f(-1, 0, 0) + f(1, 0, 0) + f(0, -1, 0) + f(0, 1, 0) + f(0, 0, -1) +
                               f(0, 0, 1) - 6 * f(0, 0, 0);
      const double source = 1e-3 * geometry.coordinate(0, i) * std::cos(0 + step * step_size);
      next[at(i, j, k)] = 2 * f(0, 0, 0) - before[at(i, j, k)] + 0.05 * laplacian +
                          0.01 * (f(-1, -1, -1) - f(1, 1, 1)) + source;
    });
    before.swap(now);
    now.swap(next);
  }
  return now;
}

TEST(SerialMesh, IsAPlainLoopOverATorus) {
  for (const Point& sizes : {Point{7, 6, 5}, Point{9, 4, 1}, Point{2, 1, 1}}) {
    const Geometry geometry = small_grid(sizes);
    const Plan plan = sample::leapfrog_wave(sample::all_faces({}));
    SerialMesh mesh(plan, geometry, 0.1);
    mesh.run(4);
    mesh.run(5);
    EXPECT_EQ(mesh.steps_done(), 9);
    const std::vector<double> expected = on_a_torus(geometry, 0.1, 9);
    std::vector<double> values(expected.size());
    pack(mesh.fields()[0], geometry.whole, values.data());
    EXPECT_EQ(values, expected);
  }
}

TEST(SerialMesh, KeepsAMirrorImageWhereItReflects) {
  // A grid that is mirrored, and one twice as large with the image in it: the same.
  Plan plan;
  const std::int32_t phi = sample::add_function(
      plan, "phi", 2, sample::all_faces({.kind = BoundaryKind::copied}), {-1, 1, 1}, true);
  plan.boundaries[0][0][0] = plan.boundaries[1][0][0] = {.kind = BoundaryKind::reflected};
  plan.initial.push_back(sample::compute("initial", {}, {phi}, [](const Patch& patch) {
    const View f = patch({0, 0});
    sample::for_each_point(patch, [&](auto i, auto j, auto k) {
      const double x = patch.geometry().coordinate(0, i);
      f(i, j, k) = std::sin(x) * (1 + 0.25 * j + 0.125 * k);
    });
  }));
  plan.initial.push_back(sample::synchronize({phi}));
  plan.step.push_back(sample::rotate({phi, phi + 1}));
  plan.step.push_back(sample::compute("diffuse", {{phi + 1, 1}}, {phi}, [](const Patch& patch) {
    const View to = patch({0, 0});
    const View from = patch({0, 1});
    sample::for_each_point(patch, [&](auto i, auto j, auto k) {
      const double around = (from(i - 1, j, k) + from(i + 1, j, k)) + from(i, j - 1, k);
      to(i, j, k) = from(i, j, k) + 0.125 * (around - 3 * from(i, j, k));
    });
  }));
  plan.step.push_back(sample::synchronize({phi}));
  Geometry half;
  half.whole = {{0, 0, 0}, {8, 4, 4}};
  half.origin = {0.05, 0, 0};
  half.spacing = {0.1, 0.1, 0.1};
  Geometry full = half;
  full.whole.high[0] = 16;
  full.origin[0] = -0.75;
  SerialMesh mirrored(plan, half, 1);
  mirrored.run(6);
  plan.boundaries[0][0][0] = plan.boundaries[1][0][0] = {.kind = BoundaryKind::copied};
  SerialMesh whole(plan, full, 1);
  whole.run(6);
  for (std::int32_t i = 0; i < 8; ++i) {
    EXPECT_NEAR(mirrored.fields()[0](i, 2, 1), whole.fields()[0](i + 8, 2, 1), 1e-14) << i;
  }
}

/// Energy is not asked for: what is left of a pulse by the time when it has run out.
double left_over(BoundaryKind kind) {
  Plan plan;
  const Boundary boundary{.kind = kind, .value = 0, .speed = 1};
  const std::int32_t phi = sample::add_function(plan, "phi", 3, sample::all_faces(boundary));
  const auto initial = [](const Patch& patch) {
    for (const std::int32_t level : {0, 1}) {
      const View f = patch({0, level});
      sample::for_each_point(patch, [&](auto i, auto j, auto k) {
        const Geometry& geometry = patch.geometry();
        const double x = geometry.coordinate(0, i);
        const double y = geometry.coordinate(1, j);
        const double z = geometry.coordinate(2, k);
        f(i, j, k) = std::exp(-4 * (x * x + y * y + z * z));
      });
    }
  };
  plan.initial.push_back(sample::compute("initial", {}, {phi, phi + 1}, initial));
  plan.step.push_back(sample::rotate({phi, phi + 1, phi + 2}));
  plan.step.push_back(
      sample::compute("evolve", {{phi + 1, 1}, {phi + 2, 0}}, {phi}, [](const Patch& patch) {
        const View next = patch({0, 0});
        const View now = patch({0, 1});
        const View before = patch({0, 2});
        sample::for_each_point(patch, [&](auto i, auto j, auto k) {
          next(i, j, k) =
              2 * now(i, j, k) - before(i, j, k) + 0.25 * sample::laplacian(now, i, j, k);
        });
      }));
  plan.step.push_back(sample::synchronize({phi}));
  Geometry geometry;
  geometry.whole = {{0, 0, 0}, {20, 20, 20}};
  geometry.origin = {-1.9, -1.9, -1.9};
  geometry.spacing = {0.2, 0.2, 0.2};
  SerialMesh mesh(plan, geometry, 0.1);
  mesh.run(45);
  double most = 0;
  for (std::int32_t k = 0; k < 20; ++k) {
    for (std::int32_t j = 0; j < 20; ++j) {
      for (std::int32_t i = 0; i < 20; ++i) {
        most = std::max(most, std::abs(mesh.fields()[0](i, j, k)));
      }
    }
  }
  return most;
}

TEST(SerialMesh, LetsAPulseRunOutWhereItRadiates) {
  const double radiated = left_over(BoundaryKind::radiative);
  EXPECT_LT(radiated, 0.02);
  EXPECT_LT(radiated, 0.2 * left_over(BoundaryKind::copied));
  EXPECT_LT(radiated, 0.2 * left_over(BoundaryKind::fixed));
}

}  // namespace
}  // namespace isthmus::mesh
