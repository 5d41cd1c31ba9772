#include "isthmus/runtime/udp_carriers.hpp"

#include "isthmus/base/assert.hpp"
#include "isthmus/fabric/carrier/udp/udp.hpp"
#include "isthmus/fabric/carrier/udp/udp_info.hpp"

namespace isthmus::engine::runtime {

Expected<void> UdpCarriers::meet() {
  if (std::exchange(have_met_, true)) return {};
  std::vector<fabric::UdpCall> calls;
  for (const ProcessId peer : topology_.neighbours_of(self_)) {
    const topology::LinkClass& link =
        topology_.link_class(topology_.pes_of(peer).first, topology_.pes_of(self_).first);
    if (link.chain.back().name != fabric::udp_info.name) continue;
    const auto settings = fabric::Settings::read(fabric::udp_info, link.chain.back());
    ISTHMUS_ASSERT(settings);
    for (auto& [id, connection] : take_({peer})) {
      calls.push_back({id, std::move(connection), fabric::UdpTerms::from(*settings)});
    }
  }
  auto links = fabric::meet_by_udp(std::move(calls), clock_);
  if (!links) return forward_error(links);
  for (fabric::UdpLink& link : *links) links_.emplace(link.peer, std::move(link));
  return {};
}

Expected<std::unique_ptr<fabric::Carrier>> UdpCarriers::make(
    const network::CarrierSource::Request& request) {
  if (auto met = meet(); !met) return forward_error(met);
  std::vector<fabric::UdpLink> links;
  for (const ProcessId peer : request.peers) {
    const auto found = links_.find(peer);
    ISTHMUS_ASSERT(found != links_.end());
    links.push_back(std::move(found->second));
    links_.erase(found);
  }
  fabric::UdpOptions options{
      .limits = request.limits, .counters = &request.counters, .fault = request.faults};
  auto carrier = fabric::UdpCarrier::adopt(std::move(links), options);
  if (!carrier) return forward_error(carrier);
  return std::unique_ptr<fabric::Carrier>(std::move(*carrier));
}

}  // namespace isthmus::engine::runtime
