#include "mesh/refinement/clusters.hpp"

#include <algorithm>
#include <cstdlib>
#include <optional>

namespace isthmus::mesh {
namespace {

Box around(std::span<const Point> points) {
  Box box{points.front(), points.front()};
  for (const Point& point : points) {
    for (std::size_t d = 0; d < dimension_count; ++d) {
      box.low[d] = std::min(box.low[d], point[d]);
      box.high[d] = std::max(box.high[d], point[d] + 1);
    }
  }
  return box;
}

/// How many points each layer of a box has.
std::vector<std::int64_t> signature_of(std::span<const Point> points, const Box& box,
                                       std::size_t dimension) {
  std::vector<std::int64_t> counts(static_cast<std::size_t>(box.extent(dimension)), 0);
  for (const Point& point : points) {
    ++counts[static_cast<std::size_t>(point[dimension] - box.low[dimension])];
  }
  return counts;
}

/// Where a box is cut: the layers below `at` are one half.
struct CutPlace {
  std::size_t dimension = 0;
  std::int32_t at = 0;
};

class Cutter {
 public:
  Cutter(std::span<const Point> points, const Box& box, const ClusterWishes& wishes)
      : points_(points), box_(box), wishes_(wishes) {}

  std::optional<CutPlace> place() const {
    if (const auto hole = at_hole()) return hole;
    if (const auto edge = at_edge()) return edge;
    const std::size_t d = longest();
    if (box_.extent(d) < 2 * wishes_.shortest) return {};
    return CutPlace{d, box_.low[d] + box_.extent(d) / 2};
  }

 private:
  std::size_t longest() const {
    std::size_t longest = 0;
    for (std::size_t d = 1; d < dimension_count; ++d) {
      if (box_.extent(d) > box_.extent(longest)) longest = d;
    }
    return longest;
  }
  bool leaves_enough(std::size_t d, std::int32_t at) const {
    return at - box_.low[d] >= wishes_.shortest && box_.high[d] - at >= wishes_.shortest;
  }
  /// How far a layer is from the box's middle; of equal places that in the middle is best.
  std::int32_t off_middle(std::size_t d, std::int32_t at) const {
    return std::abs(2 * at - box_.low[d] - box_.high[d]);
  }

  std::optional<CutPlace> at_hole() const {
    std::optional<CutPlace> best;
    std::int32_t least = 0;
    for (std::size_t d = 0; d < dimension_count; ++d) {
      const auto counts = signature_of(points_, box_, d);
      for (std::size_t i = 0; i < counts.size(); ++i) {
        const std::int32_t at = box_.low[d] + static_cast<std::int32_t>(i);
        if (counts[i] != 0) continue;
        const std::int32_t off = off_middle(d, at);
        if (best && off >= least) continue;
        best = CutPlace{d, at};
        least = off;
      }
    }
    return best;
  }

  std::optional<CutPlace> at_edge() const {
    std::optional<CutPlace> best;
    std::int64_t most = 0;
    std::int32_t least = 0;
    for (std::size_t d = 0; d < dimension_count; ++d) {
      const auto counts = signature_of(points_, box_, d);
      const auto curvature = [&](std::size_t i) {
        return counts[i - 1] - 2 * counts[i] + counts[i + 1];
      };
      for (std::size_t i = 2; i + 1 < counts.size(); ++i) {
        const std::int64_t before = curvature(i - 1);
        const std::int64_t here = curvature(i);
        const std::int32_t at = box_.low[d] + static_cast<std::int32_t>(i);
        const bool changes = (before < 0 && here > 0) || (before > 0 && here < 0);
        if (!changes || !leaves_enough(d, at)) continue;
        const std::int64_t jump = std::abs(here - before);
        const std::int32_t off = off_middle(d, at);
        if (best && (jump < most || (jump == most && off >= least))) continue;
        best = CutPlace{d, at};
        most = jump;
        least = off;
      }
    }
    return best;
  }

  std::span<const Point> points_;
  const Box& box_;
  const ClusterWishes& wishes_;
};

void add_clusters(std::span<Point> points, const ClusterWishes& wishes, std::vector<Box>& boxes) {
  const Box box = around(points);
  const double share = static_cast<double>(points.size()) / static_cast<double>(box.point_count());
  const auto cut = share >= wishes.efficiency ? std::nullopt : Cutter(points, box, wishes).place();
  if (!cut) {
    boxes.push_back(box);
    return;
  }
  const auto middle = std::ranges::partition(
      points, [&](const Point& point) { return point[cut->dimension] < cut->at; });
  const std::size_t below = points.size() - middle.size();
  add_clusters(points.first(below), wishes, boxes);
  add_clusters(points.subspan(below), wishes, boxes);
}

}  // namespace

std::vector<Box> clusters_of(std::span<const Point> points, const ClusterWishes& wishes) {
  std::vector<Point> own(points.begin(), points.end());
  std::ranges::sort(own);
  const auto same = std::ranges::unique(own);
  own.erase(same.begin(), same.end());
  std::vector<Box> boxes;
  if (!own.empty()) add_clusters(own, wishes, boxes);
  std::ranges::sort(boxes, {}, &Box::low);
  return boxes;
}

}  // namespace isthmus::mesh
