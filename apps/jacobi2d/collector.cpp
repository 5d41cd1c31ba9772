#include "jacobi2d/collector.hpp"

#include <utility>

namespace jacobi2d {

Collector::Collector(Field start, const isthmus::Callback<void>& whole)
    : field_(std::move(start)),
      whole_(whole),
      missing_cells_(static_cast<std::ptrdiff_t>(field_.rows - 2) * (field_.columns - 2)) {}

void Collector::take(Range rows, Range columns, std::span<const double> cells) {
  place(field_, rows, columns, cells);
  missing_cells_ -= std::ssize(cells);
  if (missing_cells_ == 0) isthmus::send(whole_);
}

}  // namespace jacobi2d
