#include "mesh/refinement/serial_levels.hpp"

#include <algorithm>
#include <utility>

#include "isthmus/isthmus.hpp"
#include "mesh/driver/serial_mesh.hpp"
#include "mesh/refinement/level_figures.hpp"

namespace isthmus::mesh {
namespace {

std::int32_t& of(std::vector<std::int32_t>& by_field, std::int32_t field) {
  return by_field[static_cast<std::size_t>(field)];
}

}  // namespace

SerialLevels::SerialLevels(const Course& course, const LevelFrame& frame, const LevelPlan& levels,
                           std::vector<Region> regions, double step_size, double start_time)
    : course_(course),
      frame_(frame),
      levels_(levels),
      step_size_(step_size),
      regions_(std::move(regions)),
      start_time_(start_time),
      parameters_(course.plan().parameters),
      results_(no_results(course.plan())) {
  for (const Region& region : regions_) {
    grids_.push_back(make_grid(region));
    carry_out(grids_.back(), plan().initial, Phase::initial);
    if (region.level > 0) {
      fill_ghosts(grids_.back(), grids_[static_cast<std::size_t>(region.parent)], true);
    }
  }
  for (const Operation& operation : plan().initial) {
    if (operation.kind != Operation::Kind::reduce) continue;
    for (const Grid& grid : grids_) reduce(grid, operation, Phase::initial);
  }
  tell_reductions();
}

SerialLevels::Grid SerialLevels::make_grid(const Region& region) const {
  Grid grid;
  grid.region = region;
  grid.geometry = frame_.geometry_at(region.level);
  grid.box = region.box;
  grid.step = grids_.empty() ? 0 : grids_.front().step;
  grid.step_size = step_size_;
  for (std::int32_t level = 0; level < region.level; ++level) {
    grid.step *= substeps;
    grid.step_size /= substeps;
  }
  grid.fields = Fields(plan().fields.size(), frame_.with_ghosts(region));
  grid.right.assign(plan().fields.size(), frame_.layers);
  return grid;
}

void SerialLevels::change_regions(std::vector<Region> regions) {
  std::vector<Grid> grids;
  for (const Region& region : regions) {
    const auto same = std::ranges::find_if(grids_, [&](const Grid& grid) {
      return grid.region.level == region.level && grid.box == region.box;
    });
    if (same == grids_.end()) {
      grids.push_back(make_grid(region));
      fill_anew(grids.back(), grids[static_cast<std::size_t>(region.parent)], grids_);
      continue;
    }
    // Its points are no other's now, so what is gone with them was not asked for.
    grids.push_back(std::move(*same));
    grids.back().region = region;
    same->box = {};
  }
  grids_ = std::move(grids);
  regions_ = std::move(regions);
}

void SerialLevels::fill_anew(Grid& grid, const Grid& parent, std::span<const Grid> before) {
  const auto held = [&](const Grid& one) {
    Box box = one.box;
    for (std::size_t d = 0; d < dimension_count; ++d) {
      if (frame_.is_periodic[d]) continue;
      box = box.grown(d, frame_.is_outermost(one.region, d, 0) ? frame_.width : 0,
                      frame_.is_outermost(one.region, d, 1) ? frame_.width : 0);
    }
    return box;
  };
  for (const ProlongedField& prolonged : levels_.prolonged) {
    fill_slab(grid, parent, prolonged, grid.fields.storage());
    for (const Grid& old : before) {
      if (old.region.level != grid.region.level || old.box.is_empty()) continue;
      copy_box(old.fields[prolonged.field], grid.fields[prolonged.field],
               held(old).intersection(held(grid)));
    }
  }
}

void SerialLevels::run(std::int64_t steps) {
  for (std::int64_t i = 0; i < steps; ++i) {
    step(grids_.front());
    tell_reductions();
  }
}

void SerialLevels::analyse() {
  for (const Operation& operation : plan().analysis) {
    for (Grid& grid : grids_) carry_out(grid, operation, Phase::analysis);
    tell_reductions();
  }
}

void SerialLevels::step(Grid& grid) {
  grid.past.clear();
  for (std::size_t d = 0; d < dimension_count; ++d) {
    for (const std::size_t side : {0U, 1U}) {
      if (frame_.is_periodic[d] || !frame_.is_outermost(grid.region, d, side)) continue;
      grid.past.keep(plan(), grid.fields, grid.geometry.whole, {d, side}, frame_.width);
    }
  }
  carry_out(grid, plan().step, Phase::step);
  ++grid.step;
  std::vector<Grid*> children;
  for (Grid& child : grids_) {
    if (child.region.level == 0) continue;
    if (&grids_[static_cast<std::size_t>(child.region.parent)] == &grid) children.push_back(&child);
  }
  for (Grid* child : children) {
    for (std::int32_t i = 0; i < substeps; ++i) step(*child);
    give_back(*child, grid);
  }
  if (!children.empty()) fill_boundaries(grid, levels_.restricted, {}, 0);
  // Those of still finer ones come from points inside of these, and are new already.
  for (Grid* child : children) fill_ghosts(*child, grid, false);
}

void SerialLevels::give_back(const Grid& fine, Grid& coarse) const {
  const Box points = coarsened(fine.box, frame_.is_refined());
  std::vector<double> values(static_cast<std::size_t>(points.point_count()));
  for (const std::int32_t field : levels_.restricted) {
    pack_injected(fine.fields[field], points, frame_.is_refined(), values.data());
    unpack(values.data(), coarse.fields[field], points);
  }
}

template <class What>
void SerialLevels::for_open_slabs(const Grid& grid, What&& what) const {
  // Ghosts beyond faces of the whole grid are filled with those, not here.
  Box rest = grid.fields.storage();
  for (std::size_t d = 0; d < dimension_count; ++d) {
    for (const std::size_t side : {0U, 1U}) {
      if (frame_.is_outermost(grid.region, d, side)) continue;
      Box slab = rest;
      (side == 0 ? slab.high[d] : slab.low[d]) =
          side == 0 ? rest.low[d] + frame_.layers : rest.high[d] - frame_.layers;
      what(slab);
      rest = side == 0 ? rest.grown(d, -frame_.layers, 0) : rest.grown(d, 0, -frame_.layers);
    }
  }
}

void SerialLevels::inherit(Grid& grid, const Operation& operation) {
  if (grid.region.level == 0) return;
  const Grid& parent = grids_[static_cast<std::size_t>(grid.region.parent)];
  const auto sources = time_sources(operation.reads.front().field, 0);
  for (const std::int32_t field : operation.writes) {
    for_open_slabs(grid, [&](const Box& slab) {
      fill_slab(grid, parent, {.field = field, .sources = sources}, slab);
    });
    of(grid.right, field) = frame_.layers;
  }
}

void SerialLevels::fill_ghosts(Grid& fine, const Grid& coarse, bool is_begin) {
  for_open_slabs(fine, [&](const Box& slab) {
    for (const ProlongedField& prolonged : levels_.prolonged) {
      if (!is_begin || prolonged.at_begin) fill_slab(fine, coarse, prolonged, slab);
    }
  });
  for (const ProlongedField& prolonged : levels_.prolonged) {
    if (!is_begin || prolonged.at_begin) of(fine.right, prolonged.field) = frame_.layers;
  }
}

void SerialLevels::fill_slab(const Grid& fine, const Grid& coarse, const ProlongedField& prolonged,
                             const Box& slab) const {
  const Prolongation prolongation = frame_.prolongation_from(coarse.region.level);
  const Box source = prolongation.source(slab);
  std::vector<double> values(static_cast<std::size_t>(source.point_count()));
  double* to = values.data();
  for (std::int32_t k = source.low[2]; k < source.high[2]; ++k) {
    for (std::int32_t j = source.low[1]; j < source.high[1]; ++j) {
      for (std::int32_t i = source.low[0]; i < source.high[0]; ++i) {
        Point at{i, j, k};
        for (std::size_t d = 0; d < dimension_count; ++d) {
          if (!frame_.is_periodic[d]) continue;
          const std::int32_t size = coarse.geometry.whole.extent(d);
          at[d] = (at[d] % size + size) % size;
        }
        to = pack_mixed(coarse.fields.all(), coarse.fields.storage(), prolonged.sources,
                        {at, {at[0] + 1, at[1] + 1, at[2] + 1}}, to);
      }
    }
  }
  prolongation.fill(View(values.data(), source), fine.fields[prolonged.field], slab);
}

void SerialLevels::carry_out(Grid& grid, const std::vector<Operation>& operations, Phase phase) {
  std::int32_t passes = 0;
  for (std::size_t i = 0; i < operations.size(); ++i) {
    if (operations[i].kind != Operation::Kind::repeat) {
      carry_out(grid, operations[i], phase);
      continue;
    }
    const std::size_t next = next_behind_repeat(operations, i, passes, results_);
    passes = next > i ? 0 : passes + 1;
    i = next - 1;
  }
}

void SerialLevels::carry_out(Grid& grid, const Operation& operation, Phase phase) {
  switch (operation.kind) {
    case Operation::Kind::compute:
      compute(grid, operation, phase);
      break;
    case Operation::Kind::synchronize:
      synchronize(grid, operation, phase);
      break;
    case Operation::Kind::rotate:
      rotate(grid, operation);
      break;
    case Operation::Kind::reduce:
      // Of initial data when all levels have theirs, but for what they are made by.
      if (phase != Phase::initial) {
        reduce(grid, operation, phase);
      } else if (operation.is_of_region) {
        reduce_alone(grid, operation);
      }
      break;
    case Operation::Kind::repeat:
      break;  // of lists of them
  }
}

void SerialLevels::reduce_alone(const Grid& grid, const Operation& operation) {
  for (const std::int32_t number : operation.reductions) {
    const Reduction& reduction = plan().reductions[static_cast<std::size_t>(number)];
    const FigureSource source = figure_source(grid.fields, reduction.field, reduction.imaginary);
    results_[static_cast<std::size_t>(number)] =
        as_result(FieldFigures(source, grid.box).reduced());
  }
}

void SerialLevels::reduce(const Grid& grid, const Operation& operation, Phase phase) {
  std::int64_t in_one = 1;
  for (std::int32_t level = 0; level < grid.region.level; ++level) in_one *= substeps;
  if (phase == Phase::step && (grid.step + 1) % in_one != 0) return;
  const auto region = static_cast<std::int32_t>(&grid - grids_.data());
  for (const std::int32_t number : operation.reductions) {
    const Reduction& reduction = plan().reductions[static_cast<std::size_t>(number)];
    Part& part = parts_[number];
    if (reduction.is_interpolation) {
      const std::vector<Sample> samples = samples_of(
          stencils_of(reduction, frame_, regions_), region, grid.fields[reduction.field], grid.box);
      part.samples.insert(part.samples.end(), samples.begin(), samples.end());
    } else {
      const FigureSource source = figure_source(grid.fields, reduction.field, reduction.imaginary);
      part.figures.add(figures_of(frame_, regions_, region, source, grid.box));
    }
  }
}

void SerialLevels::tell_reductions() {
  for (const auto& [number, part] : parts_) {
    const Reduction& reduction = plan().reductions[static_cast<std::size_t>(number)];
    results_[static_cast<std::size_t>(number)] =
        reduction.is_interpolation
            ? values_of(stencils_of(reduction, frame_, regions_), part.samples)
            : as_result(part.figures.reduced());
  }
  parts_.clear();
}

void SerialLevels::compute(Grid& grid, const Operation& operation, Phase phase) {
  std::int32_t layers = frame_.layers;
  for (const auto& read : operation.reads) {
    if (read.layers > 0) fill_periodic(grid, read.field);
    layers = std::min(layers, of(grid.right, read.field) - read.layers);
  }
  // Fewer than none would be points of the region that nobody can compute.
  const bool is_open = grown(grid, 1) != grid.box;
  ISTHMUS_ASSERT(layers >= 0 || !is_open || phase == Phase::initial);
  layers = operation.holds_ghosts ? 0 : std::max(layers, 0);
  for (const std::int32_t field : operation.writes) {
    if (!operation.holds_ghosts) of(grid.right, field) = layers;
  }
  Box box = grown(grid, layers);
  for (std::size_t d = 0; d < dimension_count; ++d) {
    if (phase != Phase::initial || reads_neighbours(operation) || frame_.is_periodic[d]) continue;
    box = box.grown(d, frame_.is_outermost(grid.region, d, 0) ? frame_.width : 0,
                    frame_.is_outermost(grid.region, d, 1) ? frame_.width : 0);
  }
  Moment moment{grid.step, 0, grid.step_size};
  moment.time = start_time_ + static_cast<double>(grid.step) * grid.step_size +
                operation.time_offset * grid.step_size;
  operation.routine(Patch(box, grid.fields.storage(), grid.geometry, moment, grid.fields.all(),
                          plan().first_fields, parameters_, results_));
  if (operation.inherits) inherit(grid, operation);
}

void SerialLevels::synchronize(Grid& grid, const Operation& operation, Phase phase) const {
  const PastBoundaries none;
  for (const std::int32_t field : operation.fields) {
    // What boundaries have of another field is right as far as that is.
    for (std::size_t face = 0; face < 2 * dimension_count; ++face) {
      const auto source =
          boundary_source(plan(), static_cast<std::size_t>(field), face / 2, face % 2);
      if (source >= 0)
        of(grid.right, field) = std::min(of(grid.right, field), of(grid.right, source));
    }
  }
  fill_boundaries(grid, operation.fields, phase == Phase::step ? grid.past : none,
                  operation.time_offset * grid.step_size);
}

void SerialLevels::fill_boundaries(Grid& grid, const std::vector<std::int32_t>& fields,
                                   const PastBoundaries& past, double elapsed) const {
  for (const std::int32_t field : fields) {
    // A dimension's boundaries go over the points inside and the boundaries of those before it.
    Box across = grown(grid, of(grid.right, field));
    for (std::size_t d = 0; d < dimension_count; ++d) {
      if (frame_.is_periodic[d]) continue;
      const bool is_low = frame_.is_outermost(grid.region, d, 0);
      const bool is_high = frame_.is_outermost(grid.region, d, 1);
      for (const std::size_t side : {0U, 1U}) {
        if (side == 0 ? !is_low : !is_high) continue;
        apply_boundary(plan(), grid.fields, field, {d, side}, across, grid.geometry, frame_.width,
                       past, elapsed);
      }
      across = across.grown(d, is_low ? frame_.width : 0, is_high ? frame_.width : 0);
    }
  }
}

void SerialLevels::fill_periodic(Grid& grid, std::int32_t field) const {
  const View view = grid.fields[field];
  for (std::size_t d = 0; d < dimension_count; ++d) {
    if (!frame_.is_periodic[d] || !frame_.is_outermost(grid.region, d, 0)) continue;
    const std::int32_t size = grid.geometry.whole.extent(d);
    for (std::int32_t n = 1; n <= frame_.width; ++n) {
      Box lower = grid.fields.storage();
      lower.low[d] = grid.geometry.whole.low[d] - n;
      lower.high[d] = lower.low[d] + 1;
      copy_moved(view, view, lower.moved(d, size), d, -size);
      Box upper = grid.fields.storage();
      upper.low[d] = grid.geometry.whole.high[d] + n - 1;
      upper.high[d] = upper.low[d] + 1;
      copy_moved(view, view, upper.moved(d, -size), d, size);
    }
  }
}

void SerialLevels::rotate(Grid& grid, const Operation& operation) const {
  grid.fields.rotate(operation.fields);
  const std::vector<std::int32_t>& fields = operation.fields;
  if (fields.empty()) return;
  const std::int32_t last = of(grid.right, fields.back());
  for (std::size_t i = fields.size() - 1; i > 0; --i) {
    of(grid.right, fields[i]) = of(grid.right, fields[i - 1]);
  }
  of(grid.right, fields.front()) = last;
}

Box SerialLevels::grown(const Grid& grid, std::int32_t layers) const {
  Box box = grid.box;
  for (std::size_t d = 0; d < dimension_count; ++d) {
    box = box.grown(d, frame_.is_outermost(grid.region, d, 0) ? 0 : layers,
                    frame_.is_outermost(grid.region, d, 1) ? 0 : layers);
  }
  return box;
}

}  // namespace isthmus::mesh
