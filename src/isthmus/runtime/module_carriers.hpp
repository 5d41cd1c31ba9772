// isthmus/runtime/module_carriers.hpp: carriers that come as modules.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "isthmus/base/clock.hpp"
#include "isthmus/base/error.hpp"
#include "isthmus/base/ids.hpp"
#include "isthmus/base/socket.hpp"
#include "isthmus/fabric/carrier/carrier.hpp"
#include "isthmus/network/carrier_source.hpp"
#include "isthmus/topology/topology.hpp"

namespace isthmus::engine::runtime {

/// Makes the carriers of link classes that have a module's name (fabric/carrier/module.hpp), all
/// of one name at once: each peer may be the first that another one waits for.
class ModuleCarriers {
 public:
  using Take = std::function<std::vector<std::pair<ProcessId, Socket>>(
      const std::vector<ProcessId>&, std::size_t place)>;

  /// `take` hands over connections to peers, for the carrier in that place of its class's. All
  /// outlive this.
  ModuleCarriers(const topology::Topology& topology, ProcessId self, const Clock& clock, Take take)
      : topology_(topology), self_(self), clock_(clock), take_(std::move(take)) {}

  /// Makes those of all modules that the topology's chains name, where that is not done. Blocks
  /// until the peers do the same. ErrorCode::bad_input where this build or machine lacks one.
  Expected<void> meet(const fabric::WireLimits& limits);
  /// The one of the request's link class.
  Expected<std::unique_ptr<fabric::Carrier>> make(const network::CarrierSource::Request& request);

 private:
  /// What one carrier will be.
  struct Wanted {
    const topology::LinkClass* link_class;
    std::size_t place;  ///< Among the carriers of its class.
    std::vector<ProcessId> peers;
  };
  std::map<std::string, std::vector<Wanted>> wanted() const;

  const topology::Topology& topology_;
  const ProcessId self_;
  const Clock& clock_;
  const Take take_;
  bool have_met_ = false;
  /// By link class and name.
  std::map<std::pair<const topology::LinkClass*, std::string>, std::unique_ptr<fabric::Carrier>>
      made_;
};

}  // namespace isthmus::engine::runtime
