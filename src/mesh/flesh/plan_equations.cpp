#include "mesh/flesh/plan_equations.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <functional>
#include <map>
#include <numbers>
#include <utility>

#include "mesh/flesh/laplacian.hpp"
#include "mesh/flesh/lines.hpp"

namespace isthmus::mesh {
namespace {

double best_relaxation(const Geometry& geometry, const Relaxation& relaxation) {
  double sum = 0;
  double all = 0;
  for (std::size_t d = 0; d < dimension_count; ++d) {
    const std::int32_t points = geometry.whole.extent(d);
    if (points <= 1) continue;
    const double weight = 1 / (geometry.spacing[d] * geometry.spacing[d]);
    sum += weight * std::cos(std::numbers::pi / (relaxation.stretch[d] * (points + 1)));
    all += weight;
  }
  if (all == 0) return 1;
  const double radius = sum / all;
  return 2 / (1 + std::sqrt(std::max(0.0, 1 - radius * radius)));
}

/// As `Relaxation::stretch` has it, of a dimension's ends.
double stretch_between(const Boundary& lower, const Boundary& upper) {
  if (lower.kind == BoundaryKind::periodic) return 0.5;
  const int held = (is_held_beyond(lower.kind) ? 1 : 0) + (is_held_beyond(upper.kind) ? 1 : 0);
  const int robin =
      (lower.kind == BoundaryKind::robin ? 1 : 0) + (upper.kind == BoundaryKind::robin ? 1 : 0);
  if (held == 2) return 1;
  if (held == 1) return robin == 1 ? 1.4 : 2;
  // The longest wave of f' = -f / r at the distance r from the middle: k r tan(k r) = 1.
  constexpr double of_robin = std::numbers::pi / (2 * 0.86);
  return robin == 2 ? of_robin : robin == 1 ? 2 * of_robin : 1;
}

/// Of half a sweep: the even points from `now` to `half`, or the odd ones back.
std::function<void(const Patch&)> sweep_routine(const Relaxation& relaxation, bool is_even) {
  return [relaxation, is_even](const Patch& patch) {
    const GridFunctionId from = is_even ? relaxation.now : relaxation.half;
    const GridFunctionId to = is_even ? relaxation.half : relaxation.now;
    const View old = patch(from);
    const View fresh = patch(to);
    const Laplacian laplacian(old, patch.geometry());
    const double given = relaxation.equation.relaxation;
    const double share = given > 0 ? given : best_relaxation(patch.geometry(), relaxation);
    const Box& box = patch.box();
    for_rows(box, [&](std::int32_t j, std::int32_t k) {
      const double* f = old.row(j, k);
      double* result = fresh.row(j, k);
      const RowOrNothing coefficient(patch, relaxation.equation.coefficient, j, k);
      const RowOrNothing source(patch, relaxation.equation.source, j, k);
      for (std::int32_t i = box.low[0]; i < box.high[0]; ++i) {
        const bool is_meant = ((i + j + k) % 2 == 0) == is_even;
        const double diagonal = laplacian.diagonal() + coefficient[i];
        result[i] = f[i];
        if (!is_meant || diagonal == 0) continue;
        result[i] += share * (-(laplacian.around(f + i) + source[i]) / diagonal - f[i]);
      }
    });
  };
}

void set_boundaries(Relaxation& relaxation, Boundaries& boundaries) {
  set_beyond(relaxation.equation, boundaries);
  for (std::size_t d = 0; d < dimension_count; ++d) {
    relaxation.stretch[d] = stretch_between(boundaries[d][0], boundaries[d][1]);
  }
}

/// Puts a loop together.
class LoopMaker {
 public:
  LoopMaker(const Relaxation& relaxation, const Plan& plan) : relaxation_(relaxation), plan_(plan) {
    for (const GridFunctionId of : {relaxation.equation.coefficient, relaxation.equation.source}) {
      if (of.function >= 0) given_.push_back({field(of), 0});
    }
  }

  std::vector<Operation> make() {
    const Equation& equation = relaxation_.equation;
    const std::int32_t function = field(equation.function);
    const std::int32_t now = field(relaxation_.now);
    const std::int32_t half = field(relaxation_.half);
    const std::int32_t sweeps = std::min(equation.sweeps, sweeps_a_pass);
    // Both begin as the function: what stays at boundaries stays as it is there.
    compute("begin", {{function, 0}}, {now, half}).inherits = relaxation_.is_on_levels;
    synchronize(now);
    operations_.back().loop.number = relaxation_.reduction.number;
    for (std::int32_t sweep = 0; sweep < sweeps; ++sweep) {
      compute("even", around(now), {half}).holds_ghosts = relaxation_.is_on_levels;
      synchronize(half);
      compute("odd", around(half), {now}).holds_ghosts = relaxation_.is_on_levels;
      synchronize(now);
    }
    compute("left side", around(now), {field(relaxation_.left_side)}).holds_ghosts =
        relaxation_.is_on_levels;
    Operation& reduce = add(Operation::Kind::reduce);
    reduce.reductions = {relaxation_.reduction.number};
    reduce.is_of_region = relaxation_.is_on_levels;
    Operation& repeat = add(Operation::Kind::repeat);
    repeat.reductions = {relaxation_.reduction.number};
    repeat.loop = {.number = relaxation_.reduction.number,
                   .what = equation.norm,
                   .enough = equation.tolerance,
                   .most = 1 + (equation.sweeps - 1) / sweeps};
    compute("end", {{now, 0}}, {function});
    operations_.back().reductions = {relaxation_.reduction.number};
    return std::move(operations_);
  }

 private:
  static constexpr std::int32_t sweeps_a_pass = 8;  // between two looks at what is left

  std::int32_t field(GridFunctionId id) const { return field_of(id, plan_); }
  std::vector<Operation::Read> around(std::int32_t field) const {
    std::vector<Operation::Read> reads{{field, 1}};
    reads.insert(reads.end(), given_.begin(), given_.end());
    return reads;
  }
  Operation& add(Operation::Kind kind) {
    Operation& operation = operations_.emplace_back();
    operation.kind = kind;
    operation.name = relaxation_.name;
    return operation;
  }
  Operation& compute(const std::string& what, std::vector<Operation::Read> reads,
                     std::vector<std::int32_t> writes) {
    Operation& operation = add(Operation::Kind::compute);
    operation.name += ": " + what;
    operation.reads = std::move(reads);
    operation.writes = std::move(writes);
    return operation;
  }
  void synchronize(std::int32_t field) { add(Operation::Kind::synchronize).fields = {field}; }

  const Relaxation& relaxation_;
  const Plan& plan_;
  std::vector<Operation::Read> given_;
  std::vector<Operation> operations_;
};

}  // namespace

std::vector<Operation> operations_of(const Relaxation& relaxation, const Plan& plan) {
  return LoopMaker(relaxation, plan).make();
}

void finish(Relaxation& relaxation, Plan& plan) {
  for (const GridFunctionId id : {relaxation.now, relaxation.half}) {
    set_boundaries(relaxation, plan.boundaries[static_cast<std::size_t>(field_of(id, plan))]);
  }
  const std::map<std::string, std::function<void(const Patch&)>> routines{
      {"begin", copy_routine({{relaxation.equation.function, relaxation.now},
                              {relaxation.equation.function, relaxation.half}})},
      {"even", sweep_routine(relaxation, true)},
      {"odd", sweep_routine(relaxation, false)},
      {"left side",
       [relaxation](const Patch& patch) {
         put_left_side(relaxation.equation, relaxation.now, relaxation.left_side, patch);
       }},
      {"end", solution_routine(relaxation.name, relaxation.equation, relaxation.now,
                               relaxation.reduction)}};
  for (Operation& operation : plan.initial) {
    for (const auto& [what, routine] : routines) {
      if (operation.name == relaxation.name + ": " + what) operation.routine = routine;
    }
  }
}

}  // namespace isthmus::mesh
