// jacobi2d/kernel.hpp: one step of the stencil over one tile, in place, and its memory traffic.
#pragma once

#include <cstddef>

#include "isthmus/base/clock.hpp"

namespace jacobi2d {

/// One pass over a tile that keeps a single copy of its cells. The rows lie one after another, with
/// one free row before the first that is visited. Row k's new values go where row k - 1 was: those
/// old values are read for the last time by row k. So a step moves 16 bytes a cell instead of the
/// 24 (with the fetch of the line to be written) of two arrays, and half as many have to stay in
/// cache. After the pass the free row is behind the last one, and the next pass runs backwards.
///
/// `row_step` and `side_step` carry the direction: from one visited row to the next in doubles,
/// and in the four side arrays. Eight doubles before the lowest and behind the highest row must be
/// readable; their values do not matter.
struct Pass {
  double* first_row = nullptr;  ///< The row visited first; first_row - row_step is free.
  std::ptrdiff_t row_step = 0;
  int side_step = 1;
  int rows = 0;
  int columns = 0;
  const double* ghost_before = nullptr;  ///< `columns` values next to the row visited first.
  const double* ghost_after = nullptr;   ///< `columns` values next to the row visited last.
  const double* ghost_west = nullptr;    ///< At the row visited first; so are the next three.
  const double* ghost_east = nullptr;
  double* edge_west = nullptr;  ///< Takes the new values of the first column ...
  double* edge_east = nullptr;  ///< ... and of the last one, while they are in registers.
};

/// new = 0.25 * (((up + down) + left) + right) for every cell. The same bits for every cutting into
/// tiles, every direction and every instruction set.
void relax(const Pass& pass);

/// The same, and returns max |new - old| over the tile's cells. The maximum of exact values needs
/// no order, so it too is the same for every cutting. Costs a second look at each row.
double relax_with_residual(const Pass& pass);

/// Bytes that one step reads from and writes to memory for a cell of a tile that is not in cache.
constexpr double bytes_per_cell() { return 16.0; }

/// How fast the calling thread reads and writes memory, in bytes per second: the best of `repeats`
/// passes of a[i] = s * a[i] and of a[i] = b[i] + s * c[i] over `bytes` of memory in all, where the
/// line fetched before it is written counts as read. For more threads, each calls it at the same
/// time with its share, and the results are added.
double measure_memory_bandwidth(std::size_t bytes, int repeats, const isthmus::Clock& clock);

}  // namespace jacobi2d
