#include "isthmus/fabric/datagram/outbound.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "isthmus/fabric/test_device.hpp"

namespace isthmus::engine::fabric::datagram {
namespace {

constexpr std::size_t outbound_piece_bytes = 100;
constexpr std::size_t frame_of_two = 150 - header_bytes;  // payload of a frame of two pieces
constexpr std::size_t frame_of_one = 80 - header_bytes;

class OutboundTest : public ::testing::Test {
 protected:
  ~OutboundTest() override {
    outbound.drop(pool);
    EXPECT_EQ(pool.outstanding(), 0);
  }

  void push(std::size_t payload_bytes, std::uint64_t word = 0) {
    outbound.push(bytes_message(pool, word, payload_bytes));
  }
  /// Frames and places of what goes into a datagram of `bytes`.
  std::vector<PieceId> fill(std::size_t bytes = 1000) {
    std::vector<std::byte> datagram(bytes);
    std::vector<PieceId> pieces;
    filled_bytes = outbound.fill(datagram, pieces);
    return pieces;
  }
  static std::vector<std::pair<std::uint64_t, std::uint32_t>> numbers(
      const std::vector<PieceId>& pieces) {
    std::vector<std::pair<std::uint64_t, std::uint32_t>> all;
    for (const PieceId& piece : pieces) all.emplace_back(piece.frame, piece.at);
    return all;
  }
  using Numbers = std::vector<std::pair<std::uint64_t, std::uint32_t>>;

  Pool pool;
  Outbound outbound{{.piece_bytes = outbound_piece_bytes,
                     .window_bytes = 600,
                     .unsent_bytes_max = 400,
                     .credit_bytes = 500}};
  std::size_t filled_bytes = 0;
};

TEST_F(OutboundTest, CutsFramesIntoPiecesInOrder) {
  push(frame_of_two);
  push(frame_of_one);
  EXPECT_EQ(numbers(fill()), (Numbers{{0, 0}, {0, 100}, {1, 0}}));
  EXPECT_EQ(filled_bytes, 3 * piece_head_bytes + 150 + 80);
  EXPECT_FALSE(outbound.has_pieces());
}

TEST_F(OutboundTest, PutsIntoADatagramWhatFitsAndGoesOnInTheNext) {
  push(frame_of_two);
  EXPECT_EQ(numbers(fill(piece_head_bytes + 100 + piece_head_bytes + 49)), (Numbers{{0, 0}}));
  EXPECT_TRUE(outbound.has_pieces());
  EXPECT_EQ(numbers(fill(piece_head_bytes + 50)), (Numbers{{0, 100}}));
  EXPECT_FALSE(outbound.has_pieces());
}

TEST_F(OutboundTest, WritesTheFramesBytesBehindEachHead) {
  MessagePtr message = bytes_message(pool, 42, frame_of_two);
  for (std::size_t i = 0; i < frame_of_two; ++i) message->payload()[i] = static_cast<std::byte>(i);
  const HeaderBytes header = encode_header(*message);
  outbound.push(std::move(message));
  std::vector<std::byte> datagram(1000);
  std::vector<PieceId> pieces;
  std::span<const std::byte> rest(datagram.data(), outbound.fill(datagram, pieces));
  std::vector<std::byte> frame;
  while (!rest.empty()) {
    const auto piece = take_piece(rest, outbound_piece_bytes);
    ASSERT_TRUE(piece);
    EXPECT_EQ(piece->frame_bytes, 150u);
    EXPECT_EQ(piece->at, frame.size());
    frame.insert(frame.end(), piece->bytes.begin(), piece->bytes.end());
  }
  ASSERT_EQ(frame.size(), 150u);
  EXPECT_TRUE(std::equal(header.begin(), header.end(), frame.begin()));
  EXPECT_EQ(frame.back(), static_cast<std::byte>(frame_of_two - 1));
}

TEST_F(OutboundTest, KeepsAFrameUntilAllOfItHasComeInWhateverOrder) {
  push(frame_of_two);
  push(frame_of_one);
  fill();
  outbound.come(std::vector<PieceId>{{1, 0}, {0, 100}}, pool);
  EXPECT_EQ(pool.outstanding(), 1) << "the second has come whole";
  EXPECT_FALSE(outbound.is_empty());
  outbound.come(std::vector<PieceId>{{0, 100}}, pool);
  EXPECT_FALSE(outbound.is_empty()) << "one piece twice is not two";
  outbound.come(std::vector<PieceId>{{0, 0}}, pool);
  EXPECT_TRUE(outbound.is_empty());
}

TEST_F(OutboundTest, SendsLostPiecesAgainBeforeAllElseUnlessTheyHaveCome) {
  push(frame_of_two);
  fill();
  push(frame_of_one);
  outbound.lost(std::vector<PieceId>{{0, 100}, {0, 0}, {Piece::ping_frame, 0}});
  outbound.come(std::vector<PieceId>{{0, 0}}, pool);
  EXPECT_EQ(numbers(fill()), (Numbers{{0, 100}, {1, 0}}));
  EXPECT_EQ(outbound.pieces_repeated(), 1u);
}

TEST_F(OutboundTest, RepeatsWhatMayNotBeLostAheadOfWhatIs) {
  push(frame_of_two);
  fill();
  outbound.lost(std::vector<PieceId>{{0, 0}});
  outbound.repeat(std::vector<PieceId>{{0, 100}});
  EXPECT_EQ(numbers(fill()), (Numbers{{0, 100}, {0, 0}}));
}

TEST_F(OutboundTest, BeginsNoFrameForWhichThePeerHasNoRoom) {
  for (int i = 0; i < 4; ++i) push(frame_of_two);
  EXPECT_EQ(fill().size(), 6u) << "three frames of 150 bytes are within a credit of 500";
  EXPECT_TRUE(outbound.waits_for_peer());
  outbound.credited(599);
  EXPECT_TRUE(outbound.waits_for_peer());
  outbound.credited(600);
  EXPECT_FALSE(outbound.waits_for_peer());
  outbound.credited(100);
  EXPECT_EQ(numbers(fill()), (Numbers{{3, 0}, {3, 100}})) << "credit is not taken back";
}

TEST_F(OutboundTest, BeginsAFrameOfAnySizeWhereThePeerHasHandedUpAllBefore) {
  push(2000);
  const std::vector<PieceId> pieces = fill(10'000);
  EXPECT_EQ(pieces.size(), 21u) << "the peer has room for its whole window";
  push(2000);
  outbound.come(pieces, pool);
  outbound.credited(2064 + 499);
  EXPECT_TRUE(outbound.waits_for_peer());
  EXPECT_FALSE(outbound.has_pieces());
  outbound.credited(2064 + 500);
  EXPECT_TRUE(outbound.has_pieces());
}

TEST_F(OutboundTest, BeginsNothingThatIsAWindowAheadOfTheOldest) {
  outbound.credited(1 << 20);
  for (int i = 0; i < 5; ++i) push(frame_of_two);
  EXPECT_EQ(fill().size(), 8u) << "four frames of 150 bytes are within a window of 600";
  EXPECT_FALSE(outbound.has_pieces());
  EXPECT_FALSE(outbound.waits_for_peer()) << "not for the peer's room";
  outbound.come(std::vector<PieceId>{{1, 0}, {1, 100}}, pool);
  EXPECT_FALSE(outbound.has_pieces()) << "the oldest has not come";
  outbound.come(std::vector<PieceId>{{0, 0}, {0, 100}}, pool);
  EXPECT_TRUE(outbound.has_pieces());
}

TEST_F(OutboundTest, TakesOneFrameWhateverItsSizeAndThenNoMoreThanItsWindow) {
  EXPECT_TRUE(outbound.has_room(10'000));
  push(400 - header_bytes);
  EXPECT_FALSE(outbound.has_room(1)) << "400 bytes have not begun to go";
  fill();
  EXPECT_TRUE(outbound.has_room(200));
  EXPECT_FALSE(outbound.has_room(201));
}

TEST_F(OutboundTest, EndsWhenItsEndHasCome) {
  push(frame_of_one);
  outbound.end();
  outbound.end();
  EXPECT_EQ(numbers(fill()), (Numbers{{0, 0}, {1, 0}}));
  outbound.come(std::vector<PieceId>{{0, 0}}, pool);
  EXPECT_FALSE(outbound.is_ended());
  outbound.come(std::vector<PieceId>{{1, 0}}, pool);
  EXPECT_TRUE(outbound.is_ended());
}

TEST_F(OutboundTest, KnowsNothingOfFramesThatWereNeverSent) {
  push(frame_of_one);
  fill();
  outbound.come(std::vector<PieceId>{{7, 0}, {Piece::ping_frame, 0}}, pool);
  EXPECT_FALSE(outbound.is_empty());
  outbound.lost(std::vector<PieceId>{{7, 0}});
  EXPECT_FALSE(outbound.has_pieces());
}

}  // namespace
}  // namespace isthmus::engine::fabric::datagram
