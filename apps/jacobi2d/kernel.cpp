#include "jacobi2d/kernel.hpp"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstring>
#include <vector>

#include "isthmus/base/clone_per_cpu.hpp"

namespace jacobi2d {
namespace {

constexpr int line_doubles = 8;

// How far ahead of the computation rows are fetched. The hardware's own prefetch leaves half of the
// bandwidth unused; from 4 to 16 KiB on there is no more to gain.
constexpr std::ptrdiff_t ahead_doubles = 2048;

[[gnu::always_inline]] inline void prefetch_row(const double* row, int columns) {
  for (int column = 0; column < columns; column += line_doubles) {
    __builtin_prefetch(row + column, 0, 2);
  }
}

// New values of `row` into `target`, which holds the old values of the row before. The loop runs
// over all columns, so that it needs no peeling and stays aligned; the two ends, for which it reads
// whatever is beside the row, are put right afterwards.
[[gnu::always_inline]] inline void relax_row(double* target, const double* row,
                                             const double* row_after, double ghost_west,
                                             double ghost_east, int columns) {
  const int last = columns - 1;
  const double left_of_last = columns > 1 ? row[last - 1] : ghost_west;
  const double right_of_first = columns > 1 ? row[1] : ghost_east;
  const double new_first = 0.25 * (((target[0] + row_after[0]) + ghost_west) + right_of_first);
  const double new_last = 0.25 * (((target[last] + row_after[last]) + left_of_last) + ghost_east);
#pragma omp simd
  for (int column = 0; column < columns; ++column) {
    target[column] =
        0.25 * (((target[column] + row_after[column]) + row[column - 1]) + row[column + 1]);
  }
  target[0] = new_first;
  target[last] = new_last;
}

// Non-negative doubles are ordered as their bits are, and integers have a maximum that vectorizes
// without leave to ignore NaN.
[[gnu::always_inline]] inline std::int64_t largest_change(const double* target, const double* row,
                                                          int columns, std::int64_t largest) {
#pragma omp simd reduction(max : largest)
  for (int column = 0; column < columns; ++column) {
    const auto change = std::bit_cast<std::int64_t>(target[column] - row[column]) & INT64_MAX;
    largest = change > largest ? change : largest;
  }
  return largest;
}

template <bool with_residual>
[[gnu::always_inline]] inline double relax_tile(const Pass& pass) {
  const int columns = pass.columns;
  const int rows_ahead =
      static_cast<int>(std::min<std::ptrdiff_t>(pass.rows, ahead_doubles / columns + 2));
  std::int64_t largest = 0;
  double* row = pass.first_row;
  double* target = row - pass.row_step;
  std::memcpy(target, pass.ghost_before, sizeof(double) * static_cast<std::size_t>(columns));
  std::ptrdiff_t side = 0;
  for (int k = 0; k < pass.rows; ++k, side += pass.side_step) {
    if (k + rows_ahead < pass.rows) prefetch_row(row + rows_ahead * pass.row_step, columns);
    const double* row_after = k + 1 < pass.rows ? row + pass.row_step : pass.ghost_after;
    relax_row(target, row, row_after, pass.ghost_west[side], pass.ghost_east[side], columns);
    if (with_residual) largest = largest_change(target, row, columns, largest);
    pass.edge_west[side] = target[0];
    pass.edge_east[side] = target[columns - 1];
    target = row;
    row += pass.row_step;
  }
  return std::bit_cast<double>(largest);
}

ISTHMUS_CLONE_PER_CPU void scale(double* a, std::size_t count, double factor) {
  for (std::size_t block = 0; block < count; block += line_doubles) {
    __builtin_prefetch(a + std::min(block + ahead_doubles, count - 1), 0, 2);
#pragma omp simd
    for (std::size_t i = block; i < block + line_doubles; ++i) a[i] = factor * a[i];
  }
}

ISTHMUS_CLONE_PER_CPU void triad(double* a, const double* b, const double* c, std::size_t count,
                                 double factor) {
#pragma omp simd
  for (std::size_t i = 0; i < count; ++i) a[i] = b[i] + factor * c[i];
}

}  // namespace

ISTHMUS_CLONE_PER_CPU void relax(const Pass& pass) { relax_tile<false>(pass); }

ISTHMUS_CLONE_PER_CPU double relax_with_residual(const Pass& pass) {
  return relax_tile<true>(pass);
}

double measure_memory_bandwidth(std::size_t bytes, int repeats, const isthmus::Clock& clock) {
  const std::size_t lines = std::max<std::size_t>(3, bytes / (line_doubles * sizeof(double)));
  std::vector<double> memory(lines * line_doubles, 1.0);
  const std::size_t third = lines / 3 * line_doubles;
  double* const a = memory.data();
  double best = 0.0;
  const auto note = [&](double bytes_moved, isthmus::TimeNs begin_ns) {
    const auto duration_ns = std::max<isthmus::TimeNs>(1, clock.now_ns() - begin_ns);
    best = std::max(best, bytes_moved * 1e9 / static_cast<double>(duration_ns));
  };
  for (int repeat = 0; repeat < repeats; ++repeat) {
    const isthmus::TimeNs scale_begin_ns = clock.now_ns();
    scale(a, memory.size(), 0.5);
    note(16.0 * static_cast<double>(memory.size()), scale_begin_ns);
    const isthmus::TimeNs triad_begin_ns = clock.now_ns();
    triad(a, a + third, a + 2 * third, third, 0.5);
    note(32.0 * static_cast<double>(third), triad_begin_ns);
  }
  return best;
}

}  // namespace jacobi2d
