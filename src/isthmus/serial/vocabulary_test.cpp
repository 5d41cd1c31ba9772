#include "isthmus/serial/vocabulary.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <cmath>
#include <complex>
#include <limits>
#include <string>

#include "isthmus/serial/serial.hpp"

namespace isthmus::engine::serial {
namespace {

template <class T>
T round_trip(const T& value) {
  auto result = from_bytes<T>(to_bytes(value));
  EXPECT_TRUE(result.has_value()) << result.error().text();
  return std::move(result).value();
}

template <class T>
void expect_round_trip(const T& value) {
  EXPECT_EQ(round_trip(value), value);
}

/// Has no operator==, so that nothing here leans on one.
struct Plain {
  int x = 0;
};
enum class Side : std::int16_t { west = -1, east = 1 };

TEST(Scalars, RoundTripAtTheirLimits) {
  expect_round_trip(std::numeric_limits<std::int8_t>::min());
  expect_round_trip(std::numeric_limits<std::int64_t>::min());
  expect_round_trip(std::numeric_limits<std::uint64_t>::max());
  expect_round_trip(std::numeric_limits<double>::denorm_min());
  expect_round_trip(std::numeric_limits<float>::infinity());
  EXPECT_TRUE(std::isnan(round_trip(std::numeric_limits<double>::quiet_NaN())));
  expect_round_trip(true);
  expect_round_trip(U'\x1F309');
  expect_round_trip(std::byte{0xa5});
  expect_round_trip(Side::west);
}

TEST(Vocabulary, RoundTripsOptionals) {
  expect_round_trip(std::optional<int>());
  expect_round_trip(std::optional<int>(3));
  expect_round_trip(std::optional<std::optional<std::string>>(std::optional<std::string>()));
  EXPECT_EQ(round_trip(std::optional<Plain>(Plain{4}))->x, 4);
}

TEST(Vocabulary, RoundTripsVariants) {
  using Value = std::variant<std::monostate, int, std::string, std::vector<double>>;
  expect_round_trip(Value());
  expect_round_trip(Value(3));
  expect_round_trip(Value("three"));
  expect_round_trip(Value(std::vector<double>{1, 2}));
}

TEST(Vocabulary, RoundTripsPairsAndTuples) {
  expect_round_trip(std::pair<int, std::string>(1, "one"));
  expect_round_trip(std::tuple<char, double, std::string>('a', 2, "three"));
  expect_round_trip(std::tuple<>());
}

TEST(Vocabulary, RoundTripsOwnersOfOneValueOrNone) {
  EXPECT_EQ(round_trip(std::unique_ptr<int>()), nullptr);
  EXPECT_EQ(*round_trip(std::make_unique<std::string>("owned")), "owned");
  EXPECT_EQ(**round_trip(std::make_unique<std::unique_ptr<int>>(std::make_unique<int>(3))), 3);
}

TEST(Vocabulary, RoundTripsComplexNumbersTimesAndIds) {
  expect_round_trip(std::complex<double>(1, -2));
  expect_round_trip(std::vector<std::complex<float>>{{1, 2}, {3, 4}});
  expect_round_trip(std::chrono::nanoseconds(-5));
  expect_round_trip(std::chrono::duration<double>(0.5));
  expect_round_trip(std::chrono::steady_clock::time_point(std::chrono::seconds(5)));
  expect_round_trip(PeId(3));
  expect_round_trip(SiteId::none());
}

TEST(Vocabulary, IsBitwiseWhereMemoryAndWireAgree) {
  static_assert(is_bitwise<std::complex<double>> && is_bitwise<std::chrono::nanoseconds>);
  static_assert(is_bitwise<PeId> && is_bitwise<Side> && !is_bitwise<bool>);
  static_assert(!is_bitwise<std::pair<int, int>> && !is_bitwise<std::optional<int>>);
  static_assert(!is_bitwise<int*>);
}

}  // namespace
}  // namespace isthmus::engine::serial
