#include "isthmus/fabric/carrier/frame_assembler.hpp"

#include <gtest/gtest.h>

#include <cstring>

#include "isthmus/fabric/carrier/frame_queue.hpp"
#include "isthmus/fabric/test_device.hpp"

namespace isthmus::fabric {
namespace {

constexpr WireLimits limits = {1 << 20, 4, 1};

class FrameStreamTest : public ::testing::Test {
 protected:
  void push(std::uint64_t word, std::size_t payload_bytes) {
    MessagePtr message = bytes_message(pool, word, payload_bytes);
    for (std::size_t i = 0; i < payload_bytes; ++i) {
      message->payload()[i] = static_cast<std::byte>(word + i);
    }
    queue.push(std::move(message), 0, pool);
  }

  /// Takes the queue's bytes out, at most `step` at a time.
  std::vector<std::byte> drained(std::size_t step) {
    std::vector<std::byte> bytes;
    FrameQueue::Gathered gathered;
    while (!queue.is_empty()) {
      queue.gather(gathered);
      std::size_t left = step;
      for (std::size_t i = 0; i < gathered.piece_count && left > 0; ++i) {
        const auto* from = static_cast<const std::byte*>(gathered.pieces[i].iov_base);
        const std::size_t count = std::min(left, gathered.pieces[i].iov_len);
        bytes.insert(bytes.end(), from, from + count);
        left -= count;
      }
      queue.written(step - left, pool);
    }
    return bytes;
  }

  void expect_message(const Message& message, std::uint64_t word, std::size_t payload_bytes) {
    EXPECT_EQ(message.word, word);
    ASSERT_EQ(message.payload_bytes, payload_bytes);
    for (std::size_t i = 0; i < payload_bytes; ++i) {
      ASSERT_EQ(message.payload()[i], static_cast<std::byte>(word + i)) << i;
    }
  }

  Pool pool;
  FrameQueue queue;
  FrameAssembler assembler;
};

TEST_F(FrameStreamTest, MessagesSurviveAnyCut) {
  for (const std::size_t out_step : {1, 63, 64, 65, 1000, 100000}) {
    for (const std::size_t in_step : {1, 7, 64, 129, 100000}) {
      constexpr std::array<std::size_t, 5> sizes = {0, 1, 64, 500, 0};
      for (std::size_t i = 0; i < sizes.size(); ++i) push(i, sizes[i]);
      const std::vector<std::byte> bytes = drained(out_step);
      std::size_t taken = 0;
      for (std::size_t at = 0; at < bytes.size(); at += in_step) {
        auto piece = std::span<const std::byte>(bytes).subspan(at);
        piece = piece.first(std::min(in_step, piece.size()));
        while (true) {
          auto message = assembler.take(piece, limits, pool);
          ASSERT_TRUE(message) << message.error().text();
          if (*message == nullptr) break;
          ASSERT_LT(taken, sizes.size());
          expect_message(**message, taken, sizes[taken]);
          ++taken;
          pool.release(std::move(*message));
        }
        EXPECT_TRUE(piece.empty());
      }
      EXPECT_EQ(taken, sizes.size());
      EXPECT_FALSE(assembler.is_mid_frame());
      EXPECT_EQ(pool.outstanding(), 0);
    }
  }
}

TEST_F(FrameStreamTest, CountsWhatIsNotWritten) {
  push(1, 36);
  push(2, 0);
  EXPECT_EQ(queue.byte_count(), 164u);
  queue.written(70, pool);
  EXPECT_EQ(queue.byte_count(), 94u);
  EXPECT_EQ(queue.frame_count(), 2u);
  queue.written(30, pool);
  EXPECT_EQ(queue.frame_count(), 1u);
  queue.drop(pool);
  EXPECT_EQ(queue.byte_count(), 0u);
  EXPECT_EQ(pool.outstanding(), 0);
}

TEST_F(FrameStreamTest, ReceivesTheRestOfAPayloadInPlace) {
  push(5, 1000);
  const std::vector<std::byte> bytes = drained(10000);
  auto piece = std::span<const std::byte>(bytes).first(200);
  ASSERT_EQ(assembler.take(piece, limits, pool).value(), nullptr);
  const std::span<std::byte> gap = assembler.gap();
  ASSERT_EQ(gap.size(), bytes.size() - 200);
  std::memcpy(gap.data(), bytes.data() + 200, gap.size());
  assembler.filled(gap.size());
  auto message = assembler.take(piece, limits, pool);
  ASSERT_TRUE(message && *message != nullptr);
  expect_message(**message, 5, 1000);
  EXPECT_TRUE(assembler.gap().empty());
  pool.release(std::move(*message));
}

TEST_F(FrameStreamTest, RefusesAPayloadBeyondTheLimitBeforeItTakesMemory) {
  push(1, limits.payload_bytes_max + 1);
  const std::vector<std::byte> bytes = drained(10 << 20);
  std::span<const std::byte> piece = bytes;
  const auto message = assembler.take(piece, limits, pool);
  ASSERT_FALSE(message);
  EXPECT_EQ(message.error().code, ErrorCode::malformed);
  EXPECT_EQ(pool.outstanding(), 0);
}

}  // namespace
}  // namespace isthmus::fabric
