#include <algorithm>
#include <cmath>
#include <limits>

#include "mesh/driver/boundaries.hpp"
#include "mesh/flesh/mesh_file.hpp"
#include "mesh/flesh/words.hpp"

namespace isthmus::mesh {

namespace {

Geometry geometry_of(const GridSettings& grid, const Plan& plan) {
  Geometry geometry{{{0, 0, 0}, grid.points}, grid.origin, grid.spacing};
  for (std::size_t d = 0; grid.domain && d < dimension_count; ++d) {
    const auto [lower, upper] = (*grid.domain)[d];
    const std::int32_t gaps = is_periodic(plan.boundaries, d) ? grid.points[d] : grid.points[d] - 1;
    geometry.origin[d] = lower;
    geometry.spacing[d] = (upper - lower) / std::max(gaps, 1);
  }
  return geometry;
}

/// Steps up to the final time. A quotient that is a whole number but for rounding makes no step
/// more.
double steps_until(double until, double step_size) {
  return std::ceil(until / step_size * (1 - 1e-12));
}

double longest_step(const MeshFile& file, const Geometry& geometry) {
  if (!file.time.courant) return file.time.step_size.value_or(0);
  double least = std::numeric_limits<double>::infinity();
  for (std::size_t d = 0; d < dimension_count; ++d) {
    if (file.grid.points[d] > 1) least = std::min(least, geometry.spacing[d]);
  }
  // A grid of one point has no neighbours; any spacing does.
  if (!std::isfinite(least)) least = geometry.spacing[0];
  return *file.time.courant * least;
}

}  // namespace

Expected<void> check_end(const MeshFile& file, const Plan& plan) {
  if (!file.time.until) return {};
  const double step_size = longest_step(file, geometry_of(file.grid, plan));
  const double steps = steps_until(*file.time.until, step_size);
  if (steps <= static_cast<double>(steps_max)) return {};
  return fail(ErrorCode::bad_input,
              "the time " + shortest(*file.time.until) + " is " + shortest(steps) +
                  " steps away, each of " + shortest(step_size),
              file.where(file.time.until_line), "at most " + std::to_string(steps_max));
}

Frame frame_of(const MeshFile& file, const Plan& plan) {
  Frame frame{geometry_of(file.grid, plan), 0, 0};
  frame.step_size = longest_step(file, frame.geometry);
  if (file.time.steps) {
    frame.steps = *file.time.steps;
  } else if (file.time.until) {
    const double steps = steps_until(*file.time.until, frame.step_size);
    frame.steps = static_cast<std::int64_t>(std::clamp(steps, 1.0, static_cast<double>(steps_max)));
    frame.step_size = *file.time.until / static_cast<double>(frame.steps);
  }
  return frame;
}

}  // namespace isthmus::mesh
