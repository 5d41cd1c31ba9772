#include "mesh/refinement/regridding.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "mesh/refinement/clusters.hpp"

namespace isthmus::mesh {
namespace {

/// Points of the coarser level that have to lie between a region's face and its parent's.
std::int32_t margin_of(const LevelFrame& frame) {
  return (frame.layers + 1) / 2 + (frame.order + 1) / 2;
}

Box grown(Box box, const Refined& is_refined, std::int32_t layers) {
  for (std::size_t d = 0; d < dimension_count; ++d) {
    if (is_refined[d]) box = box.grown(d, layers, layers);
  }
  return box;
}

/// The points of the next coarser level around all of these.
Box coarse_around(const Box& box, const Refined& is_refined) {
  return coarsened(grown(box, is_refined, 1), is_refined);
}

Box around(const Box& one, const Box& other) {
  Box box = one;
  for (std::size_t d = 0; d < dimension_count; ++d) {
    box.low[d] = std::min(one.low[d], other.low[d]);
    box.high[d] = std::max(one.high[d], other.high[d]);
  }
  return box;
}

/// Boxes of points of a level that leave room for ghosts, or go up to faces of the grid.
Box settled(const Box& wish, const LevelFrame& frame, const Box& whole) {
  Box box = wish;
  const std::int32_t margin = margin_of(frame);
  for (std::size_t d = 0; d < dimension_count; ++d) {
    const bool is_low = box.low[d] < margin;
    const bool is_high = box.high[d] > whole.high[d] - margin;
    const bool is_all = !frame.is_refined()[d] || (frame.is_periodic[d] && (is_low || is_high));
    if (is_all || is_low) box.low[d] = 0;
    if (is_all || is_high) box.high[d] = whole.high[d];
  }
  return box;
}

std::vector<Box> apart(std::vector<Box> boxes, const LevelFrame& frame, const Box& whole) {
  for (Box& box : boxes) box = settled(box, frame, whole);
  for (std::size_t i = 0; i < boxes.size();) {
    const auto other = std::ranges::find_if(
        boxes.begin() + static_cast<std::ptrdiff_t>(i) + 1, boxes.end(),
        [&](const Box& box) { return !box.intersection(boxes[i]).is_empty(); });
    if (other == boxes.end()) {
      ++i;
      continue;
    }
    boxes[i] = settled(around(boxes[i], *other), frame, whole);
    boxes.erase(other);
    i = 0;
  }
  std::ranges::sort(boxes, {}, &Box::low);
  return boxes;
}

/// From a box of points of the level before.
Region region_of(const Box& box, std::int32_t level, const LevelFrame& frame, const Box& whole) {
  Region region{level, -1, refined(box, frame.is_refined())};
  for (std::size_t d = 0; d < dimension_count; ++d) {
    // What is periodic ends one point before it begins again.
    if (frame.is_periodic[d] && frame.is_refined()[d] && box.extent(d) == whole.extent(d)) {
      region.box.high[d] = 2 * whole.extent(d);
    }
  }
  return region;
}

}  // namespace

bool has_changes(const RefinementSettings& settings) {
  if (settings.every == 0) return false;
  const auto moves = [](const LevelBox& box) {
    return !box.follows.empty() || box.velocity != std::array<double, dimension_count>{};
  };
  return settings.criterion.has_value() || std::ranges::any_of(settings.boxes, moves);
}

std::vector<std::string> followed(const RefinementSettings& settings) {
  std::vector<std::string> functions;
  for (const LevelBox& box : settings.boxes) {
    if (!box.follows.empty()) functions.push_back(box.follows);
  }
  std::ranges::sort(functions);
  const auto same = std::ranges::unique(functions);
  functions.erase(same.begin(), same.end());
  return functions;
}

std::vector<LevelBox> boxes_at(const RefinementSettings& settings, const LevelFrame& frame,
                               double time, const Sight& sight) {
  std::vector<LevelBox> boxes = settings.boxes;
  for (LevelBox& box : boxes) {
    const Geometry coarse = frame.geometry_at(box.level - 1);
    for (std::size_t d = 0; d < dimension_count; ++d) {
      double way = box.velocity[d] * time;
      if (!box.follows.empty()) {
        way = sight.places.at(box.follows)[d] - 0.5 * (box.lower[d] + box.upper[d]);
      }
      way = std::round(way / coarse.spacing[d]) * coarse.spacing[d];
      box.lower[d] += way;
      box.upper[d] += way;
    }
  }
  return boxes;
}

std::vector<Region> regions_around(const CriterionSettings& criterion, const LevelFrame& frame,
                                   const std::vector<Region>& before, const Sight& sight) {
  const Refined is_refined = frame.is_refined();
  const ClusterWishes wishes{criterion.efficiency, criterion.shortest};
  // By level, from the finest on; in points of the level before.
  std::vector<std::vector<Box>> boxes(static_cast<std::size_t>(criterion.levels) + 1);
  std::vector<Box> finer;
  for (std::int32_t level = criterion.levels; level >= 1; --level) {
    std::vector<Point> points;
    for (std::size_t i = 0; i < before.size(); ++i) {
      if (before[i].level != level - 1) continue;
      points.insert(points.end(), sight.wanted[i].begin(), sight.wanted[i].end());
    }
    std::vector<Box> around_points = clusters_of(points, wishes);
    for (Box& box : around_points) box = grown(box, is_refined, std::max(1, criterion.buffer));
    for (const Box& box : finer) {
      around_points.push_back(coarse_around(grown(box, is_refined, margin_of(frame)), is_refined));
    }
    finer = apart(std::move(around_points), frame, frame.geometry_at(level - 1).whole);
    boxes[static_cast<std::size_t>(level)] = finer;
  }
  std::vector<Region> regions{{0, -1, frame.geometry.whole}};
  for (std::int32_t level = 1; level <= criterion.levels; ++level) {
    const Box whole = frame.geometry_at(level - 1).whole;
    for (const Box& box : boxes[static_cast<std::size_t>(level)]) {
      Region region = region_of(box, level, frame, whole);
      for (std::size_t i = 0; i < regions.size(); ++i) {
        const bool is_coarser = regions[i].level == level - 1;
        if (is_coarser && is_nested(frame, region, regions[i])) {
          region.parent = static_cast<std::int32_t>(i);
        }
      }
      ISTHMUS_ASSERT(region.parent >= 0);
      regions.push_back(region);
    }
  }
  return regions;
}

Expected<std::vector<Region>> regions_at(const MeshFile& file, const LevelFrame& frame, double time,
                                         const std::vector<Region>& before, const Sight& sight) {
  if (file.refinement.criterion) {
    return regions_around(*file.refinement.criterion, frame, before, sight);
  }
  MeshFile at = file;
  at.refinement.boxes = boxes_at(file.refinement, frame, time, sight);
  return make_regions(at, frame);
}

}  // namespace isthmus::mesh
