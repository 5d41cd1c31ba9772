#include "isthmus/runtime/further_connections.hpp"

#include <poll.h>

#include <algorithm>
#include <array>
#include <string>
#include <utility>

#include "isthmus/topology/units.hpp"

namespace isthmus::engine::runtime {

namespace {

/// Carriers that make connections anew count theirs from 0 on.
unsigned slot_of(unsigned number) { return bootstrap::ReconnectService::slots_max - 1 - number; }

Error missing(const std::vector<ProcessId>& peers, TimeNs timeout_ns) {
  std::vector<std::uint32_t> ranks;
  for (const ProcessId peer : peers) ranks.push_back(peer.value);
  return {ErrorCode::unreachable,
          "no further connection to " + bootstrap::list_of_ranks(ranks) + " after " +
              topology::format_duration(timeout_ns) + ", for a chain with several carriers",
          {},
          {}};
}

}  // namespace

Expected<FurtherConnections> connect_further(bootstrap::ReconnectService& service,
                                             const std::map<ProcessId, unsigned>& counts,
                                             const Clock& clock, TimeNs timeout_ns) {
  FurtherConnections connections;
  const TimeNs limit_ns = clock.now_ns() + timeout_ns;
  for (const auto& [peer, count] : counts) {
    service.prepare(peer, true);
    connections[peer].resize(count);
  }
  // Calls count their time from here on, so that who is to be called does not ask at once.
  service.progress(clock.now_ns());
  for (const auto& [peer, count] : counts) {
    for (unsigned number = 0; number < count; ++number) service.call(peer, slot_of(number));
  }
  while (true) {
    service.progress(clock.now_ns());
    std::vector<ProcessId> incomplete;
    for (auto& [peer, sockets] : connections) {
      while (auto event = service.take(peer)) {
        const unsigned number = slot_of(event->slot);
        if (event->kind != Reconnector::Event::Kind::connected) continue;
        if (number < sockets.size()) sockets[number] = std::move(event->socket);
      }
      const bool is_complete = std::ranges::all_of(
          sockets, [](const Socket& socket) { return static_cast<bool>(socket); });
      if (!is_complete) incomplete.push_back(peer);
    }
    if (incomplete.empty()) return connections;
    if (clock.now_ns() >= limit_ns) return std::unexpected(missing(incomplete, timeout_ns));
    std::array<pollfd, 1> callers = {{{service.descriptor(), POLLIN, 0}}};
    wait_for(callers, clock, std::min(limit_ns, service.deadline_ns()));
  }
}

}  // namespace isthmus::engine::runtime
