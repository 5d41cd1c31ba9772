#include "mesh/driver/boundaries.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "mesh/driver/sample_plans.hpp"
#include "mesh/driver/serial_mesh.hpp"

namespace isthmus::mesh {
namespace {

constexpr std::int32_t width = 2;

/// A field of 6 x 5 x 4 points with value 1 + i + 10 j + 100 k inside and -7 beyond.
class OneField : public testing::Test {
 protected:
  OneField() {
    geometry_.whole = {{0, 0, 0}, {6, 5, 4}};
    sample::add_function(plan_, "f", 1, sample::all_faces({}), {-1, 1, 1});
    fields_ = Fields(1, {{-width, -width, -width}, {6 + width, 5 + width, 4 + width}});
    const Box& all = fields_.storage();
    for (std::int32_t k = all.low[2]; k < all.high[2]; ++k) {
      for (std::int32_t j = all.low[1]; j < all.high[1]; ++j) {
        for (std::int32_t i = all.low[0]; i < all.high[0]; ++i) {
          fields_[0](i, j, k) =
              geometry_.whole.holds(Point{i, j, k}) ? 1 + i + 10 * j + 100 * k : -7;
        }
      }
    }
  }
  void apply(const Boundary& boundary, const WholeFace& face) {
    plan_.boundaries[0][face.dimension][face.side] = boundary;
    apply_boundary(plan_, fields_, 0, face, geometry_.whole, geometry_, width, past_, 0.5);
  }
  double f(std::int32_t i, std::int32_t j, std::int32_t k) const { return fields_[0](i, j, k); }

  Plan plan_;
  Geometry geometry_;
  Fields fields_;
  PastBoundaries past_;
};

TEST_F(OneField, IsCopiedOutwards) {
  apply({.kind = BoundaryKind::copied}, {1, 1});
  EXPECT_EQ(f(3, 5, 2), 1 + 3 + 40 + 200);
  EXPECT_EQ(f(3, 6, 2), 1 + 3 + 40 + 200);
  EXPECT_EQ(f(3, -1, 2), -7);
  EXPECT_EQ(f(-1, 5, 2), -7);
}

TEST_F(OneField, HasWhatAnotherFieldHasThere) {
  sample::add_function(plan_, "g", 1, sample::all_faces({}));
  Fields both(2, fields_.storage());
  copy_box(fields_[0], both[0], fields_.storage());
  both[1](3, 5, 2) = 0.5;
  both[1](3, 6, 2) = 0.25;
  both[1](3, 4, 2) = 9;
  fields_ = std::move(both);
  apply({.kind = BoundaryKind::another, .of = {1, 0}}, {1, 1});
  EXPECT_EQ(f(3, 5, 2), 0.5);
  EXPECT_EQ(f(3, 6, 2), 0.25);
  EXPECT_EQ(f(3, 4, 2), 1 + 3 + 40 + 200);
  EXPECT_EQ(f(3, -1, 2), -7);
}

TEST_F(OneField, TakesAValue) {
  apply({.kind = BoundaryKind::value, .value = 4.5}, {2, 0});
  EXPECT_EQ(f(0, 0, -1), 4.5);
  EXPECT_EQ(f(5, 4, -2), 4.5);
  EXPECT_EQ(f(0, 0, 0), 1);
  EXPECT_EQ(f(0, 0, 4), -7);
}

TEST_F(OneField, IsMirroredAtItsOutermostPointsWithItsSign) {
  apply({.kind = BoundaryKind::reflected}, {0, 0});
  EXPECT_EQ(f(-1, 2, 1), -(1 + 1 + 20 + 100));
  EXPECT_EQ(f(-2, 2, 1), -(1 + 2 + 20 + 100));
  apply({.kind = BoundaryKind::reflected}, {1, 1});
  EXPECT_EQ(f(2, 5, 1), 1 + 2 + 30 + 100);
  EXPECT_EQ(f(2, 6, 1), 1 + 2 + 20 + 100);
}

TEST_F(OneField, IsMirroredHalfASpacingBeyondThemWhereItIsStaggered) {
  plan_.fields[0].is_staggered = true;
  apply({.kind = BoundaryKind::reflected}, {0, 0});
  EXPECT_EQ(f(-1, 2, 1), -(1 + 0 + 20 + 100));
  EXPECT_EQ(f(-2, 2, 1), -(1 + 1 + 20 + 100));
  apply({.kind = BoundaryKind::reflected}, {2, 1});
  EXPECT_EQ(f(2, 2, 4), 1 + 2 + 20 + 300);
  EXPECT_EQ(f(2, 2, 5), 1 + 2 + 20 + 200);
}

TEST_F(OneField, IsMirroredHalfASpacingBeyondThemWhereTheBoundarySaysSo) {
  apply({.kind = BoundaryKind::reflected, .is_half_beyond = true}, {0, 0});
  EXPECT_EQ(f(-1, 2, 1), -(1 + 0 + 20 + 100));
  EXPECT_EQ(f(-2, 2, 1), -(1 + 1 + 20 + 100));
}

TEST_F(OneField, FallsOffAsAPowerOfTheRadius) {
  geometry_.origin = {0.5, -2, -1.5};
  geometry_.spacing = {0.5, 1, 1};
  plan_.boundaries[0][0][0] = {.kind =
                                   BoundaryKind::copied};  // no dimension ends in itself at one end
  for (const std::int32_t falloff : {1, 2, 3}) {
    const auto exact = [&](std::int32_t i, std::int32_t j, std::int32_t k) {
      const double r = std::hypot(geometry_.coordinate(0, i), geometry_.coordinate(1, j),
                                  geometry_.coordinate(2, k));
      return 4 + 3 / std::pow(r, falloff);
    };
    fields_[0](5, 3, 1) = exact(5, 3, 1);
    apply({.kind = BoundaryKind::robin, .value = 4, .falloff = falloff}, {0, 1});
    EXPECT_NEAR(f(6, 3, 1), exact(6, 3, 1), 1e-12) << falloff;
    EXPECT_NEAR(f(7, 3, 1), exact(7, 3, 1), 1e-12) << falloff;
  }
}

TEST_F(OneField, StaysAsItBeganThoughItsMemoryIsAnotherOne) {
  plan_.boundaries[0][0][1] = {.kind = BoundaryKind::fixed};
  const WholeFace face{0, 1};
  plan_.fields.push_back({"f_", {0, 1}});
  plan_.boundaries.push_back(plan_.boundaries[0]);
  past_.keep(plan_, fields_, geometry_.whole, face, width);
  fields_[0](6, 1, 1) = 100;
  fields_[0](5, 1, 1) = 200;
  apply({.kind = BoundaryKind::fixed}, face);
  EXPECT_EQ(f(6, 1, 1), -7);
  EXPECT_EQ(f(5, 1, 1), 200);
}

TEST_F(OneField, IsAsItWasWhereItRadiatesAndNoTimeHasGoneBy) {
  const WholeFace face{0, 1};
  const Boundary radiative{.kind = BoundaryKind::radiative};
  plan_.boundaries[0][0][1] = radiative;
  past_.keep(plan_, fields_, geometry_.whole, face, width);
  fields_[0](6, 1, 1) = 100;
  fields_[0](5, 1, 1) = 200;
  apply_boundary(plan_, fields_, 0, face, geometry_.whole, geometry_, width, past_, 0);
  EXPECT_EQ(f(6, 1, 1), -7);
  EXPECT_EQ(f(5, 1, 1), 200);
}

/// u(r - t) / r with a smooth u.
double outgoing(double x, double y, double z, double time) {
  const double r = std::sqrt(x * x + y * y + z * z);
  return 2 + std::sin(0.7 * (r - time)) / r;
}

TEST(RadiativeBoundary, ContinuesAWaveThatRunsOut) {
  // At second order: half the spacing, a quarter of the error.
  double last = 0;
  for (const double spacing : {0.1, 0.05}) {
    Geometry geometry;
    geometry.whole = {{0, 0, 0}, {8, 8, 8}};
    geometry.origin = {4.0, 0.5, -0.3};
    geometry.spacing = {spacing, spacing, spacing};
    const Boundary radiative{.kind = BoundaryKind::radiative, .value = 2, .speed = 1};
    Plan plan;
    sample::add_function(plan, "f", 1, sample::all_faces(radiative));
    const Fields fields(1, {{-2, -2, -2}, {10, 10, 10}});
    const auto fill = [&](const Box& box, double time) {
      for (std::int32_t k = box.low[2]; k < box.high[2]; ++k) {
        for (std::int32_t j = box.low[1]; j < box.high[1]; ++j) {
          for (std::int32_t i = box.low[0]; i < box.high[0]; ++i) {
            fields[0](i, j, k) = outgoing(geometry.coordinate(0, i), geometry.coordinate(1, j),
                                          geometry.coordinate(2, k), time);
          }
        }
      }
    };
    const double step = 0.5 * spacing;
    const WholeFace face{0, 1};
    PastBoundaries past;
    fill(fields.storage(), 0);
    past.keep(plan, fields, geometry.whole, face, 2);
    fill(geometry.whole, step);
    apply_boundary(plan, fields, 0, face, geometry.whole, geometry, 2, past, step);
    const double right = outgoing(geometry.coordinate(0, 8), geometry.coordinate(1, 3),
                                  geometry.coordinate(2, 4), step);
    const double was = outgoing(geometry.coordinate(0, 8), geometry.coordinate(1, 3),
                                geometry.coordinate(2, 4), 0);
    const double error = std::abs(fields[0](8, 3, 4) - right);
    EXPECT_LT(error, 0.05 * std::abs(right - was)) << spacing;
    if (last > 0) {
      EXPECT_LT(error, last / 3);
    }
    last = error;
  }
}

}  // namespace
}  // namespace isthmus::mesh
