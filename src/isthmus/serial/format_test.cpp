// The bytes of docs/formats/serial.md, fixed for ever.
#include <gtest/gtest.h>

#include <cstdint>
#include <initializer_list>
#include <string>

#include "isthmus/serial/serial.hpp"

namespace isthmus::engine::serial {
namespace {

std::vector<std::byte> bytes_of(std::initializer_list<int> values) {
  std::vector<std::byte> bytes;
  for (const int value : values) bytes.push_back(static_cast<std::byte>(value));
  return bytes;
}

enum class Side : std::uint16_t { west = 0x0102 };

struct Small {
  std::uint8_t kind = 0;
  std::uint32_t step = 0;
  Side side = Side::west;
  bool is_last = false;
  double residual = 0;
  std::string name;
};

TEST(Format, LaysASmallStructDownLittleEndianWithoutPadding) {
  const Small value{0x11, 0x22334455, Side::west, true, 1.0, "ab"};
  EXPECT_EQ(to_bytes(value),
            bytes_of({0x11,                                                   // kind
                      0x55, 0x44, 0x33, 0x22,                                 // step
                      0x02, 0x01,                                             // side
                      0x01,                                                   // is_last
                      0,    0,    0,    0,    0, 0, 0xf0, 0x3f,               // residual
                      2,    0,    0,    0,    0, 0, 0,    0,    'a', 'b'}));  // name
}

TEST(Format, PadsTheElementsOfASequenceToTheirAlignment) {
  EXPECT_EQ(to_bytes('x', std::vector<std::int32_t>{1, -1}),
            bytes_of({'x', 2, 0, 0, 0,    0,    0,    0,   0,  // count
                      0,   0, 0,                               // padding to 12
                      1,   0, 0, 0, 0xff, 0xff, 0xff, 0xff}));
}

TEST(Format, LaysElementsOfOtherKindsDownOneByOne) {
  EXPECT_EQ(to_bytes(std::vector<bool>{true, false}), bytes_of({2, 0, 0, 0, 0, 0, 0, 0, 1, 0}));
  EXPECT_EQ(to_bytes(std::map<char, std::uint16_t>{{'a', 1}}),
            bytes_of({1, 0, 0, 0, 0, 0, 0, 0, 'a', 1, 0}));
}

TEST(Format, TellsPresenceAndAlternativeInAByte) {
  EXPECT_EQ(to_bytes(std::optional<char>()), bytes_of({0}));
  EXPECT_EQ(to_bytes(std::optional<char>('a')), bytes_of({1, 'a'}));
  EXPECT_EQ(to_bytes(std::make_unique<char>('a')), bytes_of({1, 'a'}));
  EXPECT_EQ(to_bytes(std::variant<int, char>('a')), bytes_of({1, 'a'}));
}

TEST(Format, GivesLongsEightBytes) {
  static_assert(fixed_size<long>() == 8 && fixed_size<std::size_t>() == 8);
  EXPECT_EQ(to_bytes(-2L), bytes_of({0xfe, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff}));
}

}  // namespace
}  // namespace isthmus::engine::serial
