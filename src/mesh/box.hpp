// mesh/box.hpp: a rectangular piece of a grid.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

namespace isthmus::mesh {

constexpr std::size_t dimension_count = 3;

/// A point of the whole grid. Grids of fewer dimensions have one point in those that they lack.
using Point = std::array<std::int32_t, dimension_count>;

/// The points with low <= point < high in each dimension, in the indices of the whole grid; ghosts
/// beyond its ends have indices below 0 and from its size on. Plain data; may be sent.
struct Box {
  Point low{0, 0, 0};
  Point high{0, 0, 0};

  constexpr std::int32_t extent(std::size_t dimension) const {
    return high[dimension] - low[dimension];
  }
  constexpr bool is_empty() const { return extent(0) <= 0 || extent(1) <= 0 || extent(2) <= 0; }
  constexpr std::int64_t point_count() const {
    return is_empty() ? 0 : std::int64_t{extent(0)} * extent(1) * extent(2);
  }
  constexpr bool holds(const Point& point) const {
    for (std::size_t d = 0; d < dimension_count; ++d) {
      if (point[d] < low[d] || point[d] >= high[d]) return false;
    }
    return true;
  }
  constexpr bool holds(const Box& other) const {
    return other.is_empty() || intersection(other) == other;
  }
  constexpr Box intersection(const Box& other) const {
    Box common;
    for (std::size_t d = 0; d < dimension_count; ++d) {
      common.low[d] = std::max(low[d], other.low[d]);
      common.high[d] = std::min(high[d], other.high[d]);
    }
    return common;
  }
  /// With so many more layers at the lower and the upper end of a dimension; fewer where negative.
  constexpr Box grown(std::size_t dimension, std::int32_t lower, std::int32_t upper) const {
    Box box = *this;
    box.low[dimension] -= lower;
    box.high[dimension] += upper;
    return box;
  }
  constexpr Box moved(std::size_t dimension, std::int32_t by) const {
    return grown(dimension, -by, by);
  }
  constexpr bool operator==(const Box&) const = default;
};

}  // namespace isthmus::mesh
