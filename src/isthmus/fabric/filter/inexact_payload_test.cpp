#include "isthmus/fabric/filter/inexact_payload.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <vector>

#include "isthmus/base/random.hpp"

namespace isthmus::engine::fabric {
namespace {

using ::testing::HasSubstr;
using Bytes = std::vector<std::byte>;

/// Text, 20'000 doubles, more text, 301 floats, and the end; byte 3 tells whether an error came.
class InexactPayloadsTest : public ::testing::Test {
 protected:
  InexactPayloadsTest() : payload(200'000, std::byte{7}) {
    payload[3] = std::byte{0};
    for (std::uint32_t i = 0; i < doubles.count; ++i) {
      const double value = std::cos(i * 1e-3) + 1e-5 * random.uniform();
      std::memcpy(&payload[doubles.at + 8 * i], &value, 8);
    }
    for (std::uint32_t i = 0; i < floats.count; ++i) {
      const auto value = static_cast<float>(random.uniform());
      std::memcpy(&payload[floats.at + 4 * i], &value, 4);
    }
    admitted.add(doubles);
    admitted.add(floats);
  }

  void SetUp() override {
    if (!ZfpBlocks::are_available()) GTEST_SKIP() << "this build has no zfp";
  }

  Bytes packed() {
    Bytes to(payload.size());
    to.resize(payloads.pack(payload, admitted.all(), to));
    return to;
  }
  /// Empty where it unpacks.
  std::string complaint_about(const Bytes& from, std::size_t bytes) {
    const auto claim = InexactPayloads::read_claim(from, bytes);
    if (!claim) return claim.error().what;
    Bytes to(bytes);
    return payloads.unpack(*claim, from, to) ? "" : "does not unpack";
  }
  template <class T>
  void expect_within(const Bytes& come, const InexactArray& array) {
    for (std::uint32_t i = 0; i < array.count; ++i) {
      T before;
      T after;
      std::memcpy(&before, &payload[array.at + i * sizeof(T)], sizeof(T));
      std::memcpy(&after, &come[array.at + i * sizeof(T)], sizeof(T));
      ASSERT_LE(std::abs(before - after), array.bound) << "number " << i;
    }
  }

  Random random{11};
  const InexactArray doubles{80, 20'000, 8, 1e-6, 3};
  const InexactArray floats{170'000, 301, 4, 1e-2, 3};
  InexactArrays admitted;
  Bytes payload;
  InexactPayloads payloads;
};

TEST_F(InexactPayloadsTest, ComeWithinTheBoundAndTheRestBitForBit) {
  const Bytes from = packed();
  ASSERT_FALSE(from.empty());
  EXPECT_LT(from.size(), payload.size() / 2);
  const auto claim = InexactPayloads::read_claim(from, payload.size());
  ASSERT_TRUE(claim);
  Bytes to(payload.size());
  ASSERT_TRUE(payloads.unpack(*claim, from, to));
  expect_within<double>(to, doubles);
  expect_within<float>(to, floats);
  for (std::size_t at = 0; at < to.size(); ++at) {
    const auto is_in = [&](const InexactArray& array) {
      return at >= array.at && at < array.at + array.bytes();
    };
    if (!is_in(doubles) && !is_in(floats)) {
      ASSERT_EQ(to[at], payload[at]) << at;
    }
  }
  ASSERT_TRUE(InexactPayloads::spend(*claim, admitted, to));
  EXPECT_EQ(to[3], std::byte{1}) << "it must not be packed so again";
}

TEST_F(InexactPayloadsTest, AreLeftAloneWithNumbersThatAreNotFinite) {
  for (const double value : {std::numeric_limits<double>::infinity(), std::nan("")}) {
    const Bytes before = payload;
    std::memcpy(&payload[doubles.at + 8 * 19'999], &value, 8);
    EXPECT_TRUE(packed().empty());
    payload = before;
  }
  EXPECT_FALSE(packed().empty());
}

TEST_F(InexactPayloadsTest, AreLeftAloneWhereTheBoundCannotBeKept) {
  const double value = 1e40;
  std::memcpy(&payload[doubles.at + 8 * 5], &value, 8);
  EXPECT_TRUE(packed().empty());
}

TEST_F(InexactPayloadsTest, OfAnotherSizeAreRefused) {
  const Bytes from = packed();
  EXPECT_EQ(complaint_about(from, payload.size()), "");
  EXPECT_NE(complaint_about(from, payload.size() + 1), "");
  EXPECT_THAT(complaint_about(from, 100'000), HasSubstr("whose array 0 cannot be"));
  EXPECT_THAT(complaint_about(from, 1 << 30),
              HasSubstr("bytes that claims to unpack to 1073741824"));
  EXPECT_THAT(complaint_about(Bytes(3), 100), HasSubstr("that ends in its head"));
  EXPECT_THAT(complaint_about(Bytes(20), 100), HasSubstr("with 0 arrays of numbers"));
  EXPECT_THAT(complaint_about(Bytes(20, std::byte{255}), 100), HasSubstr("with 4294967295 arrays"));
}

TEST_F(InexactPayloadsTest, ThatClaimMoreNumbersThanTheyCanHoldAreRefused) {
  Bytes from(4 + 12 + 10);
  const InexactPayloads::Claim::Array array{0, 1000, 8, 0, 0};
  from[0] = std::byte{1};
  std::memcpy(&from[4], &array, sizeof(array));
  EXPECT_THAT(complaint_about(from, 8000), HasSubstr("claims to unpack to 8000"));
}

TEST_F(InexactPayloadsTest, AreRefusedWhereTheirKindDoesNotAdmitThem) {
  const Bytes from = packed();
  const auto claim = InexactPayloads::read_claim(from, payload.size());
  ASSERT_TRUE(claim);
  const auto is_admitted = [&](std::vector<InexactArray> arrays) {
    InexactArrays found;
    for (const InexactArray& array : arrays) found.add(array);
    return InexactPayloads::spend(*claim, found, payload);
  };
  EXPECT_TRUE(is_admitted({doubles, floats}));
  EXPECT_FALSE(is_admitted({}));
  EXPECT_FALSE(is_admitted({doubles}));
  EXPECT_FALSE(is_admitted({floats, doubles}));
  InexactArray other = doubles;
  other.bound = 1e-7;
  EXPECT_FALSE(is_admitted({other, floats})) << "a greater error than is admitted";
  other = doubles;
  other.at += 8;
  EXPECT_FALSE(is_admitted({other, floats})) << "other numbers than those";
}

TEST_F(InexactPayloadsTest, OfAnyBytesAreSurvived) {
  const Bytes sound = packed();
  for (int round = 0; round < 2000; ++round) {
    Bytes bytes = sound;
    if (round % 3 == 0) bytes.resize(random.below(bytes.size()));
    const std::size_t flips_within = round % 2 == 0 ? 40 : bytes.size();
    for (int flips = round % 5; flips > 0 && bytes.size() > 40; --flips) {
      bytes[random.below(std::min(flips_within, bytes.size()))] ^=
          static_cast<std::byte>(1u << random.below(8));
    }
    complaint_about(bytes, payload.size());
  }
}

}  // namespace
}  // namespace isthmus::engine::fabric
