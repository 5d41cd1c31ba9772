#include "isthmus/serial/associative.hpp"

#include <gtest/gtest.h>

#include <string>

#include "isthmus/serial/serial.hpp"

namespace isthmus::engine::serial {
namespace {

template <class T>
void expect_round_trip(const T& value) {
  const auto result = from_bytes<T>(to_bytes(value));
  ASSERT_TRUE(result.has_value()) << result.error().text();
  EXPECT_EQ(*result, value);
}

/// A key without an order.
struct Cell {
  int x = 0;
  bool operator==(const Cell&) const = default;
};
struct CellHash {
  std::size_t operator()(const Cell& cell) const { return static_cast<std::size_t>(cell.x); }
};

TEST(Associative, RoundTripsMapsAndSets) {
  expect_round_trip(std::map<int, std::string>{{1, "one"}, {2, "two"}});
  expect_round_trip(std::map<std::string, std::vector<double>>{{"a", {1, 2}}, {"b", {}}});
  expect_round_trip(std::multimap<int, char>{{1, 'a'}, {1, 'b'}, {2, 'c'}});
  expect_round_trip(std::set<std::string>{"one", "two"});
  expect_round_trip(std::multiset<int>{1, 1, 2});
  expect_round_trip(std::unordered_map<std::string, int>{{"one", 1}, {"two", 2}});
  expect_round_trip(std::unordered_set<PeId>{PeId(1), PeId(7)});
  expect_round_trip(std::unordered_map<Cell, int, CellHash>{{{1}, 1}, {{2}, 2}});
}

TEST(Associative, GivesEqualUnorderedMapsEqualBytes) {
  // Different histories give different bucket counts, hence orders.
  std::unordered_map<std::string, std::vector<double>> grown;
  std::unordered_map<std::string, std::vector<double>> reserved;
  reserved.reserve(5000);
  for (int i = 0; i < 100; ++i) grown[std::string(i % 7, 'x') + std::to_string(i)] = {1.0 * i};
  for (int i = 99; i >= 0; --i) reserved[std::string(i % 7, 'x') + std::to_string(i)] = {1.0 * i};
  ASSERT_NE(grown.begin()->first, reserved.begin()->first) << "the test needs another order";
  EXPECT_EQ(to_bytes(grown), to_bytes(reserved));
}

TEST(Associative, WritesAnUnorderedSetAsAnOrderedOne) {
  EXPECT_EQ(to_bytes(std::unordered_set<int>{3, 1, 2}), to_bytes(std::set<int>{1, 2, 3}));
  EXPECT_EQ(to_bytes(std::unordered_map<int, int>{{3, 0}, {1, 5}}),
            to_bytes(std::map<int, int>{{1, 5}, {3, 0}}));
}

TEST(Associative, RefusesAKeyThatComesTwice) {
  const auto bytes = to_bytes(std::multiset<int>{1, 1});
  const auto set = from_bytes<std::set<int>>(bytes);
  ASSERT_FALSE(set.has_value());
  EXPECT_NE(set.error().what.find("a key comes twice"), std::string::npos);
  EXPECT_FALSE(from_bytes<std::unordered_set<int>>(bytes).has_value());
}

}  // namespace
}  // namespace isthmus::engine::serial
