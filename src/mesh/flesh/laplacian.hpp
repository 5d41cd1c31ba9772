// mesh/flesh/laplacian.hpp: what those who solve equations have in common: differences of second
// order, the left side of an equation, and what becomes of its solution.
//
// Included by sources alone that are compiled without fused multiply-add.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <stdexcept>
#include <string>

#include "mesh/flesh/lines.hpp"
#include "mesh/flesh/words.hpp"
#include "mesh/plan.hpp"
#include "mesh/thorn.hpp"

namespace isthmus::mesh {

/// What a function has along the row of a point, or 0 where it is none.
class RowOrNothing {
 public:
  RowOrNothing(const Patch& patch, GridFunctionId id, std::int32_t j, std::int32_t k)
      : values_(id.function < 0 ? nullptr : patch(id).row(j, k)) {}
  double operator[](std::int32_t i) const { return values_ == nullptr ? 0 : values_[i]; }

 private:
  const double* values_;
};

/// The differences of second order on a grid.
class Laplacian {
 public:
  Laplacian(const View& view, const Geometry& geometry)
      : strides_{1, view.row_stride(), view.plane_stride()} {
    for (std::size_t d = 0; d < dimension_count; ++d) {
      // A dimension of one point is one that the problem lacks.
      const double spacing = geometry.spacing[d];
      weights_[d] = geometry.whole.extent(d) > 1 ? 1 / (spacing * spacing) : 0;
      diagonal_ -= 2 * weights_[d];
    }
  }

  double diagonal() const { return diagonal_; }
  /// Of the points around `f`.
  double around(const double* f) const {
    double sum = 0;
    for (std::size_t d = 0; d < dimension_count; ++d) {
      if (weights_[d] == 0) continue;
      sum += weights_[d] * (f[strides_[d]] + f[-strides_[d]]);
    }
    return sum;
  }

 private:
  std::array<std::ptrdiff_t, dimension_count> strides_;
  std::array<double, dimension_count> weights_{};
  double diagonal_ = 0;
};

template <class Line>
void for_rows(const Box& box, Line&& line) {
  for (std::int32_t k = box.low[2]; k < box.high[2]; ++k) {
    for (std::int32_t j = box.low[1]; j < box.high[1]; ++j) line(j, k);
  }
}

/// Whether what is there does not follow from the points inside.
inline bool is_held_beyond(BoundaryKind kind) {
  return kind == BoundaryKind::value || kind == BoundaryKind::fixed ||
         kind == BoundaryKind::radiative || kind == BoundaryKind::another;
}

/// Puts the left side of an equation of `now` in place of it to `left_side`.
inline void put_left_side(const Equation& equation, GridFunctionId now, GridFunctionId left_side,
                          const Patch& patch) {
  const View of_now = patch(now);
  const View left = patch(left_side);
  const Laplacian laplacian(of_now, patch.geometry());
  const Box& box = patch.box();
  for_rows(box, [&](std::int32_t j, std::int32_t k) {
    const double* f = of_now.row(j, k);
    double* result = left.row(j, k);
    const RowOrNothing coefficient(patch, equation.coefficient, j, k);
    const RowOrNothing source(patch, equation.source, j, k);
    for (std::int32_t i = box.low[0]; i < box.high[0]; ++i) {
      result[i] =
          laplacian.around(f + i) + (laplacian.diagonal() + coefficient[i]) * f[i] + source[i];
    }
  });
}

/// Copies the solution to the equation's function; where it is none and has to be, ends the job
/// with what is left.
inline std::function<void(const Patch&)> solution_routine(const std::string& name,
                                                          const Equation& equation,
                                                          GridFunctionId solution,
                                                          ReductionId left_side) {
  const auto copy = copy_routine({{solution, equation.function}});
  return [=](const Patch& patch) {
    const double left = patch.reduced(left_side, equation.norm);
    if (!equation.may_fail && !(left <= equation.tolerance)) {
      throw std::runtime_error(name + " is not solved: its left side is " + shortest(left) +
                               " behind " + std::to_string(equation.sweeps) +
                               " sweeps (expected at most " + shortest(equation.tolerance) + ")");
    }
    copy(patch);
  };
}

inline std::int32_t field_of(GridFunctionId id, const Plan& plan) {
  return plan.first_fields[static_cast<std::size_t>(id.function)] + id.level;
}

/// Of a function that is solved for: the equation's own, but where they are a symmetry.
inline void set_beyond(const Equation& equation, Boundaries& boundaries) {
  for (auto& sides : boundaries) {
    for (Boundary& boundary : sides) {
      const bool is_symmetry =
          boundary.kind == BoundaryKind::periodic || boundary.kind == BoundaryKind::reflected;
      if (equation.beyond && !is_symmetry) boundary = *equation.beyond;
    }
  }
}

}  // namespace isthmus::mesh
