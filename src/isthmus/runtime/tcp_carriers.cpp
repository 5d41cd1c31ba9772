#include "isthmus/runtime/tcp_carriers.hpp"

#include <utility>

#include "isthmus/fabric/carrier/session_carrier.hpp"
#include "isthmus/fabric/carrier/tcp.hpp"
#include "isthmus/fabric/carrier/tcp_info.hpp"
#include "isthmus/topology/units.hpp"

namespace isthmus::runtime {

namespace {

static_assert(fabric::tcp_connections_max == bootstrap::Switchboard::slots_max);

/// Links between sites break, and inside a site what a session costs is better saved.
TimeNs patience_ns(const CarrierSource::Request& request) {
  using topology::LinkKind;
  const bool is_written = request.settings.is_written("patience");
  const std::string& name = request.link_class.name;
  if (is_written || name == to_string(LinkKind::same_site) ||
      name == to_string(LinkKind::same_node) || name == to_string(LinkKind::same_process)) {
    return request.settings.duration_ns("patience");
  }
  return topology::parse_duration_ns(fabric::patience_between_sites).value();
}

}  // namespace

TcpCarriers::TcpCarriers(bootstrap::Membership& membership) {
  if (membership.switchboard == nullptr) return;
  reconnections_ = std::make_unique<Reconnections>(std::move(membership.switchboard));
}

Expected<std::unique_ptr<fabric::Carrier>> TcpCarriers::make(
    const CarrierSource::Request& request, std::vector<std::pair<ProcessId, Socket>> connections) {
  const TimeNs patience = patience_ns(request);
  if (reconnections_ && (patience > 0 || request.settings.count("connections") > 1)) {
    return make_sessions(request, std::move(connections), patience);
  }
  fabric::TcpOptions options;
  options.limits = request.limits;
  auto carrier = fabric::TcpCarrier::adopt(std::move(connections), options);
  if (!carrier) return forward_error(carrier);
  return std::unique_ptr<fabric::Carrier>(std::move(*carrier));
}

Expected<std::unique_ptr<fabric::Carrier>> TcpCarriers::make_sessions(
    const CarrierSource::Request& request, std::vector<std::pair<ProcessId, Socket>> connections,
    TimeNs patience) {
  fabric::SessionOptions options;
  options.session.limits = request.limits;
  options.session.window_bytes = static_cast<std::size_t>(request.settings.size_bytes("window"));
  options.session.slots = static_cast<unsigned>(request.settings.count("connections"));
  options.patience_ns = patience;
  options.counters = &request.counters;
  options.fault = request.faults;
  for (const ProcessId peer : request.peers) reconnections_->prepare(peer);
  auto carrier =
      fabric::SessionCarrier::adopt(std::move(connections), options, reconnections_.get());
  if (!carrier) return forward_error(carrier);
  return std::unique_ptr<fabric::Carrier>(std::move(*carrier));
}

}  // namespace isthmus::runtime
