// Stacks over UDP: sockets of this machine, and a way that loses, repeats and reorders.
#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "between_processes.hpp"
#include "device_pair.hpp"
#include "isthmus/fabric/carrier/udp/udp.hpp"
#include "isthmus/fabric/datagram/test_way.hpp"
#include "isthmus/fabric/filter/reorder.hpp"

namespace isthmus::engine::conformance {

namespace {

using DevicePtr = std::unique_ptr<fabric::Device>;
using fabric::DatagramBatch;
using fabric::UdpTerms;
using fabric::datagram::TestWay;
using fabric::datagram::TestWayOptions;

constexpr fabric::WireLimits limits{std::uint32_t{65} << 20, 64, 64};
/// So that a few frames fill it.
constexpr UdpTerms terms{.window_bytes = 64 * 1024};

DevicePtr ordered(std::vector<fabric::UdpLink> links) {
  auto carrier = fabric::UdpCarrier::adopt(std::move(links), {.limits = limits});
  ISTHMUS_ASSERT(carrier);
  return std::make_unique<fabric::ReorderFilter>(std::move(*carrier), fabric::Rewriting{0, limits},
                                                 fabric::ReorderOptions{});
}

/// Two ends of a TCP connection of this machine.
std::array<Socket, 2> connection() {
  auto listener = listen_on({"127.0.0.1", 0});
  ISTHMUS_ASSERT(listener);
  auto addresses = resolve(*local_address(*listener));
  ISTHMUS_ASSERT(addresses);
  auto near = begin_connect(addresses->front());
  ISTHMUS_ASSERT(near);
  while (true) {
    auto far = accept_from(*listener);
    ISTHMUS_ASSERT(far);
    if (*far) return {std::move(*near), std::move(*far)};
    std::this_thread::yield();
  }
}

std::array<DevicePtr, 2> over_sockets() {
  const SteadyClock clock;
  std::array<Socket, 2> ends = connection();
  std::array<std::vector<fabric::UdpLink>, 2> links;
  const auto meet = [&](std::uint32_t side) {
    std::vector<fabric::UdpCall> calls;
    calls.push_back({ProcessId(1 - side), std::move(ends[side]), terms});
    auto met = fabric::meet_by_udp(std::move(calls), clock);
    ISTHMUS_ASSERT(met);
    links[side] = std::move(*met);
  };
  std::thread other([&] { meet(1); });
  meet(0);
  other.join();
  return {ordered(std::move(links[0])), ordered(std::move(links[1]))};
}

constexpr TestWayOptions bad_way{.jitter_ns = 3, .lost = 0.05, .doubled = 0.05, .damaged = 0.01};

/// One direction; its time is how often its receiver has looked.
struct Lane {
  TestWay way;
  TimeNs looks = 0;
  int sent = 0;
};

/// Bad once the two ends have measured how long it takes; until then they send again after a
/// second, which some tests do not wait for.
class TestPort final : public fabric::DatagramPort {
 public:
  TestPort(std::shared_ptr<Lane> out, std::shared_ptr<Lane> in)
      : out_(std::move(out)), in_(std::move(in)) {}

  void send(DatagramBatch& batch) override {
    for (; !batch.is_empty(); ++batch.first) {
      if (++out_->sent == sent_before_bad) out_->way.set(bad_way);
      out_->way.send(batch.datagram(batch.first), out_->looks);
    }
  }
  void receive(DatagramBatch& batch) override {
    ++in_->looks;
    batch.clear();
    while (!batch.is_full()) {
      const auto datagram = in_->way.receive(in_->looks);
      if (!datagram) return;
      std::ranges::copy(datagram->bytes, batch.room(batch.count).begin());
      batch.set_bytes(batch.count++, datagram->bytes.size());
    }
  }
  int descriptor() const override { return -1; }

 private:
  static constexpr int sent_before_bad = 8;
  std::shared_ptr<Lane> out_;
  std::shared_ptr<Lane> in_;
};

/// ISTHMUS_SEED in the environment is another one; it is printed when a pair is made.
std::uint64_t seed() {
  const char* const given = std::getenv("ISTHMUS_SEED");
  return given == nullptr ? 20 : std::strtoull(given, nullptr, 10);
}

std::array<DevicePtr, 2> over_a_bad_way() {
  std::printf("seed %llu\n", static_cast<unsigned long long>(seed()));
  const auto there = std::make_shared<Lane>(TestWay({}, seed()));
  const auto back = std::make_shared<Lane>(TestWay({}, seed() + 1));
  const std::array<int, 2> ends = two_ends();
  const auto end = [&](std::uint32_t side) {
    fabric::UdpLink link{
        .peer = ProcessId(1 - side),
        .connection = Socket(ends[side]),
        .port = std::make_unique<TestPort>(side == 0 ? there : back, side == 0 ? back : there),
        .terms = terms,
        .peer_terms = terms,
        .own_token = side + 1,
        .peer_token = 2 - side};
    std::vector<fabric::UdpLink> links;
    links.push_back(std::move(link));
    return ordered(std::move(links));
  };
  return {end(0), end(1)};
}

}  // namespace

std::vector<PairKind> udp_pairs() {
  return {
      carriers_alone("reorder_udp", over_sockets),
      delayed_carriers("delay_reorder_udp", over_sockets),
      carriers_alone("reorder_udp_over_a_bad_way", over_a_bad_way),
  };
}

}  // namespace isthmus::engine::conformance
