#include "isthmus/runtime/real_world.hpp"

#include <utility>

#include "isthmus/fabric/carrier/tcp.hpp"
#include "isthmus/fabric/carrier/tcp_info.hpp"

namespace isthmus::runtime {

bool SocketCarriers::has(std::string_view name) const { return name == fabric::tcp_info.name; }

Expected<std::unique_ptr<fabric::Carrier>> SocketCarriers::make(const Request& request) {
  fabric::TcpOptions options;
  options.limits = request.limits;
  std::vector<fabric::TcpCarrier::Connection> connections;
  for (const ProcessId peer : request.peers) {
    connections.emplace_back(peer, std::move(connections_[peer.value]));
  }
  auto carrier = fabric::TcpCarrier::adopt(std::move(connections), options);
  if (!carrier) return forward_error(carrier);
  return std::unique_ptr<fabric::Carrier>(std::move(*carrier));
}

Sleepers::Sleepers(topology::PeRange pes) : pes_(pes) {
  for (int i = 0; i < pes.count; ++i) sleepers_.push_back(std::make_unique<Sleeper>());
}

}  // namespace isthmus::runtime
