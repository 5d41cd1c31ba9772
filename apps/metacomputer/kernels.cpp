#include "metacomputer/kernels.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>

#include "isthmus/base/clone_per_cpu.hpp"

#ifdef METACOMPUTER_HAS_BLAS
#include <cblas.h>
#endif

namespace metacomputer {

namespace {

// So much of b stays in the nearest caches while rows of a pass: 64 x 512 floats, 128 KiB.
constexpr int block_depth = 64;
constexpr int block_columns = 512;

// Four rows of b at once; each element of c still gets them one after the other.
[[gnu::always_inline]] inline void add_four_rows(const float* a, const float* b,
                                                 std::ptrdiff_t stride, float* __restrict c,
                                                 int columns) {
  const float* b1 = b + stride;
  const float* b2 = b1 + stride;
  const float* b3 = b2 + stride;
#pragma omp simd
  for (int j = 0; j < columns; ++j) {
    c[j] = (((c[j] + a[0] * b[j]) + a[1] * b1[j]) + a[2] * b2[j]) + a[3] * b3[j];
  }
}

ISTHMUS_CLONE_PER_CPU
void add_panel(const Sizes& sizes, ConstBlock a, ConstBlock b, Block c) {
  for (int i = 0; i < sizes.rows; ++i) {
    const float* row = a.values + static_cast<std::ptrdiff_t>(i) * a.stride;
    float* sum = c.values + static_cast<std::ptrdiff_t>(i) * c.stride;
    int k = 0;
    for (; k + 4 <= sizes.depth; k += 4) {
      add_four_rows(row + k, b.values + static_cast<std::ptrdiff_t>(k) * b.stride, b.stride, sum,
                    sizes.columns);
    }
    for (; k < sizes.depth; ++k) {
      const float* line = b.values + static_cast<std::ptrdiff_t>(k) * b.stride;
      for (int j = 0; j < sizes.columns; ++j) sum[j] += row[k] * line[j];
    }
  }
}

void multiply_add_plain(const Sizes& sizes, ConstBlock a, ConstBlock b, Block c) {
  for (int j = 0; j < sizes.columns; j += block_columns) {
    const int columns = std::min(block_columns, sizes.columns - j);
    for (int k = 0; k < sizes.depth; k += block_depth) {
      const int depth = std::min(block_depth, sizes.depth - k);
      add_panel({sizes.rows, columns, depth}, {a.values + k, a.stride},
                {b.values + static_cast<std::ptrdiff_t>(k) * b.stride + j, b.stride},
                {c.values + j, c.stride});
    }
  }
}

#ifdef METACOMPUTER_HAS_BLAS
// The PEs are the threads.
[[maybe_unused]] const bool is_single_threaded = (openblas_set_num_threads(1), true);
#endif

constexpr std::size_t lanes = 16;

ISTHMUS_CLONE_PER_CPU
void add_products(const float* a, const float* b, std::size_t count, float* __restrict sums) {
  for (std::size_t i = 0; i < count; i += lanes) {
    for (std::size_t lane = 0; lane < lanes; ++lane) sums[lane] += a[i + lane] * b[i + lane];
  }
}

ISTHMUS_CLONE_PER_CPU
void subtract_one(float* __restrict row, float factor, const float* pivot, std::size_t count) {
  for (std::size_t i = 0; i < count; ++i) row[i] -= factor * pivot[i];
}

// Element by element the same as one after the other, but each is loaded and stored once.
ISTHMUS_CLONE_PER_CPU
void subtract_panel(float* __restrict row, const float* f, const float* const* p,
                    std::size_t count) {
  static_assert(panel == 8);
  const float f0 = f[0], f1 = f[1], f2 = f[2], f3 = f[3];
  const float f4 = f[4], f5 = f[5], f6 = f[6], f7 = f[7];
  const float *p0 = p[0], *p1 = p[1], *p2 = p[2], *p3 = p[3];
  const float *p4 = p[4], *p5 = p[5], *p6 = p[6], *p7 = p[7];
#pragma omp simd
  for (std::size_t i = 0; i < count; ++i) {
    const float first = (((row[i] - f0 * p0[i]) - f1 * p1[i]) - f2 * p2[i]) - f3 * p3[i];
    row[i] = (((first - f4 * p4[i]) - f5 * p5[i]) - f6 * p6[i]) - f7 * p7[i];
  }
}

/// A vertex's distance, or no_path where it is settled: `settled` is then no_path, else 0.
[[gnu::always_inline]] inline std::int32_t open_distance(std::int32_t distance,
                                                         std::int32_t settled) {
  return std::max(distance, settled);
}

/// Goes on from a vertex along its edges; returns the least distance of an open vertex.
ISTHMUS_CLONE_PER_CPU
std::int32_t relax_edges(std::int32_t* __restrict distances, const std::int32_t* settled,
                         std::int32_t base, const std::int32_t* edges, std::size_t count) {
  std::int32_t nearest = no_path;
#pragma omp simd reduction(min : nearest)
  for (std::size_t i = 0; i < count; ++i) {
    // A settled vertex is no farther than this one, so that it stays as it is.
    const std::int32_t through = std::min(edges[i], no_path - base) + base;
    distances[i] = std::min(distances[i], through);
    nearest = std::min(nearest, open_distance(distances[i], settled[i]));
  }
  return nearest;
}

/// The first open vertex at this distance, which there is.
ISTHMUS_CLONE_PER_CPU
std::size_t vertex_at(const std::int32_t* distances, const std::int32_t* settled,
                      std::int32_t distance, std::size_t count) {
  constexpr std::size_t step = 64;
  std::size_t first = 0;
  for (; first + step <= count; first += step) {
    int is_there = 0;
#pragma omp simd reduction(| : is_there)
    for (std::size_t i = first; i < first + step; ++i) {
      is_there |= open_distance(distances[i], settled[i]) == distance;
    }
    if (is_there != 0) break;
  }
  while (open_distance(distances[first], settled[first]) != distance) ++first;
  return first;
}

}  // namespace

bool has_blas() {
#ifdef METACOMPUTER_HAS_BLAS
  return true;
#else
  return false;
#endif
}

void multiply_add(Kernel kernel, const Sizes& sizes, ConstBlock a, ConstBlock b, Block c) {
  if (sizes.rows == 0 || sizes.columns == 0 || sizes.depth == 0) return;
#ifdef METACOMPUTER_HAS_BLAS
  if (kernel == Kernel::blas) {
    cblas_sgemm(CblasRowMajor, CblasNoTrans, CblasNoTrans, sizes.rows, sizes.columns, sizes.depth,
                1.0F, a.values, a.stride, b.values, b.stride, 1.0F, c.values, c.stride);
    return;
  }
#endif
  static_cast<void>(kernel);
  multiply_add_plain(sizes, a, b, c);
}

std::vector<std::int32_t> shortest_paths(const Distances& edges, int from) {
  const auto count = static_cast<std::size_t>(edges.columns);
  std::vector<std::int32_t> distances(count, no_path);
  std::vector<std::int32_t> settled(count, 0);
  distances[static_cast<std::size_t>(from)] = 0;
  // Those that are left at no_path cannot be reached.
  for (std::int32_t nearest = 0; nearest != no_path;) {
    const std::size_t vertex = vertex_at(distances.data(), settled.data(), nearest, count);
    settled[vertex] = no_path;
    nearest = relax_edges(distances.data(), settled.data(), nearest,
                          edges.at(static_cast<int>(vertex), 0), count);
  }
  return distances;
}

void subtract_multiples(std::span<float> row, std::span<const float> factors,
                        std::span<const float* const> pivots) {
  if (factors.size() == panel) {
    return subtract_panel(row.data(), factors.data(), pivots.data(), row.size());
  }
  for (std::size_t i = 0; i < factors.size(); ++i) {
    subtract_one(row.data(), factors[i], pivots[i], row.size());
  }
}

float inner_product(std::span<const float> a, std::span<const float> b) {
  std::array<float, lanes> sums = {};
  const std::size_t whole = a.size() / lanes * lanes;
  add_products(a.data(), b.data(), whole, sums.data());
  for (std::size_t i = whole; i < a.size(); ++i) sums[i - whole] += a[i] * b[i];
  for (std::size_t width = lanes / 2; width > 0; width /= 2) {
    for (std::size_t lane = 0; lane < width; ++lane) sums[lane] += sums[lane + width];
  }
  return sums[0];
}

float relaxed(std::span<const float> row, float right_side, std::span<const float> x, int index) {
  const auto at = static_cast<std::size_t>(index);
  const float before = inner_product(row.first(at), x.first(at));
  const float behind = inner_product(row.subspan(at + 1), x.subspan(at + 1));
  return (right_side - (before + behind)) / row[at];
}

float larger_change(float change, float before, float after) {
  const float own = std::abs(after - before);
  return std::isfinite(own) ? std::max(change, own) : HUGE_VALF;
}

}  // namespace metacomputer
