#include <gtest/gtest.h>

#include <cmath>
#include <utility>

#include "metacomputer/elimination.hpp"
#include "metacomputer/kernels.hpp"
#include "metacomputer/serial.hpp"

namespace metacomputer {
namespace {

/// Elimination by processors that have so many rows each, one after the other.
std::vector<float> solved_by(const System& system, const std::vector<int>& shares) {
  const int n = system.matrix.rows;
  std::vector<RowsInElimination> all;
  int begin = 0;
  for (const int share : shares) {
    const Range rows{begin, begin + share};
    const std::vector<float> right_side(system.right_side.begin() + rows.begin,
                                        system.right_side.begin() + rows.end);
    all.emplace_back(n, rows, piece_of(system.matrix, rows, {0, n}), right_side);
    begin += share;
  }
  for (int column = 0; column < n; ++column) {
    Candidate pivot;
    for (RowsInElimination& one : all) pivot = better(pivot, one.candidate(column));
    for (RowsInElimination& one : all) one.eliminate(column, pivot);
  }
  RowsInSubstitution triangle(n, {0, n});
  for (const RowsInElimination& one : all) {
    for (SortedRow& row : one.sorted_rows()) triangle.take(std::move(row));
  }
  EXPECT_TRUE(triangle.is_whole());
  std::vector<float> x(static_cast<std::size_t>(n));
  for (int place = n - 1; place >= 0; --place) {
    const float value = triangle.solve(place);
    x[static_cast<std::size_t>(place)] = value;
    triangle.substitute(place, value);
  }
  return x;
}

TEST(Elimination, GivesTheBitsOfTheProgramThatSwapsRows) {
  for (const int size : {40, 41, 47}) {  // whole panels, and more
    const System system = random_system(size, 3);
    const auto expected = serial_elimination(system);
    ASSERT_TRUE(expected);
    EXPECT_EQ(solved_by(system, {size}), *expected);
    EXPECT_EQ(solved_by(system, {7, 0, size - 10, 3}), *expected);
    EXPECT_LT(residual(system, *expected), 1e-3);
  }
}

TEST(Elimination, TakesTheRowThatStoodFirstOfEqualPivots) {
  System system{{3, 3, {0, 2, 1, 1, 1, 1, -1, 2, 5}}, {3, 3, 6}};
  const auto expected = serial_elimination(system);
  ASSERT_TRUE(expected);
  EXPECT_EQ(*expected, (std::vector<float>{1, 1, 1}));
  EXPECT_EQ(solved_by(system, {1, 2}), *expected);
}

TEST(Elimination, FindsThatAMatrixIsSingular) {
  EXPECT_FALSE(serial_elimination({{2, 2, {1, 2, 2, 4}}, {1, 1}}));
  RowsInElimination rows(2, {0, 2}, std::vector<float>{1, 2, 2, 4}, std::vector<float>{1, 1});
  rows.eliminate(0, rows.candidate(0));
  EXPECT_EQ(rows.candidate(1).magnitude, 0);
}

TEST(Relaxation, ComesToTheSolutionAndSaysWhenItDoesNot) {
  const System system = random_dominant_system(50, 1.2, 1);
  const Relaxation found = serial_relaxation(system, 1e-6F, 1000);
  EXPECT_LE(found.change, 1e-6F);
  EXPECT_GT(found.iterations, 10);
  EXPECT_LT(residual(system, found.x), 1e-3);
  EXPECT_EQ(serial_relaxation(system, 0, 5).iterations, 5);
  const System diverging{{2, 2, {1, 9, 9, 1}}, {1, 1}};
  EXPECT_FALSE(std::isfinite(serial_relaxation(diverging, 0, 1000).change));
}

TEST(SerialCannon, IsTheProductUpToRounding) {
  const Matrix a = random_matrix(12, 12, 1, 0);
  const Matrix b = random_matrix(12, 12, 1, 1);
  EXPECT_EQ(serial_cannon(a, b, 1), serial_product(a, b));
  const Matrix one = serial_cannon(a, b, 5);
  const Matrix other = serial_product(a, b);
  const Matrix bound = rounding_bound(a, b);
  for (std::size_t i = 0; i < one.values.size(); ++i) {
    EXPECT_LE(std::abs(one.values[i] - other.values[i]), bound.values[i]);
  }
}

}  // namespace
}  // namespace metacomputer
