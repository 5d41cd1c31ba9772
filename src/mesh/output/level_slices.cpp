#include "mesh/output/level_slices.hpp"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <utility>

namespace isthmus::mesh {

namespace {

/// Whether the points of a dimension go on both sides of a place, or have it.
bool reaches(const Geometry& geometry, std::size_t d, double coordinate, bool is_staggered) {
  const double shift = is_staggered ? 0.5 * geometry.spacing[d] : 0.0;
  const double rounding = 1e-9 * geometry.spacing[d];
  const double first = geometry.coordinate(d, geometry.whole.low[d]) + shift;
  const double last = geometry.coordinate(d, geometry.whole.high[d] - 1) + shift;
  return coordinate >= first - rounding && coordinate <= last + rounding;
}

std::optional<LevelCut> cut_at(const Slice& wish, const Geometry& geometry, std::int32_t region) {
  LevelCut cut{region, wish, geometry, {}};
  for (std::size_t d = 0; d < dimension_count; ++d) {
    if (!wish.at[d]) continue;
    const double coordinate = wish.at[d]->coordinate;
    const auto order = static_cast<std::int32_t>(wish.at[d]->weights.size()) - 1;
    if (!reaches(geometry, d, coordinate, wish.field.is_staggered)) return {};
    auto place = place_at(geometry, d, coordinate, wish.field.is_staggered, order);
    if (!place) return {};
    cut.slice.at[d] = std::move(*place);
  }
  cut.box = cut.slice.part_of(geometry.whole);
  return cut;
}

}  // namespace

std::vector<FinerBox> finer_of(const std::vector<Region>& regions) {
  std::vector<FinerBox> finer;
  for (const Region& region : regions) {
    if (region.level > 0) finer.push_back({region.level, region.box});
  }
  return finer;
}

std::vector<LevelCut> cuts_of(const Slice& wish, const LevelFrame& frame,
                              const std::vector<Region>& regions) {
  std::vector<LevelCut> cuts;
  for (std::size_t i = 0; i < regions.size(); ++i) {
    const Geometry geometry =
        geometry_of(frame.geometry, FinerBox{regions[i].level, regions[i].box});
    const auto number = static_cast<std::int32_t>(i);
    if (auto cut = cut_at(wish, geometry, number)) cuts.push_back(std::move(*cut));
  }
  return cuts;
}

std::vector<std::vector<double>> lines_of(const std::vector<LevelCut>& cuts, std::size_t cut,
                                          const LevelFrame& frame,
                                          const std::vector<Region>& regions,
                                          std::vector<double> values) {
  const LevelCut& one = cuts[cut];
  std::vector<Box> covered;
  for (const LevelCut& other : cuts) {
    const Region& region = regions[static_cast<std::size_t>(other.region)];
    if (region.parent == one.region) covered.push_back(coarsened(region.box, frame.is_refined()));
  }
  Box free = one.box;
  for (std::size_t d = 0; d < dimension_count; ++d) {
    if (!one.slice.at[d]) continue;
    free.high[d] = free.low[d] + 1;
    for (Box& box : covered) {
      box.low[d] = free.low[d];
      box.high[d] = free.high[d];
    }
  }
  SliceGatherer gatherer(one.slice, one.geometry);
  auto all = gatherer.add(0, {one.box, std::move(values)}).value();
  std::vector<std::vector<double>> lines;
  std::size_t next = 0;
  Point point{};
  for (point[2] = free.low[2]; point[2] < free.high[2]; ++point[2]) {
    for (point[1] = free.low[1]; point[1] < free.high[1]; ++point[1]) {
      for (point[0] = free.low[0]; point[0] < free.high[0]; ++point[0]) {
        std::vector<double>& line = all[next++];
        if (std::ranges::any_of(covered, [&](const Box& box) { return box.holds(point); })) {
          continue;
        }
        line.insert(line.begin(), regions[static_cast<std::size_t>(one.region)].level);
        lines.push_back(std::move(line));
      }
    }
  }
  return lines;
}

}  // namespace isthmus::mesh
