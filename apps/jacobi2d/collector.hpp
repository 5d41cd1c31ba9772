// jacobi2d/collector.hpp: puts the blocks' cells together again.
#pragma once

#include <span>

#include "isthmus/isthmus.hpp"
#include "jacobi2d/problem.hpp"

namespace jacobi2d {

/// Lives on PE 0, where the main program reads the field once it is whole.
class Collector : public isthmus::Chare<Collector> {
 public:
  /// `start` is a field with the right ring; it is told to `whole` when all cells have come.
  Collector(Field start, const isthmus::Callback<void>& whole);

  void take(Range rows, Range columns, std::span<const double> cells);

  const Field& field() const { return field_; }

 private:
  Field field_;
  isthmus::Callback<void> whole_;
  std::ptrdiff_t missing_cells_;
};

}  // namespace jacobi2d
