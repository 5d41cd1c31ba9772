#include "isthmus/fabric/number_packer.hpp"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

#include "isthmus/base/random.hpp"
#include "isthmus/fabric/filter/zfp_blocks.hpp"

namespace isthmus::engine {
namespace {

std::vector<double> wave(std::size_t count) {
  std::vector<double> numbers;
  for (std::size_t i = 0; i < count; ++i) {
    numbers.push_back(std::sin(0.01 * static_cast<double>(i)));
  }
  return numbers;
}

std::vector<std::uint64_t> bits_of(const std::vector<double>& numbers) {
  std::vector<std::uint64_t> bits;
  for (const double number : numbers) bits.push_back(std::bit_cast<std::uint64_t>(number));
  return bits;
}

TEST(NumberPacker, GivesBackTheSameBits) {
  NumberPacker packer;
  Random random(7);
  std::vector<double> noise(1000);
  for (double& number : noise) number = std::bit_cast<double>(random.next());
  const double nan = std::numeric_limits<double>::quiet_NaN();
  for (const std::vector<double>& numbers :
       {wave(5000), noise, {}, {-0.0}, std::vector<double>(300, 0.0), {1, nan, -INFINITY}}) {
    std::vector<std::byte> packed{std::byte{1}, std::byte{2}};
    packer.pack(numbers, 0, packed);
    EXPECT_LE(packed.size(), 2 + 8 + numbers.size() * sizeof(double));
    std::span<const std::byte> from = std::span(packed).subspan(2);
    std::vector<double> unpacked(numbers.size());
    EXPECT_TRUE(packer.unpack(from, unpacked));
    EXPECT_TRUE(from.empty());
    EXPECT_EQ(bits_of(unpacked), bits_of(numbers));
  }
}

TEST(NumberPacker, MakesSmoothNumbersFewerBytesAndStillFewerWithAnError) {
  NumberPacker packer;
  const std::vector<double> numbers = wave(20'000);
  const std::size_t plain = numbers.size() * sizeof(double);
  std::vector<std::byte> exact;
  packer.pack(numbers, 0, exact);
  EXPECT_LT(exact.size(), plain * 9 / 10);
  if (!fabric::ZfpBlocks::are_available()) return;
  std::vector<std::byte> rough;
  packer.pack(numbers, 1e-6, rough);
  EXPECT_LT(rough.size(), exact.size() / 2);
  std::span<const std::byte> from = rough;
  std::vector<double> unpacked(numbers.size());
  ASSERT_TRUE(packer.unpack(from, unpacked));
  double off = 0;
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    off = std::max(off, std::abs(unpacked[i] - numbers[i]));
  }
  EXPECT_LE(off, 1e-6);
  EXPECT_GT(off, 0);
}

TEST(NumberPacker, KeepsTheBitsWhereAnErrorCannotBeKeptTo) {
  NumberPacker packer;
  std::vector<double> numbers = wave(100);
  numbers[50] = INFINITY;
  std::vector<std::byte> packed;
  packer.pack(numbers, 1e-3, packed);
  std::span<const std::byte> from = packed;
  std::vector<double> unpacked(numbers.size());
  ASSERT_TRUE(packer.unpack(from, unpacked));
  EXPECT_EQ(bits_of(unpacked), bits_of(numbers));
}

TEST(NumberPacker, TakesOneArrayAfterTheOther) {
  NumberPacker packer;
  std::vector<std::byte> packed;
  packer.pack(wave(70), 0, packed);
  packer.pack(wave(3), 1e-9, packed);
  packer.pack(wave(900), 0, packed);
  std::span<const std::byte> from = packed;
  for (const std::size_t count : {70U, 3U, 900U}) {
    std::vector<double> unpacked(count);
    ASSERT_TRUE(packer.unpack(from, unpacked));
    EXPECT_NEAR(unpacked.back(), wave(count).back(), 1e-9);
  }
  EXPECT_TRUE(from.empty());
}

TEST(NumberPacker, RefusesBytesThatAreNotAsManyNumbers) {
  NumberPacker packer;
  for (const double error : {0.0, 1e-3}) {
    std::vector<std::byte> packed;
    packer.pack(wave(500), error, packed);
    for (const std::size_t count : {0U, 499U, 501U, 5000U}) {
      std::span<const std::byte> from = packed;
      std::vector<double> unpacked(count);
      EXPECT_FALSE(packer.unpack(from, unpacked)) << count;
    }
    for (std::size_t cut = 0; cut < packed.size(); cut += 3) {
      std::span<const std::byte> from = std::span(packed).first(cut);
      std::vector<double> unpacked(500);
      EXPECT_FALSE(packer.unpack(from, unpacked)) << cut;
    }
    for (std::size_t at = 0; at < packed.size(); ++at) {
      std::vector<std::byte> changed = packed;
      changed[at] ^= std::byte{0x55};
      std::span<const std::byte> from = changed;
      std::vector<double> unpacked(500);
      packer.unpack(from, unpacked);  // other numbers perhaps, but nothing beyond their ends
    }
  }
}

}  // namespace
}  // namespace isthmus::engine
