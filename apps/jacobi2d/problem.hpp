// jacobi2d/problem.hpp: what is to be solved, how it is cut into tiles, and where it starts.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "isthmus/base/error.hpp"

namespace jacobi2d {

/// A rectangle of values in row order: `cells[row * columns + column]`.
struct Field {
  int rows = 0;
  int columns = 0;
  std::vector<double> cells;

  double* row(int index) { return cells.data() + static_cast<std::ptrdiff_t>(index) * columns; }
  const double* row(int index) const {
    return cells.data() + static_cast<std::ptrdiff_t>(index) * columns;
  }
  bool operator==(const Field&) const = default;
};

/// The fixed values around the mesh, one per side, and the value that every cell starts with.
/// Where `file` is set, a .npy file of shape (rows + 2, columns + 2) gives all of them instead.
struct Boundary {
  double north = 1.0;
  double south = 0.0;
  double west = 0.0;
  double east = 0.0;
  double initial = 0.0;
  std::string file = {};
};

/// One run of the five-point stencil over `rows` x `columns` interior cells. Small enough to be
/// broadcast: it names a start file but does not hold its values (see `start_field`).
struct Problem {
  int rows = 2048;
  int columns = 2048;
  int objects_down = 8;
  int objects_across = 8;
  int steps = 100;          ///< Where `tolerance` is set, the most steps that may be done.
  double tolerance = 0.0;   ///< Stop once a step changes no cell by more; 0: do all steps.
  int residual_every = 10;  ///< With a tolerance, every how many steps the residual is looked at.
  Boundary boundary = {};
};

/// One line about the first field that makes no sense, else nothing.
isthmus::Expected<void> validate(const Problem& problem);

/// What who holds such a share of the cells needs at least, with the whole field besides or not.
double memory_need_bytes(const Problem& problem, double share, bool has_field);

/// ErrorCode::bad_input where this machine has less memory than that, which would end in a failed
/// allocation somewhere, or in the system's killing somebody.
isthmus::Expected<void> check_memory(const Problem& problem, double need_bytes);

/// Whether the step that brings the count of done steps to `steps_done` must give its residual. The
/// last step always does.
bool wants_residual(const Problem& problem, int steps_done);
/// After how many steps the next one is wanted where so many are done, which are not all. O(1).
int next_residual(const Problem& problem, int steps_done);

/// Whether a step with this residual ends the run before all steps are done; with a tolerance of 0
/// none does.
bool converged(double tolerance, double residual);

/// Indices `first` to `first + size - 1` along one axis of the mesh; 0 is the first interior cell.
struct Range {
  int first = 0;
  int size = 0;
  bool operator==(const Range&) const = default;
};

/// Part `part` of `size` cells cut into `parts` runs that differ by one cell at most; the first
/// `size % parts` runs are the longer ones. 0 <= part < parts <= size.
Range split(int size, int parts, int part);

/// Mesh and boundary before the first step, (rows + 2) x (columns + 2): from `boundary.file`, else
/// from the constants; there the north and south values fill the corners.
isthmus::Expected<Field> start_field(const Problem& problem);

/// The part of a start field that one tile needs: its cells and one ring around them. The second
/// form needs no start field, and serves only a problem without `boundary.file`.
Field piece_of(const Field& start, Range rows, Range columns);
Field piece_of(const Problem& problem, Range rows, Range columns);

/// Writes a tile's cells, in row order without ring, to their place in a field with ring.
void place(Field& field, Range rows, Range columns, std::span<const double> cells);

}  // namespace jacobi2d
