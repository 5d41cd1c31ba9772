// metacomputer/serial.hpp: the plain programs that results are compared with.
#pragma once

#include <optional>
#include <vector>

#include "metacomputer/input.hpp"
#include "metacomputer/matrix.hpp"

namespace metacomputer {

/// All shortest distances by Floyd and Warshall: three loops, another algorithm than Dijkstra's.
Distances serial_paths(const Distances& edges);

/// a b by three loops: each element adds its products in the order of the depth.
Matrix serial_product(const Matrix& a, const Matrix& b);

/// The same with the depth cut into `blocks`, taken in the order in which Cannon's algorithm
/// brings them to an element: its own block's row and column together say the first.
Matrix serial_cannon(const Matrix& a, const Matrix& b, int blocks);

/// By how much an element of a product may differ from a's and b's exact one when each of its sums
/// is rounded in any order: depth units in the last place of the sum of magnitudes.
Matrix rounding_bound(const Matrix& a, const Matrix& b);

/// x of A x = b by Gaussian elimination that swaps rows; none where a pivot is 0. Of equal pivots
/// that of the row that stood first in A is taken.
std::optional<std::vector<float>> serial_elimination(System system);

/// What Jacobi's method came to.
struct Relaxation {
  std::vector<float> x;
  int iterations = 0;
  float change = 0;  ///< The largest of an x_i in the last iteration.
};

/// From x = 0, until no x_i changes by more than `epsilon`, or it has gone `iterations_max` times,
/// or diverges.
Relaxation serial_relaxation(const System& system, float epsilon, int iterations_max);

/// Whether another iteration follows one with this change.
bool goes_on(float change, float epsilon, int iterations, int iterations_max);

/// The largest |b - A x| of a row, in double precision.
double residual(const System& system, const std::vector<float>& x);

}  // namespace metacomputer
