// mesh/lagrange.hpp: polynomials through points of a uniform grid, along one dimension.
//
// Inline, as thorns of Cactus use them in their own libraries; what includes it is compiled without
// fused multiply-add, so that values are the same bits everywhere.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>

namespace isthmus::mesh {

constexpr std::int32_t lagrange_order_max = 9;

/// What the polynomial through points at 0, 1, ... count - 1 has of each at `x` (Lagrange).
inline void lagrange_weights(std::int32_t count, double x, double* weights) {
  for (std::int32_t m = 0; m < count; ++m) {
    double above = 1;
    double below = 1;
    for (std::int32_t n = 0; n < count; ++n) {
      if (n == m) continue;
      above *= x - n;
      below *= m - n;
    }
    weights[m] = above / below;
  }
}

/// The same of its first or second derivative.
inline void lagrange_derivatives(std::int32_t count, double x, std::int32_t derivative,
                                 double* weights) {
  for (std::int32_t m = 0; m < count; ++m) {
    double below = 1;
    double sum = 0;
    for (std::int32_t a = 0; a < count; ++a) {
      if (a == m) continue;
      below *= m - a;
      for (std::int32_t b = 0; b < count; ++b) {
        const bool is_second = derivative == 2;
        if (is_second ? b == m || b == a : b != a) continue;
        double above = 1;
        for (std::int32_t n = 0; n < count; ++n) {
          if (n != m && n != a && n != b) above *= x - n;
        }
        sum += above;
      }
    }
    weights[m] = sum / below;
  }
}

/// The points along a dimension that a value between them is made of, and their weights.
struct AxisStencil {
  std::int32_t first = 0;
  std::int32_t count = 1;
  std::int32_t period = 0;  ///< of indices; 0: not periodic
  bool is_inside = true;
  bool is_too_small = false;  ///< fewer points than the polynomial needs
  std::array<double, lagrange_order_max + 1> weights{1};

  std::int32_t index(std::int32_t slot) const {
    const std::int32_t at = first + slot;
    return period == 0 ? at : ((at % period) + period) % period;
  }
};

/// Of the place `x`, in spacings from the point of index 0, among points with low <= index < high;
/// those of a dimension that is periodic begin at 0. As many points on either side where the order
/// is odd, the nearest point and as many on either side of it where it is even; at the ends those
/// that are there. A place may lie beyond an end by as much as rounding makes of it. In a dimension
/// of one point it may be anywhere. `derivative`: 0 to 2, in units of the spacing.
inline AxisStencil axis_stencil(double x, std::int32_t order, std::int32_t low, std::int32_t high,
                                bool is_periodic, std::int32_t derivative = 0) {
  constexpr double tolerance = 1e-10;
  AxisStencil stencil;
  stencil.first = low;
  const std::int32_t size = high - low;
  if (size == 1) {
    if (derivative > 0) stencil.weights[0] = 0;
    return stencil;
  }
  stencil.count = order + 1;
  if (is_periodic) {
    stencil.period = size;
    x = std::fmod(x, size);
    if (x < 0) x += size;
  } else if (size <= order) {
    stencil.is_inside = false;
    stencil.is_too_small = true;
    return stencil;
  } else if (!(x >= low - tolerance && x <= high - 1 + tolerance)) {
    stencil.is_inside = false;
    return stencil;
  }
  if (!std::isfinite(x)) {
    stencil.is_inside = false;
    return stencil;
  }
  const double below = order % 2 == 1 ? std::floor(x) : std::floor(x + 0.5);
  stencil.first = static_cast<std::int32_t>(below) - order / 2;
  if (!is_periodic) stencil.first = std::clamp(stencil.first, low, high - stencil.count);
  const double from_first = x - stencil.first;
  if (derivative == 0) {
    lagrange_weights(stencil.count, from_first, stencil.weights.data());
  } else {
    lagrange_derivatives(stencil.count, from_first, derivative, stencil.weights.data());
  }
  return stencil;
}

/// The value of three dimensions, where `value(i, j, k)` is that of the point at these places of
/// the stencils: first along the first dimension.
template <class Value>
double interpolate(const std::array<AxisStencil, 3>& axes, Value&& value) {
  const auto weight = [&](std::size_t d, std::int32_t slot) {
    return axes[d].weights[static_cast<std::size_t>(slot)];
  };
  double sum = 0;
  for (std::int32_t k = 0; k < axes[2].count; ++k) {
    double plane = 0;
    for (std::int32_t j = 0; j < axes[1].count; ++j) {
      double row = 0;
      for (std::int32_t i = 0; i < axes[0].count; ++i) row += weight(0, i) * value(i, j, k);
      plane += weight(1, j) * row;
    }
    sum += weight(2, k) * plane;
  }
  return sum;
}

}  // namespace isthmus::mesh
