#include "isthmus/location/message_costs.hpp"

#include <algorithm>

#include "isthmus/topology/link_estimate.hpp"

namespace isthmus::location {

void MessageCosts::add_link(double bytes_per_s, std::optional<double> extra_latency_s) {
  if (bytes_per_s <= 0) return;
  if (shared_bytes_per_s > 0 && shared_bytes_per_s <= bytes_per_s) return;
  shared_bytes_per_s = bytes_per_s;
  crossing_latency_s = extra_latency_s;
}

std::vector<const topology::LinkClass*> classes_between_sites(const topology::Topology& topology) {
  const topology::Grid& grid = topology.grid();
  std::vector<const topology::LinkClass*> classes;
  std::size_t pairs_left = topology.site_count() * (topology.site_count() - std::size_t{1});
  for (const topology::LinkOverride& pair : grid.overrides) {
    classes.push_back(grid.find_class(pair.link_class));
    pairs_left -= std::min<std::size_t>(pairs_left, pair.directed ? 1 : 2);
  }
  if (pairs_left > 0) classes.push_back(&grid.links.at(topology::LinkKind::between_sites));
  return classes;
}

MessageCosts message_costs(const topology::Topology& topology) {
  MessageCosts costs;
  for (const topology::LinkClass* link : classes_between_sites(topology)) {
    const topology::LinkEstimate said = topology::estimate(*link);
    std::optional<double> latency_s;
    if (said.latency_ns) latency_s = static_cast<double>(*said.latency_ns) * 1e-9;
    costs.add_link(said.bandwidth_bytes_per_s.value_or(0), latency_s);
  }
  return costs;
}

}  // namespace isthmus::location
