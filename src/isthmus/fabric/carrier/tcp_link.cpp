#include "isthmus/fabric/carrier/tcp_link.hpp"

#include <algorithm>
#include <cstdint>

#include "isthmus/base/assert.hpp"
#include "isthmus/fabric/carrier/stripe_info.hpp"
#include "isthmus/fabric/carrier/tcp_info.hpp"
#include "isthmus/topology/units.hpp"

namespace isthmus::fabric {

namespace {

/// Links between sites break, and inside a site what a session costs is better saved; so it is
/// where `stripe` has one already.
TimeNs patience_of(const topology::LinkClass& link, const Settings& settings) {
  using topology::LinkKind;
  const bool is_within_site = std::ranges::any_of(topology::link_kinds, [&](LinkKind kind) {
    return kind != LinkKind::between_sites && link.name == to_string(kind);
  });
  const bool is_striped = link.find(stripe_info.name) != nullptr;
  if (is_within_site || is_striped || settings.is_written("patience")) {
    return settings.duration_ns("patience");
  }
  return topology::parse_duration_ns(patience_between_sites).value();
}

}  // namespace

TcpLink::TcpLink(const topology::LinkClass& link, const Settings& settings)
    : patience_ns(patience_of(link, settings)),
      connections(static_cast<unsigned>(settings.count("connections"))) {}

std::string agreed_of_tcp(const topology::LinkClass& link, const Settings& settings) {
  const TcpLink tcp(link, settings);
  if (!tcp.is_session()) return " without patience";
  return tcp.connections == 1 ? "" : " of " + std::to_string(tcp.connections) + " connections";
}

SocketBuffers socket_buffers_of(const topology::LinkClass& link) {
  const topology::DeviceSpec& carrier = link.chain.back();
  if (carrier.name != tcp_info.name) return {};
  const Expected<Settings> settings = Settings::read(tcp_info, carrier);
  ISTHMUS_ASSERT(settings);
  // The kernel doubles what it is asked for, in an int.
  const auto bytes = [&](std::string_view name) {
    return static_cast<int>(std::min<std::int64_t>(settings->size_bytes(name), INT32_MAX / 2));
  };
  return {bytes("send_buffer"), bytes("receive_buffer")};
}

}  // namespace isthmus::fabric
