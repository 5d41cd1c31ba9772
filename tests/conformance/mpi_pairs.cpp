// The stacks over MPI, both ends being its one rank; a program of its own, since not every build
// has it.
#include <thread>
#include <utility>
#include <vector>

#include "between_processes.hpp"
#include "device_pair.hpp"
#include "isthmus/fabric/carrier/mpi/mpi.hpp"

/// For the leak sanitizer, where there is one: Open MPI and what it loads keep memory to the end,
/// some of it on behalf of libraries that are gone by then and so cannot be named.
// NOLINTNEXTLINE(bugprone-reserved-identifier)
extern "C" int __lsan_is_turned_off() { return 1; }

namespace isthmus::engine::conformance {

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

}  // namespace

std::vector<PairKind> all_pairs() {
  return {carriers_alone("mpi", two_carriers), delayed_carriers("delay_mpi", two_carriers)};
}
std::vector<PairKind> real_chains() { return {carriers_alone("mpi", two_carriers)}; }

}  // namespace isthmus::engine::conformance
