#include "isthmus/fabric/carrier/frame_queue.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <numeric>
#include <span>
#include <vector>

#include "isthmus/fabric/test_device.hpp"

namespace isthmus::engine::fabric {
namespace {

class FrameQueueTest : public ::testing::Test {
 protected:
  ~FrameQueueTest() override {
    queue.drop(pool);
    EXPECT_EQ(pool.outstanding(), 0);
  }

  /// A frame whose bytes are those that come back.
  std::vector<std::byte> push(std::uint64_t word, std::size_t payload_bytes,
                              std::size_t written_bytes = 0) {
    MessagePtr message = bytes_message(pool, word, payload_bytes);
    for (std::size_t i = 0; i < payload_bytes; ++i) {
      message->payload()[i] = static_cast<std::byte>(word * 13 + i);
    }
    const HeaderBytes header = encode_header(*message);
    std::vector<std::byte> bytes(header.begin(), header.end());
    bytes.insert(bytes.end(), message->payload(), message->payload() + payload_bytes);
    queue.push(std::move(message), written_bytes, pool);
    bytes.erase(bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(written_bytes));
    return bytes;
  }
  std::vector<std::byte> gathered() const {
    FrameQueue::Gathered pieces;
    queue.gather(pieces);
    std::vector<std::byte> bytes;
    for (std::size_t i = 0; i < pieces.piece_count; ++i) {
      const auto* from = static_cast<const std::byte*>(pieces.pieces[i].iov_base);
      bytes.insert(bytes.end(), from, from + pieces.pieces[i].iov_len);
    }
    return bytes;
  }

  Pool pool;
  FrameQueue queue;
};

TEST_F(FrameQueueTest, GivesWhatIsNotWrittenYetFromWhereverWritingStopped) {
  std::vector<std::byte> stream;
  for (const std::size_t payload_bytes : {5u, 0u, 100u}) {
    const auto bytes = push(payload_bytes, payload_bytes);
    stream.insert(stream.end(), bytes.begin(), bytes.end());
  }
  EXPECT_EQ(queue.frame_count(), 3u);
  while (!stream.empty()) {
    EXPECT_EQ(queue.byte_count(), stream.size());
    EXPECT_EQ(gathered(), stream);
    const std::size_t step = std::min<std::size_t>(stream.size(), 7);
    queue.written(step, pool);
    stream.erase(stream.begin(), stream.begin() + static_cast<std::ptrdiff_t>(step));
  }
  EXPECT_TRUE(queue.is_empty());
  EXPECT_EQ(pool.outstanding(), 0);
}

TEST_F(FrameQueueTest, LetsGoOfEachFrameWithItsLastByte) {
  push(1, 10);
  push(2, 10);
  const std::size_t frame = header_bytes + 10;
  queue.written(frame - 1, pool);
  EXPECT_EQ(queue.frame_count(), 2u);
  queue.written(1, pool);
  EXPECT_EQ(queue.frame_count(), 1u);
  EXPECT_EQ(pool.outstanding(), 1);
  queue.written(frame, pool);
  EXPECT_TRUE(queue.is_empty());
}

TEST_F(FrameQueueTest, BeginsWithTheRestOfAFrameThatIsWrittenInPart) {
  for (const std::size_t written : {1u, 63u, 64u, 70u}) {
    const auto rest = push(3, 20, written);
    EXPECT_EQ(queue.byte_count(), header_bytes + 20 - written);
    EXPECT_EQ(gathered(), rest) << written;
    queue.written(rest.size(), pool);
    EXPECT_TRUE(queue.is_empty());
  }
}

TEST_F(FrameQueueTest, KeepsACopyOfTheRestOfWhatIsLent) {
  std::vector<double> numbers(1000);
  std::iota(numbers.begin(), numbers.end(), 0.5);
  for (const std::size_t written : {std::size_t{0}, header_bytes - 1, header_bytes + 800}) {
    MessagePtr lent = lent_message(pool, std::span<const double>(numbers));
    const std::size_t whole_bytes = header_bytes + lent->payload_bytes;
    queue.push(std::move(lent), written, pool);
    const std::vector<double> before = numbers;
    std::ranges::fill(numbers, 0.0);  // they are the sender's again
    const auto bytes = gathered();
    ASSERT_EQ(bytes.size(), whole_bytes - written);
    std::vector<double> back(10);
    std::memcpy(back.data(), bytes.data() + bytes.size() - 80, 80);
    EXPECT_EQ(back, std::vector<double>(before.end() - 10, before.end())) << written;
    queue.written(bytes.size(), pool);
    numbers = before;
  }
}

TEST_F(FrameQueueTest, GathersNoMoreFramesAtOnceThanOneWriteTakes) {
  std::vector<std::byte> first;
  for (std::size_t i = 0; i < FrameQueue::gathered_frames_max + 3; ++i) {
    const auto bytes = push(i, 0);  // a piece each, so that headers run out before pieces
    if (i < FrameQueue::gathered_frames_max) first.insert(first.end(), bytes.begin(), bytes.end());
  }
  EXPECT_EQ(gathered(), first);
  queue.written(first.size(), pool);
  EXPECT_EQ(queue.frame_count(), 3u);
  EXPECT_EQ(gathered().size(), 3 * header_bytes);
}

TEST_F(FrameQueueTest, IsAsNewWhenItHasBeenDropped) {
  push(1, 10);
  queue.written(3, pool);
  queue.drop(pool);
  EXPECT_TRUE(queue.is_empty());
  EXPECT_EQ(queue.byte_count(), 0u);
  EXPECT_EQ(gathered().size(), 0u);
  const auto bytes = push(2, 4);
  EXPECT_EQ(gathered(), bytes);
}

}  // namespace
}  // namespace isthmus::engine::fabric
