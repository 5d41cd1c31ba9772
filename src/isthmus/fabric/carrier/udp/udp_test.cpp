#include "isthmus/fabric/carrier/udp/udp.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/socket.h>

#include <array>
#include <cstring>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "isthmus/fabric/datagram/test_way.hpp"
#include "isthmus/fabric/test_device.hpp"

namespace isthmus::engine::fabric {
namespace {

using datagram::TestWay;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

constexpr WireLimits limits{1 << 20, 4, 4};
constexpr TimeNs second_ns = 1'000'000'000;
constexpr TimeNs latency_ns = 1'000'000;

/// Two ends of a TCP connection of this machine.
std::array<Socket, 2> connection() {
  auto listener = listen_on({"127.0.0.1", 0});
  EXPECT_TRUE(listener);
  auto near = begin_connect(resolve(*local_address(*listener))->front());
  EXPECT_TRUE(near);
  while (true) {
    auto far = accept_from(*listener);
    EXPECT_TRUE(far);
    if (*far) return {std::move(*near), std::move(*far)};
    std::this_thread::yield();
  }
}

/// What meeting somebody who says this comes to.
Error complaint(const std::string& said) {
  auto [near, far] = connection();
  EXPECT_EQ(send(far.descriptor(), said.data(), said.size(), 0), static_cast<ssize_t>(said.size()));
  std::vector<UdpCall> calls;
  calls.push_back({ProcessId(1), std::move(near), {}});
  const auto met = meet_by_udp(std::move(calls), SteadyClock());
  EXPECT_FALSE(met);
  return met ? Error{} : met.error();
}

/// Of 40 bytes, with another word at `at`.
std::string greeting(std::size_t at, std::uint32_t word) {
  std::string text("ISTHUDP\n");
  text.resize(40);
  const auto put = [&](std::size_t to, std::uint32_t value) {
    std::memcpy(&text[to], &value, sizeof(value));
  };
  put(8, datagram::version);
  put(12, 5000);
  put(24, 1 << 20);
  put(32, 1400);
  put(at, word);
  return text;
}

TEST(UdpMeeting, RefusesWhoMeansSomethingElse) {
  const Error other = complaint(std::string(40, 'x'));
  EXPECT_EQ(other.code, ErrorCode::refused);
  EXPECT_THAT(other.text(), HasSubstr("does not use UDP as this process does"));
  EXPECT_EQ(complaint(greeting(8, datagram::version + 1)).code, ErrorCode::refused);
  EXPECT_THAT(complaint(greeting(32, 100)).text(), HasSubstr("datagrams of 100 bytes"));
  EXPECT_EQ(complaint(greeting(24, 100)).code, ErrorCode::malformed);
  EXPECT_EQ(complaint(greeting(12, 0)).code, ErrorCode::malformed);
}

TEST(UdpMeeting, RefusesAtOnceThoughOthersAreSilent) {
  auto silent = connection();
  auto wrong = connection();
  const std::string said = greeting(8, datagram::version + 1);
  ASSERT_EQ(send(wrong[1].descriptor(), said.data(), said.size(), 0),
            static_cast<ssize_t>(said.size()));
  std::vector<UdpCall> calls;
  calls.push_back({ProcessId(1), std::move(silent[0]), {}});
  calls.push_back({ProcessId(2), std::move(wrong[0]), {}});
  const auto met = meet_by_udp(std::move(calls), SteadyClock(), 2 * second_ns);
  ASSERT_FALSE(met);
  EXPECT_EQ(met.error().code, ErrorCode::refused);
  EXPECT_THAT(met.error().where, HasSubstr("process 2"));
}

TEST(UdpMeeting, NeedsAnAddress) {
  std::array<int, 2> ends{};
  ASSERT_EQ(socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0, ends.data()), 0);
  const Socket far(ends[1]);
  std::vector<UdpCall> calls;
  calls.push_back({ProcessId(1), Socket(ends[0]), {}});
  const auto met = meet_by_udp(std::move(calls), SteadyClock());
  ASSERT_FALSE(met);
  EXPECT_EQ(met.error().code, ErrorCode::bad_input);
}

class Nowhere final : public Receiver {
 public:
  void deliver(Frame frame) override { pool.release(std::move(frame.message)), ++count; }
  void peer_lost(ProcessId, Error) override { ++lost; }

  Pool pool;
  int count = 0;
  int lost = 0;
};

/// Two carriers and the way between them, in virtual time.
class UdpCarrierTest : public ::testing::Test {
 protected:
  class Port final : public DatagramPort {
   public:
    Port(UdpCarrierTest& test, std::size_t side) : test_(test), side_(side) {}
    void send(DatagramBatch& batch) override {
      for (; !batch.is_empty(); ++batch.first) {
        test_.ways[side_].send(batch.datagram(batch.first), test_.now_ns);
      }
    }
    void receive(DatagramBatch& batch) override {
      batch.clear();
      while (!batch.is_full()) {
        const auto datagram = test_.ways[1 - side_].receive(test_.now_ns);
        if (!datagram) return;
        std::ranges::copy(datagram->bytes, batch.room(batch.count).begin());
        batch.set_bytes(batch.count++, datagram->bytes.size());
      }
    }
    int descriptor() const override { return -1; }

   private:
    UdpCarrierTest& test_;
    std::size_t side_;
  };

  UdpCarrierTest() {
    std::array<int, 2> ends{};
    EXPECT_EQ(socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0, ends.data()), 0);
    for (std::size_t side = 0; side < 2; ++side) {
      std::vector<UdpLink> links;
      links.push_back({.peer = ProcessId(static_cast<std::uint32_t>(1 - side)),
                       .connection = Socket(ends[side]),
                       .port = std::make_unique<Port>(*this, side),
                       .terms = {},
                       .peer_terms = {},
                       .own_token = side + 1,
                       .peer_token = 2 - side});
      UdpOptions options{.limits = limits, .counters = &counters[side]};
      options.fault = [this](const LinkFault& fault) { faults.push_back(fault); };
      auto made = UdpCarrier::adopt(std::move(links), options);
      EXPECT_TRUE(made);
      carriers[side] = std::move(*made);
      carriers[side]->attach(receivers[side]);
    }
  }

  SendStatus push(std::size_t payload_bytes) {
    Frame frame{bytes_message(pool, 1, payload_bytes), ProcessId(1)};
    const SendStatus status = carriers[0]->try_send(frame, now_ns);
    pool.release(std::move(frame.message));
    return status;
  }
  void run_until(TimeNs end_ns) {
    for (; now_ns < end_ns; now_ns += latency_ns) {
      for (auto& carrier : carriers) carrier->progress(now_ns, 64);
    }
  }
  void spoil(double lost) {
    for (TestWay& way : ways) way.set({.latency_ns = latency_ns, .lost = lost});
  }

  TimeNs now_ns = second_ns;
  TestWay ways[2] = {{{.latency_ns = latency_ns}, 1}, {{.latency_ns = latency_ns}, 2}};
  Pool pool;
  Nowhere receivers[2];
  trace::LinkCounters counters[2];
  std::vector<LinkFault> faults;
  std::unique_ptr<UdpCarrier> carriers[2];
};

TEST_F(UdpCarrierTest, TellsAfterThePatienceThatNothingGetsThroughAndWhenItDoesAgain) {
  ASSERT_EQ(push(100), SendStatus::sent);
  run_until(now_ns + second_ns);
  EXPECT_EQ(receivers[1].count, 1);
  spoil(1);
  ASSERT_EQ(push(100), SendStatus::sent);
  run_until(now_ns + 29 * second_ns);
  EXPECT_TRUE(faults.empty());
  run_until(now_ns + 11 * second_ns);
  ASSERT_EQ(faults.size(), 1U);
  EXPECT_EQ(faults[0].kind, LinkFault::Kind::stalled);
  EXPECT_GE(faults[0].duration_ns, 30 * second_ns);
  spoil(0);
  run_until(now_ns + 3 * second_ns);
  EXPECT_EQ(receivers[1].count, 2);
  ASSERT_EQ(faults.size(), 2U);
  EXPECT_EQ(faults[1].kind, LinkFault::Kind::resumed);
  EXPECT_EQ(receivers[0].lost + receivers[1].lost, 0) << "the connection holds";
}

TEST_F(UdpCarrierTest, DropsWhatIsNotThePeers) {
  std::vector<std::byte> stranger(100, std::byte{1});
  ways[0].send(stranger, now_ns);
  ways[0].send({}, now_ns);
  ASSERT_EQ(push(100), SendStatus::sent);
  run_until(now_ns + second_ns);
  EXPECT_EQ(receivers[1].count, 1);
  EXPECT_EQ(counters[1].datagrams_refused.value(), 2U);
}

TEST_F(UdpCarrierTest, APeerWhoseDatagramsMakeNoSenseIsLost) {
  std::vector<std::byte> nonsense(datagram::datagram_bytes_min);
  std::size_t bytes = datagram::write_head({}, 2, nonsense);
  bytes += datagram::write_piece_head({0, 63, 0, {}}, std::span(nonsense).subspan(bytes)) + 63;
  datagram::seal(std::span(nonsense).first(bytes));
  ways[0].send(std::span(nonsense).first(bytes), now_ns);
  run_until(now_ns + second_ns);
  EXPECT_EQ(receivers[1].lost, 1);
  EXPECT_FALSE(carriers[1]->holds_frames());
}

}  // namespace
}  // namespace isthmus::engine::fabric
