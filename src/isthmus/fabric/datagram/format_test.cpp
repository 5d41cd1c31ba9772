#include "isthmus/fabric/datagram/format.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <string>
#include <vector>

namespace isthmus::engine::fabric::datagram {
namespace {

using ::testing::HasSubstr;

constexpr std::uint64_t token = 0x0123456789abcdef;
constexpr std::size_t piece_bytes = piece_bytes_of(datagram_bytes_min);

struct Written {
  std::vector<std::byte> bytes = std::vector<std::byte>(datagram_bytes_min);
  std::size_t size = 0;

  std::span<const std::byte> span() const { return {bytes.data(), size}; }
};

Head sample_head() {
  Head head{.number = 1000, .settled = 990, .credit = 1 << 20, .delay_us = 250};
  head.received.range = {{{50, 60}, {40, 45}}};
  head.received.count = 2;
  return head;
}

Written written(const Head& head, const std::vector<Piece>& pieces = {}) {
  Written datagram;
  datagram.size = write_head(head, token, datagram.bytes);
  for (const Piece& piece : pieces) {
    datagram.size += write_piece_head(piece, std::span(datagram.bytes).subspan(datagram.size));
    std::ranges::copy(piece.bytes, &datagram.bytes[datagram.size]);
    datagram.size += piece.bytes.size();
  }
  seal(std::span(datagram.bytes).first(datagram.size));
  return datagram;
}

std::string hex(std::span<const std::byte> bytes) {
  std::string text;
  for (const std::byte byte : bytes) {
    std::array<char, 3> digits{};
    std::snprintf(digits.data(), digits.size(), "%02x", std::to_integer<unsigned>(byte));
    text += digits.data();
  }
  return text;
}

TEST(DatagramFormat, ReadsWhatItWrites) {
  const std::vector<std::byte> data(100, std::byte{7});
  const Written datagram =
      written(sample_head(), {{3, 100, 0, data}, {5, 0, 0, {}}, {Piece::ping_frame, 0, 0, {}}});
  ASSERT_TRUE(is_whole(datagram.span(), token));
  std::span<const std::byte> left = datagram.span();
  const auto head = take_head(left);
  ASSERT_TRUE(head) << head.error().text();
  EXPECT_EQ(head->number, 1000U);
  EXPECT_EQ(head->settled, 990U);
  EXPECT_EQ(head->credit, 1U << 20);
  EXPECT_EQ(head->delay_us, 250U);
  EXPECT_THAT(head->received.span(), ::testing::ElementsAre(Range{50, 60}, Range{40, 45}));
  const auto first = take_piece(left, piece_bytes);
  ASSERT_TRUE(first) << first.error().text();
  EXPECT_EQ(first->frame, 3U);
  EXPECT_EQ(first->frame_bytes, 100U);
  EXPECT_EQ(first->at, 0U);
  EXPECT_EQ(first->bytes.size(), 100U);
  EXPECT_TRUE(take_piece(left, piece_bytes)->is_end());
  EXPECT_TRUE(take_piece(left, piece_bytes)->is_ping());
  EXPECT_TRUE(left.empty());
}

TEST(DatagramFormat, FillsADatagramWithoutPiecesToItsSize) {
  Written datagram;
  const std::size_t head_size = write_head(sample_head(), token, datagram.bytes);
  fill(datagram.bytes, head_size);
  seal(datagram.bytes);
  datagram.size = datagram.bytes.size();
  ASSERT_TRUE(is_whole(datagram.span(), token));
  EXPECT_FALSE(is_whole(datagram.span().first(head_size), token)) << "it came cut";
  std::span<const std::byte> left = datagram.span();
  const auto head = take_head(left);
  ASSERT_TRUE(head) << head.error().text();
  EXPECT_EQ(head->number, 1000U);
  EXPECT_TRUE(left.empty());
  std::span<const std::byte> part = datagram.span().first(datagram.size - 1);
  EXPECT_FALSE(take_head(part));
}

TEST(DatagramFormat, WritesTheBytesOfTheFormatsPage) {
  const std::vector<std::byte> data(64, std::byte{0});
  const Written datagram = written(sample_head(), {{3, 64, 0, data}});
  EXPECT_EQ(hex(datagram.span().first(head_bytes + 2 * range_bytes + piece_head_bytes)),
            "efcdab8967452301915332eec0191cd8e8030000000000000000100000000000"
            "3c000000000000000a000000fa0000000200000000000000000000000a000000"
            "050000000500000003000000000000004000000000000000");
}

TEST(DatagramFormat, TellsADatagramFromOneOfAStrangerAndFromADamagedOne) {
  const Written datagram = written(sample_head());
  EXPECT_TRUE(is_whole(datagram.span(), token));
  EXPECT_FALSE(is_whole(datagram.span(), token + 1));
  EXPECT_FALSE(is_whole(datagram.span().first(datagram.size - 1), token));
  EXPECT_FALSE(is_whole({}, token));
  for (std::size_t i = 0; i < datagram.size; ++i) {
    Written damaged = datagram;
    damaged.bytes[i] ^= std::byte{1};
    EXPECT_FALSE(is_whole(damaged.span(), token)) << "byte " << i;
  }
}

/// What a reader says of a head in which the word at `at` is another one.
std::string complaint(std::size_t at, std::uint32_t word) {
  Written datagram = written(sample_head());
  std::memcpy(&datagram.bytes[at], &word, sizeof(word));
  std::span<const std::byte> left = datagram.span();
  const auto head = take_head(left);
  return head ? "none" : head.error().text();
}

TEST(DatagramFormat, RefusesAHeadThatBreaksARule) {
  EXPECT_EQ(complaint(40, 10), "none");
  EXPECT_THAT(complaint(40, 1001), HasSubstr("1001 open numbers below 1000"));
  EXPECT_THAT(complaint(52, 1), HasSubstr("a filler of 1 bytes before 0"));
  EXPECT_THAT(complaint(48, 33), HasSubstr("33 ranges"));
  EXPECT_THAT(complaint(48, 3), HasSubstr("3 ranges"));
  EXPECT_THAT(complaint(48, 0), HasSubstr("a range where there are numbers"));
  EXPECT_THAT(complaint(56, 1), HasSubstr("1 missing ones below 60"));
  EXPECT_THAT(complaint(60, 0), HasSubstr("a range of 0 numbers"));
  EXPECT_THAT(complaint(60, 61), HasSubstr("a range of 61 numbers"));
  EXPECT_THAT(complaint(64, 0), HasSubstr("ranges that do not touch"));
  EXPECT_THAT(complaint(64, UINT32_MAX), HasSubstr("that there can be"));
}

std::string complaint(const Piece& piece) {
  std::vector<std::byte> bytes(piece_head_bytes + piece.bytes.size());
  write_piece_head(piece, bytes);
  std::span<const std::byte> left = bytes;
  const auto taken = take_piece(left, piece_bytes);
  return taken ? "none" : taken.error().text();
}

TEST(DatagramFormat, RefusesAPieceThatBreaksARule) {
  const std::vector<std::byte> data(piece_bytes);
  EXPECT_EQ(complaint({1, 5000, piece_bytes, data}), "none");
  EXPECT_THAT(complaint({1, 5000, piece_bytes + 1, data}), HasSubstr("a multiple of"));
  EXPECT_THAT(complaint({1, 100, piece_bytes, data}), HasSubstr("within the frame"));
  EXPECT_THAT(complaint({1, 5000, 0, std::span(data).first(10)}), HasSubstr("10 are there"));
  EXPECT_THAT(complaint({1, 0, 4, {}}), HasSubstr("an end at byte 4"));
  EXPECT_THAT(complaint({Piece::ping_frame, 4, 0, data}), HasSubstr("number of a ping"));
  std::span<const std::byte> left = std::span(data).first(piece_head_bytes - 1);
  EXPECT_THAT(take_piece(left, piece_bytes).error().text(), HasSubstr("behind the last piece"));
}

}  // namespace
}  // namespace isthmus::engine::fabric::datagram
