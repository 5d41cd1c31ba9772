#include "isthmus/fabric/carrier/peer_ends.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include "isthmus/fabric/test_device.hpp"

namespace isthmus::engine::fabric {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

constexpr TimeNs start_ns = 1'000'000'000;
constexpr TimeNs look_ns = PeerEnds::look_interval_ns;
constexpr TimeNs drain_ns = PeerEnds::drain_ns;

class PeerEndsTest : public ::testing::Test {
 protected:
  void SetUp() override {
    auto watch = ConnectionWatch::make();
    ASSERT_TRUE(watch);
    ends.emplace(std::move(*watch));
    for (const std::uint32_t peer : {7U, 2U}) add(peer);
  }
  void add(std::uint32_t peer) {
    int pair[2] = {-1, -1};
    ASSERT_EQ(socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0, pair), 0);
    ASSERT_TRUE(ends->add(ProcessId(peer), Socket(pair[0])));
    far.emplace_back(pair[1]);
  }
  /// Times are since the start.
  void attend(TimeNs at_ns, bool is_closing = false) {
    ends->attend(start_ns + at_ns, is_closing,
                 [this](std::size_t place) { return inbound[place]; });
  }
  TimeNs deadline_ns() const { return ends->deadline_ns() - start_ns; }
  /// Whether this process has closed the connection to that peer.
  bool is_closed(std::size_t place) const {
    char none = 0;
    return recv(far[place].descriptor(), &none, 1, MSG_DONTWAIT) == 0;
  }
  std::vector<std::string> losses() {
    RecordingReceiver above;
    ends->tell_losses(above);
    std::vector<std::string> told;
    for (const auto& [peer, why] : above.lost)
      told.push_back(std::to_string(peer.value) + ": " + why);
    return told;
  }

  std::optional<PeerEnds> ends;
  std::vector<Socket> far;
  std::array<PeerEnds::Inbound, 2> inbound = {};
};

TEST_F(PeerEndsTest, AreNumberedInTheOrderInWhichTheyWereAdded) {
  EXPECT_EQ(ends->count(), 2u);
  EXPECT_EQ(ends->place_of(ProcessId(7)), 0u);
  EXPECT_EQ(ends->place_of(ProcessId(2)), 1u);
  EXPECT_EQ(ends->id(1), ProcessId(2));
  EXPECT_EQ(ends->place_of(ProcessId(3)), PeerEnds::no_place);
  EXPECT_EQ(ends->place_of(ProcessId(8)), PeerEnds::no_place);
  EXPECT_THAT(ends->name(0), HasSubstr("process 7"));
}

TEST_F(PeerEndsTest, EndWellWhereBothSidesHaveSaidSo) {
  ends->expect_close();
  ends->end_reading(0);
  EXPECT_FALSE(is_closed(0));
  EXPECT_FALSE(ends->are_all_ended());
  ends->end_writing(0);
  EXPECT_TRUE(is_closed(0));
  ends->end_writing(1);
  EXPECT_FALSE(is_closed(1));
  ends->end_reading(1);
  EXPECT_TRUE(is_closed(1));
  EXPECT_TRUE(ends->are_all_ended());
  EXPECT_THAT(losses(), IsEmpty());
}

TEST_F(PeerEndsTest, IsLostWhoEndsItsSideBeforeAnybodyExpectsIt) {
  ends->end_reading(1);
  EXPECT_TRUE(ends->has_losses());
  EXPECT_EQ(ends->deadline_ns(), 0);
  EXPECT_TRUE(ends->is_read_ended(1));
  EXPECT_TRUE(ends->is_write_ended(1));
  EXPECT_FALSE(ends->is_read_ended(0));
  EXPECT_TRUE(is_closed(1));
  EXPECT_THAT(losses(), ElementsAre(HasSubstr("the peer ended the connection")));
  EXPECT_FALSE(ends->has_losses());
  EXPECT_THAT(losses(), IsEmpty());
}

TEST_F(PeerEndsTest, IsLostOnceAndByItsNameWhoeverSaysItAgain) {
  ends->lose(0, Error{ErrorCode::malformed, "nonsense"});
  ends->lose(0, Error{ErrorCode::io, "more of it"});
  ends->break_off(0, "and gone");
  attend(0);
  attend(2 * drain_ns);
  EXPECT_THAT(losses(), ElementsAre("7: " + ends->name(0) + ": nonsense"));
}

TEST_F(PeerEndsTest, ArePolledForTheirEndNowAndThenAndAtOnceWhileClosing) {
  attend(0);
  EXPECT_EQ(deadline_ns(), look_ns);
  far[0].close();
  attend(look_ns - 1);
  EXPECT_FALSE(ends->has_leaving());
  attend(look_ns);
  EXPECT_TRUE(ends->has_leaving());
  far[1].close();
  attend(look_ns + 1, true);
  attend(look_ns + 1 + drain_ns);
  EXPECT_EQ(losses().size(), 2u);
}

TEST_F(PeerEndsTest, WhatWasSentBeforeTheEndIsAwaitedAsLongAsItComes) {
  inbound[0].taken_count = 5;
  far[0].close();
  attend(0);
  EXPECT_EQ(deadline_ns(), look_ns);
  inbound[0].taken_count = 6;
  attend(drain_ns - 1);
  attend(2 * drain_ns - 2);
  EXPECT_FALSE(ends->has_losses());
  attend(2 * drain_ns - 1);
  EXPECT_THAT(losses(), ElementsAre(HasSubstr("the peer ended the connection")));
}

TEST_F(PeerEndsTest, LossInTheMiddleOfAFrameIsCalledSo) {
  inbound[1].is_mid_frame = true;
  ends->break_off(1, "the device says no");
  attend(0);
  attend(drain_ns);
  EXPECT_THAT(losses(),
              ElementsAre("2: " + ends->name(1) + ": the device says no in the middle of a frame"));
}

TEST_F(PeerEndsTest, WhoHasSaidAllIsNotLostByGoing) {
  ends->expect_close();
  ends->end_reading(0);
  far[0].close();
  attend(0);
  attend(look_ns);
  EXPECT_TRUE(ends->is_write_ended(0));
  EXPECT_FALSE(ends->has_leaving());
  EXPECT_THAT(losses(), IsEmpty());
}

// Nothing is to be done for who has ended, so that nobody is to be woken for it.
TEST_F(PeerEndsTest, WhoHasEndedWakesNobodyWhileAnotherOneIsLeaving) {
  ends->expect_close();
  ends->end_reading(0);
  far[0].close();
  attend(0);
  far[1].close();
  attend(look_ns);
  ASSERT_TRUE(ends->has_leaving());
  EXPECT_EQ(deadline_ns(), 2 * look_ns);
}

TEST_F(PeerEndsTest, WakeWhoSleepsOnTheirDescriptor) {
  const auto is_readable = [&] {
    pollfd entry{ends->descriptor(), POLLIN, 0};
    return poll(&entry, 1, 0) == 1;
  };
  EXPECT_FALSE(is_readable());
  far[1].close();
  EXPECT_TRUE(is_readable());
  attend(0);
  EXPECT_FALSE(is_readable());
}

}  // namespace
}  // namespace isthmus::engine::fabric
