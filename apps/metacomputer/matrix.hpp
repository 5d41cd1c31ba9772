// metacomputer/matrix.hpp: a dense matrix, and how lines of it are dealt out.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace metacomputer {

/// In row order: `values[row * columns + column]`.
template <class T>
struct MatrixOf {
  int rows = 0;
  int columns = 0;
  std::vector<T> values = {};

  static MatrixOf zero(int rows, int columns) {
    return {rows, columns,
            std::vector<T>(static_cast<std::size_t>(rows) * static_cast<std::size_t>(columns))};
  }
  T* at(int row, int column) {
    return values.data() + static_cast<std::ptrdiff_t>(row) * columns + column;
  }
  const T* at(int row, int column) const {
    return values.data() + static_cast<std::ptrdiff_t>(row) * columns + column;
  }
  std::span<const T> row(int index) const {
    return {at(index, 0), static_cast<std::size_t>(columns)};
  }
  bool operator==(const MatrixOf&) const = default;
};

using Matrix = MatrixOf<float>;
/// Of paths between vertices, or of the edges of a graph.
using Distances = MatrixOf<std::int32_t>;

/// There is no path, or no edge.
inline constexpr std::int32_t no_path = INT32_MAX;

/// Indices `begin` up to, but not including, `end`.
struct Range {
  int begin = 0;
  int end = 0;
  int size() const { return end - begin; }
  bool operator==(const Range&) const = default;
};

/// Part `part` of `size` indices cut into `parts` runs that differ by one at most, the longer ones
/// first. 0 <= part < parts.
inline Range split(int size, int parts, int part) {
  const int least = size / parts;
  const int longer = size % parts;
  const int begin = part * least + (part < longer ? part : longer);
  return {begin, begin + least + (part < longer ? 1 : 0)};
}

/// The rectangle of a matrix, in row order.
template <class T>
std::vector<T> piece_of(const MatrixOf<T>& whole, Range rows, Range columns) {
  std::vector<T> piece;
  piece.reserve(static_cast<std::size_t>(rows.size()) * static_cast<std::size_t>(columns.size()));
  for (int row = rows.begin; row < rows.end; ++row) {
    piece.insert(piece.end(), whole.at(row, columns.begin),
                 whole.at(row, columns.begin) + columns.size());
  }
  return piece;
}

/// The other way round; `piece` has as many values as the rectangle.
template <class T>
void place(MatrixOf<T>& whole, Range rows, Range columns, std::span<const T> piece) {
  for (int row = rows.begin; row < rows.end; ++row) {
    const auto line = piece.subspan(
        static_cast<std::size_t>(row - rows.begin) * static_cast<std::size_t>(columns.size()),
        static_cast<std::size_t>(columns.size()));
    std::copy(line.begin(), line.end(), whole.at(row, columns.begin));
  }
}

}  // namespace metacomputer
