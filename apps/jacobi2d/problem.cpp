#include "jacobi2d/problem.hpp"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <utility>

#include "isthmus/base/assert.hpp"
#include "jacobi2d/npy.hpp"

namespace jacobi2d {
namespace {

using isthmus::ErrorCode;
using isthmus::Expected;
using isthmus::fail;

// The sum of four such values is finite, so no step makes an infinity or a NaN.
constexpr double value_max = 1e300;
constexpr int size_max = 1 << 24;

bool usable(double value) { return std::abs(value) <= value_max; }

Expected<void> between(const char* option, const char* name, int value, int low, int high) {
  if (value >= low && value <= high) return {};
  return fail(ErrorCode::bad_input, std::to_string(value) + " " + name, option,
              std::to_string(low) + " to " + std::to_string(high));
}

std::string shape_text(int rows, int columns) {
  std::string text = "(";
  text += std::to_string(rows) + ", " + std::to_string(columns) + ")";
  return text;
}

double start_value(const Problem& problem, int row, int column) {
  const Boundary& boundary = problem.boundary;
  if (row < 0) return boundary.north;
  if (row >= problem.rows) return boundary.south;
  if (column < 0) return boundary.west;
  if (column >= problem.columns) return boundary.east;
  return boundary.initial;
}

}  // namespace

Expected<void> validate(const Problem& problem) {
  Expected<void> checks[] = {
      between("--mesh", "rows", problem.rows, 1, size_max),
      between("--mesh", "columns", problem.columns, 1, size_max),
      between("--objects", "rows", problem.objects_down, 1, std::max(1, problem.rows)),
      between("--objects", "columns", problem.objects_across, 1, std::max(1, problem.columns)),
      between("--steps", "steps", problem.steps, 0, INT32_MAX - 1),
      between("--residual-every", "steps", problem.residual_every, 1, INT32_MAX - 1),
  };
  for (Expected<void>& check : checks) {
    if (!check) return std::move(check);
  }
  if (!(problem.tolerance >= 0.0 && problem.tolerance <= value_max)) {
    return fail(ErrorCode::bad_input, std::to_string(problem.tolerance), "--tolerance",
                "0 or a positive number");
  }
  const Boundary& boundary = problem.boundary;
  for (const auto& [option, value] :
       {std::pair("--north", boundary.north), std::pair("--south", boundary.south),
        std::pair("--west", boundary.west), std::pair("--east", boundary.east),
        std::pair("--initial", boundary.initial)}) {
    if (!usable(value)) {
      return fail(ErrorCode::bad_input, std::to_string(value), option,
                  "a finite number of at most 1e300");
    }
  }
  return {};
}

double memory_need_bytes(const Problem& problem, double share, bool has_field) {
  const double cells = static_cast<double>(problem.rows) * problem.columns;
  return cells * sizeof(double) * (share + (has_field ? 1 : 0));
}

Expected<void> check_memory(const Problem& problem, double need_bytes) {
  const double memory_bytes =
      static_cast<double>(sysconf(_SC_PHYS_PAGES)) * static_cast<double>(sysconf(_SC_PAGESIZE));
  if (need_bytes <= memory_bytes) return {};
  std::array<char, 64> need{};
  std::array<char, 64> there{};
  std::snprintf(need.data(), need.size(), "%.1f", need_bytes / (1 << 30));
  std::snprintf(there.data(), there.size(), "%.1f", memory_bytes / (1 << 30));
  std::string mesh = std::to_string(problem.rows);
  mesh += "x" + std::to_string(problem.columns);
  return fail(ErrorCode::bad_input,
              mesh + " cells need at least " + need.data() + " GiB of memory here", "--mesh",
              "a mesh that fits the " + std::string(there.data()) + " GiB of this machine");
}

bool wants_residual(const Problem& problem, int steps_done) {
  if (steps_done == problem.steps) return true;
  return problem.tolerance > 0.0 && steps_done % problem.residual_every == 0;
}

int next_residual(const Problem& problem, int steps_done) {
  if (problem.tolerance <= 0.0) return problem.steps;
  const std::int64_t every = problem.residual_every;
  return static_cast<int>(std::min<std::int64_t>(problem.steps, (steps_done / every + 1) * every));
}

bool converged(double tolerance, double residual) {
  return tolerance > 0.0 && residual <= tolerance;
}

Range split(int size, int parts, int part) {
  ISTHMUS_ASSERT(part >= 0 && part < parts && parts <= size);
  const int share = size / parts;
  const int longer = size % parts;
  return {part * share + std::min(part, longer), share + (part < longer ? 1 : 0)};
}

Expected<Field> start_field(const Problem& problem) {
  if (problem.boundary.file.empty()) {
    return piece_of(problem, {0, problem.rows}, {0, problem.columns});
  }
  const std::string& path = problem.boundary.file;
  Expected<Field> read = read_npy(path);
  if (!read) return read;
  if (read->rows != problem.rows + 2 || read->columns != problem.columns + 2) {
    return fail(
        ErrorCode::bad_input, "shape is " + shape_text(read->rows, read->columns), path,
        shape_text(problem.rows + 2, problem.columns + 2) + ": mesh and one ring of boundary");
  }
  const auto bad = std::ranges::find_if_not(read->cells, usable);
  if (bad != read->cells.end()) {
    const std::ptrdiff_t at = bad - read->cells.begin();
    return fail(ErrorCode::bad_input,
                "value at [" + std::to_string(at / read->columns) + ", " +
                    std::to_string(at % read->columns) + "] is " + std::to_string(*bad),
                path, "finite numbers of at most 1e300");
  }
  return read;
}

Field piece_of(const Field& start, Range rows, Range columns) {
  ISTHMUS_ASSERT(rows.first >= 0 && rows.first + rows.size + 2 <= start.rows);
  ISTHMUS_ASSERT(columns.first >= 0 && columns.first + columns.size + 2 <= start.columns);
  Field piece{rows.size + 2, columns.size + 2, {}};
  piece.cells.reserve(static_cast<std::size_t>(piece.rows) * piece.columns);
  for (int row = 0; row < piece.rows; ++row) {
    const double* from = start.row(rows.first + row) + columns.first;
    piece.cells.insert(piece.cells.end(), from, from + piece.columns);
  }
  return piece;
}

Field piece_of(const Problem& problem, Range rows, Range columns) {
  ISTHMUS_ASSERT(problem.boundary.file.empty());
  Field piece{rows.size + 2, columns.size + 2, {}};
  piece.cells.reserve(static_cast<std::size_t>(piece.rows) * piece.columns);
  for (int row = rows.first - 1; row <= rows.first + rows.size; ++row) {
    for (int column = columns.first - 1; column <= columns.first + columns.size; ++column) {
      piece.cells.push_back(start_value(problem, row, column));
    }
  }
  return piece;
}

void place(Field& field, Range rows, Range columns, std::span<const double> cells) {
  ISTHMUS_ASSERT(cells.size() == static_cast<std::size_t>(rows.size) * columns.size);
  ISTHMUS_ASSERT(rows.first + rows.size + 2 <= field.rows);
  ISTHMUS_ASSERT(columns.first + columns.size + 2 <= field.columns);
  for (int row = 0; row < rows.size; ++row) {
    const double* from = cells.data() + static_cast<std::ptrdiff_t>(row) * columns.size;
    std::copy_n(from, columns.size, field.row(rows.first + row + 1) + columns.first + 1);
  }
}

}  // namespace jacobi2d
