#include "jacobi2d/serial.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace jacobi2d {

isthmus::Expected<Solution> solve_serial(const Problem& problem) {
  if (auto valid = validate(problem); !valid) return isthmus::forward_error(valid);
  auto start = start_field(problem);
  if (!start) return isthmus::forward_error(start);
  Field old = std::move(*start);
  Field next = old;
  Solution solution;
  while (solution.steps_done < problem.steps) {
    double residual = 0.0;
    for (int i = 1; i <= problem.rows; ++i) {
      for (int j = 1; j <= problem.columns; ++j) {
        const double up = old.row(i - 1)[j];
        const double down = old.row(i + 1)[j];
        const double left = old.row(i)[j - 1];
        const double right = old.row(i)[j + 1];
        next.row(i)[j] = 0.25 * (up + down + left + right);
        residual = std::max(residual, std::abs(next.row(i)[j] - old.row(i)[j]));
      }
    }
    std::swap(old, next);
    ++solution.steps_done;
    solution.residual = residual;
    if (wants_residual(problem, solution.steps_done) && converged(problem.tolerance, residual))
      break;
  }
  solution.field = std::move(old);
  return solution;
}

}  // namespace jacobi2d
