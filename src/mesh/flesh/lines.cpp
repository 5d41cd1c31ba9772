#include "mesh/flesh/lines.hpp"

#include <utility>

namespace isthmus::mesh {

namespace {

using Kind = Stage::Kind;

/// Calls `row(j, k)` for all rows of the points that are to be computed.
template <class Row>
void for_rows(const Box& box, const Row& row) {
  for (std::int32_t k = box.low[2]; k < box.high[2]; ++k) {
    for (std::int32_t j = box.low[1]; j < box.high[1]; ++j) row(j, k);
  }
}

void update_sum(const Stage& stage, const Evolved& function, const Patch& patch) {
  const View from = patch(stage.is_first ? function.now : function.sum);
  const View slopes = patch(function.derivative);
  const View sums = patch(function.sum);
  const double h = stage.sum_slope * patch.moment().step_size;
  const Box& box = patch.box();
  for_rows(box, [&](std::int32_t j, std::int32_t k) {
    const double* u = from.row(j, k);
    const double* f = slopes.row(j, k);
    double* sum = sums.row(j, k);
    for (std::int32_t i = box.low[0]; i < box.high[0]; ++i) sum[i] = u[i] + h * f[i];
  });
}

void keep_begin(const Evolved& function, const Patch& patch) {
  const View from = patch(function.now);
  const View to = patch(function.begin);
  const Box& box = patch.box();
  for_rows(box, [&](std::int32_t j, std::int32_t k) {
    const double* u = from.row(j, k);
    double* u0 = to.row(j, k);
    for (std::int32_t i = box.low[0]; i < box.high[0]; ++i) u0[i] = u[i];
  });
}

void update_mixed(const Stage& stage, const Evolved& function, const Patch& patch) {
  const View begins = patch(function.begin);
  const View slopes = patch(function.derivative);
  const View values = patch(function.now);
  const double h = patch.moment().step_size;
  const double old_part = stage.old_part;
  const double fresh_part = stage.fresh_part;
  const Box& box = patch.box();
  for_rows(box, [&](std::int32_t j, std::int32_t k) {
    const double* u0 = begins.row(j, k);
    const double* f = slopes.row(j, k);
    double* u = values.row(j, k);
    for (std::int32_t i = box.low[0]; i < box.high[0]; ++i) {
      u[i] = old_part * u0[i] + fresh_part * (u[i] + h * f[i]);
    }
  });
}

void update_from(GridFunctionId base, const Stage& stage, const Evolved& function,
                 const Patch& patch) {
  const View bases = patch(base);
  const View slopes = patch(function.derivative);
  const View values = patch(function.now);
  const double h = stage.slope * patch.moment().step_size;
  const Box& box = patch.box();
  for_rows(box, [&](std::int32_t j, std::int32_t k) {
    const double* from = bases.row(j, k);
    const double* f = slopes.row(j, k);
    double* u = values.row(j, k);
    for (std::int32_t i = box.low[0]; i < box.high[0]; ++i) u[i] = from[i] + h * f[i];
  });
}

}  // namespace

double Stage::flops() const { return (kind == Kind::mixed ? 5 : 2) + (writes_sum() ? 2 : 0); }

std::vector<Stage> stages_of(Method method, std::int64_t iterations) {
  std::vector<Stage> stages;
  const auto mixed = [](double old_part, double fresh_part, double time, double time_after) {
    return Stage{.kind = Kind::mixed,
                 .old_part = old_part,
                 .fresh_part = fresh_part,
                 .time = time,
                 .time_after = time_after};
  };
  switch (method) {
    case Method::rk2:
      stages = {{.time = 0, .time_after = 1}, mixed(0.5, 0.5, 1, 1)};
      break;
    case Method::rk3:
      stages = {{.time = 0, .time_after = 1},
                mixed(3.0 / 4.0, 1.0 / 4.0, 1, 0.5),
                mixed(1.0 / 3.0, 2.0 / 3.0, 0.5, 1)};
      break;
    case Method::rk4:
      stages = {{.slope = 0.5, .sum_slope = 1.0 / 6.0, .time = 0, .time_after = 0.5},
                {.slope = 0.5, .sum_slope = 1.0 / 3.0, .time = 0.5, .time_after = 0.5},
                {.slope = 1, .sum_slope = 1.0 / 3.0, .time = 0.5, .time_after = 1},
                {.kind = Kind::from_sum, .slope = 1.0 / 6.0, .time = 1, .time_after = 1}};
      break;
    case Method::icn:
      for (std::int64_t i = 0; i < iterations; ++i) {
        stages.push_back({.slope = 0.5, .time = i == 0 ? 0 : 0.5, .time_after = 0.5});
      }
      stages.push_back({.slope = 1, .time = 0.5, .time_after = 1});
      break;
  }
  stages.front().is_first = true;
  return stages;
}

std::function<void(const Patch&)> update_routine(const Stage& stage,
                                                 std::vector<Evolved> functions) {
  return [stage, functions = std::move(functions)](const Patch& patch) {
    for (const Evolved& function : functions) {
      if (stage.is_first) keep_begin(function, patch);
      if (stage.writes_sum()) update_sum(stage, function, patch);
      if (stage.kind == Kind::mixed) {
        update_mixed(stage, function, patch);
      } else {
        const bool has_sum = stage.kind == Kind::from_sum;
        update_from(has_sum ? function.sum : function.begin, stage, function, patch);
      }
    }
  };
}

std::function<void(const Patch&)> copy_routine(
    std::vector<std::pair<GridFunctionId, GridFunctionId>> pairs) {
  return [pairs = std::move(pairs)](const Patch& patch) {
    for (const auto& [from, to] : pairs) {
      keep_begin({.now = from, .derivative = {}, .begin = to, .sum = {}}, patch);
    }
  };
}

}  // namespace isthmus::mesh
