// What the decoder does with bytes that nobody vouches for.
#include <gtest/gtest.h>

#include <cstdint>
#include <string>

#include "isthmus/base/random.hpp"
#include "isthmus/serial/serial.hpp"

namespace isthmus::engine::serial {
namespace {

struct Point {
  float x = 0, y = 0;
};
struct Chain {
  int value = 0;
  std::unique_ptr<Chain> next;
};
struct Empty {};
struct Sample {
  bool is_open = true;
  std::string name = "sample";
  std::vector<double> cells = {1, 2, 3};
  std::vector<Point> points = {{1, 2}, {3, 4}};
  std::vector<std::string> words = {"one", "two"};
  std::vector<bool> bits = {true, false};
  std::map<int, std::string> map = {{1, "one"}, {2, "two"}};
  std::unordered_map<std::string, std::vector<int>> table = {{"a", {1}}, {"b", {2, 3}}};
  std::set<char> set = {'a', 'b'};
  std::optional<double> optional = 1.0;
  std::variant<int, std::string> variant = "variant";
  std::tuple<char, std::deque<int>> tuple = {'a', {1, 2}};
  std::list<std::vector<char>> list = {{'a'}, {'b', 'c'}};
  std::array<std::string, 2> array = {"x", "y"};
  Chain chain;
};

Sample sample() {
  Sample value;
  value.chain.next = std::make_unique<Chain>();
  return value;
}

/// A count, little-endian, and `extra` zero bytes.
std::vector<std::byte> count_and_zeros(std::uint64_t count, std::size_t extra = 0) {
  auto bytes = to_bytes(count);
  bytes.resize(bytes.size() + extra);
  return bytes;
}

TEST(Malformed, FailsCleanlyWhereverTheBytesEnd) {
  const auto bytes = to_bytes(sample());
  ASSERT_TRUE(from_bytes<Sample>(bytes).has_value());
  for (std::size_t size = 0; size < bytes.size(); ++size) {
    // A copy of its own, so that the address sanitizer sees a read beyond it.
    const std::vector<std::byte> part(bytes.begin(), bytes.begin() + static_cast<long>(size));
    const auto result = from_bytes<Sample>(part);
    ASSERT_FALSE(result.has_value()) << "cut after " << size << " bytes";
    ASSERT_EQ(result.error().code, ErrorCode::malformed);
    ASSERT_FALSE(result.error().where.empty());
  }
}

TEST(Malformed, SurvivesAnyChangedByte) {
  const auto bytes = to_bytes(sample());
  Random random(2);
  int refused = 0;
  for (int round = 0; round < 5000; ++round) {
    auto changed = bytes;
    for (std::uint64_t i = 0; i <= random.below(3); ++i) {
      changed[random.below(changed.size())] = static_cast<std::byte>(random.next());
    }
    const auto result = from_bytes<Sample>(changed);
    if (result.has_value()) {
      // What is accepted can be written again.
      EXPECT_EQ(to_bytes(*result).size(), size_of(*result));
    } else {
      ++refused;
    }
  }
  EXPECT_GT(refused, 1000);
}

TEST(Malformed, RefusesCountsThatTheBytesCannotHold) {
  for (const std::uint64_t count : {std::uint64_t{3}, std::uint64_t{1} << 61, ~std::uint64_t{0}}) {
    const auto bytes = count_and_zeros(count, 16);
    EXPECT_FALSE(from_bytes<std::vector<double>>(bytes).has_value()) << count;
    EXPECT_FALSE(from_bytes<std::vector<std::string>>(bytes).has_value()) << count;
    EXPECT_FALSE((from_bytes<std::map<long, long>>(bytes).has_value())) << count;
    EXPECT_FALSE(from_bytes<std::span<const double>>(bytes).has_value()) << count;
  }
  const auto error = from_bytes<std::string>(count_and_zeros(17, 16)).error();
  EXPECT_NE(error.what.find("more elements than the bytes can hold"), std::string::npos);
  EXPECT_EQ(error.where, "byte 8 of 24");
}

TEST(Malformed, BoundsElementsThatTakeNoBytes) {
  EXPECT_EQ(from_bytes<std::vector<Empty>>(count_and_zeros(empty_elements_max))->size(),
            empty_elements_max);
  EXPECT_FALSE(from_bytes<std::vector<Empty>>(count_and_zeros(empty_elements_max + 1)).has_value());
  EXPECT_FALSE(from_bytes<std::list<Empty>>(count_and_zeros(~std::uint64_t{0})).has_value());
}

TEST(Malformed, RefusesBytesThatAreNoBool) {
  const std::byte two[] = {std::byte{2}};
  EXPECT_FALSE(from_bytes<bool>(two).has_value());
  EXPECT_FALSE(from_bytes<std::optional<Empty>>(two).has_value());
  EXPECT_FALSE(from_bytes<std::unique_ptr<Empty>>(two).has_value());
}

TEST(Malformed, RefusesAnUnknownAlternative) {
  const std::byte two[] = {std::byte{2}};
  const auto result = from_bytes<std::variant<Empty, std::monostate>>(two);
  ASSERT_FALSE(result.has_value());
  EXPECT_NE(result.error().what.find("no such alternative"), std::string::npos);
}

TEST(Malformed, RefusesNestingThatWouldExhaustTheStack) {
  std::vector<std::byte> bytes;
  const auto link = to_bytes(7, true);
  for (int i = 0; i < 1'000'000; ++i) bytes.insert(bytes.end(), link.begin(), link.end());
  const auto result = from_bytes<Chain>(bytes);
  ASSERT_FALSE(result.has_value());
  EXPECT_NE(result.error().what.find("nested too deeply"), std::string::npos);
}

TEST(Malformed, AcceptsNestingUpToTheLimit) {
  Chain chain;
  for (int i = 0; i < Reader::nesting_max; ++i) {
    auto link = std::make_unique<Chain>();
    link->next = std::move(chain.next);
    chain.next = std::move(link);
  }
  EXPECT_TRUE(from_bytes<Chain>(to_bytes(chain)).has_value());
  auto link = std::make_unique<Chain>();
  link->next = std::move(chain.next);
  chain.next = std::move(link);
  EXPECT_FALSE(from_bytes<Chain>(to_bytes(chain)).has_value());
}

}  // namespace
}  // namespace isthmus::engine::serial
