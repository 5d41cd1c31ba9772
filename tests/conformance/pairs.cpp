// The list of stacks that the conformance suite runs over.
#include <sys/socket.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <thread>

#include "device_pair.hpp"
#include "isthmus/base/assert.hpp"
#include "isthmus/fabric/carrier/local.hpp"
#include "isthmus/fabric/carrier/shm.hpp"
#include "isthmus/fabric/carrier/tcp.hpp"
#include "isthmus/fabric/filter/delay.hpp"
#include "isthmus/fabric/filter/profile.hpp"

namespace isthmus::conformance {

namespace {

using fabric::Device;
using DevicePtr = std::unique_ptr<Device>;

fabric::SitePair site_of_each_pe(const Message& message) {
  return {SiteId(message.source.value), SiteId(message.destination.value)};
}

/// One device that is both ends.
class WithinProcess final : public DevicePair {
 public:
  explicit WithinProcess(DevicePtr device) : device_(std::move(device)) {}
  Device& device(Side) override { return *device_; }
  ProcessId process(Side) const override { return self; }
  void kill(Side) override { ISTHMUS_ASSERT(false); }

  static constexpr ProcessId self{5};

 private:
  DevicePtr device_;
};

/// Two devices, joined by a connection.
class BetweenProcesses final : public DevicePair {
 public:
  BetweenProcesses(DevicePtr a, DevicePtr b) : devices_{std::move(a), std::move(b)} {}
  Device& device(Side side) override { return *devices_[side == Side::a ? 0 : 1]; }
  ProcessId process(Side side) const override { return ProcessId(side == Side::a ? 0 : 1); }
  void kill(Side side) override { devices_[side == Side::a ? 0 : 1].reset(); }
  bool is_alive(Side side) const override { return devices_[side == Side::a ? 0 : 1] != nullptr; }

 private:
  std::array<DevicePtr, 2> devices_;
};

using Wrap = DevicePtr (*)(DevicePtr below);

DevicePtr delay(DevicePtr below) {
  return std::make_unique<fabric::DelayFilter>(
      std::move(below),
      fabric::DelayOptions{
          .latency_ns = 100'000, .jitter_ns = 20'000, .bandwidth_bytes_per_s = 1e9, .seed = 11},
      site_of_each_pe);
}

DevicePtr profile(DevicePtr below) {
  return std::make_unique<fabric::ProfileFilter>(std::move(below), site_of_each_pe);
}

/// Filters from the top down, over a local carrier that is soon full.
PairKind local_pair(std::string name, std::vector<Wrap> filters) {
  return {std::move(name), [filters = std::move(filters)]() -> std::unique_ptr<DevicePair> {
            DevicePtr device = std::make_unique<fabric::LocalCarrier>(WithinProcess::self, 64);
            for (auto wrap = filters.rbegin(); wrap != filters.rend(); ++wrap) {
              device = (*wrap)(std::move(device));
            }
            return std::make_unique<WithinProcess>(std::move(device));
          }};
}

DevicePtr tcp_to(ProcessId peer, int descriptor) {
  // Small buffers and queues, so that a few frames fill them.
  constexpr int buffer_bytes = 4096;
  setsockopt(descriptor, SOL_SOCKET, SO_SNDBUF, &buffer_bytes, sizeof(buffer_bytes));
  fabric::TcpOptions options;
  options.limits = {std::uint32_t{64} << 20, 64, 64};
  options.queued_bytes_max = 16384;
  std::vector<fabric::TcpCarrier::Connection> connections;
  connections.emplace_back(peer, Socket(descriptor));
  auto carrier = fabric::TcpCarrier::adopt(std::move(connections), options);
  ISTHMUS_ASSERT(carrier);
  return std::move(*carrier);
}

/// Filters from the top down at both ends of a connection.
PairKind tcp_pair(std::string name, std::vector<Wrap> filters) {
  return {std::move(name), [filters = std::move(filters)]() -> std::unique_ptr<DevicePair> {
            int ends[2];
            const int made = socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0, ends);
            ISTHMUS_ASSERT(made == 0);
            DevicePtr a = tcp_to(ProcessId(1), ends[0]);
            DevicePtr b = tcp_to(ProcessId(0), ends[1]);
            for (auto wrap = filters.rbegin(); wrap != filters.rend(); ++wrap) {
              a = (*wrap)(std::move(a));
              b = (*wrap)(std::move(b));
            }
            return std::make_unique<BetweenProcesses>(std::move(a), std::move(b));
          }};
}

/// The two ends of a connection, met in shared memory as two processes do.
std::array<std::vector<fabric::ShmLink>, 2> shm_links(std::array<int, 2> ends) {
  // Small rings, so that a few frames fill them.
  constexpr fabric::ShmSizes sizes = {.slot_count = 64, .stream_bytes = 16384};
  const SteadyClock clock;
  std::array<std::vector<fabric::ShmLink>, 2> links;
  const auto meet = [&](std::size_t side) {
    std::vector<std::pair<ProcessId, Socket>> connections;
    connections.emplace_back(ProcessId(1 - side), Socket(ends[side]));
    auto met = fabric::meet_in_shared_memory(std::move(connections), sizes, clock);
    ISTHMUS_ASSERT(met);
    links[side] = std::move(*met);
  };
  std::thread other([&] { meet(1); });
  meet(0);
  other.join();
  return links;
}

DevicePtr shm_with(std::vector<fabric::ShmLink> links) {
  auto carrier = fabric::ShmCarrier::adopt(std::move(links), {std::uint32_t{64} << 20, 64, 64});
  ISTHMUS_ASSERT(carrier);
  return std::move(*carrier);
}

/// Filters from the top down at both ends of shared memory.
PairKind shm_pair(std::string name, std::vector<Wrap> filters) {
  return {std::move(name), [filters = std::move(filters)]() -> std::unique_ptr<DevicePair> {
            std::array<int, 2> ends{};
            const int made =
                socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0, ends.data());
            ISTHMUS_ASSERT(made == 0);
            auto links = shm_links(ends);
            DevicePtr a = shm_with(std::move(links[0]));
            DevicePtr b = shm_with(std::move(links[1]));
            for (auto wrap = filters.rbegin(); wrap != filters.rend(); ++wrap) {
              a = (*wrap)(std::move(a));
              b = (*wrap)(std::move(b));
            }
            return std::make_unique<BetweenProcesses>(std::move(a), std::move(b));
          }};
}

}  // namespace

std::vector<PairKind> all_pairs() {
  std::vector<PairKind> pairs = {
      local_pair("local", {}),
      local_pair("delay_local", {delay}),
      local_pair("profile_local", {profile}),
      local_pair("delay_delay_local", {delay, delay}),
      local_pair("delay_profile_local", {delay, profile}),
      local_pair("profile_delay_local", {profile, delay}),
      local_pair("profile_profile_local", {profile, profile}),
      shm_pair("shm", {}),
      shm_pair("delay_shm", {delay}),
      shm_pair("profile_shm", {profile}),
      shm_pair("delay_profile_shm", {delay, profile}),
      shm_pair("profile_delay_shm", {profile, delay}),
      tcp_pair("tcp", {}),
      tcp_pair("delay_tcp", {delay}),
      tcp_pair("profile_tcp", {profile}),
      tcp_pair("delay_profile_tcp", {delay, profile}),
      tcp_pair("profile_delay_tcp", {profile, delay}),
  };
  std::ranges::move(session_pairs(), std::back_inserter(pairs));
  return pairs;
}

}  // namespace isthmus::conformance
