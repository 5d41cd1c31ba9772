#include "isthmus/object/reducer.hpp"

#include <gtest/gtest.h>

#include <array>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace isthmus::engine {
namespace {

/// What comes out when one after the other is contributed.
template <class Op, class T>
T reduced(std::vector<T> values) {
  const ReducerOps& ops = detail::reducer_ops<T, Op>;
  Pool pool;
  MessagePtr partial = ops.start(pool, {.sequence = 3, .count = 1, .target = {}}, &values.front());
  for (std::size_t i = 1; i < values.size(); ++i) ops.add_value(*partial, &values[i]);
  MessagePtr result = ops.finish(*partial, pool);
  pool.release(std::move(partial));
  T value = detail::take_value<T>(*result).value();
  pool.release(std::move(result));
  EXPECT_EQ(pool.outstanding(), 0);
  return value;
}

TEST(Reducer, CombinesScalars) {
  EXPECT_EQ((reduced<reduce::Sum, int>({3, -5, 7})), 5);
  EXPECT_EQ((reduced<reduce::Product, double>({3, -0.5, 4})), -6);
  EXPECT_EQ((reduced<reduce::Min, int>({3, -5, 7})), -5);
  EXPECT_EQ((reduced<reduce::Max, int>({3, -5, 7})), 7);
  EXPECT_EQ((reduced<reduce::LogicalAnd, int>({1, 2, 4})), 1);
  EXPECT_EQ((reduced<reduce::LogicalAnd, int>({1, 0, 4})), 0);
  EXPECT_EQ((reduced<reduce::LogicalOr, int>({0, 0, 0})), 0);
  EXPECT_EQ((reduced<reduce::LogicalOr, int>({0, 2, 0})), 1);
}

TEST(Reducer, KeepsSmallTypesSmall) {
  EXPECT_EQ((reduced<reduce::Sum, std::uint8_t>({200, 100})), 44) << "modulo 256";
}

TEST(Reducer, CombinesVectorsAndArraysElementByElement) {
  using Vector = std::vector<int>;
  EXPECT_EQ((reduced<reduce::Sum, Vector>({{1, 2, 3}, {10, 20, 30}})), (Vector{11, 22, 33}));
  EXPECT_EQ((reduced<reduce::Max, Vector>({{1, 20}, {10, 2}})), (Vector{10, 20}));
  using Pair = std::array<double, 2>;
  EXPECT_EQ((reduced<reduce::Min, Pair>({{1, 20}, {10, 2}})), (Pair{1, 2}));
}

TEST(Reducer, SaysBothLengthsWhereVectorsDoNotFit) {
  try {
    reduced<reduce::Sum, std::vector<int>>({{1, 2, 3}, {1, 2}});
    ADD_FAILURE();
  } catch (const std::length_error& error) {
    EXPECT_STREQ(error.what(), "contributions of 3 and 2 elements cannot be combined");
  }
}

TEST(Reducer, StringsVectorsTogetherWhateverTheirLengths) {
  using Words = std::vector<std::string>;
  EXPECT_EQ((reduced<reduce::Concatenate, Words>({{"a"}, {}, {"b", "c"}})), (Words{"a", "b", "c"}));
}

/// The mean of what was contributed, as a program would write it.
struct Mean {
  using Sums = std::pair<double, int>;
  Sums operator()(const Sums& a, const Sums& b) const {
    return {a.first + b.first, a.second + b.second};
  }
  static double result(Sums sums) { return sums.first / sums.second; }
};

TEST(Reducer, MakesAnotherValueOfTheWholeWhereTheOperationSaysHow) {
  const ReducerOps& ops = detail::reducer_ops<Mean::Sums, Mean>;
  Pool pool;
  Mean::Sums one{6, 1};
  Mean::Sums other{3, 2};
  MessagePtr partial = ops.start(pool, {}, &one);
  ops.add_value(*partial, &other);
  MessagePtr result = ops.finish(*partial, pool);
  EXPECT_EQ(detail::take_value<double>(*result).value(), 3.0);
}

TEST(Reducer, CarriesItsHeaderThroughBytesAndCombinesPartials) {
  const ReducerOps& ops = detail::reducer_ops<std::vector<int>, reduce::Sum>;
  Pool pool;
  std::vector<int> here = {1, 2};
  std::vector<int> there = {30, 40};
  const PartialHeader header{.sequence = 7, .count = 5, .target = {.word = 99}};
  MessagePtr partial = ops.start(pool, header, &here);
  MessagePtr bytes = marshalled(ops.start(pool, header, &there), pool);
  ASSERT_EQ(bytes->form, PayloadForm::bytes);
  auto typed = ops.typed(*bytes, pool);
  ASSERT_TRUE(typed);
  EXPECT_EQ(ReducerOps::header(**typed).sequence, 7u);
  EXPECT_EQ(ReducerOps::header(**typed).count, 5u);
  EXPECT_EQ(ReducerOps::header(**typed).target.word, 99u);
  ops.add_partial(*partial, **typed);
  MessagePtr result = ops.finish(*partial, pool);
  EXPECT_EQ(detail::take_value<std::vector<int>>(*result).value(), (std::vector<int>{31, 42}));
}

TEST(Reducer, RefusesBytesThatAreNoPartial) {
  const ReducerOps& ops = detail::reducer_ops<std::vector<int>, reduce::Sum>;
  Pool pool;
  std::vector<int> values = {1, 2};
  MessagePtr bytes = marshalled(ops.start(pool, {}, &values), pool);
  bytes->payload_bytes -= 1;
  EXPECT_FALSE(ops.typed(*bytes, pool));
  bytes->payload_bytes += 1;
}

TEST(Reducer, ContributionsWithoutAValueEndInNothing) {
  const ReducerOps& ops = detail::reducer_ops<Nothing, detail::Ignore>;
  Pool pool;
  Nothing nothing;
  MessagePtr partial = ops.start(pool, {}, &nothing);
  ops.add_value(*partial, &nothing);
  MessagePtr result = ops.finish(*partial, pool);
  EXPECT_EQ(result->ops, &detail::value_ops<void>);
}

}  // namespace
}  // namespace isthmus::engine
