#include "metacomputer/elimination.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <utility>

#include "metacomputer/kernels.hpp"

namespace metacomputer {

const Candidate& better(const Candidate& a, const Candidate& b) {
  if (a.magnitude != b.magnitude) return a.magnitude > b.magnitude ? a : b;
  return a.row >= 0 && (b.row < 0 || a.row < b.row) ? a : b;
}

RowsInElimination::RowsInElimination(int size, Range rows, std::span<const float> matrix,
                                     std::span<const float> right_side)
    : size_(size),
      rows_(rows),
      place_(static_cast<std::size_t>(rows.size()), -1),
      factors_(place_.size() * panel) {
  values_.reserve(matrix.size() + right_side.size());
  for (std::size_t row = 0; row < right_side.size(); ++row) {
    const auto width = static_cast<std::size_t>(size);
    const auto line = matrix.subspan(row * width, width);
    values_.insert(values_.end(), line.begin(), line.end());
    values_.push_back(right_side[row]);
  }
}

float* RowsInElimination::at(int row, int column) {
  return values_.data() + static_cast<std::ptrdiff_t>(row) * (size_ + 1) + column;
}

const float* RowsInElimination::at(int row, int column) const {
  return values_.data() + static_cast<std::ptrdiff_t>(row) * (size_ + 1) + column;
}

std::span<const float> RowsInElimination::factors_of(int row) const {
  return std::span(factors_).subspan(static_cast<std::size_t>(row) * panel, pivots_.size());
}

std::vector<const float*> RowsInElimination::pivots_from(int column) const {
  std::vector<const float*> values;
  for (const std::vector<float>& pivot : pivots_) {
    values.push_back(pivot.data() + std::ssize(pivot) - (size_ + 1 - column));
  }
  return values;
}

Candidate RowsInElimination::candidate(int column) {
  const std::vector<const float*> pivots = pivots_from(column);
  Candidate best;
  for (int row = 0; row < rows_.size(); ++row) {
    if (place_[static_cast<std::size_t>(row)] >= 0) continue;
    float* value = at(row, column);
    subtract_multiples({value, 1}, factors_of(row), pivots);
    const float magnitude = std::abs(*value);
    if (!(magnitude > best.magnitude)) continue;
    best.magnitude = magnitude;
    best.row = row;
  }
  if (best.row < 0) return best;
  best.values.assign(at(best.row, column), at(best.row + 1, 0));
  subtract_multiples(std::span(best.values).subspan(1), factors_of(best.row),
                     pivots_from(column + 1));
  best.row += rows_.begin;
  return best;
}

std::int64_t RowsInElimination::eliminate(int column, const Candidate& pivot) {
  std::int64_t multiply_adds = 0;
  for (int row = 0; row < rows_.size(); ++row) {
    int& place = place_[static_cast<std::size_t>(row)];
    if (place >= 0) continue;
    if (row + rows_.begin == pivot.row) {
      place = column;
      std::ranges::copy(pivot.values, at(row, column));
      continue;
    }
    float* value = at(row, column);
    factors_[static_cast<std::size_t>(row) * panel + pivots_.size()] =
        *value / pivot.values.front();
    *value = 0;
    multiply_adds += size_ - column;
  }
  pivots_.push_back(pivot.values);
  if (pivots_.size() == panel || column + 1 == size_) subtract_collected(column + 1);
  return multiply_adds;
}

void RowsInElimination::subtract_collected(int column) {
  const std::vector<const float*> pivots = pivots_from(column);
  const auto width = static_cast<std::size_t>(size_ + 1 - column);
  for (int row = 0; row < rows_.size(); ++row) {
    if (place_[static_cast<std::size_t>(row)] >= 0) continue;
    subtract_multiples({at(row, column), width}, factors_of(row), pivots);
  }
  pivots_.clear();
}

std::vector<SortedRow> RowsInElimination::sorted_rows() const {
  std::vector<SortedRow> sorted;
  for (int row = 0; row < rows_.size(); ++row) {
    const int place = place_[static_cast<std::size_t>(row)];
    sorted.push_back({place, {at(row, place), at(row + 1, 0)}});
  }
  return sorted;
}

RowsInSubstitution::RowsInSubstitution(int size, Range places)
    : size_(size),
      places_(places),
      missing_(places.size()),
      rows_(static_cast<std::size_t>(places.size())) {}

void RowsInSubstitution::take(SortedRow row) {
  rows_.at(static_cast<std::size_t>(row.place - places_.begin)) = std::move(row.values);
  --missing_;
}

std::int64_t RowsInSubstitution::substitute(int place, float x) {
  const int end = std::min(places_.end, place);
  for (int row = places_.begin; row < end; ++row) {
    std::vector<float>& values = rows_[static_cast<std::size_t>(row - places_.begin)];
    values.back() -= values[static_cast<std::size_t>(place - row)] * x;
  }
  return std::max(end - places_.begin, 0);
}

float RowsInSubstitution::solve(int place) const {
  const std::vector<float>& values = rows_[static_cast<std::size_t>(place - places_.begin)];
  return values.back() / values.front();
}

}  // namespace metacomputer
