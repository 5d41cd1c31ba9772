#include "isthmus/runtime/real_world.hpp"

#include <algorithm>
#include <bit>
#include <utility>

#include "isthmus/base/assert.hpp"
#include "isthmus/fabric/carrier/module.hpp"
#include "isthmus/fabric/carrier/shm/shm.hpp"
#include "isthmus/fabric/carrier/stripe/stripe_info.hpp"
#include "isthmus/fabric/carrier/tcp/tcp_info.hpp"
#include "isthmus/fabric/carrier/tcp/tcp_link.hpp"
#include "isthmus/fabric/carrier/udp/udp_info.hpp"
#include "isthmus/fabric/registry.hpp"

namespace isthmus::engine::runtime {

namespace {

/// What a process spends on streams of shared memory at most, as long as it can: many peers get
/// smaller ones. Pages that are never used are never there.
constexpr std::size_t stream_bytes_together = std::size_t{32} << 20;
constexpr std::size_t stream_bytes_max = std::size_t{1} << 20;
constexpr std::size_t stream_bytes_min = std::size_t{64} << 10;

fabric::ShmSizes shm_sizes(std::size_t peer_count) {
  const std::size_t share =
      std::bit_floor(stream_bytes_together / std::max<std::size_t>(peer_count, 1));
  return {.slot_count = peer_count <= 64 ? 1024u : 256u,
          .stream_bytes = std::clamp(share, stream_bytes_min, stream_bytes_max)};
}

}  // namespace

bool MachineCarriers::has(std::string_view name) const {
  return name == fabric::tcp_info.name || name == fabric::shm_info.name ||
         name == fabric::stripe_info.name || name == fabric::udp_info.name ||
         fabric::is_module(name);
}

Expected<std::unique_ptr<fabric::Carrier>> MachineCarriers::make(const Request& request) {
  if (auto connected = connect_further(); !connected) return forward_error(connected);
  return request.name == fabric::stripe_info.name ? make_stripe(request) : make_one(request, 0);
}

/// Before anything else: it takes no longer than until the last process has begun with it.
Expected<void> MachineCarriers::connect_further() {
  if (std::exchange(has_further_, true)) return {};
  std::map<ProcessId, unsigned> counts;
  for (const ProcessId peer : topology_.neighbours_of(self_)) {
    const auto carriers = fabric::carriers_of(link_from(peer));
    if (carriers.size() > 1) counts.emplace(peer, static_cast<unsigned>(carriers.size() - 1));
  }
  if (counts.empty()) return {};
  auto connections = tcp_.connect_further(counts, clock_);
  if (!connections) return forward_error(connections);
  further_ = std::move(*connections);
  return {};
}

Expected<std::unique_ptr<fabric::Carrier>> MachineCarriers::make_stripe(const Request& request) {
  std::vector<fabric::StripeCarrier::Way> ways;
  std::size_t place = 0;
  for (const topology::DeviceSpec& spec : fabric::carriers_of(request.link_class)) {
    auto settings = fabric::Settings::read(*fabric::find_device_info(spec.name), spec);
    if (!settings) return forward_error(settings);
    const Request one{spec.name,      request.link_class, request.self,     request.peers,
                      request.limits, *settings,          request.counters, request.faults};
    if (spec.name == fabric::tcp_info.name && !settings->path("networks").empty()) {
      if (auto added = add_ways(one, ways); !added) return forward_error(added);
    } else {
      auto carrier = make_one(one, place);
      if (!carrier) return forward_error(carrier);
      ways.push_back({spec.name, std::move(*carrier)});
    }
    ++place;
  }
  fabric::StripeOptions options;
  options.session.limits = request.limits;
  options.session.window_bytes = static_cast<std::size_t>(request.settings.size_bytes("window"));
  options.session.segment_bytes = fabric::StripeCarrier::segment_bytes;
  options.patience_ns = request.settings.duration_ns("patience");
  options.fault = request.faults;
  options.counters = &request.counters;
  auto stripe = fabric::StripeCarrier::over(std::move(ways), request.peers, options);
  if (!stripe) return forward_error(stripe);
  return std::unique_ptr<fabric::Carrier>(std::move(*stripe));
}

Expected<void> MachineCarriers::add_ways(const Request& request,
                                         std::vector<fabric::StripeCarrier::Way>& ways) {
  if (auto met = meet_over_networks(); !met) return met;
  const std::vector<fabric::Network> networks = fabric::networks_of(request.settings);
  for (std::size_t at = 0; at < networks.size(); ++at) {
    std::vector<std::pair<ProcessId, Socket>> connections;
    for (const ProcessId peer : request.peers) {
      connections.emplace_back(peer, std::move(network_links_.at(peer).connections[at]));
    }
    auto carrier = tcp_.make(request, std::move(connections));
    if (!carrier) return forward_error(carrier);
    ways.push_back({std::string(request.name) + " over " + networks[at].text, std::move(*carrier)});
  }
  return {};
}

/// All peers of all such classes at once, after those in shared memory and before those by UDP.
Expected<void> MachineCarriers::meet_over_networks() {
  if (std::exchange(have_met_over_networks_, true)) return {};
  if (auto met = meet_in_shared_memory(); !met) return met;
  std::vector<fabric::NetworkCall> calls;
  for (const ProcessId peer : topology_.neighbours_of(self_)) {
    const topology::LinkClass& link = link_from(peer);
    const auto carriers = fabric::carriers_of(link);
    const auto tcp =
        std::ranges::find(carriers, fabric::tcp_info.name, &topology::DeviceSpec::name);
    if (tcp == carriers.end()) continue;
    const auto settings = fabric::Settings::read(fabric::tcp_info, *tcp);
    ISTHMUS_ASSERT(settings);
    std::vector<fabric::Network> networks = fabric::networks_of(*settings);
    if (networks.empty()) continue;
    const auto place = static_cast<std::size_t>(tcp - carriers.begin());
    calls.push_back({peer, peer < self_, take_connection(peer, place), std::move(networks),
                     fabric::socket_buffers_of(link)});
  }
  if (calls.empty()) return {};
  auto links = fabric::meet_over_networks(std::move(calls), clock_);
  if (!links) return forward_error(links);
  for (fabric::NetworkLink& link : *links) network_links_.emplace(link.peer, std::move(link));
  return {};
}

Expected<std::unique_ptr<fabric::Carrier>> MachineCarriers::make_one(const Request& request,
                                                                     std::size_t place) {
  if (request.name == fabric::shm_info.name) return make_shm(request);
  // Meetings block, so all processes go through them in one order.
  const bool is_udp = request.name == fabric::udp_info.name;
  if (is_udp || fabric::is_module(request.name)) {
    if (auto met = meet_over_networks(); !met) return forward_error(met);
    if (is_udp) return udp_.make(request);
    if (auto met = udp_.meet(); !met) return forward_error(met);
    return modules_.make(request);
  }
  return tcp_.make(request, take_connections(request.peers, place));
}

Expected<void> MachineCarriers::meet_in_shared_memory() {
  if (std::exchange(have_met_, true)) return {};
  if (auto connected = connect_further(); !connected) return connected;
  std::vector<std::pair<ProcessId, Socket>> connections;
  for (const ProcessId peer : topology_.neighbours_of(self_)) {
    const auto carriers = fabric::carriers_of(link_from(peer));
    const auto shm =
        std::ranges::find(carriers, fabric::shm_info.name, &topology::DeviceSpec::name);
    if (shm == carriers.end()) continue;
    const auto place = static_cast<std::size_t>(shm - carriers.begin());
    connections.emplace_back(peer, take_connection(peer, place));
  }
  const fabric::ShmSizes sizes = shm_sizes(connections.size());
  auto links = fabric::meet_in_shared_memory(std::move(connections), sizes, clock_);
  if (!links) return forward_error(links);
  for (fabric::ShmLink& link : *links) links_.emplace(link.peer, std::move(link));
  return {};
}

Expected<std::unique_ptr<fabric::Carrier>> MachineCarriers::make_shm(const Request& request) {
  if (auto met = meet_in_shared_memory(); !met) return forward_error(met);
  std::vector<fabric::ShmLink> links;
  for (const ProcessId peer : request.peers) {
    const auto found = links_.find(peer);
    ISTHMUS_ASSERT(found != links_.end());
    links.push_back(std::move(found->second));
    links_.erase(found);
  }
  auto carrier = fabric::ShmCarrier::adopt(std::move(links), request.limits);
  if (!carrier) return forward_error(carrier);
  return std::unique_ptr<fabric::Carrier>(std::move(*carrier));
}

void MachineCarriers::replace(const std::vector<ProcessId>& peers,
                              std::vector<Socket> connections) {
  for (const ProcessId peer : peers) {
    if (!topology_.are_neighbours(self_, peer)) continue;
    connections_[peer.value] = std::move(connections[peer.value]);
    if (!connections_[peer.value]) tcp_.prepare(peer);
  }
}

const topology::LinkClass& MachineCarriers::link_from(ProcessId peer) const {
  return topology_.link_class(topology_.pes_of(peer).first, topology_.pes_of(self_).first);
}

Socket MachineCarriers::take_connection(ProcessId peer, std::size_t place) {
  return std::move(place == 0 ? connections_[peer.value] : further_[peer][place - 1]);
}

std::vector<std::pair<ProcessId, Socket>> MachineCarriers::take_connections(
    const std::vector<ProcessId>& peers, std::size_t place) {
  std::vector<std::pair<ProcessId, Socket>> connections;
  for (const ProcessId peer : peers) {
    connections.emplace_back(peer, take_connection(peer, place));
  }
  return connections;
}

Sleepers::Sleepers(topology::PeRange pes) : pes_(pes) {
  for (int i = 0; i < pes.count; ++i) sleepers_.push_back(std::make_unique<Sleeper>());
}

}  // namespace isthmus::engine::runtime
