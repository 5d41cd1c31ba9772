#include <gtest/gtest.h>

#include <array>
#include <compare>
#include <memory>
#include <string>
#include <vector>

#include "isthmus/serial/serial.hpp"

namespace isthmus::engine::serial {
namespace {

template <class T>
T round_trip(const T& value) {
  auto result = from_bytes<T>(to_bytes(value));
  EXPECT_TRUE(result.has_value()) << result.error().text();
  return std::move(result).value();
}

struct Vector3 {
  double x, y, z;
  bool operator==(const Vector3&) const = default;
};
struct Empty {
  bool operator==(const Empty&) const = default;
};
struct Padded {
  char kind;
  double value;
  bool operator==(const Padded&) const = default;
};
struct WithArrays {
  int counts[3];
  Empty nothing;
  double matrix[2][2];
  std::string names[2];
  Vector3 corner;
  char last;
};
struct Nested {
  Vector3 position;
  struct Inner {
    std::vector<int> values;
    std::string label;
    bool operator==(const Inner&) const = default;
  } inner;
  std::array<Padded, 2> pads;
  bool is_open;
  bool operator==(const Nested&) const = default;
};
struct Tree {
  int value = 0;
  std::vector<Tree> children;
  std::unique_ptr<Tree> next;
};
struct Defaults {
  int a = 7;
  std::string b = "seven";
  PeId c = PeId(7);
};
struct TwentyFour {
  int a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t, u, v, w;
  std::string x;
  bool operator==(const TwentyFour&) const = default;
};
struct Fifteen {
  char a, b, c, d, e, f, g, h, i, j, k, l, m, n, o;
  bool operator==(const Fifteen&) const = default;
};
struct MoveOnly {
  std::unique_ptr<int> number;
  int other;
};
struct HugeArray {
  double cells[100'000];
  int count;
};

TEST(Aggregate, WithoutPaddingIsOneBitwisePiece) {
  static_assert(is_bitwise<Vector3> && fixed_size<Vector3>() == 24);
  static_assert(is_bitwise<Fifteen> && fixed_size<Fifteen>() == 15);
  static_assert(!is_bitwise<Padded> && fixed_size<Padded>() == 9);
  static_assert(!is_bitwise<Empty> && fixed_size<Empty>() == 0);
  static_assert(!is_bitwise<Tree> && !fixed_size<Tree>());
  const Vector3 v{1.5, -2, 1e300};
  EXPECT_EQ(round_trip(v), v);
  const Fifteen all{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};
  EXPECT_EQ(round_trip(all), all);
}

TEST(Aggregate, LeavesPaddingOffTheWire) {
  EXPECT_EQ(size_of(Padded{'a', 1.0}), 9u);
  EXPECT_EQ(round_trip(Padded{'a', 1.0}), (Padded{'a', 1.0}));
}

TEST(Aggregate, KeepsEveryFieldBesideArrays) {
  const WithArrays value{{1, 2, 3}, {}, {{1, 2}, {3, 4}}, {"one", "two"}, {7, 8, 9}, 'z'};
  EXPECT_EQ(size_of(value), 12 + 0 + 32 + (8 + 3) * 2 + 24 + 1u);
  const WithArrays copy = round_trip(value);
  EXPECT_EQ(copy.counts[2], 3);
  EXPECT_EQ(copy.matrix[1][0], 3);
  EXPECT_EQ(copy.names[1], "two");
  EXPECT_EQ(copy.corner, value.corner);
  EXPECT_EQ(copy.last, 'z');
}

TEST(Aggregate, CountsFieldsAfterAHugeArray) {
  static_assert(fixed_size<HugeArray>() == 800'004);
  static_assert(!is_bitwise<HugeArray>, "it has padding at its end");
}

TEST(Aggregate, IsReadFieldByFieldThroughNestedOnes) {
  const Nested value{{1, 2, 3}, {{4, 5}, "label"}, {{{'a', 1}, {'b', 2}}}, true};
  EXPECT_EQ(round_trip(value), value);
}

TEST(Aggregate, MayContainItself) {
  Tree tree{1, {}, std::make_unique<Tree>()};
  tree.children.push_back(Tree{2, {}, nullptr});
  tree.children.push_back(Tree{3, {}, nullptr});
  tree.children[1].children.emplace_back().value = 4;
  tree.next->value = 5;
  const Tree copy = round_trip(tree);
  EXPECT_EQ(copy.value, 1);
  ASSERT_EQ(copy.children.size(), 2u);
  EXPECT_EQ(copy.children[1].children.at(0).value, 4);
  EXPECT_EQ(copy.next->value, 5);
  EXPECT_EQ(copy.next->next, nullptr);
}

TEST(Aggregate, MayHaveDefaultsForItsFields) {
  const Defaults copy = round_trip(Defaults{1, "one", PeId(1)});
  EXPECT_EQ(copy.a, 1);
  EXPECT_EQ(copy.b, "one");
  EXPECT_EQ(copy.c, PeId(1));
}

TEST(Aggregate, MayHaveTwentyFourFields) {
  const TwentyFour value{1,  2,  3,  4,  5,  6,  7,  8,  9,  10, 11, 12,
                         13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, "24"};
  EXPECT_EQ(round_trip(value), value);
}

TEST(Aggregate, MayBeMoveOnly) {
  const MoveOnly copy = round_trip(MoveOnly{std::make_unique<int>(3), 4});
  EXPECT_EQ(*copy.number, 3);
  EXPECT_EQ(copy.other, 4);
}

TEST(Aggregate, IsWrittenWithoutAByteWhenEmpty) {
  EXPECT_EQ(to_bytes(Empty{}).size(), 0u);
  EXPECT_TRUE(from_bytes<Empty>({}).has_value());
}

}  // namespace
}  // namespace isthmus::engine::serial
