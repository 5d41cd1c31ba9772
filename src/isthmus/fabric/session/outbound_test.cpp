#include "isthmus/fabric/session/outbound.hpp"

#include <gtest/gtest.h>

#include "isthmus/fabric/test_device.hpp"

namespace isthmus::engine::fabric::session {
namespace {

class SessionOutboundTest : public ::testing::Test {
 protected:
  ~SessionOutboundTest() override {
    outbound.drop(pool);
    EXPECT_EQ(pool.outstanding(), 0);
  }

  /// A frame of so many bytes, header included.
  void push(std::size_t bytes) {
    outbound.push(bytes_message(pool, 0, bytes - header_bytes), pool);
  }
  Segment take(unsigned slot, TimeNs now_ns = 0) { return outbound.take_segment(slot, now_ns); }

  Pool pool;
  Outbound outbound{{.window_bytes = 100'000, .segment_bytes = 1000, .slots = 2}};
};

TEST_F(SessionOutboundTest, CutsTheStreamIntoSegmentsForWhoeverTakesThem) {
  outbound.set_peer_window(100'000);
  outbound.opened(0);
  outbound.opened(1);
  push(2500);
  EXPECT_EQ(take(0), (Segment{0, 1000}));
  EXPECT_EQ(take(1), (Segment{1000, 1000}));
  EXPECT_FALSE(outbound.is_all_sent());
  EXPECT_EQ(take(1), (Segment{2000, 500}));
  EXPECT_TRUE(outbound.is_all_sent());
  EXPECT_FALSE(outbound.has_segment());
}

TEST_F(SessionOutboundTest, SendsNoFurtherThanThePeersWindow) {
  outbound.opened(0);
  push(3000);
  EXPECT_FALSE(outbound.has_segment());
  outbound.set_peer_window(1200);
  EXPECT_EQ(take(0), (Segment{0, 1000}));
  EXPECT_EQ(take(0), (Segment{1000, 200}));
  EXPECT_FALSE(outbound.has_segment());
  EXPECT_TRUE(outbound.acknowledged(300));
  EXPECT_EQ(take(0), (Segment{1200, 300}));
}

TEST_F(SessionOutboundTest, RefusesAcknowledgementsOfWhatWasNeverSent) {
  outbound.set_peer_window(100'000);
  outbound.opened(0);
  push(1500);
  take(0);
  EXPECT_FALSE(outbound.acknowledged(1001));
  EXPECT_EQ(outbound.acknowledged_bytes(), 0u);
  EXPECT_TRUE(outbound.acknowledged(1000));
  EXPECT_TRUE(outbound.acknowledged(400)) << "an older word";
  EXPECT_EQ(outbound.acknowledged_bytes(), 1000u);
  EXPECT_FALSE(outbound.is_all_acknowledged());
}

TEST_F(SessionOutboundTest, RefusesToHaveMoreTakenThanWasGivenOrLessThanBefore) {
  outbound.set_peer_window(100'000);
  outbound.opened(0);
  push(1500);
  take(0, 5);
  EXPECT_EQ(outbound.under_way_since_ns(0), 5);
  EXPECT_FALSE(outbound.confirmed(0, 1001, 10));
  EXPECT_TRUE(outbound.confirmed(0, 600, 10));
  EXPECT_TRUE(outbound.confirmed(0, 600, 10));
  EXPECT_FALSE(outbound.confirmed(0, 599, 10));
  EXPECT_TRUE(outbound.has_under_way(0));
  EXPECT_TRUE(outbound.confirmed(0, 1000, 10));
  EXPECT_EQ(outbound.confirmed_bytes(0), 1000u);
  EXPECT_FALSE(outbound.has_under_way(0));
  EXPECT_EQ(outbound.under_way_since_ns(0), never_ns);
}

TEST_F(SessionOutboundTest, SendsAgainWhatABrokenConnectionHadButForWhatHasCome) {
  outbound.set_peer_window(100'000);
  outbound.opened(0);
  outbound.opened(1);
  push(500);
  push(2500);
  take(0);
  take(0);
  take(1);
  EXPECT_TRUE(outbound.acknowledged(700));
  EXPECT_EQ(outbound.lost(0), 1u) << "the first frame has come whole";
  EXPECT_FALSE(outbound.is_all_sent());
  EXPECT_EQ(take(1), (Segment{700, 300}));
  EXPECT_EQ(take(1), (Segment{1000, 1000}));
  EXPECT_FALSE(outbound.has_segment());
}

TEST_F(SessionOutboundTest, ForgetsOfWhatWaitsToBeSentAgainWhatComesMeanwhile) {
  outbound.set_peer_window(100'000);
  outbound.opened(0);
  outbound.opened(1);
  push(3000);
  for (int i = 0; i < 3; ++i) take(0);
  outbound.lost(0);
  EXPECT_TRUE(outbound.acknowledged(1400));
  EXPECT_EQ(take(1), (Segment{1400, 600}));
  EXPECT_TRUE(outbound.acknowledged(3000));
  EXPECT_FALSE(outbound.has_segment());
  EXPECT_TRUE(outbound.is_all_acknowledged());
}

TEST_F(SessionOutboundTest, SendsAgainInPartsThatEndAtMultiplesOf16KiB) {
  Outbound large({.window_bytes = 200'000, .segment_bytes = 40'000, .slots = 1});
  large.set_peer_window(200'000);
  large.opened(0);
  large.push(bytes_message(pool, 0, 40'000 - header_bytes), pool);
  large.take_segment(0, 0);
  EXPECT_TRUE(large.acknowledged(1000));
  large.lost(0);
  large.opened(0);
  EXPECT_EQ(large.take_segment(0, 0), (Segment{1000, 15'384}));
  EXPECT_EQ(large.take_segment(0, 0), (Segment{16'384, 16'384}));
  EXPECT_EQ(large.take_segment(0, 0), (Segment{32'768, 7232}));
  EXPECT_FALSE(large.has_segment());
  large.drop(pool);
}

TEST_F(SessionOutboundTest, KeepsOneFrameWhateverItsSizeAndThenNoMoreThanItsWindow) {
  EXPECT_TRUE(outbound.has_room(1'000'000));
  push(60'000);
  EXPECT_TRUE(outbound.has_room(40'000));
  EXPECT_FALSE(outbound.has_room(40'001));
}

TEST_F(SessionOutboundTest, ReleasesWhatThePeerHasAndNobodyNeeds) {
  outbound.set_peer_window(100'000);
  outbound.opened(0);
  for (int i = 0; i < 3; ++i) push(1000);
  for (int i = 0; i < 3; ++i) take(0);
  EXPECT_TRUE(outbound.acknowledged(2000));
  outbound.release(1000, pool);
  EXPECT_EQ(outbound.kept_bytes(), 2000u);
  outbound.release(3000, pool);
  EXPECT_EQ(outbound.kept_bytes(), 1000u) << "the third has not been acknowledged";
}

TEST_F(SessionOutboundTest, GivesNothingToAConnectionThatIsClosedOrHasEnough) {
  outbound.set_peer_window(10'000'000);
  EXPECT_FALSE(outbound.may_take(0));
  outbound.opened(0);
  EXPECT_FALSE(outbound.may_take(0)) << "there is nothing";
  Outbound large({.window_bytes = 10'000'000, .segment_bytes = 256 * 1024, .slots = 2});
  large.set_peer_window(10'000'000);
  large.opened(0);
  large.opened(1);
  large.push(bytes_message(pool, 0, 2'000'000), pool);
  large.take_segment(0, 0);
  EXPECT_TRUE(large.may_take(0));
  large.take_segment(0, 0);
  EXPECT_FALSE(large.may_take(0)) << "512 KiB while its rate is not known";
  EXPECT_TRUE(large.may_take(1));
  EXPECT_GT(large.queue_s(0), 2 * large.queue_s(1));
  large.drop(pool);
}

TEST_F(SessionOutboundTest, KnowsWhenAllIsTakenAndNothingAcknowledged) {
  outbound.set_peer_window(100'000);
  outbound.opened(0);
  push(800);
  EXPECT_FALSE(outbound.is_taken_unacknowledged()) << "nothing was sent";
  take(0);
  EXPECT_FALSE(outbound.is_taken_unacknowledged());
  EXPECT_TRUE(outbound.confirmed(0, 800, 1));
  EXPECT_TRUE(outbound.is_taken_unacknowledged());
  EXPECT_TRUE(outbound.acknowledged(800));
  EXPECT_FALSE(outbound.is_taken_unacknowledged());
}

}  // namespace
}  // namespace isthmus::engine::fabric::session
