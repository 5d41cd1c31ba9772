// isthmus/location/message_costs.hpp: what messages take within sites and between them, as far as
// that is known.
#pragma once

#include <optional>

#include "isthmus/topology/topology.hpp"

namespace isthmus::engine::location {

/// Plain data, of a whole job.
struct MessageCosts {
  /// What a news of an object takes on the way, header and all.
  static constexpr double update_bytes = 76;

  /// An update between two PEs of a site keeps them and their own links busy for so long. Where
  /// nobody knows better, a cluster's Ethernet of 2026.
  double update_s = 3e-6;
  /// Of the link between two sites, each way, for which all their PEs queue. Of the thinnest, where
  /// they differ; 0: unlimited, or not known.
  double shared_bytes_per_s = 0;
  /// How much longer than others a message is under way that takes this link; none where that is
  /// not known.
  std::optional<double> crossing_latency_s = std::nullopt;

  /// Notes one of the links between sites.
  void add_link(double bytes_per_s, std::optional<double> extra_latency_s);
  bool operator==(const MessageCosts&) const = default;
};

/// What the devices say that the topology puts between sites.
MessageCosts message_costs(const topology::Topology& topology);

}  // namespace isthmus::engine::location
