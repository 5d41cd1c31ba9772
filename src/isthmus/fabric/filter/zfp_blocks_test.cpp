#include "isthmus/fabric/filter/zfp_blocks.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <limits>
#include <string>
#include <vector>

#include "isthmus/base/random.hpp"

namespace isthmus::engine::fabric {
namespace {

/// Numbers of some shape.
struct Shape {
  std::string name;
  std::function<double(std::size_t i, Random& random)> number;
};

double uniform(Random& random) { return 2 * random.uniform() - 1; }

const std::vector<Shape> shapes = {
    {"smooth", [](std::size_t i, Random&) { return std::sin(static_cast<double>(i) * 1e-3); }},
    {"random", [](std::size_t, Random& random) { return uniform(random); }},
    {"constant", [](std::size_t, Random&) { return 3.25; }},
    {"zero", [](std::size_t i, Random&) { return i % 2 == 0 ? 0.0 : -0.0; }},
    {"huge", [](std::size_t, Random& random) { return 1e300 * uniform(random); }},
    {"denormal", [](std::size_t, Random& random) { return 1e-310 * uniform(random); }},
    {"of all magnitudes",
     [](std::size_t, Random& random) {
       return std::ldexp(uniform(random), static_cast<int>(random.below(2000)) - 1000);
     }},
    {"extreme",
     [](std::size_t i, Random&) {
       return i % 3 == 0 ? std::numeric_limits<double>::max()
                         : std::numeric_limits<double>::denorm_min();
     }},
    {"a step", [](std::size_t i, Random&) { return i < 777 ? 0.0 : 1e9; }},
};

class ZfpBlocksTest : public ::testing::Test {
 protected:
  void SetUp() override {
    if (!ZfpBlocks::are_available()) GTEST_SKIP() << "this build has no zfp";
  }

  /// Bytes that it took; 0 where the numbers were left alone. Else they have come back within the
  /// bound.
  template <class T>
  std::size_t check(const std::vector<T>& numbers, double bound) {
    const auto bytes = std::as_bytes(std::span(numbers));
    std::vector<std::byte> packed(2 * bytes.size() + 1000);
    const std::size_t size = blocks.pack(bytes, sizeof(T), bound, packed);
    if (size == 0) return 0;
    std::vector<T> back(numbers.size());
    EXPECT_TRUE(blocks.unpack(std::span(packed).first(size), sizeof(T), exponent_of(bound),
                              std::as_writable_bytes(std::span(back))));
    for (std::size_t i = 0; i < numbers.size(); ++i) {
      EXPECT_LE(std::abs(static_cast<double>(numbers[i]) - static_cast<double>(back[i])), bound)
          << "number " << i;
    }
    return size;
  }

  ZfpBlocks blocks;
  Random random{7};
};

TEST_F(ZfpBlocksTest, KeepToTheBoundOrLeaveTheNumbersAlone) {
  for (const Shape& shape : shapes) {
    for (const double bound : {1e-300, 1e-12, 1e-6, 0.3, 1.0, 1e6, 1e300}) {
      for (const std::size_t count : {1, 2, 3, 4, 5, 1000, 4096}) {
        SCOPED_TRACE(shape.name + ", bound " + std::to_string(bound));
        std::vector<double> doubles(count);
        std::vector<float> floats(count);
        for (std::size_t i = 0; i < count; ++i) {
          doubles[i] = shape.number(i, random);
          floats[i] = static_cast<float>(std::abs(doubles[i]) < 1e38 ? doubles[i] : 1e38);
        }
        check(doubles, bound);
        check(floats, bound);
      }
    }
  }
}

TEST_F(ZfpBlocksTest, MakeSmoothAndRandomNumbersFewerBytes) {
  std::vector<double> smooth(4096);
  std::vector<float> noise(4096);
  for (std::size_t i = 0; i < smooth.size(); ++i) {
    smooth[i] = std::sin(static_cast<double>(i) * 1e-3);
    noise[i] = static_cast<float>(uniform(random));
  }
  const std::size_t of_smooth = check(smooth, 1e-6);
  EXPECT_GT(of_smooth, 0u);
  EXPECT_LT(of_smooth, 8 * smooth.size() / 3);
  const std::size_t of_noise = check(noise, 1e-3);
  EXPECT_GT(of_noise, 0u);
  EXPECT_LT(of_noise, 4 * noise.size() / 2);
}

// zfp by itself would be off by far more than the bound here.
TEST_F(ZfpBlocksTest, LeaveNumbersAloneWhoseMagnitudesLieTooFarApart) {
  const std::vector<double> numbers = {1e30, 1, -1e30, 1e-3};
  EXPECT_EQ(check(numbers, 1e-3), 0u);
}

TEST_F(ZfpBlocksTest, SaySoWhenTheRoomIsTooSmall) {
  std::vector<double> numbers(1000);
  for (double& number : numbers) number = uniform(random);
  std::vector<std::byte> packed(100);
  EXPECT_EQ(blocks.pack(std::as_bytes(std::span(numbers)), 8, 1e-9, packed), 0u);
}

// Anything may come from a peer. zfp checks no end: that nothing is read where it must not be is
// what the sanitizers see.
TEST_F(ZfpBlocksTest, UnpackAnyBytesOrRefuseThem) {
  std::vector<std::byte> numbers(ZfpBlocks::numbers_max * 8);
  for (int round = 0; round < 3000; ++round) {
    std::vector<std::byte> bytes(random.below(round % 10 == 0 ? 40'000 : 300));
    const bool is_all_ones = round % 3 == 0;
    for (std::byte& byte : bytes) {
      byte = is_all_ones ? std::byte{0xff} : static_cast<std::byte>(random.next());
    }
    const std::size_t number_bytes = round % 2 == 0 ? 4 : 8;
    const std::size_t count = 1 + random.below(ZfpBlocks::numbers_max);
    const auto exponent = static_cast<ZfpExponent>(static_cast<int>(random.below(2098)) - 1074);
    blocks.unpack(bytes, number_bytes, exponent, std::span(numbers).first(count * number_bytes));
  }
}

TEST(ZfpExponents, AreTheGreatestWithinABound) {
  EXPECT_EQ(exponent_of(1), 0);
  EXPECT_EQ(exponent_of(1.999), 0);
  EXPECT_EQ(exponent_of(0.999), -1);
  EXPECT_EQ(exponent_of(std::numeric_limits<double>::denorm_min()), -1074);
  EXPECT_EQ(exponent_of(std::numeric_limits<double>::max()), 1023);
}

}  // namespace
}  // namespace isthmus::engine::fabric
