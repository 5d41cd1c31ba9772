#include "mpi/collectives/ordered_values.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <numeric>
#include <vector>

#include "mpi/abi/mpi.h"

namespace isthmus::engine::mpi {
namespace {

Part sum_of_doubles() {
  Part head;
  head.operation = number_of(MPI_SUM);
  head.type = number_of(MPI_DOUBLE);
  return head;
}

/// One whose sums depend on their order.
double value_at(int position) { return std::ldexp(1.0 + 0.1 * position, (position * 7) % 40); }

Piece piece_at(int position) {
  const double value = value_at(position);
  Piece piece{.from = position, .giver = position};
  piece.bytes.resize(sizeof value);
  std::memcpy(piece.bytes.data(), &value, sizeof value);
  return piece;
}

double number_in(const std::vector<std::byte>& bytes) {
  double value = 0;
  EXPECT_EQ(bytes.size(), sizeof value);
  std::memcpy(&value, bytes.data(), sizeof value);
  return value;
}

std::vector<Piece> pieces_of(const std::vector<int>& positions) {
  std::vector<Piece> pieces;
  for (const int position : positions) pieces.push_back(piece_at(position));
  return pieces;
}

TEST(OrderedValues, AreOneSumHoweverTheyAreSplit) {
  const Part head = sum_of_doubles();
  const OrderedValues values(head);
  constexpr int count = 23;
  std::vector<int> all(count);
  std::iota(all.begin(), all.end(), 0);
  const double whole = number_in(values.fold(pieces_of(all)));
  for (int split = 1; split < count; ++split) {
    for (const int stride : {1, 2, 3}) {
      std::vector<int> here;
      std::vector<int> there;
      for (int i = 0; i < count; ++i) (i / stride < split ? here : there).push_back(i);
      std::vector<Piece> left = pieces_of(here);
      std::vector<Piece> right = pieces_of(there);
      values.join(left);
      values.join(right);
      right.insert(right.end(), left.begin(), left.end());
      EXPECT_EQ(number_in(values.fold(std::move(right))), whole);
    }
  }
  double plain = 0;
  for (int i = 0; i < count; ++i) plain += value_at(i);
  EXPECT_NEAR(whole / plain, 1, 1e-12);
}

TEST(OrderedValues, HavePrefixesThatDoNotDependOnWhoIsWhere) {
  const Part head = sum_of_doubles();
  const OrderedValues values(head);
  constexpr int count = 21;
  std::vector<int> all(count);
  std::iota(all.begin(), all.end(), 0);
  for (const bool is_exclusive : {false, true}) {
    const std::vector<Piece> expected = values.prefixes(pieces_of(all), {}, is_exclusive);
    ASSERT_EQ(expected.size(), static_cast<std::size_t>(count));
    double plain = 0;
    for (int i = 0; i < count; ++i) {
      if (!is_exclusive) plain += value_at(i);
      const auto& bytes = expected[static_cast<std::size_t>(i)].bytes;
      if (is_exclusive && i == 0) {
        EXPECT_TRUE(bytes.empty());
      } else {
        EXPECT_NEAR(number_in(bytes) / plain, 1, 1e-12) << i;
      }
      if (is_exclusive) plain += value_at(i);
    }
    for (const int part : {2, 3, 5}) {
      std::vector<int> own;
      std::vector<int> others;
      for (int i = 0; i < count; ++i) ((i / 3) % part == 1 ? own : others).push_back(i);
      std::vector<Piece> runs = pieces_of(others);
      values.join(runs);
      const std::vector<Piece> got = values.prefixes(pieces_of(own), runs, is_exclusive);
      ASSERT_EQ(got.size(), own.size());
      for (std::size_t i = 0; i < own.size(); ++i) {
        EXPECT_EQ(got[i].from, own[i]);
        EXPECT_EQ(got[i].bytes, expected[static_cast<std::size_t>(own[i])].bytes) << own[i];
      }
    }
  }
}

}  // namespace
}  // namespace isthmus::engine::mpi
