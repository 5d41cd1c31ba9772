#include "isthmus/fabric/session/kept_frames.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <vector>

#include "isthmus/base/random.hpp"
#include "isthmus/fabric/test_device.hpp"

namespace isthmus::engine::fabric::session {
namespace {

class KeptFramesTest : public ::testing::Test {
 protected:
  ~KeptFramesTest() override {
    frames.drop(pool);
    EXPECT_TRUE(frames.is_empty());
    EXPECT_EQ(pool.outstanding(), 0);
  }

  /// Keeps a frame, whose bytes go behind those of `stream`.
  void push(std::uint64_t word, std::size_t payload_bytes) {
    MessagePtr message = bytes_message(pool, word, payload_bytes);
    for (std::size_t i = 0; i < payload_bytes; ++i) {
      message->payload()[i] = static_cast<std::byte>(word * 31 + i);
    }
    const HeaderBytes header = encode_header(*message);
    stream.insert(stream.end(), header.begin(), header.end());
    stream.insert(stream.end(), message->payload(), message->payload() + payload_bytes);
    frames.push(std::move(message), pool);
  }
  /// What is gathered of a segment, in one go.
  std::vector<std::byte> gathered(const Segment& segment) const {
    Gathered pieces;
    frames.gather(segment, pieces);
    std::vector<std::byte> bytes;
    for (std::size_t i = 0; i < pieces.piece_count; ++i) {
      const auto* from = static_cast<const std::byte*>(pieces.pieces[i].iov_base);
      bytes.insert(bytes.end(), from, from + pieces.pieces[i].iov_len);
    }
    EXPECT_EQ(bytes.size(), pieces.byte_count);
    return bytes;
  }
  std::vector<std::byte> of_stream(std::uint64_t begin, std::uint64_t end) const {
    return {stream.begin() + static_cast<std::ptrdiff_t>(begin),
            stream.begin() + static_cast<std::ptrdiff_t>(end)};
  }

  Pool pool;
  KeptFrames frames;
  std::vector<std::byte> stream;
};

TEST_F(KeptFramesTest, AreAStreamOfWhichEachPartCanBeHadAgainAndAgain) {
  for (std::uint64_t i = 0; i < 5; ++i) push(i, i * 7);
  ASSERT_EQ(frames.end(), stream.size());
  Random random(1);
  for (int i = 0; i < 2000; ++i) {
    const std::uint64_t begin = random.next() % stream.size();
    const std::uint64_t length = random.next() % (stream.size() - begin) + 1;
    const Segment segment{begin, static_cast<std::uint32_t>(length)};
    ASSERT_EQ(gathered(segment), of_stream(begin, begin + length)) << begin << " " << length;
  }
}

TEST_F(KeptFramesTest, AreCountedWhereBytesOfThemLieInASegment) {
  for (const std::size_t bytes : {0U, 10U, 0U}) push(1, bytes);
  const std::uint64_t second = header_bytes;
  const std::uint64_t third = second + header_bytes + 10;
  EXPECT_EQ(frames.frame_count({0, 0}), 0u);
  EXPECT_EQ(frames.frame_count({0, 1}), 1u);
  EXPECT_EQ(frames.frame_count({0, static_cast<std::uint32_t>(second)}), 1u);
  EXPECT_EQ(frames.frame_count({second - 1, 2}), 2u);
  EXPECT_EQ(frames.frame_count({second, static_cast<std::uint32_t>(third - second)}), 1u);
  EXPECT_EQ(frames.frame_count({second - 1, static_cast<std::uint32_t>(third - second + 2)}), 3u);
}

TEST_F(KeptFramesTest, GoWhenTheirLastByteHasBeenAcknowledged) {
  for (std::uint64_t i = 0; i < 3; ++i) push(i, 20);
  const std::uint64_t each = header_bytes + 20;
  EXPECT_EQ(pool.outstanding(), 3);
  frames.release_before(each - 1, pool);
  EXPECT_EQ(frames.begin(), 0u);
  frames.release_before(each, pool);
  EXPECT_EQ(frames.begin(), each);
  EXPECT_EQ(frames.byte_count(), 2 * each);
  EXPECT_EQ(pool.outstanding(), 2);
  frames.release_before(3 * each - 1, pool);
  EXPECT_EQ(frames.begin(), 2 * each);
  EXPECT_EQ(gathered({3 * each - 5, 5}), of_stream(3 * each - 5, 3 * each));
  frames.release_before(3 * each, pool);
  EXPECT_TRUE(frames.is_empty());
  EXPECT_EQ(frames.begin(), 3 * each);
  // Numbers go on.
  push(9, 0);
  EXPECT_EQ(frames.begin(), 3 * each);
  EXPECT_EQ(gathered({3 * each, 8}), of_stream(3 * each, 3 * each + 8));
}

// A gathering write takes so many; who calls goes on behind what it got.
TEST_F(KeptFramesTest, AreGatheredInAsManyGoesAsTheyNeed) {
  for (std::uint64_t i = 0; i < 100; ++i) push(i, i % 3 * 5);
  std::uint64_t at = 0;
  int goes = 0;
  std::vector<std::byte> all;
  while (at < stream.size()) {
    const auto some = gathered({at, static_cast<std::uint32_t>(stream.size() - at)});
    ASSERT_FALSE(some.empty());
    all.insert(all.end(), some.begin(), some.end());
    at += some.size();
    ++goes;
  }
  EXPECT_EQ(all, stream);
  EXPECT_GE(goes, 4);  // of 32 frames at most
}

TEST_F(KeptFramesTest, AreGatheredBehindWhatIsThereAlready) {
  push(3, 8);
  const std::array<std::byte, 2> before = {std::byte{1}, std::byte{2}};
  Gathered pieces;
  pieces.add(before);
  frames.gather({0, 4}, pieces);
  ASSERT_EQ(pieces.piece_count, 2u);
  EXPECT_EQ(pieces.pieces[0].iov_base, before.data());
  EXPECT_EQ(pieces.byte_count, 6u);
}

TEST_F(KeptFramesTest, KeepACopyOfWhatIsLent) {
  std::vector<double> values(2000, 1.5);
  MessagePtr message = lent_message(pool, std::span<const double>(values));
  ASSERT_TRUE(is_lent(*message));
  frames.push(std::move(message), pool);
  values.assign(values.size(), 0);
  const std::uint64_t first = header_bytes + count_bytes;
  const auto bytes = gathered({first, sizeof(double)});
  double value = 0;
  ASSERT_EQ(bytes.size(), sizeof(value));
  std::memcpy(&value, bytes.data(), sizeof(value));
  EXPECT_EQ(value, 1.5);
}

}  // namespace
}  // namespace isthmus::engine::fabric::session
