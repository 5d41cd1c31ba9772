// metacomputer/elimination.hpp: Gaussian elimination with partial pivoting and back substitution,
// as one processor does them with its rows of the equations (Neff 1995, 4.3.1).
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "metacomputer/input.hpp"
#include "metacomputer/matrix.hpp"

namespace metacomputer {

/// A row that may become the next pivot: from the column on that is eliminated, and its right side
/// behind. `row` is its place in the matrix, -1 where there is none.
struct Candidate {
  float magnitude = -1;
  int row = -1;
  std::vector<float> values = {};
};

/// The greater pivot; of equal ones, that of the row that stands first.
const Candidate& better(const Candidate& a, const Candidate& b);

/// A row of the triangle, which has found its place: from the diagonal on, with its right side.
struct SortedRow {
  int place = 0;
  std::vector<float> values = {};
};

/// Rows `rows` of A x = b. They are eliminated where they lie; those that have been pivots rest.
/// One owner.
class RowsInElimination {
 public:
  RowsInElimination() = default;
  /// `matrix` has those rows of A, `right_side` those of b.
  RowsInElimination(int size, Range rows, std::span<const float> matrix,
                    std::span<const float> right_side);

  Range rows() const { return rows_; }
  /// The best of the rows that have not been pivots. Columns in order, each once, before it is
  /// eliminated.
  Candidate candidate(int column);
  /// Subtracts the pivot's multiples, at the latest when that is looked at, so that `column` is
  /// zero below; rows that have been pivots stay. Returns the multiply-adds.
  std::int64_t eliminate(int column, const Candidate& pivot);
  /// Of this processor's rows, once all columns are done.
  std::vector<SortedRow> sorted_rows() const;

 private:
  float* at(int row, int column);
  const float* at(int row, int column) const;
  std::span<const float> factors_of(int row) const;
  /// The collected pivots' values from this column on.
  std::vector<const float*> pivots_from(int column) const;
  void subtract_collected(int column);

  int size_ = 0;
  Range rows_;
  std::vector<float> values_;  // rows of size_ + 1
  std::vector<int> place_;     // of each row in the triangle; -1 until it has been the pivot
  std::vector<std::vector<float>> pivots_;  // collected, each from its column on
  std::vector<float> factors_;              // `panel` a row, for those
};

/// Places `places` of the triangle, on their way to x. One owner.
class RowsInSubstitution {
 public:
  RowsInSubstitution() = default;
  RowsInSubstitution(int size, Range places);

  Range places() const { return places_; }
  void take(SortedRow row);
  /// All of its rows have come.
  bool is_whole() const { return missing_ == 0; }
  /// x of this place is known, which is this or a higher processor's: subtracts it from the rows
  /// above. In the order of falling places. Returns the multiply-adds.
  std::int64_t substitute(int place, float x);
  /// x of the row at this place, once all that are higher have been substituted.
  float solve(int place) const;

 private:
  int size_ = 0;
  Range places_;
  int missing_ = 0;
  std::vector<std::vector<float>> rows_;
};

}  // namespace metacomputer
