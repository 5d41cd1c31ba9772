// The list of stacks that the conformance suite runs over.
#include <sys/socket.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <thread>

#include "between_processes.hpp"
#include "device_pair.hpp"
#include "isthmus/base/assert.hpp"
#include "isthmus/fabric/carrier/local.hpp"
#include "isthmus/fabric/carrier/shm/shm.hpp"
#include "isthmus/fabric/carrier/tcp/tcp.hpp"
#include "isthmus/fabric/filter/checksum.hpp"
#include "isthmus/fabric/filter/compress.hpp"
#include "isthmus/fabric/filter/crypt.hpp"
#include "isthmus/fabric/filter/delay.hpp"
#include "isthmus/fabric/filter/profile.hpp"
#include "isthmus/fabric/filter/reorder.hpp"
#include "isthmus/fabric/memory_pair.hpp"
#include "isthmus/fabric/test_disorder.hpp"
#include "stripe_pairs.hpp"

namespace isthmus::engine::conformance {

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

/// What is made of a device is put where the filter stands in the chain.
struct Filter {
  std::string name;
  DevicePtr (*wrap)(DevicePtr below, std::size_t place, ProcessId self);
  bool is_between_processes = false;  ///< Within one it has nothing to do.
};
using Filters = std::vector<Filter>;

constexpr fabric::WireLimits limits = {std::uint32_t{64} << 20, 64, 64};

const Filter checksum = {"checksum",
                         [](DevicePtr below, std::size_t place, ProcessId) -> DevicePtr {
                           return std::make_unique<fabric::ChecksumFilter>(
                               std::move(below), fabric::Rewriting{place, limits});
                         }};

template <fabric::Codec codec>
DevicePtr compressed(DevicePtr below, std::size_t place, ProcessId) {
  return std::make_unique<fabric::CompressFilter>(
      std::move(below), fabric::Rewriting{place, limits},
      fabric::CompressOptions{.codec = codec, .is_adaptive = false, .bytes_min = 64},
      fabric::CompressParts{});
}
const Filter lz4 = {"lz4", compressed<fabric::Codec::lz4>};
const Filter zstd = {"zstd", compressed<fabric::Codec::zstd>};

const Filter compress = {"compress",
                         [](DevicePtr below, std::size_t place, ProcessId) -> DevicePtr {
                           return std::make_unique<fabric::CompressFilter>(
                               std::move(below), fabric::Rewriting{place, limits},
                               fabric::CompressOptions{}, fabric::CompressParts{});
                         }};

const Secret secret{{std::byte{42}}};

DevicePtr encrypted(DevicePtr below, std::size_t place, ProcessId self) {
  auto filter =
      fabric::CryptFilter::make(std::move(below), {place, limits},
                                {.cipher = fabric::quickest_cipher(), .records_per_key = 50},
                                {self, PeId(self.value), secret});
  ISTHMUS_ASSERT(filter);
  return std::move(*filter);
}
const Filter crypt = {"crypt", encrypted, true};

const Filter delay = {
    "delay", [](DevicePtr below, std::size_t, ProcessId) -> DevicePtr {
      return std::make_unique<fabric::DelayFilter>(
          std::move(below),
          fabric::DelayOptions{
              .latency_ns = 100'000, .jitter_ns = 20'000, .bandwidth_bytes_per_s = 1e9, .seed = 11},
          site_of_each_pe);
    }};

const Filter profile = {"profile", [](DevicePtr below, std::size_t, ProcessId) -> DevicePtr {
                          return std::make_unique<fabric::ProfileFilter>(std::move(below),
                                                                         site_of_each_pe);
                        }};

const Filter reorder = {"reorder", [](DevicePtr below, std::size_t place, ProcessId) -> DevicePtr {
                          return std::make_unique<fabric::ReorderFilter>(
                              std::move(below), fabric::Rewriting{place, limits},
                              fabric::ReorderOptions{});
                        }};

// A new filter is added to this list.
const Filters all_filters = {checksum, compress, crypt, delay, lz4, profile, reorder, zstd};

/// Stands for a carrier that does not keep order.
const Filter disorder = {"disorder", [](DevicePtr below, std::size_t, ProcessId self) -> DevicePtr {
                           return std::make_unique<fabric::Disorder>(std::move(below), self.value);
                         }};

/// From the top down, on what is there already.
DevicePtr stacked(const Filters& filters, DevicePtr device, ProcessId self) {
  for (std::size_t place = filters.size(); place-- > 0;) {
    device = filters[place].wrap(std::move(device), place, self);
  }
  return device;
}

std::string name_of(const Filters& filters, const std::string& carrier) {
  std::string name;
  for (const Filter& filter : filters) name += filter.name + '_';
  return name + carrier;
}

/// Over a local carrier that is soon full.
PairKind local_pair(const Filters& filters) {
  return {name_of(filters, "local"),
          [filters]() -> std::unique_ptr<DevicePair> {
            return std::make_unique<WithinProcess>(
                stacked(filters, std::make_unique<fabric::LocalCarrier>(WithinProcess::self, 64),
                        WithinProcess::self));
          },
          PairKind::Between::nothing};
}

/// At both ends of memory between two processes.
PairKind memory_pair(const Filters& filters) {
  return {name_of(filters, "memory"),
          [filters]() -> std::unique_ptr<DevicePair> {
            auto [a, b] = fabric::MemoryEnd::pair();
            return std::make_unique<BetweenProcesses>(stacked(filters, std::move(a), ProcessId(0)),
                                                      stacked(filters, std::move(b), ProcessId(1)));
          },
          PairKind::Between::memory};
}

/// What filters add comes on top.
fabric::WireLimits carrier_limits() {
  fabric::WireLimits with_more = limits;
  with_more.payload_bytes_max += std::uint32_t{1} << 20;
  return with_more;
}

DevicePtr tcp_to(ProcessId peer, int descriptor) {
  // Small buffers and queues, so that a few frames fill them.
  constexpr int buffer_bytes = 4096;
  setsockopt(descriptor, SOL_SOCKET, SO_SNDBUF, &buffer_bytes, sizeof(buffer_bytes));
  fabric::TcpOptions options;
  options.limits = carrier_limits();
  options.queued_bytes_max = 16384;
  std::vector<fabric::TcpCarrier::Connection> connections;
  connections.emplace_back(peer, Socket(descriptor));
  auto carrier = fabric::TcpCarrier::adopt(std::move(connections), options);
  ISTHMUS_ASSERT(carrier);
  return std::move(*carrier);
}

/// Within a process if that is possible.
PairKind in_memory(const Filters& filters) {
  return std::ranges::any_of(filters, &Filter::is_between_processes) ? memory_pair(filters)
                                                                     : local_pair(filters);
}

/// At both ends of a connection.
PairKind tcp_pair(const Filters& filters) {
  return {name_of(filters, "tcp"), [filters]() -> std::unique_ptr<DevicePair> {
            int ends[2];
            const int made = socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0, ends);
            ISTHMUS_ASSERT(made == 0);
            return std::make_unique<BetweenProcesses>(
                stacked(filters, tcp_to(ProcessId(1), ends[0]), ProcessId(0)),
                stacked(filters, tcp_to(ProcessId(0), ends[1]), ProcessId(1)));
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
  auto carrier = fabric::ShmCarrier::adopt(std::move(links), carrier_limits());
  ISTHMUS_ASSERT(carrier);
  return std::move(*carrier);
}

/// At both ends of shared memory.
PairKind shm_pair(const Filters& filters) {
  return {name_of(filters, "shm"), [filters]() -> std::unique_ptr<DevicePair> {
            auto links = shm_links(two_ends());
            return std::make_unique<BetweenProcesses>(
                stacked(filters, shm_with(std::move(links[0])), ProcessId(0)),
                stacked(filters, shm_with(std::move(links[1])), ProcessId(1)));
          }};
}

std::array<DevicePtr, 2> both_of_tcp() {
  const auto ends = two_ends();
  return {tcp_to(ProcessId(1), ends[0]), tcp_to(ProcessId(0), ends[1])};
}

std::array<DevicePtr, 2> both_of_shm() {
  auto links = shm_links(two_ends());
  return {shm_with(std::move(links[0])), shm_with(std::move(links[1]))};
}

std::vector<PairKind> stripe_pairs() {
  auto pairs = stripes_of("stripe_shm_tcp", {{"shm", both_of_shm}, {"tcp", both_of_tcp}});
  std::ranges::move(stripes_of("stripe_tcp_tcp", {{"tcp", both_of_tcp}, {"tcp", both_of_tcp}}),
                    std::back_inserter(pairs));
  return pairs;
}

}  // namespace

std::vector<PairKind> all_pairs() {
  std::vector<PairKind> pairs = {local_pair({}), memory_pair({}), shm_pair({}), tcp_pair({})};
  for (const Filter& top : all_filters) {
    pairs.push_back(in_memory({top}));
    pairs.push_back(shm_pair({top}));
    pairs.push_back(tcp_pair({top}));
    for (const Filter& bottom : all_filters) pairs.push_back(in_memory({top, bottom}));
    pairs.push_back(memory_pair({top, reorder, disorder}));
  }
  pairs.push_back(memory_pair({reorder, disorder}));
  pairs.push_back(memory_pair({reorder, checksum, disorder}));
  std::ranges::move(real_chains(), std::back_inserter(pairs));
  std::ranges::move(session_pairs(), std::back_inserter(pairs));
  std::ranges::move(stripe_pairs(), std::back_inserter(pairs));
  std::ranges::move(udp_pairs(), std::back_inserter(pairs));
  return pairs;
}

std::vector<PairKind> real_chains() {
  return {
      shm_pair({profile, delay}),
      tcp_pair({profile, delay}),
      tcp_pair({profile, checksum}),
      tcp_pair({profile, checksum, delay}),
      tcp_pair({compress, delay}),
      tcp_pair({lz4, checksum}),
      tcp_pair({profile, zstd, checksum, delay}),
      tcp_pair({crypt, delay}),
      tcp_pair({crypt, reorder}),
      tcp_pair({lz4, crypt}),
      tcp_pair({profile, compress, crypt, delay}),
  };
}

}  // namespace isthmus::engine::conformance
