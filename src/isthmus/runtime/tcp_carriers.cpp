#include "isthmus/runtime/tcp_carriers.hpp"

#include <utility>

#include "isthmus/fabric/carrier/tcp/session_carrier.hpp"
#include "isthmus/fabric/carrier/tcp/tcp.hpp"
#include "isthmus/fabric/carrier/tcp/tcp_info.hpp"

namespace isthmus::engine::runtime {

namespace {

constexpr TimeNs further_timeout_ns = 30'000'000'000;
static_assert(fabric::tcp_connections_max == bootstrap::ReconnectService::slots_max);

}  // namespace

TcpCarriers::TcpCarriers(bootstrap::Membership& membership)
    : reconnect_service_(std::move(membership.reconnect_service)) {}

Expected<FurtherConnections> TcpCarriers::connect_further(
    const std::map<ProcessId, unsigned>& counts, const Clock& clock) {
  if (reconnect_service_ != nullptr) {
    return runtime::connect_further(*reconnect_service_, counts, clock, further_timeout_ns);
  }
  return fail(ErrorCode::bad_input, "a chain with several carriers needs processes of their own",
              {}, "--backend processes");
}

Expected<std::unique_ptr<fabric::Carrier>> TcpCarriers::make(
    const network::CarrierSource::Request& request,
    std::vector<std::pair<ProcessId, Socket>> connections) {
  const fabric::TcpLink link(request.link_class, request.settings);
  if (reconnect_service_ && link.is_session()) {
    return make_sessions(request, std::move(connections), link);
  }
  fabric::TcpOptions options;
  options.limits = request.limits;
  options.batched_bytes_max = static_cast<std::size_t>(request.settings.size_bytes("batched"));
  auto carrier =
      fabric::TcpCarrier::adopt(std::move(connections), options, reconnect_service_.get());
  if (!carrier) return forward_error(carrier);
  return std::unique_ptr<fabric::Carrier>(std::move(*carrier));
}

Expected<std::unique_ptr<fabric::Carrier>> TcpCarriers::make_sessions(
    const network::CarrierSource::Request& request,
    std::vector<std::pair<ProcessId, Socket>> connections, const fabric::TcpLink& link) {
  fabric::SessionOptions options;
  options.session.limits = request.limits;
  options.session.window_bytes = static_cast<std::size_t>(request.settings.size_bytes("window"));
  options.session.slots = link.connections;
  options.patience_ns = link.patience_ns;
  options.batched_bytes_max = static_cast<std::size_t>(request.settings.size_bytes("batched"));
  options.counters = &request.counters;
  options.fault = request.faults;
  for (const auto& [peer, socket] : connections) {
    reconnect_service_->prepare(peer, static_cast<bool>(socket));
  }
  auto carrier =
      fabric::SessionCarrier::adopt(std::move(connections), options, reconnect_service_.get());
  if (!carrier) return forward_error(carrier);
  return std::unique_ptr<fabric::Carrier>(std::move(*carrier));
}

}  // namespace isthmus::engine::runtime
