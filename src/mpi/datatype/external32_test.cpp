#include "mpi/datatype/external32.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <limits>
#include <vector>

namespace isthmus::engine::mpi {
namespace {

const DatatypePtr& named(BasicType type) { return Datatype::predefined(type); }

template <class T>
Result<std::vector<int>> external_of(BasicType type, T value) {
  std::array<std::byte, 64> out{};
  const auto size = pack_external32(&value, *named(type), 1, out);
  if (!size) return std::unexpected(size.error());
  std::vector<int> bytes;
  for (std::int64_t i = 0; i < *size; ++i) {
    bytes.push_back(static_cast<int>(out[static_cast<std::size_t>(i)]));
  }
  return bytes;
}

TEST(External32, IsBigEndian) {
  EXPECT_EQ(*external_of(BasicType::c_int, 0x01020304), (std::vector{1, 2, 3, 4}));
  EXPECT_EQ(*external_of(BasicType::c_double, 1.0), (std::vector{0x3f, 0xf0, 0, 0, 0, 0, 0, 0}));
  EXPECT_EQ(*external_of(BasicType::byte, std::byte{7}), std::vector{7});
}

// MPI 5.0, table 14.2.
TEST(External32, HasSizesOfItsOwn) {
  const auto size_of = [](BasicType type) { return *external32_size(*named(type), 1); };
  EXPECT_EQ(size_of(BasicType::c_long), 4);
  EXPECT_EQ(size_of(BasicType::c_unsigned_long), 4);
  EXPECT_EQ(size_of(BasicType::c_long_long), 8);
  EXPECT_EQ(size_of(BasicType::wchar), 2);
  EXPECT_EQ(size_of(BasicType::c_long_double), 16);
  EXPECT_EQ(size_of(BasicType::aint), 8);
  EXPECT_EQ(size_of(BasicType::logical), 4);
  EXPECT_EQ(size_of(BasicType::complex32), 32);
  EXPECT_EQ(size_of(BasicType::long_int), 8);
  EXPECT_EQ(size_of(BasicType::long_double_int), 20);
}

TEST(External32, RefusesNumbersThatItCannotHold) {
  EXPECT_EQ(*external_of(BasicType::c_long, -2L), (std::vector{0xff, 0xff, 0xff, 0xfe}));
  EXPECT_EQ(external_of(BasicType::c_long, 1L << 32).error().error, ErrorClass::conversion);
  EXPECT_EQ(*external_of(BasicType::wchar, L'a'), (std::vector{0, int{'a'}}));
  EXPECT_EQ(external_of(BasicType::wchar, wchar_t{0x1f600}).error().error, ErrorClass::conversion);
}

TEST(External32, KeepsNegativeNumbersThatItShortens) {
  const std::vector<long> numbers{-1, 0, 5, -2'000'000'000};
  std::vector<std::byte> stored(16);
  ASSERT_EQ(pack_external32(numbers.data(), *named(BasicType::c_long), 4, stored), 16);
  std::vector<long> back(4);
  ASSERT_EQ(unpack_external32(stored, back.data(), *named(BasicType::c_long), 4), 16);
  EXPECT_EQ(back, numbers);
}

TEST(External32, HoldsAllBitsOfLongDoubles) {
  const long double third = 1.0L / 3;
  const auto bytes = external_of(BasicType::c_long_double, third);
  ASSERT_TRUE(bytes.has_value());
  ASSERT_EQ(bytes->size(), 16u);
  // 0x3ffd5555..., an IEEE number of 16 bytes.
  EXPECT_EQ((std::vector(bytes->begin(), bytes->begin() + 4)),
            (std::vector{0x3f, 0xfd, 0x55, 0x55}));
  std::vector<std::byte> stored(16);
  long double back = 0;
  for (const long double number : {third, -third, 0.0L, std::numeric_limits<long double>::max(),
                                   std::numeric_limits<long double>::infinity()}) {
    ASSERT_EQ(pack_external32(&number, *named(BasicType::c_long_double), 1, stored), 16);
    ASSERT_EQ(unpack_external32(stored, &back, *named(BasicType::c_long_double), 1), 16);
    EXPECT_EQ(back, number);
  }
}

TEST(External32, RefusesShortBuffersAndNegativeCounts) {
  std::array<int, 4> numbers{};
  std::array<std::byte, 15> out{};
  const Datatype& an_int = *named(BasicType::c_int);
  EXPECT_EQ(pack_external32(numbers.data(), an_int, 4, out).error().error, ErrorClass::truncate);
  EXPECT_EQ(unpack_external32(out, numbers.data(), an_int, 4).error().error, ErrorClass::truncate);
  EXPECT_EQ(unpack_external32(out, numbers.data(), an_int, 3), 12);
  EXPECT_EQ(external32_size(an_int, -1).error().error, ErrorClass::count);
}

}  // namespace
}  // namespace isthmus::engine::mpi
