// bench/mesh_wave.hpp: a scalar wave in 3-D on a torus, as a plan: what benchmarks of meshes step.
#pragma once

#include <cstdint>
#include <string>

#include "harness.hpp"
#include "mesh/driver/run_mesh.hpp"

namespace bench {

using isthmus::mesh::Box;
using isthmus::mesh::Operation;
using isthmus::mesh::Patch;
using isthmus::mesh::Plan;
using isthmus::mesh::View;

constexpr double courant = 0.1;

inline void evolve(const View& next, const View& now, const View& before, const Box& box) {
  const std::ptrdiff_t row = now.row_stride();
  const std::ptrdiff_t plane = now.plane_stride();
  for (std::int32_t k = box.low[2]; k < box.high[2]; ++k) {
    for (std::int32_t j = box.low[1]; j < box.high[1]; ++j) {
      double* __restrict to = next.row(j, k);
      const double* __restrict from = now.row(j, k);
      const double* __restrict old = before.row(j, k);
      for (std::int32_t i = box.low[0]; i < box.high[0]; ++i) {
        const double around = (from[i - 1] + from[i + 1]) + (from[i - row] + from[i + row]) +
                              (from[i - plane] + from[i + plane]);
        to[i] = (2 - 6 * courant) * from[i] - old[i] + courant * around;
      }
    }
  }
}

inline double begin_value(std::int32_t i, std::int32_t j, std::int32_t k) {
  return 1e-3 * (i * 7 % 13) + 1e-3 * (j * 5 % 11) - 1e-3 * (k * 3 % 7);
}

inline isthmus::Expected<Plan> wave(const std::string&) {
  Plan plan;
  plan.first_fields = {0};
  for (const char* name : {"phi", "phi_", "phi__"}) {
    plan.fields.push_back({.name = name, .id = {0, static_cast<std::int32_t>(plan.fields.size())}});
    plan.boundaries.emplace_back();
  }
  Operation begin;
  begin.name = "begin";
  begin.writes = {0, 1};
  begin.routine = [](const Patch& patch) {
    const Box& box = patch.box();
    for (std::int32_t k = box.low[2]; k < box.high[2]; ++k) {
      for (std::int32_t j = box.low[1]; j < box.high[1]; ++j) {
        for (std::int32_t i = box.low[0]; i < box.high[0]; ++i) {
          for (const std::int32_t level : {0, 1}) patch({0, level})(i, j, k) = begin_value(i, j, k);
        }
      }
    }
  };
  plan.initial = {begin};
  Operation rotate;
  rotate.kind = Operation::Kind::rotate;
  rotate.fields = {0, 1, 2};
  Operation evolve_all;
  evolve_all.name = "evolve";
  evolve_all.reads = {{1, 1}, {2, 0}};
  evolve_all.writes = {0};
  evolve_all.routine = [](const Patch& patch) {
    evolve(patch({0, 0}), patch({0, 1}), patch({0, 2}), patch.box());
  };
  Operation event;
  event.kind = Operation::Kind::synchronize;
  event.fields = {0};
  plan.step = {rotate, evolve_all, event};
  return plan;
}

/// The quickest of so many pieces of a run, per step.
inline isthmus::Task<double> quickest_step_ms(isthmus::mesh::Mesh& mesh, int count,
                                              std::int64_t steps) {
  Least least;
  for (int piece = 0; piece < count; ++piece) {
    const isthmus::mesh::RunFigures figures = co_await mesh.run(steps);
    least.add(1e3 * figures.seconds_a_step());
  }
  co_return least.value();
}

}  // namespace bench
