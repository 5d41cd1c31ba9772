// metacomputer/kernels.hpp: what a processor does with its part of the data, on plain arrays.
//
// Each result is computed by the same operations in the same order whatever the parts are, without
// fused multiply-add, so that it is the same bits on any number of processors of any kind.
// `Kernel::blas` alone is free in its order.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "metacomputer/matrix.hpp"

namespace metacomputer {

enum class Kernel { plain, blas };

/// Whether OpenBLAS was there when this was built.
bool has_blas();

/// A rectangle of a matrix in row order, `stride` values from one row to the next.
struct ConstBlock {
  const float* values;
  int stride;
};
struct Block {
  float* values;
  int stride;
};

/// Sizes of a product: c is rows x columns, a is rows x depth, b is depth x columns.
struct Sizes {
  int rows;
  int columns;
  int depth;
  std::int64_t multiply_adds() const { return static_cast<std::int64_t>(rows) * columns * depth; }
};

/// c += a b. The plain kernel adds to each element in the order of the depth.
void multiply_add(Kernel kernel, const Sizes& sizes, ConstBlock a, ConstBlock b, Block c);

/// The shortest distances from a vertex to all, by Dijkstra's algorithm for dense graphs (Neff
/// 1995, 4.1.1): edges[from][to] >= 0, or no_path. Looks at n^2 edges.
std::vector<std::int32_t> shortest_paths(const Distances& edges, int from);

/// How many multiples are subtracted in one pass.
inline constexpr std::size_t panel = 8;

/// row -= factors[0] pivots[0], then factors[1] pivots[1] and so on, at most `panel` of them; each
/// pivot is as long as the row.
void subtract_multiples(std::span<float> row, std::span<const float> factors,
                        std::span<const float* const> pivots);

/// The inner product, summed in 16 lanes that are then added in one fixed order. Equal lengths.
float inner_product(std::span<const float> a, std::span<const float> b);

/// The next x_i of Jacobi's method: (b_i - sum of a_ij x_j, j != i) / a_ii.
float relaxed(std::span<const float> row, float right_side, std::span<const float> x, int index);

/// The larger of `change` and of what x has changed by; infinite where it is no finite number.
float larger_change(float change, float before, float after);

}  // namespace metacomputer
