#include "mesh/refinement/level_figures.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>

namespace isthmus::mesh {

std::vector<double> axis_weights(const LevelFrame& frame, const std::vector<Region>& regions,
                                 std::int32_t region, std::size_t dimension) {
  const Region& one = regions[static_cast<std::size_t>(region)];
  const std::size_t d = dimension;
  const bool is_refined = frame.is_refined()[d];
  const double within = is_refined ? std::ldexp(1.0, -one.level) : 1.0;
  std::vector<double> weights(static_cast<std::size_t>(one.box.extent(d)), within);
  // What goes on behind its last point, as a periodic one does, has no ends.
  const bool has_ends = (one.box.high[d] - 1) % 2 == 0;
  if (one.parent < 0 || !is_refined || !has_ends) return weights;
  const std::vector<double> coarse = axis_weights(frame, regions, one.parent, d);
  const std::int32_t first = regions[static_cast<std::size_t>(one.parent)].box.low[d];
  const auto of_coarse = [&](std::int32_t fine) {
    return coarse[static_cast<std::size_t>(fine / 2 - first)];
  };
  weights.front() = of_coarse(one.box.low[d]) - within / 2;
  weights.back() = of_coarse(one.box.high[d] - 1) - within / 2;
  return weights;
}

FieldFigures figures_of(const LevelFrame& frame, const std::vector<Region>& regions,
                        std::int32_t region, const FigureSource& source, const Box& box) {
  const Point first = regions[static_cast<std::size_t>(region)].box.low;
  std::array<std::vector<double>, dimension_count> weights;
  for (std::size_t d = 0; d < dimension_count; ++d) {
    weights[d] = axis_weights(frame, regions, region, d);
  }
  const auto weight = [&](std::size_t d, std::int32_t index) {
    return weights[d][static_cast<std::size_t>(index - first[d])];
  };
  std::vector<Box> covered;
  for (const Region& finer : regions) {
    if (finer.parent != region) continue;
    const Box common = coarsened(finer.box, frame.is_refined()).intersection(box);
    if (!common.is_empty()) covered.push_back(common);
  }
  FieldFigures figures;
  for (std::int32_t k = box.low[2]; k < box.high[2]; ++k) {
    for (std::int32_t j = box.low[1]; j < box.high[1]; ++j) {
      for (std::int32_t i = box.low[0]; i < box.high[0]; ++i) {
        const Point at{i, j, k};
        if (std::ranges::any_of(covered, [&](const Box& one) { return one.holds(at); })) continue;
        figures.add_point(source(i, j, k), at, weight(0, i) * (weight(1, j) * weight(2, k)));
      }
    }
  }
  return figures;
}

std::vector<Stencil> stencils_of(const Reduction& interpolation, const LevelFrame& frame,
                                 const std::vector<Region>& regions) {
  std::vector<Stencil> stencils;
  for (const Probe& probe : interpolation.probes) {
    Stencil best = stencil_of(probe, frame.geometry, frame.geometry.whole, frame.is_periodic);
    std::int32_t finest = 0;
    for (std::size_t i = 1; i < regions.size(); ++i) {
      if (regions[i].level <= finest) continue;
      // Between its points alone: what lies behind the last one of a periodic dimension is coarse.
      Stencil here = stencil_of(probe, frame.geometry_at(regions[i].level), regions[i].box, {});
      if (!here.is_inside()) continue;
      here.region = static_cast<std::int32_t>(i);
      finest = regions[i].level;
      best = here;
    }
    stencils.push_back(best);
  }
  return stencils;
}

}  // namespace isthmus::mesh
