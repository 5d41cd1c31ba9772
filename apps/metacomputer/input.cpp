#include "metacomputer/input.hpp"

#include <algorithm>
#include <utility>

#include "isthmus/base/random.hpp"
#include "metacomputer/edge_list.hpp"
#include "metacomputer/matrix_market.hpp"

namespace metacomputer {

using isthmus::ErrorCode;
using isthmus::Expected;
using isthmus::Random;

namespace {

// What random numbers are drawn for.
enum Purpose : std::uint64_t { graph, right_side, dominant, matrices = 16 };

float uniform(Random& random) { return static_cast<float>(2 * random.uniform() - 1); }

/// Sums of single-precision rows, in double precision.
std::vector<float> row_sums(const Matrix& matrix) {
  std::vector<float> sums;
  for (int row = 0; row < matrix.rows; ++row) {
    double sum = 0;
    for (const float value : matrix.row(row)) sum += value;
    sums.push_back(static_cast<float>(sum));
  }
  return sums;
}

Expected<void> check_weights(const Distances& edges, const std::string& path) {
  std::int64_t longest = 0;
  for (const std::int32_t weight : edges.values) {
    if (weight < 0) {
      return isthmus::fail(ErrorCode::bad_input, "an edge of weight " + std::to_string(weight),
                           path, "weights of at least 0");
    }
    if (weight != no_path) longest = std::max<std::int64_t>(longest, weight);
  }
  if (longest * std::max(edges.rows - 1, 1) >= no_path) {
    return isthmus::fail(ErrorCode::bad_input,
                         "an edge of weight " + std::to_string(longest) + " in a graph of " +
                             std::to_string(edges.rows) + " vertices",
                         path, "paths below 2147483647");
  }
  return {};
}

}  // namespace

Distances random_graph(int vertices, int weight_max, std::uint64_t seed) {
  Random random = Random::for_purpose(seed, graph);
  Distances edges = Distances::zero(vertices, vertices);
  for (std::int32_t& weight : edges.values) {
    weight = 1 + static_cast<std::int32_t>(random.below(static_cast<std::uint64_t>(weight_max)));
  }
  for (int vertex = 0; vertex < vertices; ++vertex) *edges.at(vertex, vertex) = 0;
  return edges;
}

Matrix random_matrix(int rows, int columns, std::uint64_t seed, std::uint64_t which) {
  Random random = Random::for_purpose(seed, matrices + which);
  Matrix matrix = Matrix::zero(rows, columns);
  for (float& value : matrix.values) value = uniform(random);
  return matrix;
}

System random_system(int size, std::uint64_t seed) {
  System system{random_matrix(size, size, seed, 0), {}};
  Random random = Random::for_purpose(seed, right_side);
  for (int row = 0; row < size; ++row) system.right_side.push_back(uniform(random));
  return system;
}

System random_dominant_system(int size, double dominance, std::uint64_t seed) {
  System system = random_system(size, seed);
  Random random = Random::for_purpose(seed, dominant);
  for (int row = 0; row < size; ++row) {
    double sum = 0;
    for (int column = 0; column < size; ++column) {
      const auto value = static_cast<float>(random.uniform());
      *system.matrix.at(row, column) = value;
      if (column != row) sum += value;
    }
    *system.matrix.at(row, row) = static_cast<float>(size > 1 ? dominance * sum : 1);
  }
  return system;
}

Expected<Distances> read_graph(const std::string& path) {
  auto edges = path.ends_with(".mtx") ? read_market_graph(path) : read_edge_list(path);
  if (!edges) return edges;
  if (auto checked = check_weights(*edges, path); !checked) {
    return isthmus::forward_error(checked);
  }
  for (int vertex = 0; vertex < edges->rows; ++vertex) *edges->at(vertex, vertex) = 0;
  return edges;
}

Expected<System> read_system(const std::string& matrix, const std::string& right_side) {
  auto read = read_market(matrix);
  if (!read) return isthmus::forward_error(read);
  if (read->rows != read->columns) {
    return isthmus::fail(
        ErrorCode::bad_input,
        "a matrix of " + std::to_string(read->rows) + " x " + std::to_string(read->columns), matrix,
        "a square one");
  }
  if (right_side.empty()) {
    std::vector<float> sums = row_sums(*read);
    return System{std::move(*read), std::move(sums)};
  }
  auto vector = read_market(right_side);
  if (!vector) return isthmus::forward_error(vector);
  if (vector->columns != 1 || vector->rows != read->rows) {
    return isthmus::fail(
        ErrorCode::bad_input,
        "a matrix of " + std::to_string(vector->rows) + " x " + std::to_string(vector->columns),
        right_side, std::to_string(read->rows) + " x 1");
  }
  return System{std::move(*read), std::move(vector->values)};
}

}  // namespace metacomputer
