#include "isthmus/location/message_costs.hpp"

#include "isthmus/topology/link_estimate.hpp"

namespace isthmus::engine::location {

void MessageCosts::add_link(double bytes_per_s, std::optional<double> extra_latency_s) {
  if (bytes_per_s <= 0) return;
  if (shared_bytes_per_s > 0 && shared_bytes_per_s <= bytes_per_s) return;
  shared_bytes_per_s = bytes_per_s;
  crossing_latency_s = extra_latency_s;
}

MessageCosts message_costs(const topology::Topology& topology) {
  MessageCosts costs;
  for (const topology::LinkClass* link : topology::classes_between_sites(topology)) {
    const topology::LinkEstimate said = topology::estimate(*link);
    std::optional<double> latency_s;
    if (said.latency_ns) latency_s = static_cast<double>(*said.latency_ns) * 1e-9;
    costs.add_link(said.bandwidth_bytes_per_s.value_or(0), latency_s);
  }
  return costs;
}

}  // namespace isthmus::engine::location
