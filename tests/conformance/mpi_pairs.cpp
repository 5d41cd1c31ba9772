// The stacks over MPI, both ends being its one rank; a program of its own, since not every build
// has it.
#include <thread>
#include <utility>
#include <vector>

#include "between_processes.hpp"
#include "device_pair.hpp"
#include "isthmus/fabric/carrier/mpi.hpp"
#include "isthmus/fabric/filter/delay.hpp"

namespace isthmus::conformance {

namespace {

using DevicePtr = std::unique_ptr<fabric::Device>;

/// What one end has when the two have met.
fabric::MpiGroup met(const std::shared_ptr<fabric::MpiSession>& session, ProcessId peer,
                     int connection, int first_tag) {
  const SteadyClock clock;
  std::vector<fabric::CarrierGroup> groups(1);
  groups[0].connections.emplace_back(peer, Socket(connection));
  auto met = fabric::meet_by_mpi(session, std::move(groups), clock, 30'000'000'000, first_tag);
  ISTHMUS_ASSERT(met);
  return std::move((*met)[0]);
}

DevicePtr carrier_of(fabric::MpiGroup group) {
  // So that a few frames are too many.
  fabric::MpiOptions options;
  options.limits = {std::uint32_t{65} << 20, 64, 64};
  options.outstanding_bytes_max = 64 * 1024;
  auto carrier = fabric::MpiCarrier::adopt(std::move(group), options);
  ISTHMUS_ASSERT(carrier);
  return std::move(*carrier);
}

std::array<DevicePtr, 2> two_carriers() {
  // MPI begins once in a process. What one pair has left unread is not for the next.
  static const auto session = fabric::MpiSession::begin();
  static int next_tag = 1;
  ISTHMUS_ASSERT(session);
  const int tag = std::exchange(next_tag, next_tag + 4);
  const std::array<int, 2> ends = two_ends();
  fabric::MpiGroup far_group;
  std::thread other([&] { far_group = met(*session, ProcessId(0), ends[1], tag + 2); });
  fabric::MpiGroup near_group = met(*session, ProcessId(1), ends[0], tag);
  other.join();
  return {carrier_of(std::move(near_group)), carrier_of(std::move(far_group))};
}

PairKind bare() {
  return {"mpi", []() -> std::unique_ptr<DevicePair> {
            auto [a, b] = two_carriers();
            return std::make_unique<BetweenProcesses>(std::move(a), std::move(b));
          }};
}

PairKind delayed() {
  return {"delay_mpi", []() -> std::unique_ptr<DevicePair> {
            auto [a, b] = two_carriers();
            const auto wrap = [](DevicePtr below) {
              return std::make_unique<fabric::DelayFilter>(
                  std::move(below), fabric::DelayOptions{.latency_ns = 100'000, .seed = 11},
                  [](const Message& message) {
                    return fabric::SitePair{SiteId(message.source.value),
                                            SiteId(message.destination.value)};
                  });
            };
            return std::make_unique<BetweenProcesses>(wrap(std::move(a)), wrap(std::move(b)));
          }};
}

}  // namespace

std::vector<PairKind> all_pairs() { return {bare(), delayed()}; }
std::vector<PairKind> real_chains() { return {bare()}; }

}  // namespace isthmus::conformance
