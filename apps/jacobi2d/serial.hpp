// jacobi2d/serial.hpp: the plain single-threaded program that judges all others.
#pragma once

#include "isthmus/base/error.hpp"
#include "jacobi2d/problem.hpp"

namespace jacobi2d {

struct Solution {
  Field field;            ///< (rows + 2) x (columns + 2): the mesh and its boundary.
  double residual = 0.0;  ///< max |new - old| of the last step; 0 when no step was done.
  int steps_done = 0;
};

/// Two arrays, two loops, no tiles. Fails as `validate` and `start_field` do.
isthmus::Expected<Solution> solve_serial(const Problem& problem);

}  // namespace jacobi2d
