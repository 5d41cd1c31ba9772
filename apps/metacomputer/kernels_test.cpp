#include "metacomputer/kernels.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "metacomputer/input.hpp"
#include "metacomputer/serial.hpp"

namespace metacomputer {
namespace {

Matrix product(Kernel kernel, const Matrix& a, const Matrix& b) {
  Matrix c = Matrix::zero(a.rows, b.columns);
  multiply_add(kernel, {a.rows, b.columns, a.columns}, {a.values.data(), a.columns},
               {b.values.data(), b.columns}, {c.values.data(), c.columns});
  return c;
}

TEST(MultiplyAdd, GivesTheBitsOfThreeLoopsWhateverTheSizes) {
  for (const auto& [rows, columns, depth] :
       {Sizes{1, 1, 1}, Sizes{3, 5, 7}, Sizes{8, 1100, 131}, Sizes{70, 33, 66}}) {
    const Matrix a = random_matrix(rows, depth, 1, 0);
    const Matrix b = random_matrix(depth, columns, 1, 1);
    EXPECT_EQ(product(Kernel::plain, a, b), serial_product(a, b)) << rows;
  }
}

TEST(MultiplyAdd, AddsToWhatIsThereAndLeavesWhatIsBeside) {
  const Matrix a{1, 1, {2}};
  const Matrix b{1, 1, {3}};
  std::vector<float> c = {10, 20, 30};
  multiply_add(Kernel::plain, {1, 1, 1}, {a.values.data(), 1}, {b.values.data(), 1},
               {c.data() + 1, 3});
  EXPECT_EQ(c, (std::vector<float>{10, 26, 30}));
}

TEST(MultiplyAdd, OfTheBlasDiffersByRoundingAlone) {
  if (!has_blas()) GTEST_SKIP() << "built without OpenBLAS";
  const Matrix a = random_matrix(60, 200, 1, 0);
  const Matrix b = random_matrix(200, 50, 1, 1);
  const Matrix bound = rounding_bound(a, b);
  const Matrix one = product(Kernel::blas, a, b);
  const Matrix other = serial_product(a, b);
  for (std::size_t i = 0; i < one.values.size(); ++i) {
    EXPECT_LE(std::abs(one.values[i] - other.values[i]), bound.values[i]);
  }
}

TEST(ShortestPaths, GoRoundWhereThatIsShorterAndEndWhereNoEdgeLeads) {
  Distances edges = Distances::zero(4, 4);
  edges.values = {0,       9, 2, no_path, no_path, 0,       no_path, no_path,
                  no_path, 3, 0, no_path, 1,       no_path, no_path, 0};
  EXPECT_EQ(shortest_paths(edges, 0), (std::vector<std::int32_t>{0, 5, 2, no_path}));
  EXPECT_EQ(shortest_paths(edges, 3), (std::vector<std::int32_t>{1, 6, 3, 0}));
}

TEST(ShortestPaths, AreThoseOfFloydAndWarshall) {
  for (const int weight_max : {1, 10, 1000}) {
    Distances edges = random_graph(67, weight_max, 5);
    for (std::size_t i = 0; i < edges.values.size(); i += 3) {
      if (edges.values[i] > 0) edges.values[i] = no_path;
    }
    const Distances expected = serial_paths(edges);
    for (int from = 0; from < edges.rows; ++from) {
      const auto row = expected.row(from);
      EXPECT_EQ(shortest_paths(edges, from), std::vector(row.begin(), row.end())) << from;
    }
  }
}

TEST(InnerProduct, AddsAllOnceWhateverTheLength) {
  for (std::size_t length = 0; length < 70; ++length) {
    const std::vector<float> ones(length, 1);
    EXPECT_EQ(inner_product(ones, ones), static_cast<float>(length));
  }
}

TEST(LargerChange, IsInfiniteForWhatIsNoNumber) {
  EXPECT_EQ(larger_change(1, 5, 7), 2);
  EXPECT_EQ(larger_change(3, 5, 7), 3);
  EXPECT_EQ(larger_change(3, 5, NAN), HUGE_VALF);
  EXPECT_FALSE(goes_on(HUGE_VALF, 0, 1, 10));
}

}  // namespace
}  // namespace metacomputer
