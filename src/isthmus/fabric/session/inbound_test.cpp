#include "isthmus/fabric/session/inbound.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <vector>

#include "isthmus/fabric/session/sum.hpp"
#include "isthmus/fabric/test_device.hpp"

namespace isthmus::engine::fabric::session {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

class SessionInboundTest : public ::testing::Test {
 protected:
  ~SessionInboundTest() override {
    inbound.drop(pool);
    EXPECT_EQ(pool.outstanding(), 0);
  }

  void SetUp() override {
    // Three frames, known by their words.
    for (std::uint64_t word = 1; word <= 3; ++word) {
      MessagePtr message = bytes_message(pool, word, 100);
      for (std::size_t i = 0; i < 100; ++i) {
        message->payload()[i] = static_cast<std::byte>(word * 41 + i);
      }
      const HeaderBytes header = encode_header(*message);
      stream.insert(stream.end(), header.begin(), header.end());
      stream.insert(stream.end(), message->payload(), message->payload() + 100);
      pool.release(std::move(message));
    }
  }

  std::span<const std::byte> part(const Segment& segment) const {
    return std::span(stream).subspan(segment.offset, segment.length);
  }
  Expected<void> begin(unsigned slot, const Segment& segment) {
    return inbound.begin(slot, segment, sum_of(part(segment)));
  }
  void note(MessagePtr message) {
    words.push_back(message->word);
    EXPECT_EQ(message->payload()[99], static_cast<std::byte>(message->word * 41 + 99));
    pool.release(std::move(message));
  }
  void take_stored() {
    while (true) {
      auto message = inbound.take_stored(pool);
      ASSERT_TRUE(message);
      if (*message == nullptr) return;
      note(std::move(*message));
    }
  }
  /// A segment comes whole, in pieces of so many bytes.
  void come(unsigned slot, const Segment& segment, std::size_t piece_bytes = SIZE_MAX) {
    ASSERT_TRUE(begin(slot, segment));
    std::span<const std::byte> left = part(segment);
    while (!left.empty()) {
      std::span<const std::byte> piece = left.first(std::min(piece_bytes, left.size()));
      left = left.subspan(piece.size());
      while (!piece.empty()) {
        auto message = inbound.take(slot, piece, pool);
        ASSERT_TRUE(message);
        if (*message != nullptr) note(std::move(*message));
      }
    }
    EXPECT_FALSE(inbound.is_receiving(slot));
    take_stored();
  }

  Pool pool;
  Inbound inbound{400, 2, {1 << 10, 4, 4}};
  std::vector<std::byte> stream;
  std::vector<std::uint64_t> words;
};

constexpr std::uint32_t frame_bytes = header_bytes + 100;

TEST_F(SessionInboundTest, MakesMessagesOfSegmentsThatComeInOrder) {
  come(0, {0, 100});
  EXPECT_TRUE(inbound.is_mid_frame());
  come(1, {100, 2 * frame_bytes - 100});
  EXPECT_THAT(words, ElementsAre(1, 2));
  EXPECT_FALSE(inbound.holds_frames());
  come(0, {2 * frame_bytes, frame_bytes}, 7);
  EXPECT_THAT(words, ElementsAre(1, 2, 3));
  EXPECT_EQ(inbound.received(), stream.size());
}

TEST_F(SessionInboundTest, StoresWhatComesTooEarlyUntilTheRestIsHere) {
  come(1, {200, 100});
  come(0, {100, 100}, 30);
  EXPECT_TRUE(words.empty());
  EXPECT_EQ(inbound.stored_bytes(), 200u);
  EXPECT_EQ(inbound.received(), 0u);
  EXPECT_TRUE(inbound.holds_frames());
  come(0, {0, 100});
  EXPECT_THAT(words, ElementsAre(1));
  EXPECT_EQ(inbound.received(), 300u);
  EXPECT_EQ(inbound.stored_bytes(), 0u);
}

TEST_F(SessionInboundTest, CountsNoByteTwiceHoweverSegmentsOverlap) {
  come(1, {150, 100});
  come(1, {100, 200});
  EXPECT_EQ(inbound.stored_bytes(), 200u);
  come(1, {120, 60});
  EXPECT_EQ(inbound.stored_bytes(), 200u);
  come(0, {0, 180});
  EXPECT_EQ(inbound.received(), 300u);
  come(0, {0, 2 * frame_bytes}, 13);
  come(0, {250, static_cast<std::uint32_t>(stream.size()) - 250});
  EXPECT_THAT(words, ElementsAre(1, 2, 3));
}

TEST_F(SessionInboundTest, RefusesWhatLiesBeyondItsWindow) {
  EXPECT_TRUE(begin(0, {300, 100}));
  inbound.lost(0);
  const auto late = inbound.begin(0, {300, 101}, 0);
  ASSERT_FALSE(late);
  EXPECT_EQ(late.error().code, ErrorCode::malformed);
  EXPECT_THAT(late.error().text(), HasSubstr("401 bytes into the session (expected at most 400)"));
  EXPECT_FALSE(inbound.begin(0, {401, 1}, 0));
  come(0, {0, frame_bytes});
  EXPECT_TRUE(inbound.begin(0, {400, frame_bytes}, 0)) << "it moves on with the stream";
}

TEST_F(SessionInboundTest, NoticesASegmentThatWasChanged) {
  const Segment segment{0, frame_bytes};
  ASSERT_TRUE(inbound.begin(0, segment, sum_of(part(segment)) ^ 1));
  std::span<const std::byte> whole = part(segment);
  const auto taken = inbound.take(0, whole, pool);
  ASSERT_FALSE(taken);
  EXPECT_EQ(taken.error().code, ErrorCode::io);
  inbound.lost(0);
  ASSERT_TRUE(inbound.begin(1, {200, 50}, 77));
  std::span<const std::byte> early = part({200, 50});
  EXPECT_FALSE(inbound.take(1, early, pool)) << "also what comes too early";
  EXPECT_EQ(inbound.stored_bytes(), 0u);
}

TEST_F(SessionInboundTest, FillsTheGapOfASegmentThatDoesNotComeInOnePiece) {
  const Segment segment{0, frame_bytes};
  ASSERT_TRUE(begin(0, segment));
  EXPECT_TRUE(inbound.gap(0).empty()) << "it may still come in one piece";
  std::span<const std::byte> first = part({0, 10});
  ASSERT_TRUE(inbound.take(0, first, pool));
  EXPECT_TRUE(first.empty());
  EXPECT_EQ(inbound.taken(0), 10u);
  const std::span<std::byte> gap = inbound.gap(0);
  ASSERT_EQ(gap.size(), frame_bytes - 10);
  std::memcpy(gap.data(), stream.data() + 10, gap.size());
  EXPECT_FALSE(inbound.has_segment(0));
  inbound.filled(0, gap.size());
  EXPECT_TRUE(inbound.has_segment(0));
  EXPECT_EQ(inbound.taken(0), frame_bytes - 1) << "its sum was not looked at";
  EXPECT_EQ(inbound.last_bytes<2>(0)[1], stream[frame_bytes - 1]);
  std::span<const std::byte> nothing;
  ASSERT_TRUE(inbound.take(0, nothing, pool));
  EXPECT_EQ(inbound.taken(0), frame_bytes);
  take_stored();
  EXPECT_THAT(words, ElementsAre(1));
}

TEST_F(SessionInboundTest, ForgetsWhatCameOfASegmentWhenItsConnectionIsLost) {
  ASSERT_TRUE(begin(0, {0, 150}));
  std::span<const std::byte> some = part({0, 100});
  ASSERT_TRUE(inbound.take(0, some, pool));
  inbound.lost(0);
  EXPECT_EQ(inbound.received(), 0u);
  EXPECT_FALSE(inbound.is_receiving(0));
  inbound.opened(0);
  EXPECT_EQ(inbound.taken(0), 0u);
  come(0, {0, frame_bytes});
  EXPECT_THAT(words, ElementsAre(1));
}

}  // namespace
}  // namespace isthmus::engine::fabric::session
