#include "isthmus/runtime/real_world.hpp"

#include <algorithm>
#include <bit>
#include <utility>

#include "isthmus/base/assert.hpp"
#include "isthmus/fabric/carrier/module.hpp"
#include "isthmus/fabric/carrier/shm.hpp"
#include "isthmus/fabric/carrier/tcp_info.hpp"

namespace isthmus::runtime {

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
  return name == fabric::tcp_info.name || name == fabric::shm_info.name || fabric::is_module(name);
}

Expected<std::unique_ptr<fabric::Carrier>> MachineCarriers::make(const Request& request) {
  if (request.name == fabric::shm_info.name) return make_shm(request);
  if (fabric::is_module(request.name)) return modules_.make(request);
  return tcp_.make(request, take_connections(request.peers));
}

Expected<void> MachineCarriers::meet_in_shared_memory() {
  if (std::exchange(have_met_, true)) return {};
  std::vector<std::pair<ProcessId, Socket>> connections;
  for (const ProcessId peer : topology_.neighbours_of(self_)) {
    const topology::LinkClass& link =
        topology_.link_class(topology_.pes_of(peer).first, topology_.pes_of(self_).first);
    if (link.chain.back().name != fabric::shm_info.name) continue;
    connections.emplace_back(peer, std::move(connections_[peer.value]));
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

std::vector<std::pair<ProcessId, Socket>> MachineCarriers::take_connections(
    const std::vector<ProcessId>& peers) {
  std::vector<std::pair<ProcessId, Socket>> connections;
  for (const ProcessId peer : peers) {
    connections.emplace_back(peer, std::move(connections_[peer.value]));
  }
  return connections;
}

Sleepers::Sleepers(topology::PeRange pes) : pes_(pes) {
  for (int i = 0; i < pes.count; ++i) sleepers_.push_back(std::make_unique<Sleeper>());
}

}  // namespace isthmus::runtime
