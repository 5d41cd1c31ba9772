#include "metacomputer/serial.hpp"

#include <algorithm>
#include <cfloat>
#include <cmath>
#include <cstddef>
#include <limits>
#include <utility>

#include "metacomputer/kernels.hpp"

namespace metacomputer {

namespace {

// Adds products k of `depth` to all elements of these rows and columns of c.
void add_products(const Matrix& a, const Matrix& b, Range rows, Range columns, Range depth,
                  Matrix& c) {
  for (int i = rows.begin; i < rows.end; ++i) {
    for (int k = depth.begin; k < depth.end; ++k) {
      for (int j = columns.begin; j < columns.end; ++j) *c.at(i, j) += *a.at(i, k) * *b.at(k, j);
    }
  }
}

}  // namespace

Distances serial_paths(const Distances& edges) {
  Distances paths = edges;
  const int count = edges.rows;
  for (int through = 0; through < count; ++through) {
    for (int from = 0; from < count; ++from) {
      const std::int32_t first = *paths.at(from, through);
      if (first == no_path) continue;
      for (int to = 0; to < count; ++to) {
        const std::int32_t second = *paths.at(through, to);
        if (second == no_path) continue;
        // By way of a circle it may be longer than any path.
        const std::int64_t both = std::int64_t{first} + second;
        if (both < *paths.at(from, to)) *paths.at(from, to) = static_cast<std::int32_t>(both);
      }
    }
  }
  return paths;
}

Matrix serial_product(const Matrix& a, const Matrix& b) {
  Matrix c = Matrix::zero(a.rows, b.columns);
  add_products(a, b, {0, a.rows}, {0, b.columns}, {0, a.columns}, c);
  return c;
}

Matrix serial_cannon(const Matrix& a, const Matrix& b, int blocks) {
  Matrix c = Matrix::zero(a.rows, b.columns);
  for (int down = 0; down < blocks; ++down) {
    for (int across = 0; across < blocks; ++across) {
      for (int step = 0; step < blocks; ++step) {
        add_products(a, b, split(a.rows, blocks, down), split(b.columns, blocks, across),
                     split(a.columns, blocks, (down + across + step) % blocks), c);
      }
    }
  }
  return c;
}

Matrix rounding_bound(const Matrix& a, const Matrix& b) {
  Matrix magnitude_a = a;
  Matrix magnitude_b = b;
  for (float& value : magnitude_a.values) value = std::abs(value);
  for (float& value : magnitude_b.values) value = std::abs(value);
  Matrix bound = serial_product(magnitude_a, magnitude_b);
  // Once for each of the two that are compared, and once for what rounding took from the bound.
  const float units = 3 * FLT_EPSILON * static_cast<float>(a.columns);
  for (float& value : bound.values) value *= units;
  return bound;
}

std::optional<std::vector<float>> serial_elimination(System system) {
  Matrix& a = system.matrix;
  std::vector<float>& b = system.right_side;
  const int n = a.rows;
  std::vector<int> stood;
  for (int row = 0; row < n; ++row) stood.push_back(row);
  for (int k = 0; k < n; ++k) {
    int pivot = k;
    for (int i = k + 1; i < n; ++i) {
      const float one = std::abs(*a.at(i, k));
      const float best = std::abs(*a.at(pivot, k));
      const bool stood_first =
          stood[static_cast<std::size_t>(i)] < stood[static_cast<std::size_t>(pivot)];
      if (one > best || (one == best && stood_first)) pivot = i;
    }
    if (!(std::abs(*a.at(pivot, k)) > 0)) return std::nullopt;
    if (pivot != k) std::swap_ranges(a.at(k, 0), a.at(k, 0) + n, a.at(pivot, 0));
    std::swap(b[static_cast<std::size_t>(k)], b[static_cast<std::size_t>(pivot)]);
    std::swap(stood[static_cast<std::size_t>(k)], stood[static_cast<std::size_t>(pivot)]);
    for (int i = k + 1; i < n; ++i) {
      const float factor = *a.at(i, k) / *a.at(k, k);
      for (int j = k + 1; j < n; ++j) *a.at(i, j) -= factor * *a.at(k, j);
      b[static_cast<std::size_t>(i)] -= factor * b[static_cast<std::size_t>(k)];
    }
  }
  for (int k = n - 1; k >= 0; --k) {
    const float x = b[static_cast<std::size_t>(k)] /= *a.at(k, k);
    for (int i = 0; i < k; ++i) b[static_cast<std::size_t>(i)] -= *a.at(i, k) * x;
  }
  return b;
}

bool goes_on(float change, float epsilon, int iterations, int iterations_max) {
  return std::isfinite(change) && change > epsilon && iterations < iterations_max;
}

Relaxation serial_relaxation(const System& system, float epsilon, int iterations_max) {
  const int n = system.matrix.rows;
  Relaxation found{std::vector<float>(static_cast<std::size_t>(n)), 0, 0};
  do {
    std::vector<float> next;
    found.change = 0;
    for (int i = 0; i < n; ++i) {
      const auto at = static_cast<std::size_t>(i);
      next.push_back(relaxed(system.matrix.row(i), system.right_side[at], found.x, i));
      found.change = larger_change(found.change, found.x[at], next.back());
    }
    found.x = std::move(next);
    ++found.iterations;
  } while (goes_on(found.change, epsilon, found.iterations, iterations_max));
  return found;
}

double residual(const System& system, const std::vector<float>& x) {
  double largest = 0;
  for (int i = 0; i < system.matrix.rows; ++i) {
    double rest = system.right_side[static_cast<std::size_t>(i)];
    const auto row = system.matrix.row(i);
    for (std::size_t j = 0; j < row.size(); ++j) rest -= static_cast<double>(row[j]) * x[j];
    if (!std::isfinite(rest)) return std::numeric_limits<double>::infinity();
    largest = std::max(largest, std::abs(rest));
  }
  return largest;
}

}  // namespace metacomputer
