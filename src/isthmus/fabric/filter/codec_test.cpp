#include "isthmus/fabric/filter/codec.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <vector>

#include "isthmus/base/random.hpp"

namespace isthmus::engine::fabric {
namespace {

using Bytes = std::vector<std::byte>;

Bytes smooth_numbers(std::size_t bytes) {
  Bytes data(bytes);
  for (std::size_t i = 0; i + 8 <= bytes; i += 8) {
    const double value = std::sin(static_cast<double>(i) * 1e-5);
    std::memcpy(&data[i], &value, 8);
  }
  return data;
}

Bytes packed_by(Codecs& codecs, Packing packing, const Bytes& data) {
  Bytes packed(2 * data.size() + 1000);
  packed.resize(codecs.pack(packing, data, packed));
  return packed;
}

class CodecTest : public ::testing::TestWithParam<Packing> {
 protected:
  Codecs codecs{1};
};

TEST_P(CodecTest, GivesBackWhatItPacked) {
  for (const std::size_t size : {0, 1, 7, 8, 100, 4096, 100'003}) {
    const Bytes data = smooth_numbers(size);
    const Bytes packed = packed_by(codecs, GetParam(), data);
    ASSERT_FALSE(packed.empty());
    EXPECT_TRUE(Codecs::may_unpack(GetParam().codec, packed, size)) << size;
    Bytes back(size);
    ASSERT_TRUE(codecs.unpack(GetParam(), packed, back)) << size;
    EXPECT_EQ(back, data);
  }
}

TEST_P(CodecTest, SaysSoWhenTheRoomIsTooSmall) {
  const Bytes data = smooth_numbers(10'000);
  Bytes packed(20);
  EXPECT_EQ(codecs.pack(GetParam(), data, packed), 0u);
}

TEST_P(CodecTest, RefusesAnotherSizeThanThatOfThePacked) {
  const Bytes packed = packed_by(codecs, GetParam(), smooth_numbers(1000));
  for (const std::size_t size : {0, 999, 1001, 5000}) {
    Bytes back(size);
    EXPECT_FALSE(codecs.unpack(GetParam(), packed, back)) << size;
  }
}

// Anything may come from a peer. What does not unpack is refused, and nothing is written or read
// where it must not be, which the sanitizers see.
TEST_P(CodecTest, TakesAnyBytes) {
  Random random(5);
  const Bytes sound = packed_by(codecs, GetParam(), smooth_numbers(2000));
  for (int round = 0; round < 3000; ++round) {
    Bytes bytes = sound;
    if (round % 3 == 0) bytes.resize(random.below(bytes.size()));
    if (round % 3 == 1) {
      bytes.resize(random.below(300));
      for (std::byte& byte : bytes) byte = static_cast<std::byte>(random.next());
    }
    for (int flips = round % 4; flips > 0 && !bytes.empty(); --flips) {
      bytes[random.below(bytes.size())] ^= static_cast<std::byte>(1u << random.below(8));
    }
    Bytes back(round % 5 == 0 ? random.below(5000) : 2000);
    Codecs::may_unpack(GetParam().codec, bytes, back.size());
    const bool is_unpacked = codecs.unpack(GetParam(), bytes, back);
    if (bytes.size() < sound.size() / 2 && back.size() == 2000) {
      EXPECT_FALSE(is_unpacked);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(All, CodecTest,
                         ::testing::ValuesIn(packings.begin() + 1,
                                             packings.begin() + inexact_packing));

TEST(Codecs, RefuseSizesThatThePackedCannotHave) {
  Codecs codecs(1);
  const Bytes packed = packed_by(codecs, {Codec::zstd, 1}, Bytes(100'000));
  EXPECT_TRUE(Codecs::may_unpack(Codec::zstd, packed, 100'000));
  EXPECT_FALSE(Codecs::may_unpack(Codec::zstd, packed, 100'001));
  const Bytes few(100);
  EXPECT_FALSE(Codecs::may_unpack(Codec::lz4, few, 1 << 20));
}

TEST(Codecs, PackShuffledNumbersBetter) {
  Codecs codecs(1);
  const Bytes data = smooth_numbers(64 << 10);
  EXPECT_LT(packed_by(codecs, {Codec::zstd, 8}, data).size(),
            packed_by(codecs, {Codec::zstd, 1}, data).size() * 9 / 10);
}

}  // namespace
}  // namespace isthmus::engine::fabric
