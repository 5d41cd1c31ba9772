#include "jacobi2d/tile.hpp"

#include <algorithm>

#include "isthmus/base/assert.hpp"

namespace jacobi2d {
namespace {

constexpr std::ptrdiff_t line_doubles = 8;

constexpr std::ptrdiff_t whole_lines(std::ptrdiff_t doubles) {
  return (doubles + line_doubles - 1) / line_doubles * line_doubles;
}

}  // namespace

// One line that the kernel may read, the rows and the free one, one more such line, the two sets of
// ghosts, and the edges that are columns. (Those that are rows lie in the rows.)
struct Tile::Layout {
  std::ptrdiff_t row_stride;
  std::ptrdiff_t side_stride;
  std::ptrdiff_t slots;
  std::ptrdiff_t ghosts;
  std::ptrdiff_t edges;
  std::ptrdiff_t size;

  Layout(int rows, int columns)
      : row_stride(whole_lines(columns)),
        side_stride(whole_lines(rows)),
        slots(line_doubles),
        ghosts(slots + (rows + 1) * row_stride + line_doubles),
        edges(ghosts + 4 * (row_stride + side_stride)),
        size(edges + 2 * side_stride) {}

  std::ptrdiff_t ghost(Side side, int step) const {
    const std::ptrdiff_t set = ghosts + (step % 2) * 2 * (row_stride + side_stride);
    switch (side) {
      case Side::north:
        return set;
      case Side::south:
        return set + row_stride;
      case Side::west:
        return set + 2 * row_stride;
      case Side::east:
        return set + 2 * row_stride + side_stride;
    }
    return set;
  }
};

Tile::Layout Tile::layout() const { return Layout(rows_, columns_); }

Tile::Tile(const Field& piece) : rows_(piece.rows - 2), columns_(piece.columns - 2) {
  ISTHMUS_ASSERT(rows_ > 0 && columns_ > 0);
  const Layout at = layout();
  memory_.resize(static_cast<std::size_t>(at.size));
  for (int row = 0; row < rows_; ++row) {
    const double* from = piece.row(row + 1);
    std::copy_n(from + 1, columns_, memory_.data() + at.slots + (row + 1) * at.row_stride);
    memory_[at.edges + row] = from[1];
    memory_[at.edges + at.side_stride + row] = from[columns_];
    for (const int step : {0, 1}) {
      memory_[at.ghost(Side::west, step) + row] = from[0];
      memory_[at.ghost(Side::east, step) + row] = from[columns_ + 1];
    }
  }
  for (const int step : {0, 1}) {
    std::copy_n(piece.row(0) + 1, columns_, memory_.data() + at.ghost(Side::north, step));
    std::copy_n(piece.row(rows_ + 1) + 1, columns_, memory_.data() + at.ghost(Side::south, step));
  }
}

Pass Tile::next_pass() {
  const Layout at = layout();
  double* const memory = memory_.data();
  const int begin = goes_up() ? rows_ - 1 : 0;
  const int direction = goes_up() ? -1 : 1;
  Pass pass;
  pass.first_row = memory + row_offset(begin);
  pass.row_step = direction * at.row_stride;
  pass.side_step = direction;
  pass.rows = rows_;
  pass.columns = columns_;
  pass.ghost_before = memory + at.ghost(goes_up() ? Side::south : Side::north, steps_done_);
  pass.ghost_after = memory + at.ghost(goes_up() ? Side::north : Side::south, steps_done_);
  pass.ghost_west = memory + at.ghost(Side::west, steps_done_) + begin;
  pass.ghost_east = memory + at.ghost(Side::east, steps_done_) + begin;
  pass.edge_west = memory + at.edges + begin;
  pass.edge_east = memory + at.edges + at.side_stride + begin;
  return pass;
}

void Tile::step() {
  relax(next_pass());
  ++steps_done_;
}

double Tile::step_with_residual() {
  const double residual = relax_with_residual(next_pass());
  ++steps_done_;
  return residual;
}

std::ptrdiff_t Tile::row_offset(int index) const {
  const Layout at = layout();
  return at.slots + (index + (goes_up() ? 0 : 1)) * at.row_stride;
}

std::span<const double> Tile::edge(Side side) const {
  const Layout at = layout();
  switch (side) {
    case Side::north:
      return row(0);
    case Side::south:
      return row(rows_ - 1);
    case Side::west:
      return {memory_.data() + at.edges, static_cast<std::size_t>(rows_)};
    case Side::east:
      return {memory_.data() + at.edges + at.side_stride, static_cast<std::size_t>(rows_)};
  }
  return {};
}

std::span<double> Tile::ghost(Side side, int step) {
  ISTHMUS_ASSERT(step == steps_done_ || step == steps_done_ + 1);
  return {memory_.data() + layout().ghost(side, step), static_cast<std::size_t>(length(side))};
}

void Tile::set_ghost(Side side, int step, std::span<const double> values) {
  const std::span<double> target = ghost(side, step);
  ISTHMUS_ASSERT(values.size() == target.size());
  std::ranges::copy(values, target.begin());
}

std::span<const double> Tile::row(int index) const {
  ISTHMUS_ASSERT(index >= 0 && index < rows_);
  return {memory_.data() + row_offset(index), static_cast<std::size_t>(columns_)};
}

std::vector<double> Tile::cells() const {
  std::vector<double> all;
  all.reserve(static_cast<std::size_t>(rows_) * columns_);
  for (int index = 0; index < rows_; ++index) {
    const std::span<const double> values = row(index);
    all.insert(all.end(), values.begin(), values.end());
  }
  return all;
}

void Tile::prefetch() const {
  const Layout at = layout();
  const double* const memory = memory_.data();
  constexpr std::ptrdiff_t most = 2048;
  const std::ptrdiff_t wanted = std::min((rows_ + 1) * at.row_stride, most);
  const double* const rows =
      goes_up() ? memory + at.ghosts - line_doubles - wanted : memory + at.slots;
  for (std::ptrdiff_t i = 0; i < wanted; i += line_doubles) __builtin_prefetch(rows + i, 0, 2);
  if (rows_ > most / line_doubles || columns_ > most / line_doubles) return;
  const double* const ghosts = memory + at.ghost(Side::north, steps_done_);
  const std::ptrdiff_t set = 2 * (at.row_stride + at.side_stride);
  for (std::ptrdiff_t i = 0; i < set; i += line_doubles) __builtin_prefetch(ghosts + i, 0, 2);
  for (std::ptrdiff_t i = 0; i < 2 * at.side_stride; i += line_doubles) {
    __builtin_prefetch(memory + at.edges + i, 0, 2);
  }
}

}  // namespace jacobi2d
