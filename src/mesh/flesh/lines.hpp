// mesh/flesh/lines.hpp: methods of lines: the substeps that bring evolved functions one step on.
//
// With u0 what a function had at the step's begin, u what it has now, f its derivative at u and h
// the step size, in just this order of operations on each point, so that results are the same bits
// everywhere:
//
//   rk2  the trapezoidal rule of Heun: u = u0 + h f, then u = (u0 + (u + h f)) / 2
//   rk3  Shu and Osher (1988), which keeps what Euler's method keeps: u = u0 + h f, then
//        u = 3/4 u0 + 1/4 (u + h f), then u = 1/3 u0 + 2/3 (u + h f)
//   rk4  the classical one of Kutta
//   icn  iterative Crank-Nicholson: u = u0 + h/2 f as often as there are iterations, then
//        u = u0 + h f; which is each time the mean of u0 and of the last guess of the step's end
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "mesh/flesh/mesh_file.hpp"
#include "mesh/patch.hpp"

namespace isthmus::mesh {

/// One substep. `time` and `time_after` are of what it begins and ends with, in step sizes.
struct Stage {
  enum class Kind : std::uint8_t {
    from_begin,  ///< u = u0 + slope h f
    mixed,       ///< u = old u0 + fresh (u + h f)
    from_sum,    ///< u = sum + slope h f
  };
  Kind kind = Kind::from_begin;
  bool is_first = false;  ///< u0 is u, and is kept.
  double slope = 1;
  double old_part = 0;
  double fresh_part = 0;
  double sum_slope = 0;  ///< Where not 0: sum = u0 + sum_slope h f in the first, else sum + ...
  double time = 0;
  double time_after = 1;

  bool reads_begin() const { return kind != Kind::from_sum && !is_first; }
  bool reads_sum() const { return kind == Kind::from_sum || (sum_slope != 0 && !is_first); }
  bool writes_sum() const { return sum_slope != 0; }
  bool reads_now() const { return is_first || kind == Kind::mixed; }
  /// For a function, on a point.
  double flops() const;
};

std::vector<Stage> stages_of(Method method, std::int64_t iterations);

/// A function with its temporaries; `sum` is none where no stage has one.
struct Evolved {
  GridFunctionId now;
  GridFunctionId derivative;
  GridFunctionId begin;
  GridFunctionId sum;
};

/// Does a stage for all these functions, point by point.
std::function<void(const Patch&)> update_routine(const Stage& stage,
                                                 std::vector<Evolved> functions);

/// Copies functions point by point: each pair's first into its second.
std::function<void(const Patch&)> copy_routine(
    std::vector<std::pair<GridFunctionId, GridFunctionId>> pairs);

}  // namespace isthmus::mesh
