#include "isthmus/bootstrap/link_test/bandwidth_probe.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/socket.h>

#include <array>
#include <cstddef>
#include <optional>
#include <stdexcept>
#include <utility>
#include <vector>

namespace isthmus::engine::bootstrap {
namespace {

using ::testing::HasSubstr;
using Role = BandwidthProbeEnd::Role;
using Way = BandwidthProbe::Way;

constexpr TimeNs probe_ms_ns = 1'000'000;

std::pair<Socket, Socket> connected() {
  std::array<int, 2> ends{};
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0, ends.data()) != 0) {
    throw std::runtime_error("no sockets");
  }
  return {Socket(ends[0]), Socket(ends[1])};
}

/// Both ends, by a clock that goes on as the test says.
class BandwidthProbeTest : public ::testing::Test {
 protected:
  void begin(const BandwidthProbe& probe) {
    auto [one, other] = connected();
    sender.emplace(std::move(one), Role::sender, probe, clock);
    receiver.emplace(std::move(other), Role::receiver, probe, clock);
  }
  /// Until both know the result, a millisecond a turn.
  void run() {
    for (int turn = 0; turn < 100'000 && !(sent && received); ++turn) {
      step(*sender, sent);
      step(*receiver, received);
      clock.advance_by(probe_ms_ns);
    }
  }

  ManualClock clock;
  std::optional<BandwidthProbeEnd> sender;
  std::optional<BandwidthProbeEnd> receiver;
  std::optional<BandwidthProbeResult> sent;
  std::optional<BandwidthProbeResult> received;

 private:
  static void step(BandwidthProbeEnd& end, std::optional<BandwidthProbeResult>& result) {
    if (result) return;
    auto stepped = end.step();
    ASSERT_TRUE(stepped) << stepped.error().text();
    result = *stepped;
  }
};

TEST_F(BandwidthProbeTest, EndsWhenAllBytesHaveComeAndBothEndsKnowIt) {
  begin({Way::there, 5000, 3'000'001});
  run();
  ASSERT_TRUE(sent && received);
  EXPECT_EQ(sent->bytes, 3'000'001u);
  EXPECT_EQ(received->bytes, sent->bytes);
  EXPECT_GT(sent->bytes_per_s, 0);
  EXPECT_NEAR(sent->bytes_per_s, received->bytes_per_s, 1) << "it travels as a whole number";
  EXPECT_LT(clock.now_ns(), 5000 * probe_ms_ns);
}

TEST_F(BandwidthProbeTest, EndsWhenItsTimeIsOverHoweverMuchThereIsToSend) {
  begin({Way::there, 40, BandwidthProbe::bytes_limit});
  run();
  ASSERT_TRUE(sent && received);
  EXPECT_GE(clock.now_ns(), 40 * probe_ms_ns);
  EXPECT_LT(clock.now_ns(), 60 * probe_ms_ns);
  EXPECT_EQ(received->bytes, sent->bytes);
  EXPECT_GT(sent->bytes, 0u);
  EXPECT_LT(sent->bytes, BandwidthProbe::bytes_limit);
}

TEST_F(BandwidthProbeTest, TellsNoRateWhereTooLittleCame) {
  begin({Way::there, 5000, 10});
  run();
  ASSERT_TRUE(sent && received);
  EXPECT_EQ(received->bytes, 10u);
  EXPECT_EQ(received->bytes_per_s, 0);
}

TEST_F(BandwidthProbeTest, SendsNothingInNoTime) {
  begin({Way::there, 0, 1000});
  run();
  ASSERT_TRUE(sent && received);
  EXPECT_EQ(received->bytes, 0u);
}

TEST_F(BandwidthProbeTest, TakesNoLongerThanItsLimitWhateverIsAskedFor) {
  begin({Way::there, 4'000'000'000u, BandwidthProbe::bytes_limit});
  EXPECT_EQ(sender->wake_ns(), BandwidthProbe::duration_max_ms * probe_ms_ns);
}

TEST_F(BandwidthProbeTest, SaysThatNothingArrivesWhenNobodyTakesIt) {
  begin({Way::there, 10, BandwidthProbe::bytes_limit});
  std::optional<Error> failure;
  while (!failure) {
    auto stepped = sender->step();
    if (!stepped) failure = stepped.error();
    clock.advance_by(100 * probe_ms_ns);
    ASSERT_LT(clock.now_ns(), 60'000 * probe_ms_ns);
  }
  EXPECT_EQ(failure->code, ErrorCode::unreachable);
  EXPECT_THAT(failure->text(), HasSubstr("does not arrive"));
  EXPECT_GT(clock.now_ns(), 10'000 * probe_ms_ns);
}

TEST_F(BandwidthProbeTest, SaysThatTheConnectionEndedBeforeTheResult) {
  begin({Way::there, 10, 1000});
  receiver.reset();
  std::optional<Error> failure;
  for (int turn = 0; turn < 100 && !failure; ++turn) {
    auto stepped = sender->step();
    if (!stepped) failure = stepped.error();
    clock.advance_by(probe_ms_ns);
  }
  ASSERT_TRUE(failure);
  EXPECT_EQ(failure->code, ErrorCode::unreachable);
}

// A receiver answers with 16 bytes.
TEST_F(BandwidthProbeTest, RefusesAResultThatIsNone) {
  for (const std::size_t bytes : {std::size_t{0}, std::size_t{15}, std::size_t{17}}) {
    auto [one, other] = connected();
    BandwidthProbeEnd end(std::move(one), Role::sender, {Way::there, 0, 0}, clock);
    const std::vector<std::byte> answer(bytes);
    ASSERT_EQ(send(other.descriptor(), answer.data(), bytes, MSG_NOSIGNAL),
              static_cast<ssize_t>(bytes));
    shutdown(other.descriptor(), SHUT_WR);
    const auto stepped = end.step();
    ASSERT_FALSE(stepped) << bytes;
    EXPECT_THAT(stepped.error().text(), HasSubstr("ended in the middle")) << bytes;
  }
}

// The receiver's rate is that of the second half of its time: a slow beginning does not count.
TEST(BandwidthProbeEnd, MeasuresThePaceThatTheConnectionHasFound) {
  auto [one, other] = connected();
  ManualClock clock;
  BandwidthProbeEnd receiver(std::move(other), Role::receiver, {Way::there, 5000, 1 << 30}, clock);
  const std::vector<std::byte> piece(20'000);
  const auto give = [&](std::size_t bytes) {
    ASSERT_EQ(send(one.descriptor(), piece.data(), bytes, MSG_NOSIGNAL),
              static_cast<ssize_t>(bytes));
    ASSERT_TRUE(receiver.step());
    clock.advance_by(10 * probe_ms_ns);
  };
  for (int i = 0; i < 10; ++i) give(1000);
  for (int i = 0; i < 12; ++i) give(20'000);
  shutdown(one.descriptor(), SHUT_WR);
  const auto result = receiver.step();
  ASSERT_TRUE(result && *result);
  EXPECT_EQ((*result)->bytes, 250'000u);
  // 20,000 bytes in 10 ms; the last sample, at the end, adds 10 ms without any.
  EXPECT_NEAR((*result)->bytes_per_s, 2e6, 0.2e6);
}

}  // namespace
}  // namespace isthmus::engine::bootstrap
