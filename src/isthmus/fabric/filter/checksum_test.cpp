#include "isthmus/fabric/filter/checksum.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstring>
#include <numeric>
#include <vector>

#include "isthmus/base/random.hpp"
#include "isthmus/fabric/memory_pair.hpp"
#include "isthmus/fabric/test_device.hpp"

namespace isthmus::engine::fabric {
namespace {

using ::testing::HasSubstr;

class ChecksumFilterTest : public ::testing::Test {
 protected:
  ChecksumFilterTest() {
    auto [a, b] = MemoryEnd::pair(capacity);
    wire = a.get();
    sender = std::make_unique<ChecksumFilter>(std::move(a), Rewriting{});
    receiver = std::make_unique<ChecksumFilter>(std::move(b), Rewriting{});
    sender->attach(at_sender);
    receiver->attach(at_receiver);
  }

  Frame frame_of(std::size_t payload_bytes, std::uint64_t word = 0) {
    MessagePtr message = bytes_message(pool, word, payload_bytes);
    std::memset(message->payload(), 0x5a, payload_bytes);
    return {std::move(message), ProcessId(1)};
  }
  SendStatus send(std::size_t payload_bytes, std::uint64_t word = 0) {
    Frame frame = frame_of(payload_bytes, word);
    return sender->try_send(frame, 0);
  }

  static constexpr std::size_t capacity = 4;
  Pool pool;
  RecordingReceiver at_sender;
  RecordingReceiver at_receiver;
  MemoryEnd* wire = nullptr;
  std::unique_ptr<ChecksumFilter> sender;
  std::unique_ptr<ChecksumFilter> receiver;
};

TEST_F(ChecksumFilterTest, AddsEightBytesOnTheWireAndTakesThemOff) {
  ASSERT_EQ(send(0, 1), SendStatus::sent);
  ASSERT_EQ(send(100, 2), SendStatus::sent);
  EXPECT_EQ(wire->sent_bytes(), 2 * (header_bytes + 8) + 100);
  receiver->progress(0, 10);
  ASSERT_EQ(at_receiver.frames.size(), 2u);
  EXPECT_EQ(at_receiver.frames[0].message->form, PayloadForm::none);
  EXPECT_EQ(at_receiver.frames[1].message->payload_bytes, 100u);
  EXPECT_EQ(at_receiver.frames[1].message->flags & rewritten_flags, 0);
}

TEST_F(ChecksumFilterTest, SumsUpPiecesAsIfTheyWereOnePayload) {
  std::vector<double> values(5000);
  std::iota(values.begin(), values.end(), 0.1);
  MessagePtr message = lent_message(pool, std::span<const double>(values));
  const std::uint64_t of_pieces = checksum_of(*message);
  message = flattened(std::move(message), pool);
  EXPECT_EQ(checksum_of(*message), of_pieces);
}

TEST_F(ChecksumFilterTest, LosesThePeerWhoseFrameHasOneWrongBitAndDiscardsTheRest) {
  // Every byte of the frame in turn: those of the header that may have any value, and the payload.
  for (std::size_t byte = 16; byte < 40 + 24; ++byte) {
    auto [a, b] = MemoryEnd::pair();
    MemoryEnd* const between = a.get();
    ChecksumFilter from(std::move(a), Rewriting{});
    ChecksumFilter to(std::move(b), Rewriting{});
    RecordingReceiver unused;
    RecordingReceiver received;
    from.attach(unused);
    to.attach(received);
    between->set_tamper([byte](Message& message) {
      auto* bytes = reinterpret_cast<unsigned char*>(&message);
      const std::size_t at = byte < 40 ? byte : sizeof(Message) + byte - 40;
      bytes[at] ^= static_cast<unsigned char>(1u << byte % 8);
    });
    Frame damaged = frame_of(16);
    ASSERT_EQ(from.try_send(damaged, 0), SendStatus::sent);
    between->set_tamper({});
    Frame sound = frame_of(16);
    ASSERT_EQ(from.try_send(sound, 0), SendStatus::sent);
    to.progress(0, 10);
    ASSERT_TRUE(received.frames.empty()) << byte;
    ASSERT_EQ(received.lost.size(), 1u) << byte;
    EXPECT_THAT(received.lost[0].second,
                HasSubstr("process 0: a frame was damaged on the way: its checksum is "));
    Frame answer{bytes_message(pool, 1), ProcessId(0)};
    EXPECT_EQ(to.try_send(answer, 0), SendStatus::unreachable);
  }
}

TEST_F(ChecksumFilterTest, RefusesAFrameWithoutAChecksum) {
  for (const bool is_marked : {false, true}) {
    auto [a, b] = MemoryEnd::pair();
    ChecksumFilter to(std::move(b), Rewriting{});
    RecordingReceiver received;
    to.attach(received);
    Frame bare{bytes_message(pool, 1, 7), ProcessId(1)};
    if (is_marked) bare.message->flags |= rewritten_flag(0);
    ASSERT_EQ(a->try_send(bare, 0), SendStatus::sent);
    to.progress(0, 10);
    EXPECT_TRUE(received.frames.empty());
    ASSERT_EQ(received.lost.size(), 1u);
    EXPECT_THAT(received.lost[0].second, HasSubstr(is_marked ? "too short" : "not been through"));
  }
}

TEST_F(ChecksumFilterTest, KeepsOneFrameForABusyDeviceAndNoMore) {
  for (std::size_t i = 0; i <= capacity; ++i) ASSERT_EQ(send(8, i), SendStatus::sent);
  EXPECT_TRUE(sender->holds_frames());
  Frame refused = frame_of(8, 99);
  EXPECT_EQ(sender->try_send(refused, 0), SendStatus::busy);
  EXPECT_EQ(refused.message->payload_bytes, 8u);
  receiver->progress(0, 100);
  sender->progress(0, 100);
  EXPECT_EQ(sender->try_send(refused, 0), SendStatus::sent);
  receiver->progress(0, 100);
  EXPECT_EQ(at_receiver.words, (std::vector<std::uint64_t>{0, 1, 2, 3, 4, 99}));
  EXPECT_TRUE(at_receiver.lost.empty());
}

TEST_F(ChecksumFilterTest, GivesBackAFrameForAPeerThatIsGoneAsItWas) {
  receiver.reset();
  Frame frame = frame_of(8, 5);
  EXPECT_EQ(sender->try_send(frame, 0), SendStatus::unreachable);
  ASSERT_NE(frame.message, nullptr);
  EXPECT_EQ(frame.message->payload_bytes, 8u);
  EXPECT_EQ(frame.message->flags & rewritten_flags, 0);
}

TEST_F(ChecksumFilterTest, LetsNothingLand) {
  Frame frame = frame_of(64);
  frame.message->flags |= flag_lands;
  ASSERT_EQ(sender->try_send(frame, 0), SendStatus::sent);
  receiver->progress(0, 1);
  ASSERT_EQ(at_receiver.frames.size(), 1u);
  EXPECT_EQ(at_receiver.frames[0].message->flags & flag_lands, 0);
  EXPECT_EQ(at_receiver.frames[0].message->payload_bytes, 64u);
}

}  // namespace
}  // namespace isthmus::engine::fabric
