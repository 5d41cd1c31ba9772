// mesh/flesh/plan_equations.hpp: elliptic equations as operations of a plan: sweeps over the points
// until the left side is small enough.
//
// With h the spacing and f' the new value, for the points whose indices add up to an even number,
// then for the others:
//
//   f' = f + w (g - f), where g solves the equation at the point with its neighbours as they are
//
// w is 2 / (1 + sqrt(1 - r^2)), with r the spectral radius of Jacobi's method for the equation
// without coefficient (Young 1954). Each half of a sweep reads one field and writes another, so its
// points may be done in any order.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "mesh/plan.hpp"
#include "mesh/thorn.hpp"

namespace isthmus::mesh {

/// An equation and the fields that it is solved in: the two halves of a sweep, and the left side.
struct Relaxation {
  std::string name;
  Equation equation;
  GridFunctionId now;
  GridFunctionId half;
  GridFunctionId left_side;
  ReductionId reduction = {};  ///< of the left side
  /// Levels are solved one behind the other, the coarsest first; finer ones with what the coarser
  /// one's solution has at their ends (Berger and Oliger 1984).
  bool is_on_levels = false;
  /// By dimension: how many times longer the grid's longest wave is than where it is 0 at both
  /// ends.
  std::array<double, dimension_count> stretch{1, 1, 1};
};

/// From the first guess, which the function has, to the solution, which it has then. The plan has
/// all fields; routines of the operations come with `finish`. Where the equation may not fail, the
/// last of them ends the job with what is left.
std::vector<Operation> operations_of(const Relaxation& relaxation, const Plan& plan);

/// Once the plan has all boundaries: sets those of the equation's own fields, and, as they decide
/// how fast it converges, the routines.
void finish(Relaxation& relaxation, Plan& plan);

}  // namespace isthmus::mesh
