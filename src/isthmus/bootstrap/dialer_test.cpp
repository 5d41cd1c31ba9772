#include "isthmus/bootstrap/dialer.hpp"

#include <gtest/gtest.h>
#include <poll.h>

#include <string>
#include <vector>

#include "isthmus/base/socket.hpp"

namespace isthmus::engine::bootstrap {
namespace {

constexpr TimeNs dial_timeout_ns = 1'000'000'000;

/// A port of this machine at which nobody listens any more.
SocketAddress nobody() {
  const Socket listener = listen_on({"127.0.0.1", 0}).value();
  return resolve({"127.0.0.1", local_address(listener)->port})->front();
}

SocketAddress address_of(const Socket& listener) {
  return resolve({"127.0.0.1", local_address(listener)->port})->front();
}

/// Steps, at a time that stands still, until the attempt has an end.
Expected<Socket> end_of_attempt(Dialer& dialer, TimeNs now_ns) {
  while (true) {
    auto socket = dialer.step(now_ns);
    if (!socket || *socket || dialer.poll_entry().fd < 0) return socket;
    pollfd entry = dialer.poll_entry();
    poll(&entry, 1, 5000);
  }
}

TEST(Dialer, ConnectsToWhoListens) {
  const Socket listener = listen_on({"127.0.0.1", 0}).value();
  Dialer dialer({"here", 1}, {address_of(listener)}, dial_timeout_ns);
  EXPECT_EQ(dialer.wake_ns(), 0);
  const auto socket = end_of_attempt(dialer, 5);
  ASSERT_TRUE(socket && *socket);
  EXPECT_TRUE(remote_address(*socket) == *local_address(listener));
  EXPECT_FALSE(dialer.last_failure());
}

TEST(Dialer, SaysWhyItDidNotWorkSoFarAndTriesAgainAfterPausesThatGrow) {
  Dialer dialer({"here", 1}, {nobody()}, dial_timeout_ns);
  TimeNs now_ns = 100;
  std::vector<TimeNs> pauses_ns;
  for (int i = 0; i < 12; ++i) {
    const auto socket = end_of_attempt(dialer, now_ns);
    ASSERT_TRUE(socket) << "it goes on until its owner gives up";
    EXPECT_FALSE(*socket);
    pauses_ns.push_back(dialer.wake_ns() - now_ns);
    EXPECT_FALSE(*dialer.step(dialer.wake_ns() - 1));
    EXPECT_LT(dialer.poll_entry().fd, 0) << "not during the pause";
    now_ns = dialer.wake_ns();
  }
  ASSERT_TRUE(dialer.last_failure());
  EXPECT_EQ(dialer.last_failure()->code, ErrorCode::refused);
  EXPECT_EQ(pauses_ns.front(), 2'000'000);
  EXPECT_EQ(pauses_ns[1], 3'000'000);
  EXPECT_EQ(pauses_ns.back(), 50'000'000);
}

TEST(Dialer, TriesAllAddressesBeforeItPauses) {
  const Socket listener = listen_on({"127.0.0.1", 0}).value();
  Dialer dialer({"here", 1}, {nobody(), address_of(listener)}, dial_timeout_ns);
  EXPECT_FALSE(*end_of_attempt(dialer, 7));
  EXPECT_EQ(dialer.wake_ns(), 7) << "the next one at once";
  EXPECT_TRUE(*end_of_attempt(dialer, 7));
}

TEST(Dialer, GivesUpAnAttemptThatNobodyAnswers) {
  // Nobody is at an address for documentation; where the machine knows that, it is refused at once.
  Dialer dialer({"nowhere", 1}, *resolve({"192.0.2.1", 9}), dial_timeout_ns);
  EXPECT_FALSE(*dialer.step(0));
  EXPECT_FALSE(*dialer.step(dial_timeout_ns));
  ASSERT_TRUE(dialer.last_failure());
  EXPECT_EQ(dialer.last_failure()->code, ErrorCode::unreachable);
}

TEST(Dialer, PausesAlsoWhereAConnectionWasOfNoUse) {
  const Socket listener = listen_on({"127.0.0.1", 0}).value();
  Dialer dialer({"here", 1}, {address_of(listener)}, dial_timeout_ns);
  ASSERT_TRUE(*end_of_attempt(dialer, 0));
  dialer.retry({ErrorCode::refused, "another key"}, 1000);
  EXPECT_EQ(dialer.last_failure()->what, "another key");
  EXPECT_GT(dialer.wake_ns(), 1000);
  EXPECT_FALSE(*dialer.step(1000));
  EXPECT_TRUE(*end_of_attempt(dialer, dialer.wake_ns()));
}

TEST(Dialer, TakesARefusalOfTheRelayForNoWordAboutWhoWasCalled) {
  Dialer dialer({"relay", 1}, {nobody()}, dial_timeout_ns);
  const JobKey token("a token of the relay");
  dialer.call_through({&token, {}});
  EXPECT_FALSE(*end_of_attempt(dialer, 0));
  ASSERT_TRUE(dialer.last_failure());
  EXPECT_EQ(dialer.last_failure()->code, ErrorCode::unreachable);
}

}  // namespace
}  // namespace isthmus::engine::bootstrap
