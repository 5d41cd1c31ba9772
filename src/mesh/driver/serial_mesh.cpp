#include "mesh/driver/serial_mesh.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "isthmus/isthmus.hpp"
#include "mesh/driver/field_figures.hpp"
#include "mesh/driver/probes.hpp"

namespace isthmus::mesh {
namespace {

Box grown_everywhere(Box box, std::int32_t layers) {
  for (std::size_t d = 0; d < dimension_count; ++d) box = box.grown(d, layers, layers);
  return box;
}

}  // namespace

bool reads_neighbours(const Operation& operation) {
  return std::ranges::any_of(operation.reads, [](const auto& read) { return read.layers > 0; });
}

Results no_results(const Plan& plan) {
  Results results;
  for (const Reduction& one : plan.reductions) {
    results.emplace_back(one.is_interpolation ? one.probes.size() : reduced_count,
                         std::numeric_limits<double>::quiet_NaN());
  }
  return results;
}

std::size_t next_behind_repeat(const std::vector<Operation>& operations, std::size_t at,
                               std::int32_t passes, const Results& results) {
  const Operation& repeat = operations[at];
  const auto reduction = static_cast<std::size_t>(repeat.reductions.front());
  const double value = results[reduction][static_cast<std::size_t>(repeat.loop.what)];
  const bool goes_on = value > repeat.loop.enough && std::isfinite(value);
  if (!goes_on || passes + 1 >= repeat.loop.most) return at + 1;
  const auto begin = std::ranges::find_if(operations, [&](const Operation& one) {
    return one.kind == Operation::Kind::synchronize && one.loop.number == repeat.loop.number;
  });
  return static_cast<std::size_t>(begin - operations.begin());
}

std::int32_t boundary_width(const Plan& plan) {
  std::int32_t width = 0;
  for (const auto* operations : {&plan.initial, &plan.step, &plan.analysis}) {
    for (const Operation& operation : *operations) {
      for (const auto& read : operation.reads) width = std::max(width, read.layers);
    }
  }
  return width;
}

SerialMesh::SerialMesh(const Plan& plan, const Geometry& geometry, double step_size,
                       double start_time, std::int64_t start_step)
    : plan_(plan),
      geometry_(geometry),
      start_time_(start_time),
      moment_{0, start_time, step_size},
      width_(boundary_width(plan)),
      fields_(plan.fields.size(), grown_everywhere(geometry.whole, width_)),
      parameters_(plan.parameters),
      results_(no_results(plan)) {
  carry_out(plan_.initial, Phase::initial);
  moment_.step = start_step;
}

void SerialMesh::run(std::int64_t steps) {
  for (const std::int64_t end = moment_.step + steps; moment_.step < end; ++moment_.step) {
    past_.clear();
    for (std::size_t d = 0; d < dimension_count; ++d) {
      if (is_periodic(d)) continue;
      for (const std::size_t side : {0U, 1U}) {
        past_.keep(plan_, fields_, geometry_.whole, {d, side}, width_);
      }
    }
    carry_out(plan_.step, Phase::step);
  }
}

void SerialMesh::analyse() { carry_out(plan_.analysis, Phase::analysis); }

Moment SerialMesh::moment_at(double offset) const {
  Moment moment = moment_;
  moment.time = start_time_ + static_cast<double>(moment_.step) * moment_.step_size +
                offset * moment_.step_size;
  return moment;
}

void SerialMesh::carry_out(const std::vector<Operation>& operations, Phase phase) {
  std::int32_t passes = 0;
  for (std::size_t i = 0; i < operations.size(); ++i) {
    const Operation& operation = operations[i];
    switch (operation.kind) {
      case Operation::Kind::compute:
        compute(operation, phase);
        break;
      case Operation::Kind::synchronize:
        synchronize(operation, phase);
        break;
      case Operation::Kind::rotate:
        fields_.rotate(operation.fields);
        break;
      case Operation::Kind::reduce:
        reduce(operation);
        break;
      case Operation::Kind::repeat: {
        const std::size_t next = next_behind_repeat(operations, i, passes, results_);
        passes = next > i ? 0 : passes + 1;
        i = next - 1;
        break;
      }
    }
  }
}

void SerialMesh::compute(const Operation& operation, Phase phase) {
  for (const auto& read : operation.reads) {
    if (read.layers > 0) fill_periodic(read.field);
  }
  Box box = geometry_.whole;
  if (phase == Phase::initial && !reads_neighbours(operation)) {
    for (std::size_t d = 0; d < dimension_count; ++d) {
      if (!is_periodic(d)) box = box.grown(d, width_, width_);
    }
  }
  const Moment moment = moment_at(operation.time_offset);
  operation.routine(Patch(box, fields_.storage(), geometry_, moment, fields_.all(),
                          plan_.first_fields, parameters_, results_));
}

void SerialMesh::reduce(const Operation& operation) {
  for (const std::int32_t number : operation.reductions) {
    const auto at = static_cast<std::size_t>(number);
    const Reduction& reduction = plan_.reductions[at];
    if (reduction.is_interpolation) {
      const std::vector<Stencil> stencils =
          stencils_of(reduction, geometry_, {is_periodic(0), is_periodic(1), is_periodic(2)});
      results_[at] =
          values_of(stencils, samples_of(stencils, 0, fields_[reduction.field], geometry_.whole));
    } else {
      const FigureSource source = figure_source(fields_, reduction.field, reduction.imaginary);
      results_[at] = as_result(FieldFigures(source, geometry_.whole).reduced());
    }
  }
}

void SerialMesh::synchronize(const Operation& operation, Phase phase) {
  const PastBoundaries none;
  const bool has_past = phase == Phase::step;
  const double elapsed = operation.time_offset * moment_.step_size;
  // A dimension's boundaries go over the points inside and the boundaries of those before it.
  Box across = geometry_.whole;
  for (std::size_t d = 0; d < dimension_count; ++d) {
    if (is_periodic(d)) continue;
    for (const std::int32_t field : operation.fields) {
      for (const std::size_t side : {0U, 1U}) {
        apply_boundary(plan_, fields_, field, {d, side}, across, geometry_, width_,
                       has_past ? past_ : none, elapsed);
      }
    }
    across = across.grown(d, width_, width_);
  }
}

void SerialMesh::fill_periodic(std::int32_t field) {
  const View view = fields_[field];
  for (std::size_t d = 0; d < dimension_count; ++d) {
    if (!is_periodic(d)) continue;
    const std::int32_t size = geometry_.whole.extent(d);
    // Layer by layer outwards: where the grid is thinner than its ghosts, these repeat it.
    for (std::int32_t n = 1; n <= width_; ++n) {
      Box lower = fields_.storage();
      lower.low[d] = geometry_.whole.low[d] - n;
      lower.high[d] = lower.low[d] + 1;
      copy_moved(view, view, lower.moved(d, size), d, -size);
      Box upper = fields_.storage();
      upper.low[d] = geometry_.whole.high[d] + n - 1;
      upper.high[d] = upper.low[d] + 1;
      copy_moved(view, view, upper.moved(d, -size), d, size);
    }
  }
}

}  // namespace isthmus::mesh
