#include "mesh/refinement/hierarchy.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "mesh/driver/boundaries.hpp"

namespace isthmus::mesh {
namespace {

constexpr const char* names[] = {"x", "y", "z"};
// A coordinate that is a point's but for rounding is that point's.
constexpr double nearly = 1e-6;
constexpr std::int32_t far = 1 << 29;
// Points of a dimension, so that none of their numbers leaves 32 bits, ghosts included.
constexpr std::int32_t points_max = 1 << 30;

std::unexpected<Error> wrong(const MeshFile& file, int line, std::string what,
                             std::string expected) {
  return fail(ErrorCode::bad_input, std::move(what), file.where(line), std::move(expected));
}

/// Whether all points of the finest level that the file speaks of can be numbered.
Expected<void> check_count(const MeshFile& file, const LevelFrame& frame) {
  std::int32_t finest = 0;
  int line = file.refinement.line;
  const auto see = [&](std::int32_t level, int at) {
    if (level <= finest) return;
    finest = level;
    line = at;
  };
  for (const LevelBox& box : file.refinement.boxes) see(box.level, box.line);
  if (file.refinement.criterion) {
    see(file.refinement.criterion->levels, file.refinement.criterion->line);
  }
  for (std::size_t d = 0; d < dimension_count; ++d) {
    const std::int64_t points = std::int64_t{frame.geometry.whole.extent(d)} << finest;
    if (!frame.is_refined()[d] || points <= points_max) continue;
    return wrong(
        file, line,
        std::to_string(points) + " points in " + names[d] + " of level " + std::to_string(finest),
        "at most " + std::to_string(points_max));
  }
  return {};
}

/// The points of `level` that a box goes over, snapped outwards to those of the level before.
Expected<Box> points_of(const MeshFile& file, const LevelFrame& frame, const LevelBox& wish) {
  const Geometry coarse = frame.geometry_at(wish.level - 1);
  Box box;
  for (std::size_t d = 0; d < dimension_count; ++d) {
    const std::int32_t size = coarse.whole.extent(d);
    const double low = (wish.lower[d] - coarse.origin[d]) / coarse.spacing[d];
    const double high = (wish.upper[d] - coarse.origin[d]) / coarse.spacing[d];
    box.low[d] = static_cast<std::int32_t>(std::clamp(std::floor(low + nearly), -1.0, size + 0.0));
    box.high[d] =
        static_cast<std::int32_t>(std::clamp(std::ceil(high - nearly), -1.0, size + 0.0)) + 1;
    if (size == 1 || (!frame.is_periodic[d] && low <= nearly)) box.low[d] = 0;
    if (size == 1 || (!frame.is_periodic[d] && high >= size - 1 - nearly)) box.high[d] = size;
    if (frame.is_periodic[d]) {
      if (low <= nearly && high >= size - 1 - nearly) {
        box.low[d] = 0;
        box.high[d] = size;
      } else if (box.low[d] < 0 || box.high[d] > size) {
        return wrong(
            file, wish.line,
            std::string("the box goes over the grid's ends in ") + names[d] + ", which is periodic",
            "one that does not, or goes over all of it");
      }
    }
    if (box.extent(d) < 1 || (size > 1 && box.extent(d) < 2)) {
      return wrong(file, wish.line, std::string("the box has no points in ") + names[d],
                   "one that lies in the grid");
    }
  }
  Box fine = refined(box, frame.is_refined());
  // What is periodic ends one point before it begins again.
  for (std::size_t d = 0; d < dimension_count; ++d) {
    const std::int32_t size = coarse.whole.extent(d);
    if (frame.is_periodic[d] && size > 1 && box.extent(d) == size) fine.high[d] = 2 * size;
  }
  return fine;
}

}  // namespace

Refined LevelFrame::is_refined() const {
  Refined refined;
  for (std::size_t d = 0; d < dimension_count; ++d) refined[d] = geometry.whole.extent(d) > 1;
  return refined;
}

Geometry LevelFrame::geometry_at(std::int32_t level) const {
  Geometry at = geometry;
  for (std::int32_t l = 0; l < level; ++l) {
    for (std::size_t d = 0; d < dimension_count; ++d) {
      if (!is_refined()[d]) continue;
      at.spacing[d] /= 2;
      at.whole.high[d] = is_periodic[d] ? 2 * at.whole.high[d] : 2 * (at.whole.high[d] - 1) + 1;
    }
  }
  return at;
}

Prolongation LevelFrame::prolongation_from(std::int32_t level) const {
  Box reachable = geometry_at(level).whole;
  for (std::size_t d = 0; d < dimension_count; ++d) {
    const std::int32_t beyond = is_periodic[d] ? far : width;
    reachable = reachable.grown(d, beyond, beyond);
  }
  return {order, is_refined(), reachable};
}

bool LevelFrame::is_outermost(const Region& region, std::size_t dimension, std::size_t side) const {
  const Box whole = geometry_at(region.level).whole;
  const std::size_t d = dimension;
  if (is_periodic[d]) {
    return region.box.low[d] == whole.low[d] && region.box.high[d] == whole.high[d];
  }
  return side == 0 ? region.box.low[d] == whole.low[d] : region.box.high[d] == whole.high[d];
}

Box LevelFrame::with_ghosts(const Region& region) const {
  Box box = region.box;
  for (std::size_t d = 0; d < dimension_count; ++d) {
    box = box.grown(d, is_outermost(region, d, 0) ? width : layers,
                    is_outermost(region, d, 1) ? width : layers);
  }
  return box;
}

bool is_nested(const LevelFrame& frame, const Region& region, const Region& parent) {
  const Box whole = frame.geometry_at(region.level).whole;
  const Box ghosts = frame.with_ghosts(region);
  // Ghosts are points of the grid: there are no polynomials for others.
  for (std::size_t d = 0; d < dimension_count; ++d) {
    if (!frame.is_outermost(region, d, 0) && ghosts.low[d] < whole.low[d]) return false;
    if (!frame.is_outermost(region, d, 1) && ghosts.high[d] > whole.high[d]) return false;
  }
  const Box source = frame.prolongation_from(parent.level).source(ghosts);
  for (std::size_t d = 0; d < dimension_count; ++d) {
    for (const std::size_t side : {0U, 1U}) {
      if (frame.is_outermost(parent, d, side)) continue;
      // They come from the parent's points alone.
      const bool is_inside =
          side == 0 ? source.low[d] >= parent.box.low[d] : source.high[d] <= parent.box.high[d];
      if (frame.is_outermost(region, d, side) || !is_inside) return false;
    }
  }
  return true;
}

LevelFrame level_frame_of(const MeshFile& file, const Course& course, const LevelPlan& levels) {
  LevelFrame frame;
  frame.geometry = frame_of(file, course.plan()).geometry;
  for (std::size_t d = 0; d < dimension_count; ++d) {
    frame.is_periodic[d] = mesh::is_periodic(course.plan().boundaries, d);
  }
  frame.order = file.refinement.order;
  frame.layers = levels.layers;
  frame.width = course.boundary_width();
  return frame;
}

Expected<std::vector<Region>> make_regions(const MeshFile& file, const LevelFrame& frame) {
  if (auto counted = check_count(file, frame); !counted) return forward_error(counted);
  std::vector<Region> regions{{0, -1, frame.geometry.whole}};
  std::vector<LevelBox> boxes = file.refinement.boxes;
  std::ranges::stable_sort(boxes, {}, &LevelBox::level);
  for (std::size_t d = 0; d < dimension_count; ++d) {
    const std::int32_t points =
        frame.geometry.whole.extent(d) + (frame.is_periodic[d] ? 0 : 2 * frame.width);
    if (!frame.is_refined()[d] || frame.is_periodic[d] || points > frame.order) continue;
    return wrong(file, file.refinement.line,
                 std::to_string(frame.geometry.whole.extent(d)) + " points in " + names[d] +
                     " are too few for a polynomial of order " + std::to_string(frame.order),
                 "more points, or another 'order' in [refinement]");
  }
  for (const LevelBox& wish : boxes) {
    auto box = points_of(file, frame, wish);
    if (!box) return forward_error(box);
    Region region{wish.level, -1, *box};
    for (std::size_t i = 0; i < regions.size(); ++i) {
      if (regions[i].level == wish.level && !regions[i].box.intersection(*box).is_empty()) {
        return wrong(file, wish.line,
                     "the box has points of another one of level " + std::to_string(wish.level),
                     "boxes apart from each other, or one around both");
      }
      if (regions[i].level == wish.level - 1 && is_nested(frame, region, regions[i])) {
        region.parent = static_cast<std::int32_t>(i);
      }
    }
    if (region.parent < 0) {
      const std::int32_t coarse = (frame.layers + 1) / 2 + (frame.order + 1) / 2;
      return wrong(file, wish.line,
                   "the box of level " + std::to_string(wish.level) + " lies in none of level " +
                       std::to_string(wish.level - 1) + ", or too near to its faces",
                   std::to_string(coarse) + " points of that level between, or faces of the grid " +
                       "that both reach");
    }
    regions.push_back(region);
  }
  return regions;
}

}  // namespace isthmus::mesh
