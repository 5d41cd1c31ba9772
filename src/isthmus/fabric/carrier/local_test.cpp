#include "isthmus/fabric/carrier/local.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "isthmus/fabric/test_device.hpp"

namespace isthmus::engine::fabric {
namespace {

using ::testing::ElementsAre;

class LocalCarrierTest : public ::testing::Test {
 protected:
  LocalCarrierTest() { carrier.attach(receiver); }

  SendStatus send(std::uint64_t word, ProcessId peer = ProcessId(3)) {
    frame = {bytes_message(pool, word), peer};
    return carrier.try_send(frame, 0);
  }

  Pool pool;
  RecordingReceiver receiver;
  LocalCarrier carrier{ProcessId(3), 2};
  Frame frame;
};

TEST_F(LocalCarrierTest, DeliversTheVeryMessageInProgress) {
  frame = {bytes_message(pool, 1, 100), ProcessId(3)};
  const Message* message = frame.message.get();
  ASSERT_EQ(carrier.try_send(frame, 0), SendStatus::sent);
  EXPECT_TRUE(receiver.frames.empty());
  EXPECT_EQ(carrier.progress(0, 10), 1);
  ASSERT_EQ(receiver.frames.size(), 1u);
  EXPECT_EQ(receiver.frames[0].message.get(), message);
  EXPECT_EQ(receiver.frames[0].peer, ProcessId(3));
}

TEST_F(LocalCarrierTest, IsBusyWhenFullAndLeavesTheFrame) {
  ASSERT_EQ(send(1), SendStatus::sent);
  ASSERT_EQ(send(2), SendStatus::sent);
  EXPECT_EQ(send(3), SendStatus::busy);
  ASSERT_NE(frame.message, nullptr);
  EXPECT_EQ(carrier.progress(0, 1), 1);
  EXPECT_EQ(carrier.try_send(frame, 0), SendStatus::sent);
  EXPECT_EQ(carrier.progress(0, 10), 2);
  EXPECT_THAT(receiver.words, ElementsAre(1, 2, 3));
}

TEST_F(LocalCarrierTest, ReachesNobodyElse) {
  EXPECT_EQ(send(1, ProcessId(4)), SendStatus::unreachable);
  EXPECT_NE(frame.message, nullptr);
}

TEST_F(LocalCarrierTest, IsDueWhileItHoldsFrames) {
  EXPECT_EQ(carrier.deadline_ns(), never_ns);
  EXPECT_FALSE(carrier.holds_frames());
  ASSERT_EQ(send(1), SendStatus::sent);
  EXPECT_EQ(carrier.deadline_ns(), 0);
  EXPECT_TRUE(carrier.holds_frames());
  carrier.progress(0, 10);
  EXPECT_EQ(carrier.deadline_ns(), never_ns);
}

}  // namespace
}  // namespace isthmus::engine::fabric
