#include "isthmus/store/partners.hpp"

#include <algorithm>
#include <vector>

namespace isthmus::store {

namespace {

/// Processes in the order of their failure domains, a list for each.
std::vector<std::vector<ProcessId>> domains_of(const topology::Members& members, Apart apart) {
  const topology::Topology& topology = members.topology();
  std::vector<std::vector<ProcessId>> domains;
  const auto are_together = [&](ProcessId a, ProcessId b) {
    switch (apart) {
      case Apart::process:
        return a == b;
      case Apart::node:
        return topology.node_of(a) == topology.node_of(b);
      case Apart::site:
        return topology.site_of(a) == topology.site_of(b);
    }
    return a == b;
  };
  for (const PeId pe : members.pes()) {
    const ProcessId process = topology.process_of(pe);
    if (!domains.empty() && domains.back().back() == process) continue;
    if (domains.empty() || !are_together(domains.back().back(), process)) domains.emplace_back();
    domains.back().push_back(process);
  }
  return domains;
}

}  // namespace

std::optional<ProcessId> partner_of(ProcessId process, const topology::Members& members,
                                    Apart apart) {
  const auto domains = domains_of(members, apart);
  if (domains.size() == 1) {
    if (apart == Apart::process) return std::nullopt;
    return partner_of(process, members, apart == Apart::site ? Apart::node : Apart::process);
  }
  for (std::size_t i = 0; i < domains.size(); ++i) {
    const auto at = std::ranges::find(domains[i], process);
    if (at == domains[i].end()) continue;
    const std::vector<ProcessId>& next = domains[(i + 1) % domains.size()];
    return next[static_cast<std::size_t>(at - domains[i].begin()) % next.size()];
  }
  return std::nullopt;
}

}  // namespace isthmus::store
