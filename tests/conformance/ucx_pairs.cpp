// The stacks over UCX; a program of its own, since not every build has it.
#include <thread>
#include <utility>
#include <vector>

#include "between_processes.hpp"
#include "device_pair.hpp"
#include "isthmus/fabric/carrier/tcp/tcp.hpp"
#include "isthmus/fabric/carrier/ucx/ucx.hpp"
#include "stripe_pairs.hpp"

namespace isthmus::engine::conformance {

namespace {

using DevicePtr = std::unique_ptr<fabric::Device>;

/// What one end has when the two have met.
fabric::UcxGroup met(ProcessId peer, int connection) {
  const SteadyClock clock;
  std::vector<fabric::CarrierGroup> groups(1);
  groups[0].connections.emplace_back(peer, Socket(connection));
  auto met = fabric::meet_by_ucx(std::move(groups), clock, 30'000'000'000);
  ISTHMUS_ASSERT(met);
  return std::move((*met)[0]);
}

DevicePtr carrier_of(fabric::UcxGroup group) {
  // So that a few frames are too many.
  fabric::UcxOptions options;
  options.limits = {std::uint32_t{65} << 20, 64, 64};
  options.outstanding_bytes_max = 64 * 1024;
  auto carrier = fabric::UcxCarrier::adopt(std::move(group), options);
  ISTHMUS_ASSERT(carrier);
  return std::move(*carrier);
}

std::array<DevicePtr, 2> two_carriers() {
  const std::array<int, 2> ends = two_ends();
  fabric::UcxGroup far_group;
  std::thread other([&] { far_group = met(ProcessId(0), ends[1]); });
  fabric::UcxGroup near_group = met(ProcessId(1), ends[0]);
  other.join();
  return {carrier_of(std::move(near_group)), carrier_of(std::move(far_group))};
}

DevicePtr tcp_to(ProcessId peer, int connection) {
  std::vector<fabric::TcpCarrier::Connection> connections;
  connections.emplace_back(peer, Socket(connection));
  fabric::TcpOptions options;
  options.limits = {std::uint32_t{65} << 20, 64, 64};
  auto carrier = fabric::TcpCarrier::adopt(std::move(connections), options);
  ISTHMUS_ASSERT(carrier);
  return std::move(*carrier);
}

std::array<DevicePtr, 2> two_over_tcp() {
  const std::array<int, 2> ends = two_ends();
  return {tcp_to(ProcessId(1), ends[0]), tcp_to(ProcessId(0), ends[1])};
}

}  // namespace

std::vector<PairKind> all_pairs() {
  auto pairs = stripes_of("stripe_ucx_tcp", {{"ucx", two_carriers}, {"tcp", two_over_tcp}});
  pairs.push_back(carriers_alone("ucx", two_carriers));
  pairs.push_back(delayed_carriers("delay_ucx", two_carriers));
  return pairs;
}
std::vector<PairKind> real_chains() { return {carriers_alone("ucx", two_carriers)}; }

}  // namespace isthmus::engine::conformance
