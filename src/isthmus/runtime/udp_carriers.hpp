// isthmus/runtime/udp_carriers.hpp: carriers over UDP.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <utility>
#include <vector>

#include "isthmus/base/clock.hpp"
#include "isthmus/base/error.hpp"
#include "isthmus/base/ids.hpp"
#include "isthmus/base/socket.hpp"
#include "isthmus/fabric/carrier/udp/udp_setup.hpp"
#include "isthmus/network/carrier_source.hpp"
#include "isthmus/topology/topology.hpp"

namespace isthmus::engine::runtime {

/// Makes the carriers of link classes that end in `udp`. All peers of all of them are met at once:
/// each may be the first that another one waits for.
class UdpCarriers {
 public:
  using Take =
      std::function<std::vector<std::pair<ProcessId, Socket>>(const std::vector<ProcessId>&)>;

  /// `take` hands over connections to peers. All outlive this.
  UdpCarriers(const topology::Topology& topology, ProcessId self, const Clock& clock, Take take)
      : topology_(topology), self_(self), clock_(clock), take_(std::move(take)) {}

  /// Meets the peers, where that is not done. Blocks until they do the same.
  Expected<void> meet();
  Expected<std::unique_ptr<fabric::Carrier>> make(const network::CarrierSource::Request& request);

 private:
  const topology::Topology& topology_;
  const ProcessId self_;
  const Clock& clock_;
  const Take take_;
  bool have_met_ = false;
  std::map<ProcessId, fabric::UdpLink> links_;  // that no carrier has yet
};

}  // namespace isthmus::engine::runtime
