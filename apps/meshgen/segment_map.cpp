#include "meshgen/segment_map.hpp"

#include <algorithm>
#include <cmath>

namespace meshgen {

namespace {

double squared_distance_to(const Point& p, const Family& segment) {
  const double dx = segment.to.x - segment.from.x;
  const double dy = segment.to.y - segment.from.y;
  const double along = (p.x - segment.from.x) * dx + (p.y - segment.from.y) * dy;
  const double share = std::clamp(along / (dx * dx + dy * dy), 0.0, 1.0);
  return squared_distance(p, {segment.from.x + share * dx, segment.from.y + share * dy});
}

}  // namespace

SegmentMap::SegmentMap(const std::vector<Family>& segments)
    : segments_(segments), cells_(cells_across * cells_across) {
  if (segments.empty()) return;
  corner_ = segments.front().from;
  Point far = corner_;
  double largest = 0;
  for (const Family& segment : segments) {
    for (const Point& end : {segment.from, segment.to}) {
      corner_ = {std::min(corner_.x, end.x), std::min(corner_.y, end.y)};
      far = {std::max(far.x, end.x), std::max(far.y, end.y)};
      largest = std::max({largest, std::abs(end.x), std::abs(end.y)});
    }
  }
  tolerance_ = 1e-13 * largest;
  cell_ = std::max({far.x - corner_.x, far.y - corner_.y, 1e-300}) / (cells_across - 2);
  corner_ = {corner_.x - 0.5 * cell_, corner_.y - 0.5 * cell_};
  for (std::size_t i = 0; i < segments.size(); ++i) {
    // All cells around each cell that half a cell's steps touch.
    const Family& segment = segments[i];
    const double length = std::sqrt(squared_distance(segment.from, segment.to));
    const auto steps = static_cast<int>(2 * length / cell_) + 1;
    for (int k = 0; k <= steps; ++k) {
      const double share = static_cast<double>(k) / steps;
      const std::int64_t c = column(segment.from.x + share * (segment.to.x - segment.from.x));
      const std::int64_t r = row(segment.from.y + share * (segment.to.y - segment.from.y));
      for (std::int64_t y = std::max<std::int64_t>(r - 1, 0);
           y <= std::min(r + 1, cells_across - 1); ++y) {
        for (std::int64_t x = std::max<std::int64_t>(c - 1, 0);
             x <= std::min(c + 1, cells_across - 1); ++x) {
          auto& cell = cells_[y * cells_across + x];
          const auto number = static_cast<std::int32_t>(i);
          if (cell.empty() || cell.back() != number) cell.push_back(number);
        }
      }
    }
  }
}

std::int64_t SegmentMap::column(double x) const {
  return std::clamp<std::int64_t>(static_cast<std::int64_t>((x - corner_.x) / cell_), 0,
                                  cells_across - 1);
}

std::int64_t SegmentMap::row(double y) const {
  return std::clamp<std::int64_t>(static_cast<std::int64_t>((y - corner_.y) / cell_), 0,
                                  cells_across - 1);
}

void SegmentMap::find(const Point& point, std::vector<std::int32_t>& found) const {
  found.clear();
  for (const std::int32_t i : cells_[row(point.y) * cells_across + column(point.x)]) {
    if (squared_distance_to(point, segments_[i]) <= tolerance_ * tolerance_) found.push_back(i);
  }
}

}  // namespace meshgen
