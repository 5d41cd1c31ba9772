// jacobi2d/tile.hpp: the cells of one object, with the ghosts around them.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <new>
#include <span>
#include <vector>

#include "jacobi2d/kernel.hpp"
#include "jacobi2d/problem.hpp"

namespace jacobi2d {

enum class Side : std::uint8_t { north, south, west, east };

inline constexpr std::array<Side, 4> all_sides = {Side::north, Side::south, Side::west, Side::east};

constexpr Side opposite(Side side) {
  switch (side) {
    case Side::north:
      return Side::south;
    case Side::south:
      return Side::north;
    case Side::west:
      return Side::east;
    case Side::east:
      return Side::west;
  }
  return side;
}

/// Gives std::vector memory that begins at a cache line.
template <class T>
struct LineAllocator {
  using value_type = T;
  static constexpr std::align_val_t alignment{64};

  LineAllocator() = default;
  template <class U>
  explicit LineAllocator(const LineAllocator<U>&) {}

  T* allocate(std::size_t count) {
    return static_cast<T*>(::operator new(count * sizeof(T), alignment));
  }
  void deallocate(T* memory, std::size_t) { ::operator delete(memory, alignment); }
  bool operator==(const LineAllocator&) const = default;
};

/// A rectangle of the mesh that steps forward in place (kernel.hpp says how), one ghost deep. All
/// its memory is one block, touched first by the constructor. One thread at a time, but the ghosts
/// for the step after the one in work may be written by another.
///
/// Steps count from 0. Step n reads ghosts for n and leaves in `edge` what the neighbours need as
/// ghosts for n + 1. There are two sets of ghosts, for even and odd steps: a neighbour that is one
/// step ahead already delivers into the next set, and none can be further ahead, since it waits for
/// this tile's edges. A side of the mesh's boundary is set once in both.
class Tile {
 public:
  /// Empty; to be filled by `serialize`.
  Tile() = default;

  /// From the cells and the ring around them (`piece_of`); the ring goes to both sets of ghosts.
  explicit Tile(const Field& piece);

  /// Advances by one step.
  void step();
  /// Advances by one step and returns max |new - old|.
  double step_with_residual();

  int rows() const { return rows_; }
  int columns() const { return columns_; }
  /// Steps done, hence the number of the step that comes next.
  int steps_done() const { return steps_done_; }

  /// Cells along a side.
  int length(Side side) const {
    return side == Side::north || side == Side::south ? columns_ : rows_;
  }

  /// The cells along a side after the last step; no copy, valid until the next step.
  std::span<const double> edge(Side side) const;

  /// Where the ghosts of a side for step `step` lie, to be written straight; `step` is steps_done()
  /// or one more.
  std::span<double> ghost(Side side, int step);
  void set_ghost(Side side, int step, std::span<const double> values);

  /// One row of cells after the last step.
  std::span<const double> row(int index) const;
  /// All cells in row order, for gathering.
  std::vector<double> cells() const;

  /// Asks the cache for what the next step touches first. Worth it for small tiles, while another
  /// tile is still being computed.
  void prefetch() const;

  void serialize(auto& archive) { archive(rows_, columns_, steps_done_, memory_); }

 private:
  /// Offsets of the parts in a tile's memory, in doubles.
  struct Layout;

  Layout layout() const;
  /// Slot 0 of the rows + 1 that the cells move through is free before an even step, the last slot
  /// before an odd one.
  bool goes_up() const { return steps_done_ % 2 != 0; }
  std::ptrdiff_t row_offset(int index) const;
  Pass next_pass();

  int rows_ = 0;
  int columns_ = 0;
  int steps_done_ = 0;
  std::vector<double, LineAllocator<double>> memory_;
};

}  // namespace jacobi2d
