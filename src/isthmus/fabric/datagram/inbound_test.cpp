#include "isthmus/fabric/datagram/inbound.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "isthmus/base/random.hpp"
#include "isthmus/fabric/test_device.hpp"

namespace isthmus::engine::fabric::datagram {
namespace {

using ::testing::HasSubstr;

constexpr std::size_t inbound_piece_bytes = 100;
constexpr std::size_t inbound_window_bytes = 1000;

class InboundTest : public ::testing::Test {
 protected:
  ~InboundTest() override {
    inbound.drop(pool);
    EXPECT_EQ(inbound.held_bytes(), 0u);
    EXPECT_EQ(pool.outstanding(), 0);
  }

  /// A frame's bytes.
  std::vector<std::byte> frame(std::uint64_t word, std::size_t payload_bytes) {
    MessagePtr message = bytes_message(pool, word, payload_bytes);
    const HeaderBytes header = encode_header(*message);
    std::vector<std::byte> bytes(header.begin(), header.end());
    for (std::size_t i = 0; i < payload_bytes; ++i) {
      bytes.push_back(static_cast<std::byte>(word * 7 + i));
    }
    pool.release(std::move(message));
    return bytes;
  }
  static Piece piece_of(std::uint64_t frame, std::span<const std::byte> bytes, std::size_t number) {
    const std::size_t at = number * inbound_piece_bytes;
    return {frame, static_cast<std::uint32_t>(bytes.size()), static_cast<std::uint32_t>(at),
            bytes.subspan(at, std::min(inbound_piece_bytes, bytes.size() - at))};
  }
  /// All pieces of a frame in order.
  void take_all(std::uint64_t frame, std::span<const std::byte> bytes) {
    for (std::size_t i = 0; i * inbound_piece_bytes < bytes.size(); ++i) {
      EXPECT_EQ(inbound.take(piece_of(frame, bytes, i), pool), true);
    }
  }
  /// What is ready, as bytes of frames.
  std::vector<std::byte> next() {
    MessagePtr message = inbound.take_ready();
    const HeaderBytes header = encode_header(*message);
    std::vector<std::byte> bytes(header.begin(), header.end());
    bytes.insert(bytes.end(), message->payload(), message->payload() + message->payload_bytes);
    pool.release(std::move(message));
    return bytes;
  }
  std::string refusal(const Piece& piece) {
    const auto taken = inbound.take(piece, pool);
    if (taken) return "taken";
    EXPECT_EQ(taken.error().code, ErrorCode::malformed);
    return taken.error().text();
  }

  Pool pool;
  Inbound inbound{{{900, 4, 4}, inbound_piece_bytes, inbound_window_bytes}};
};

TEST_F(InboundTest, PutsPiecesTogetherInWhateverOrderTheyComeAndHoweverOften) {
  Random random(1);
  for (std::uint64_t number = 0; number < 300; ++number) {
    const auto bytes = frame(number, random.next() % 500);
    const std::size_t count = (bytes.size() + inbound_piece_bytes - 1) / inbound_piece_bytes;
    std::vector<bool> has_come(count);
    while (std::ranges::count(has_come, true) < static_cast<std::ptrdiff_t>(count)) {
      EXPECT_FALSE(inbound.has_ready());
      const std::size_t piece = random.next() % count;
      EXPECT_EQ(inbound.take(piece_of(number, bytes, piece), pool), !has_come[piece]);
      has_come[piece] = true;
    }
    ASSERT_TRUE(inbound.has_ready());
    ASSERT_EQ(next(), bytes) << "frame " << number;
    EXPECT_EQ(inbound.take(piece_of(number, bytes, 0), pool), false);
  }
  EXPECT_EQ(inbound.whole_count(), 300u);
}

TEST_F(InboundTest, HandsUpAFrameThatIsWholeBeforeEarlierOnes) {
  const auto first = frame(1, 200);
  const auto second = frame(2, 10);
  EXPECT_EQ(inbound.take(piece_of(0, first, 1), pool), true);
  EXPECT_TRUE(inbound.is_mid_frame());
  take_all(1, second);
  EXPECT_EQ(next(), second);
  EXPECT_FALSE(inbound.has_ready());
  EXPECT_EQ(inbound.take(piece_of(0, first, 0), pool), true);
  EXPECT_EQ(inbound.take(piece_of(0, first, 2), pool), true);
  EXPECT_EQ(next(), first);
  EXPECT_FALSE(inbound.is_mid_frame());
}

TEST_F(InboundTest, GivesCreditForWhatHasBeenTakenAlone) {
  const auto bytes = frame(1, 50);
  EXPECT_EQ(inbound.credit(), inbound_window_bytes);
  take_all(0, bytes);
  EXPECT_EQ(inbound.credit(), inbound_window_bytes);
  EXPECT_EQ(inbound.held_bytes(), bytes.size());
  next();
  EXPECT_EQ(inbound.credit(), inbound_window_bytes + bytes.size());
  EXPECT_EQ(inbound.held_bytes(), 0u);
}

TEST_F(InboundTest, RefusesMoreThanItsCreditButForOneFrame) {
  const auto large = frame(1, 700);
  const auto small = frame(2, inbound_window_bytes - large.size() - header_bytes);
  EXPECT_EQ(inbound.take(piece_of(0, large, 0), pool), true);
  EXPECT_EQ(inbound.take(piece_of(1, small, 0), pool), true);
  EXPECT_THAT(refusal(piece_of(2, frame(3, 0), 0)), HasSubstr("at most 1000 in all"));
}

TEST_F(InboundTest, EndsWhenAllUpToTheEndHasBeenTaken) {
  EXPECT_FALSE(inbound.is_ended());
  EXPECT_EQ(inbound.take({.frame = 1}, pool), true);
  EXPECT_EQ(inbound.take({.frame = 1}, pool), false);
  EXPECT_FALSE(inbound.is_ended());
  take_all(0, frame(1, 5));
  EXPECT_FALSE(inbound.is_ended());
  next();
  EXPECT_TRUE(inbound.is_ended());
}

TEST_F(InboundTest, RefusesAnEndThatCannotBe) {
  take_all(2, frame(1, 0));
  EXPECT_THAT(refusal({.frame = 2}), HasSubstr("one behind all that have come"));
  EXPECT_EQ(inbound.take({.frame = 4}, pool), true);
  EXPECT_THAT(refusal({.frame = 5}), HasSubstr("where it was before"));
  EXPECT_THAT(refusal(piece_of(4, frame(1, 0), 0)), HasSubstr("none after the end"));
  next();
}

TEST_F(InboundTest, RefusesFramesThatCannotBe) {
  EXPECT_THAT(refusal({.frame = 0, .frame_bytes = header_bytes - 1}), HasSubstr("a frame of"));
  EXPECT_THAT(refusal({.frame = 0, .frame_bytes = header_bytes + 901}), HasSubstr("a frame of"));
  EXPECT_THAT(refusal(piece_of(overtaking_frames_max, frame(1, 0), 0)), HasSubstr("ahead of it"));
  const auto bytes = frame(1, 300);
  EXPECT_EQ(inbound.take(piece_of(0, bytes, 0), pool), true);
  EXPECT_THAT(refusal(piece_of(0, frame(1, 299), 1)), HasSubstr("as many as before"));
  // A header that says another size than the pieces have.
  auto longer = frame(1, 20);
  longer.push_back({});
  EXPECT_THAT(refusal(piece_of(1, longer, 0)), HasSubstr("a payload of 20 bytes"));
}

TEST_F(InboundTest, APingIsNothingNew) {
  EXPECT_EQ(inbound.take({.frame = Piece::ping_frame}, pool), false);
  EXPECT_FALSE(inbound.is_mid_frame());
}

TEST_F(InboundTest, GivesUpWhatIsNotWholeAndKeepsWhatIs) {
  const auto whole = frame(1, 10);
  take_all(1, whole);
  EXPECT_EQ(inbound.take(piece_of(0, frame(2, 300), 0), pool), true);
  inbound.give_up(pool);
  EXPECT_FALSE(inbound.is_mid_frame());
  EXPECT_EQ(inbound.held_bytes(), whole.size());
  EXPECT_EQ(next(), whole);
}

}  // namespace
}  // namespace isthmus::engine::fabric::datagram
