// mesh/refinement/sample_waves.hpp: a wave with a known solution as thorns, for tests.
#pragma once

#include <cmath>
#include <cstdint>
#include <memory>
#include <string>

#include "mesh/driver/course.hpp"
#include "mesh/flesh/flesh.hpp"
#include "mesh/refinement/hierarchy.hpp"
#include "mesh/refinement/level_plan.hpp"

namespace isthmus::mesh::sample {

/// A pulse on [0, 1) that runs to larger x, and round.
inline double pulse(double x) {
  const double wrapped = x - std::floor(x);
  const double away = std::min(std::abs(wrapped - 0.2), 1 - std::abs(wrapped - 0.2));
  return std::exp(-away * away / (0.06 * 0.06));
}
inline double pulse_slope(double x) {
  const double wrapped = x - std::floor(x);
  double away = wrapped - 0.2;
  if (away > 0.5) away -= 1;
  return -2 * away / (0.06 * 0.06) * pulse(x);
}

template <class What>
void each_point(const Patch& patch, What&& what) {
  const Box& box = patch.box();
  for (std::int32_t k = box.low[2]; k < box.high[2]; ++k) {
    for (std::int32_t j = box.low[1]; j < box.high[1]; ++j) {
      for (std::int32_t i = box.low[0]; i < box.high[0]; ++i) what(i, j, k);
    }
  }
}

/// The second derivatives together, of order 2 or 4, in dimensions that have more than one point.
inline double laplacian(const Patch& patch, const View& f, int order, std::int32_t i,
                        std::int32_t j, std::int32_t k) {
  double sum = 0;
  for (std::size_t d = 0; d < dimension_count; ++d) {
    if (patch.geometry().whole.extent(d) == 1) continue;
    const double h = patch.geometry().spacing[d];
    const auto at = [&](std::int32_t by) {
      return f(i + (d == 0 ? by : 0), j + (d == 1 ? by : 0), k + (d == 2 ? by : 0));
    };
    if (order == 2) {
      sum += ((at(-1) + at(1)) - 2 * at(0)) / (h * h);
    } else {
      sum += (16 * (at(-1) + at(1)) - (at(-2) + at(2)) - 30 * at(0)) / (12 * h * h);
    }
  }
  return sum;
}

/// Thorns "flow" (u, v: a method of lines), of order 2 or 4, and "leap" (phi: leapfrog of order 2).
/// The energy's density is an analysis of "flow".
inline void declare_waves(Flesh& flesh, int order) {
  const std::int32_t layers = order / 2;
  Thorn& flow = flesh.declare("flow");
  const GridFunctionId u = flow.function("u");
  const GridFunctionId v = flow.function("v");
  const GridFunctionId u_dot = flow.function("u_dot");
  const GridFunctionId v_dot = flow.function("v_dot");
  const GridFunctionId density = flow.function("density");
  flow.evolves(u, u_dot);
  flow.evolves(v, v_dot);
  flow.routine(Bin::initial, "begin",
               [=](const Patch& patch) {
                 const View of_u = patch(u);
                 const View of_v = patch(v);
                 each_point(patch, [&](auto i, auto j, auto k) {
                   const double x = patch.geometry().coordinate(0, i);
                   of_u(i, j, k) = pulse(x);
                   of_v(i, j, k) = -pulse_slope(x);
                 });
               })
      .writes({u, v});
  flow.routine(Bin::right_side, "derive",
               [=](const Patch& patch) {
                 const View of_u = patch(u);
                 const View of_v = patch(v);
                 const View to_u = patch(u_dot);
                 const View to_v = patch(v_dot);
                 each_point(patch, [&](auto i, auto j, auto k) {
                   to_u(i, j, k) = of_v(i, j, k);
                   to_v(i, j, k) = laplacian(patch, of_u, order, i, j, k);
                 });
               })
      .reads(u, layers)
      .reads(v)
      .writes({u_dot, v_dot});
  flow.routine(Bin::analysis, "measure",
               [=](const Patch& patch) {
                 const View of_u = patch(u);
                 const View of_v = patch(v);
                 const View to = patch(density);
                 const double h = patch.geometry().spacing[0];
                 each_point(patch, [&](auto i, auto j, auto k) {
                   const double slope = (of_u(i + 1, j, k) - of_u(i - 1, j, k)) / (2 * h);
                   to(i, j, k) = of_v(i, j, k) * of_v(i, j, k) + slope * slope;
                 });
               })
      .reads(u, 1)
      .reads(v)
      .writes({density});

  Thorn& leap = flesh.declare("leap");
  const GridFunctionId phi = leap.function("phi", {.time_levels = 3});
  leap.routine(Bin::initial, "begin",
               [=](const Patch& patch) {
                 const View now = patch(phi);
                 const View before = patch(phi.previous());
                 const double h = patch.moment().step_size;
                 each_point(patch, [&](auto i, auto j, auto k) {
                   const double x = patch.geometry().coordinate(0, i);
                   now(i, j, k) = pulse(x);
                   before(i, j, k) = pulse(x + h);
                 });
               })
      .writes({phi, phi.previous()});
  leap.routine(Bin::step, "evolve",
               [=](const Patch& patch) {
                 const View next = patch(phi);
                 const View now = patch(phi.previous());
                 const View before = patch(phi.previous(2));
                 const double h = patch.moment().step_size;
                 each_point(patch, [&](auto i, auto j, auto k) {
                   next(i, j, k) = 2 * now(i, j, k) - before(i, j, k) +
                                   h * h * laplacian(patch, now, 2, i, j, k);
                 });
               })
      .reads(phi.previous(), 1)
      .reads(phi.previous(2))
      .writes({phi})
      .synchronizes({phi});
}

/// Thorn "carry": a function that goes by a medium which never changes, and a total that is carried
/// on point by point; nobody reads neighbours of these. Its parameter is number 0 of the job.
inline void declare_carry(Flesh& flesh) {
  Thorn& carry = flesh.declare("carry");
  const GridFunctionId w = carry.function("w", {.time_levels = 3});
  const GridFunctionId medium = carry.function("medium");
  const GridFunctionId total = carry.function("total");
  const ParameterId speed =
      carry.parameter({"speed", RealParameter{1, {0, 2}}, "how fast w spreads", true});
  carry
      .routine(Bin::initial, "begin",
               [=](const Patch& patch) {
                 const View of_w = patch(w);
                 const View before = patch(w.previous());
                 const View of_medium = patch(medium);
                 const View of_total = patch(total);
                 each_point(patch, [&](auto i, auto j, auto k) {
                   const double x = patch.geometry().coordinate(0, i);
                   of_w(i, j, k) = before(i, j, k) = pulse(x);
                   of_medium(i, j, k) = 0.5 + x * x;
                   of_total(i, j, k) = x;
                 });
               })
      .writes({w, w.previous(), medium, total});
  carry
      .routine(Bin::step, "spread",
               [=](const Patch& patch) {
                 const View next = patch(w);
                 const View now = patch(w.previous());
                 const View of_medium = patch(medium);
                 const double h = patch.moment().step_size * patch.real(speed);
                 each_point(patch, [&](auto i, auto j, auto k) {
                   next(i, j, k) = now(i, j, k) + 1e-3 * h * of_medium(i, j, k) *
                                                      laplacian(patch, now, 2, i, j, k);
                 });
               })
      .reads(w.previous(), 1)
      .reads(medium)
      .writes({w})
      .synchronizes({w});
  carry
      .routine(Bin::after_step, "add",
               [=](const Patch& patch) {
                 const View of_w = patch(w);
                 const View to = patch(total);
                 each_point(patch,
                            [&](auto i, auto j, auto k) { to(i, j, k) += 0.1 * of_w(i, j, k); });
               })
      .reads(w)
      .reads(total)
      .writes({total});
}

/// Of the thorns that a text of a parameter file makes active.
inline Expected<Plan> wave_plan(const std::string& text, int order) {
  auto file = read_mesh_file(text, "wave.toml");
  if (!file) return forward_error(file);
  Flesh flesh;
  declare_waves(flesh, order);
  declare_carry(flesh);
  auto plan = flesh.plan(*file);
  if (!plan) return plan;
  return with_event_at_begin(std::move(*plan));
}

}  // namespace isthmus::mesh::sample
