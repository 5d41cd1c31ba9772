// isthmus/fabric/site_pair.hpp: between which sites a message travels.
#pragma once

#include <compare>
#include <functional>

#include "isthmus/base/ids.hpp"
#include "isthmus/message/message.hpp"
#include "isthmus/topology/topology.hpp"

namespace isthmus::engine::fabric {

/// An ordered pair: the way there and the way back are two links.
struct SitePair {
  SiteId source;
  SiteId destination;

  auto operator<=>(const SitePair&) const = default;
};

/// Tells the link that a message takes. Called under the chain's lock, on any PE's thread.
using SitePairOf = std::function<SitePair(const Message&)>;

/// By the sites of the message's source and destination PE; `topology` outlives the function.
inline SitePairOf site_pairs_of(const topology::Topology& topology) {
  return [&topology](const Message& message) {
    return SitePair{topology.site_of(message.source), topology.site_of(message.destination)};
  };
}

}  // namespace isthmus::engine::fabric
