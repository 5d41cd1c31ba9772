// meshgen/segment_map.hpp: which segments a point lies on.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "meshgen/mesh.hpp"

namespace meshgen {

/// Segments in a grid of square cells, so that few are looked at for each point. A point lies on a
/// segment when it is no farther from it than the rounding of coordinates explains.
class SegmentMap {
 public:
  explicit SegmentMap(const std::vector<Family>& segments);

  /// Ascending; replaces what `found` had.
  void find(const Point& point, std::vector<std::int32_t>& found) const;
  /// Of the largest coordinate.
  double tolerance() const { return tolerance_; }

 private:
  std::int64_t column(double x) const;
  std::int64_t row(double y) const;

  static constexpr std::int64_t cells_across = 256;
  const std::vector<Family>& segments_;
  Point corner_;
  double cell_ = 1;
  double tolerance_ = 0;
  std::vector<std::vector<std::int32_t>> cells_;
};

}  // namespace meshgen
