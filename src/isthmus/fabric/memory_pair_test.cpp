#include "isthmus/fabric/memory_pair.hpp"

#include <gtest/gtest.h>

#include <memory>
#include <tuple>
#include <utility>
#include <vector>

#include "isthmus/fabric/test_device.hpp"

namespace isthmus::engine::fabric {
namespace {

class MemoryPairTest : public ::testing::Test {
 protected:
  MemoryPairTest() {
    std::tie(a, b) = MemoryEnd::pair(3);
    a->attach(above_a);
    b->attach(above_b);
  }

  SendStatus send(MemoryEnd& from, std::uint64_t word, std::uint32_t to = 1) {
    Frame frame{bytes_message(pool, word, 8), ProcessId(to)};
    const SendStatus status = from.try_send(frame, 0);
    EXPECT_EQ(frame.message == nullptr, status == SendStatus::sent);
    return status;
  }

  Pool pool;
  RecordingReceiver above_a;
  RecordingReceiver above_b;
  std::unique_ptr<MemoryEnd> a;
  std::unique_ptr<MemoryEnd> b;
};

TEST_F(MemoryPairTest, HandsOnWhatOneEndTakesInOrder) {
  for (const std::uint64_t word : {7, 8, 9}) EXPECT_EQ(send(*a, word), SendStatus::sent);
  EXPECT_TRUE(a->holds_frames());
  EXPECT_TRUE(b->holds_frames());
  EXPECT_EQ(b->progress(0, 2), 2);
  EXPECT_EQ(b->progress(0, 10), 1);
  EXPECT_EQ(above_b.words, (std::vector<std::uint64_t>{7, 8, 9}));
  EXPECT_EQ(above_b.frames[0].peer, ProcessId(0));
  EXPECT_FALSE(a->holds_frames());
  EXPECT_EQ(a->sent_count(), 3u);
  EXPECT_EQ(a->sent_bytes(), 3 * (header_bytes + 8));
  EXPECT_EQ(b->sent_count(), 0u);
}

TEST_F(MemoryPairTest, IsBusyWhileAsMuchIsBetweenItsEndsAsFits) {
  for (int i = 0; i < 3; ++i) EXPECT_EQ(send(*a, 1), SendStatus::sent);
  EXPECT_EQ(send(*a, 1), SendStatus::busy);
  EXPECT_EQ(send(*b, 1, 0), SendStatus::sent) << "the other direction is free";
  b->progress(0, 1);
  EXPECT_EQ(send(*a, 1), SendStatus::sent);
}

TEST_F(MemoryPairTest, ReachesItsPeerAlone) {
  EXPECT_EQ(send(*a, 1, 0), SendStatus::unreachable);
  EXPECT_EQ(send(*b, 1, 1), SendStatus::unreachable);
}

TEST_F(MemoryPairTest, GivesHeadersAsTheyComeFromAWire) {
  MessagePtr message = bytes_message(pool, 5, 8);
  message->flags = 0;
  Frame frame{std::move(message), ProcessId(1)};
  ASSERT_EQ(a->try_send(frame, 0), SendStatus::sent);
  b->progress(0, 1);
  ASSERT_EQ(above_b.frames.size(), 1u);
  EXPECT_EQ(above_b.frames[0].message->form, PayloadForm::bytes);
  EXPECT_EQ(above_b.frames[0].message->payload_bytes, 8u);
}

TEST_F(MemoryPairTest, LetsFramesBeChangedOnTheirWay) {
  a->set_tamper([](Message& message) { message.word += 100; });
  EXPECT_EQ(send(*a, 1), SendStatus::sent);
  EXPECT_EQ(send(*b, 2, 0), SendStatus::sent);
  b->progress(0, 10);
  a->progress(0, 10);
  EXPECT_EQ(above_b.words, std::vector<std::uint64_t>{101});
  EXPECT_EQ(above_a.words, std::vector<std::uint64_t>{2});
}

TEST_F(MemoryPairTest, TellsOnceOfALossWhenAllThatCameBeforeIsHandedUp) {
  EXPECT_EQ(send(*a, 1), SendStatus::sent);
  EXPECT_EQ(send(*a, 2), SendStatus::sent);
  a.reset();
  EXPECT_EQ(send(*b, 3, 0), SendStatus::unreachable);
  EXPECT_EQ(b->progress(0, 2), 2);
  EXPECT_TRUE(above_b.lost.empty());
  EXPECT_EQ(b->progress(0, 2), 1);
  EXPECT_EQ(b->progress(0, 2), 0);
  ASSERT_EQ(above_b.lost.size(), 1u);
  EXPECT_EQ(above_b.words_before_loss, 2u);
}

}  // namespace
}  // namespace isthmus::engine::fabric
