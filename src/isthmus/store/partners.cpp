#include "isthmus/store/partners.hpp"

#include <algorithm>
#include <vector>

namespace isthmus::engine::store {

namespace {

using Processes = std::vector<ProcessId>;

/// In the order of their failure domains, a list for each.
std::vector<Processes> domains_of(const Processes& processes, const topology::Topology& topology,
                                  Apart apart) {
  std::vector<Processes> domains;
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
  for (const ProcessId process : processes) {
    if (domains.empty() || !are_together(domains.back().back(), process)) domains.emplace_back();
    domains.back().push_back(process);
  }
  return domains;
}

Processes processes_of(const topology::Members& members) {
  Processes processes;
  for (const PeId pe : members.pes()) {
    const ProcessId process = members.topology().process_of(pe);
    if (processes.empty() || processes.back() != process) processes.push_back(process);
  }
  return processes;
}

/// `process` is among them, which are in ascending order.
std::optional<ProcessId> partner_among(const Processes& processes, ProcessId process,
                                       const topology::Topology& topology, Apart apart) {
  const auto domains = domains_of(processes, topology, apart);
  if (domains.size() == 1) {
    if (apart == Apart::process) return std::nullopt;
    return partner_among(processes, process, topology,
                         apart == Apart::site ? Apart::node : Apart::process);
  }
  for (std::size_t i = 0; i < domains.size(); ++i) {
    const auto at = std::ranges::find(domains[i], process);
    if (at == domains[i].end()) continue;
    const Processes& next = domains[(i + 1) % domains.size()];
    return next[static_cast<std::size_t>(at - domains[i].begin()) % next.size()];
  }
  return std::nullopt;
}

}  // namespace

std::optional<ProcessId> partner_of(ProcessId process, const topology::Members& members,
                                    Apart apart) {
  return partner_among(processes_of(members), process, members.topology(), apart);
}

std::vector<ProcessId> holders_for(ProcessId process, const topology::Members& members,
                                   const std::vector<ProcessId>& leaving, Apart apart) {
  const auto leaves = [&](ProcessId other) {
    return std::ranges::find(leaving, other) != leaving.end();
  };
  Processes candidates = processes_of(members);
  std::erase_if(candidates, [&](ProcessId other) { return other != process && leaves(other); });
  const std::size_t wanted = leaves(process) ? 2 : 1;
  std::vector<ProcessId> holders;
  while (holders.size() < wanted) {
    const auto holder = partner_among(candidates, process, members.topology(), apart);
    if (!holder) break;
    holders.push_back(*holder);
    std::erase(candidates, *holder);
  }
  return holders;
}

}  // namespace isthmus::engine::store
