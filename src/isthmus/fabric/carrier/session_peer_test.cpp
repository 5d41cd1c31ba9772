#include "isthmus/fabric/carrier/session_peer.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>

#include "isthmus/fabric/test_device.hpp"

namespace isthmus::engine::fabric {
namespace {

using ::testing::ElementsAre;

constexpr std::size_t window_bytes = 1000;

session::Options options_of(unsigned slots) {
  session::Options options;
  options.limits = {1 << 20, 4, 4};
  options.window_bytes = window_bytes;
  options.slots = slots;
  return options;
}

class SessionPeerTest : public ::testing::Test {
 protected:
  std::optional<bool> take(std::size_t payload_bytes, std::uint64_t progress_count) {
    Frame frame{bytes_message(pool, 0, payload_bytes), ProcessId(1)};
    const std::optional<bool> taken = peer.take(frame, progress_count);
    EXPECT_EQ(frame.message == nullptr, taken.has_value()) << "a frame has one owner";
    return taken;
  }

  Pool pool;
  Pool* blocks = &pool;
  SessionPeer peer{ProcessId(1), options_of(2), blocks};
};

TEST_F(SessionPeerTest, TakesFramesUntilTheWindowIsFull) {
  EXPECT_EQ(take(100, 1), true);
  EXPECT_EQ(take(window_bytes, 1), std::nullopt);
  peer.session.drop();
}

TEST_F(SessionPeerTest, LetsABurstWait) {
  for (int i = 0; i < DirectSends::count_max; ++i) EXPECT_EQ(take(0, 1), true);
  EXPECT_EQ(take(0, 1), false);
  EXPECT_EQ(take(0, 2), true);
  peer.session.drop();
}

TEST_F(SessionPeerTest, WritesToEachOpenSlotUntilAllAreBlockedAndComesAgain) {
  peer.session.opened(0);
  peer.session.opened(1);
  std::vector<unsigned> slots;
  peer.flush(1000, [&](unsigned slot) {
    slots.push_back(slot);
    peer.block(slot);
  });
  EXPECT_THAT(slots, ::testing::UnorderedElementsAre(0, 1)) << "each has a hello to say";
  EXPECT_TRUE(peer.is_blocked(0) && peer.is_blocked(1));
  EXPECT_EQ(peer.flush_ns, 1000 + full_socket_retry_ns);
  peer.unblock(1);
  slots.clear();
  peer.flush(2000, [&](unsigned slot) {
    slots.push_back(slot);
    peer.block(slot);
  });
  EXPECT_THAT(slots, ElementsAre(1));
  peer.session.drop();
}

TEST_F(SessionPeerTest, HasNoTimeToComeAgainWhereNothingIsBlocked) {
  peer.flush_ns = 0;
  peer.flush(1000, [](unsigned) { FAIL() << "nothing is open"; });
  EXPECT_EQ(peer.flush_ns, never_ns);
}

TEST_F(SessionPeerTest, IsBusyUntilItIsIdle) {
  SessionPeer other{ProcessId(2), options_of(1), blocks};
  BusyPeers<SessionPeer> busy;
  busy.add(peer);
  busy.add(peer);
  busy.add(other);
  std::vector<ProcessId> attended;
  const auto attend = [&](const SessionPeer& each) { attended.push_back(each.id); };
  busy.attend_all(attend, [&](const SessionPeer& each) { return &each == &peer; });
  EXPECT_THAT(attended, ElementsAre(ProcessId(1), ProcessId(2)));
  EXPECT_THAT(busy.all(), ElementsAre(&other));
  EXPECT_FALSE(peer.is_busy);
  busy.add(peer);
  EXPECT_THAT(busy.all(), ElementsAre(&other, &peer));
}

TEST_F(SessionPeerTest, TellsAFailureOnce) {
  const auto peers = std::array{&peer};
  RecordingReceiver receiver;
  peer.failure = Error{ErrorCode::unreachable, "gone"};
  EXPECT_EQ(tell_failures(peers, receiver), 1);
  EXPECT_EQ(tell_failures(peers, receiver), 0);
  EXPECT_EQ(receiver.lost.size(), 1u);
}

}  // namespace
}  // namespace isthmus::engine::fabric
