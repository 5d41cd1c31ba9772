// mesh/driver/sample_plans.hpp: whole plans with routines, as a flesh makes them, for tests.
#pragma once

#include <array>
#include <cmath>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "mesh/plan.hpp"

namespace isthmus::mesh::sample {

inline Boundaries all_faces(const Boundary& boundary) {
  Boundaries boundaries;
  for (auto& dimension : boundaries) dimension = {boundary, boundary};
  return boundaries;
}

/// Adds a function with so many levels, and returns the first of its fields.
inline std::int32_t add_function(Plan& plan, const std::string& name, std::int32_t levels,
                                 const Boundaries& boundaries,
                                 std::array<std::int8_t, 3> parity = {1, 1, 1},
                                 bool is_staggered = false) {
  const auto function = static_cast<std::int32_t>(plan.first_fields.size());
  const auto first = static_cast<std::int32_t>(plan.fields.size());
  plan.first_fields.push_back(first);
  for (std::int32_t level = 0; level < levels; ++level) {
    plan.fields.push_back({name + std::string(static_cast<std::size_t>(level), '_'),
                           {function, level},
                           parity,
                           is_staggered});
    plan.boundaries.push_back(boundaries);
  }
  return first;
}

inline Operation compute(std::string name, std::vector<Operation::Read> reads,
                         std::vector<std::int32_t> writes,
                         std::function<void(const Patch&)> routine, double time_offset = 0) {
  Operation operation;
  operation.name = std::move(name);
  operation.reads = std::move(reads);
  operation.writes = std::move(writes);
  operation.routine = std::move(routine);
  operation.time_offset = time_offset;
  operation.flops = 10;
  return operation;
}

inline Operation synchronize(std::vector<std::int32_t> fields, double time_offset = 1) {
  Operation operation;
  operation.kind = Operation::Kind::synchronize;
  operation.name = "synchronize";
  operation.fields = std::move(fields);
  operation.time_offset = time_offset;
  return operation;
}

inline Operation rotate(std::vector<std::int32_t> fields) {
  Operation operation;
  operation.kind = Operation::Kind::rotate;
  operation.name = "rotate";
  operation.fields = std::move(fields);
  return operation;
}

/// Calls `point(i, j, k)` for each point of the patch.
template <class Point>
void for_each_point(const Patch& patch, Point&& point) {
  const Box& box = patch.box();
  for (std::int32_t k = box.low[2]; k < box.high[2]; ++k) {
    for (std::int32_t j = box.low[1]; j < box.high[1]; ++j) {
      for (std::int32_t i = box.low[0]; i < box.high[0]; ++i) point(i, j, k);
    }
  }
}

/// Sum of the second differences in all dimensions.
inline double laplacian(const View& f, std::int32_t i, std::int32_t j, std::int32_t k) {
  return f(i - 1, j, k) + f(i + 1, j, k) + f(i, j - 1, k) + f(i, j + 1, k) + f(i, j, k - 1) +
         f(i, j, k + 1) - 6 * f(i, j, k);
}

/// Something that is different at every point, and about 1.
inline double rough(std::int32_t i, std::int32_t j, std::int32_t k) {
  const double mixed = std::sin(12.9898 * i + 78.233 * j + 37.719 * k + 0.5);
  return mixed * 0.5;
}

/// The scalar wave by leapfrog, three levels in memory; corners matter, as a term reads the
/// diagonal; and coordinates do. Fields: phi, phi_, phi__.
inline Plan leapfrog_wave(const Boundaries& boundaries) {
  Plan plan;
  const std::int32_t phi = add_function(plan, "phi", 3, boundaries, {1, -1, 1});
  plan.initial.push_back(compute("initial", {}, {phi, phi + 1}, [](const Patch& patch) {
    const View now = patch({0, 0});
    const View before = patch({0, 1});
    for_each_point(patch, [&](auto i, auto j, auto k) {
      now(i, j, k) = rough(i, j, k);
      before(i, j, k) = rough(i, j, k) * 0.875;
    });
  }));
  plan.initial.push_back(synchronize({phi, phi + 1}));
  plan.step.push_back(rotate({phi, phi + 1, phi + 2}));
  plan.step.push_back(
      compute("evolve", {{phi + 1, 1}, {phi + 2, 0}}, {phi}, [](const Patch& patch) {
        const View next = patch({0, 0});
        const View now = patch({0, 1});
        const View before = patch({0, 2});
        const Geometry& geometry = patch.geometry();
        for_each_point(patch, [&](auto i, auto j, auto k) {
          const double source = 1e-3 * geometry.coordinate(0, i) * std::cos(patch.moment().time);
          next(i, j, k) = 2 * now(i, j, k) - before(i, j, k) + 0.05 * laplacian(now, i, j, k) +
                          0.01 * (now(i - 1, j - 1, k - 1) - now(i + 1, j + 1, k + 1)) + source;
        });
      }));
  plan.step.push_back(synchronize({phi}));
  return plan;
}

/// Heun's method for a pair of fields, with a constraint behind each substep: three events a step,
/// stencils of width 1 and 2, one field that is evolved but never synchronized by name, and an
/// analysis that reads neighbours. Fields: u, v, u_rate, v_rate, u_base, v_base, memory, trace.
inline Plan heun_pair(const Boundaries& boundaries) {
  Plan plan;
  const std::int32_t u = add_function(plan, "u", 1, boundaries, {-1, 1, 1}, true);
  const std::int32_t v = add_function(plan, "v", 1, boundaries);
  for (const char* name : {"u_rate", "v_rate", "u_base", "v_base", "memory", "trace"}) {
    add_function(plan, name, 1, boundaries);
  }
  constexpr std::int32_t u_rate = 2;
  constexpr std::int32_t v_rate = 3;
  constexpr std::int32_t u_base = 4;
  constexpr std::int32_t v_base = 5;
  constexpr std::int32_t memory = 6;
  constexpr std::int32_t trace = 7;
  plan.initial.push_back(compute("initial", {}, {u}, [](const Patch& patch) {
    const View f = patch({0, 0});
    for_each_point(patch, [&](auto i, auto j, auto k) { f(i, j, k) = rough(i, j, k); });
  }));
  plan.initial.push_back(synchronize({u}));
  // Initial data that are derived from others by their neighbours.
  plan.initial.push_back(compute("derive", {{u, 1}}, {v}, [](const Patch& patch) {
    const View from = patch({0, 0});
    const View to = patch({1, 0});
    for_each_point(patch, [&](auto i, auto j, auto k) {
      to(i, j, k) = 0.5 * (from(i + 1, j, k) - from(i - 1, j, k));
    });
  }));
  plan.initial.push_back(synchronize({v}));
  const auto rates = [](const Patch& patch) {
    const View f = patch({0, 0});
    const View g = patch({1, 0});
    const View f_rate = patch({2, 0});
    const View g_rate = patch({3, 0});
    const double time = patch.moment().time;
    for_each_point(patch, [&](auto i, auto j, auto k) {
      f_rate(i, j, k) = g(i, j, k) + 0.01 * (f(i + 2, j, k) - f(i - 2, j, k)) + 1e-3 * time;
      g_rate(i, j, k) = 0.1 * laplacian(f, i, j, k) + 0.01 * (g(i, j, k + 2) - g(i, j - 2, k));
    });
  };
  const auto keep = [](const Patch& patch) {
    for (const std::int32_t f : {0, 1}) {
      const View from = patch({f, 0});
      const View to = patch({f + 4, 0});
      for_each_point(patch, [&](auto i, auto j, auto k) { to(i, j, k) = from(i, j, k); });
    }
  };
  const auto advance = [](double share) {
    return [share](const Patch& patch) {
      for (const std::int32_t f : {0, 1}) {
        const View base = patch({f + 4, 0});
        const View rate = patch({f + 2, 0});
        const View to = patch({f, 0});
        const double step = share * patch.moment().step_size;
        for_each_point(patch, [&](auto i, auto j, auto k) {
          to(i, j, k) = base(i, j, k) + step * rate(i, j, k);
        });
      }
    };
  };
  const std::vector<Operation::Read> stencil = {{u, 2}, {v, 2}};
  plan.step.push_back(compute("keep", {{u, 0}, {v, 0}}, {u_base, v_base}, keep));
  for (const double share : {0.5, 1.0}) {
    plan.step.push_back(compute("rates", stencil, {u_rate, v_rate}, rates, share - 0.5));
    plan.step.push_back(compute("advance", {{u_base, 0}, {v_base, 0}, {u_rate, 0}, {v_rate, 0}},
                                {u, v}, advance(share)));
    plan.step.push_back(synchronize({u, v}, share));
  }
  plan.step.push_back(compute("smooth", {{u, 1}, {memory, 0}}, {memory}, [](const Patch& patch) {
    const View f = patch({0, 0});
    const View kept = patch({6, 0});
    for_each_point(patch, [&](auto i, auto j, auto k) {
      kept(i, j, k) = 0.9 * kept(i, j, k) + 0.1 * laplacian(f, i, j, k);
    });
  }));
  plan.step.push_back(compute("feed back", {{memory, 0}, {v, 0}}, {v}, [](const Patch& patch) {
    const View kept = patch({6, 0});
    const View g = patch({1, 0});
    for_each_point(patch, [&](auto i, auto j, auto k) { g(i, j, k) += 1e-3 * kept(i, j, k); });
  }));
  plan.step.push_back(synchronize({v}, 1));
  plan.analysis.push_back(compute("trace", {{u, 1}, {v, 1}}, {trace}, [](const Patch& patch) {
    const View f = patch({0, 0});
    const View g = patch({1, 0});
    const View to = patch({7, 0});
    for_each_point(patch, [&](auto i, auto j, auto k) {
      to(i, j, k) = laplacian(f, i, j, k) - laplacian(g, i, j, k);
    });
  }));
  return plan;
}

/// A field that is synchronized, but never read before it is written again: only its boundaries
/// may ask for what it was. In the initial data it is written twice. Fields: u, slope, with as many
/// levels each.
inline Plan auxiliary_pair(const Boundaries& boundaries, std::int32_t levels) {
  Plan plan;
  const std::int32_t u = add_function(plan, "u", levels, boundaries);
  const std::int32_t slope = add_function(plan, "slope", levels, boundaries);
  const auto derive = [](const Patch& patch) {
    const View f = patch({0, 0});
    const View to = patch({1, 0});
    for_each_point(patch, [&](auto i, auto j, auto k) {
      to(i, j, k) = laplacian(f, i, j, k) + 0.1 * f(i + 1, j + 1, k + 1);
    });
  };
  const auto settle = [](const Patch& patch) {
    const View f = patch({0, 0});
    const View from = patch({1, 0});
    for_each_point(patch, [&](auto i, auto j, auto k) {
      f(i, j, k) += 0.01 * (laplacian(from, i, j, k) + from(i - 1, j - 1, k + 1));
    });
  };
  plan.initial.push_back(compute("initial", {}, {u, slope}, [](const Patch& patch) {
    for (const std::int32_t function : {0, 1}) {
      const View f = patch({function, 0});
      for_each_point(patch,
                     [&](auto i, auto j, auto k) { f(i, j, k) = rough(i, j, k + function); });
    }
  }));
  if (levels > 1) {
    plan.step.push_back(rotate({u, u + 1}));
    plan.step.push_back(rotate({slope, slope + 1}));
    // What is evolved is what was a step ago.
    plan.step.push_back(compute("stay", {{u + 1, 0}}, {u}, [](const Patch& patch) {
      const View to = patch({0, 0});
      const View from = patch({0, 1});
      for_each_point(patch, [&](auto i, auto j, auto k) { to(i, j, k) = from(i, j, k); });
    }));
    plan.step.push_back(synchronize({u}, 0));
  }
  for (auto* operations : {&plan.initial, &plan.step}) {
    if (operations == &plan.initial) operations->push_back(synchronize({u}));
    operations->push_back(compute("derive", {{u, 1}}, {slope}, derive));
    operations->push_back(synchronize({slope}, 1));
    operations->push_back(compute("settle", {{slope, 1}, {u, 0}}, {u}, settle));
    operations->push_back(synchronize({u}, 1));
  }
  return plan;
}

/// A field that spreads beside one that stays as it began, of which nobody reads a neighbour and
/// which nobody synchronizes: only as the boundary of the first is it needed in ghosts. Fields: u,
/// still, rate.
inline Plan beside_still(const Boundaries& boundaries) {
  Plan plan;
  const std::int32_t u = add_function(plan, "u", 1, boundaries);
  const std::int32_t still = add_function(plan, "still", 1, boundaries);
  const std::int32_t rate = add_function(plan, "rate", 1, boundaries);
  plan.initial.push_back(compute("initial", {}, {u, still}, [](const Patch& patch) {
    for (const std::int32_t function : {0, 1}) {
      const View f = patch({function, 0});
      for_each_point(patch,
                     [&](auto i, auto j, auto k) { f(i, j, k) = rough(i, j, k + function); });
    }
  }));
  plan.initial.push_back(synchronize({u}));
  plan.step.push_back(compute("spread", {{u, 1}}, {rate}, [](const Patch& patch) {
    const View f = patch({0, 0});
    const View to = patch({2, 0});
    for_each_point(patch, [&](auto i, auto j, auto k) { to(i, j, k) = laplacian(f, i, j, k); });
  }));
  plan.step.push_back(compute("advance", {{u, 0}, {rate, 0}}, {u}, [](const Patch& patch) {
    const View f = patch({0, 0});
    const View from = patch({2, 0});
    for_each_point(patch, [&](auto i, auto j, auto k) { f(i, j, k) += 0.1 * from(i, j, k); });
  }));
  plan.step.push_back(synchronize({u}));
  return plan;
}

inline Operation reduce(std::vector<std::int32_t> reductions) {
  Operation operation;
  operation.kind = Operation::Kind::reduce;
  operation.name = "reduce";
  operation.reductions = std::move(reductions);
  return operation;
}

/// A field that grows by what its neighbours have, and is held down by reductions: and interpolated
/// values, of the step before, of this one, and of one that the initial data have made and nobody
/// makes anew. The last substep's is used after an exchange, and the analysis has one of its own.
/// Fields: u, rate, trace.
inline Plan held_down(const Boundaries& boundaries) {
  Plan plan;
  const std::int32_t u = add_function(plan, "u", 1, boundaries, {1, 1, -1});
  const std::int32_t rate = add_function(plan, "rate", 1, boundaries);
  const std::int32_t trace = add_function(plan, "trace", 1, boundaries);
  plan.reductions = {{"first", u}, {"size", u}, {"speed", rate}, {"traced", trace}};
  // Some of them outside of small grids.
  plan.reductions.push_back({"probed",
                             u,
                             true,
                             {{{-0.9, -0.31, -0.52}, 2},
                              {{-0.51, -0.26, -0.61}, 1},
                              {{0.3, 0.1, 0.02}, 3},
                              {{1.1, 0.33, -0.11}, 4}}});
  const auto using_ = [](Operation operation, std::vector<std::int32_t> reductions) {
    operation.reductions = std::move(reductions);
    return operation;
  };
  plan.initial.push_back(compute("initial", {}, {u}, [](const Patch& patch) {
    const View f = patch({0, 0});
    for_each_point(patch, [&](auto i, auto j, auto k) { f(i, j, k) = rough(i, j, k); });
  }));
  plan.initial.push_back(reduce({0, 1, 4}));
  plan.initial.push_back(synchronize({u}));
  plan.initial.push_back(
      using_(compute("shift", {{u, 0}}, {u},
                     [](const Patch& patch) {
                       const View f = patch({0, 0});
                       const double mean = patch.reduced({0}, Reduced::norm_1);
                       for_each_point(patch, [&](auto i, auto j, auto k) { f(i, j, k) -= mean; });
                     }),
             {0}));
  plan.initial.push_back(synchronize({u}));
  plan.step.push_back(using_(compute("spread", {{u, 1}}, {rate},
                                     [](const Patch& patch) {
                                       const View f = patch({0, 0});
                                       const View to = patch({1, 0});
                                       double size = patch.reduced({1}, Reduced::norm_2) +
                                                     patch.reduced({0}, Reduced::norm_max);
                                       for (const double value : patch.interpolated({4})) {
                                         if (std::isfinite(value)) size += std::abs(value);
                                       }
                                       for_each_point(patch, [&](auto i, auto j, auto k) {
                                         to(i, j, k) = laplacian(f, i, j, k) / size;
                                       });
                                     }),
                             {0, 1, 4}));
  plan.step.push_back(reduce({2}));
  plan.step.push_back(compute("advance", {{u, 0}, {rate, 0}}, {u}, [](const Patch& patch) {
    const View f = patch({0, 0});
    const View from = patch({1, 0});
    for_each_point(patch, [&](auto i, auto j, auto k) { f(i, j, k) += 0.3 * from(i, j, k); });
  }));
  plan.step.push_back(synchronize({u}, 1));
  plan.step.push_back(using_(compute("hold", {{u, 1}, {rate, 0}}, {rate},
                                     [](const Patch& patch) {
                                       const View f = patch({0, 0});
                                       const View to = patch({1, 0});
                                       const double most = patch.reduced({2}, Reduced::greatest) -
                                                           patch.reduced({2}, Reduced::least);
                                       const double sum = patch.reduced({2}, Reduced::sum);
                                       for_each_point(patch, [&](auto i, auto j, auto k) {
                                         to(i, j, k) += 0.01 * (most + sum) * f(i - 1, j, k);
                                       });
                                     }),
                             {2}));
  plan.step.push_back(reduce({2}));
  plan.step.push_back(using_(compute("settle", {{rate, 0}, {u, 0}}, {u},
                                     [](const Patch& patch) {
                                       const View f = patch({0, 0});
                                       const View from = patch({1, 0});
                                       const double most = patch.reduced({2}, Reduced::norm_max);
                                       for_each_point(patch, [&](auto i, auto j, auto k) {
                                         f(i, j, k) =
                                             0.99 * f(i, j, k) + 1e-3 * from(i, j, k) / (1 + most);
                                       });
                                     }),
                             {2}));
  plan.step.push_back(reduce({1, 4}));
  plan.step.push_back(synchronize({u}, 1));
  plan.analysis.push_back(compute("trace", {{u, 1}}, {trace}, [](const Patch& patch) {
    const View f = patch({0, 0});
    const View to = patch({2, 0});
    for_each_point(patch, [&](auto i, auto j, auto k) { to(i, j, k) = laplacian(f, i, j, k); });
  }));
  plan.analysis.push_back(reduce({3}));
  return plan;
}

}  // namespace isthmus::mesh::sample
