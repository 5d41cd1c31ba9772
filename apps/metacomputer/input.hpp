// metacomputer/input.hpp: graphs, matrices and systems of equations, random or from files.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "isthmus/base/error.hpp"
#include "metacomputer/matrix.hpp"

namespace metacomputer {

/// The largest that is read or made: a matrix of floats is then 1 GiB.
inline constexpr int size_max = 16384;

/// A x = b, n equations.
struct System {
  Matrix matrix;
  std::vector<float> right_side;
};

/// Each edge with a weight from 1 to `weight_max`, 0 from a vertex to itself.
Distances random_graph(int vertices, int weight_max, std::uint64_t seed);

/// Uniform in [-1, 1), in single precision. `which` tells the matrices of one seed apart.
Matrix random_matrix(int rows, int columns, std::uint64_t seed, std::uint64_t which);

/// A random matrix and right side.
System random_system(int size, std::uint64_t seed);

/// Elements uniform in [0, 1) and diagonal elements `dominance` times the sum of the others of
/// their row, above 1: Jacobi's method then loses about 1 / dominance of its error each iteration.
System random_dominant_system(int size, double dominance, std::uint64_t seed);

/// From a file: Matrix Market where its name ends with .mtx, else a list of edges. At most
/// size_max vertices; no path may be longer than 2^31 - 2. ErrorCode::bad_input in one line.
isthmus::Expected<Distances> read_graph(const std::string& path);

/// From Matrix Market files. With no `right_side`, b is such that x is all ones, as far as single
/// precision goes.
isthmus::Expected<System> read_system(const std::string& matrix, const std::string& right_side);

}  // namespace metacomputer
