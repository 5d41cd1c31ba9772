#include "isthmus/fabric/carrier/tcp/tcp_link.hpp"

#include <algorithm>
#include <cstdint>
#include <utility>

#include "isthmus/base/assert.hpp"
#include "isthmus/fabric/carrier/stripe/stripe_info.hpp"
#include "isthmus/fabric/carrier/tcp/networks.hpp"
#include "isthmus/fabric/carrier/tcp/tcp_info.hpp"
#include "isthmus/topology/units.hpp"

namespace isthmus::engine::fabric {

namespace {

bool is_within_site(const topology::LinkClass& link) {
  using topology::LinkKind;
  return std::ranges::any_of(topology::link_kinds, [&](LinkKind kind) {
    return kind != LinkKind::between_sites && link.name == to_string(kind);
  });
}

bool is_striped(const topology::LinkClass& link) { return link.find(stripe_info.name) != nullptr; }

/// Links between sites break, and inside a site what a session costs is better saved; so it is
/// where `stripe` has one already.
TimeNs patience_of(const topology::LinkClass& link, const Settings& settings) {
  if (is_within_site(link) || is_striped(link) || settings.is_written("patience")) {
    return settings.duration_ns("patience");
  }
  return topology::parse_duration_ns(patience_between_sites).value();
}

/// Between sites the process of lower rank may be unable to reach the other one, which it would
/// have to ask for a call. Where carriers are many they have to meet.
bool waits_for_need(const topology::LinkClass& link, const Settings& settings) {
  if (is_striped(link)) return false;
  if (!is_within_site(link) && !settings.is_written("connect")) return false;
  return settings.word("connect") == connect_when_needed;
}

}  // namespace

TcpLink::TcpLink(const topology::LinkClass& link, const Settings& settings)
    : patience_ns(patience_of(link, settings)),
      connections(static_cast<unsigned>(settings.count("connections"))),
      connects_when_needed(waits_for_need(link, settings)) {}

std::string agreed_of_tcp(const topology::LinkClass& link, const Settings& settings) {
  const TcpLink tcp(link, settings);
  std::string text;
  if (!tcp.is_session()) text += " without patience";
  if (tcp.connections > 1) text += " of " + std::to_string(tcp.connections) + " connections";
  const char* before = " over ";
  for (const Network& network : networks_of(settings)) {
    text += std::exchange(before, " and ") + network.text;
  }
  if (!settings.is_written("connect")) return text;
  return text + (tcp.connects_when_needed ? " when needed" : " at start");
}

Expected<void> check_networks(const topology::LinkClass& link, const topology::DeviceSpec& tcp,
                              const Settings& settings) {
  const auto wrong = [&](std::string what, std::string expected) {
    return fail(ErrorCode::bad_input, "'networks' of device 'tcp': " + what, tcp.where("networks"),
                std::move(expected));
  };
  const auto networks = parse_networks(settings.path("networks"));
  if (!networks) return wrong(networks.error().what, networks.error().expected_what);
  if (networks->empty()) return {};
  if (!is_striped(link)) {
    return wrong("the chain of '" + link.name + "' has no 'stripe'", "'stripe' before 'tcp'");
  }
  if (!TcpLink(link, settings).is_session()) return {};
  return wrong("'patience' or 'connections' stand beside it",
               "neither, as 'stripe' keeps what is under way");
}

std::size_t count_of_ways(const topology::DeviceSpec& carrier) {
  if (carrier.name != tcp_info.name) return 1;
  const auto networks = carrier.parameters.find("networks");
  if (networks == carrier.parameters.end()) return 1;
  const auto read = parse_networks(networks->second);
  if (!read) return 2;  // who reads it says what is wrong; their number is not
  return std::max<std::size_t>(read->size(), 1);
}

bool connects_when_needed(const topology::LinkClass& link) {
  const topology::DeviceSpec& carrier = link.chain.back();
  if (carrier.name != tcp_info.name) return false;
  const Expected<Settings> settings = Settings::read(tcp_info, carrier);
  ISTHMUS_ASSERT(settings);
  return TcpLink(link, *settings).connects_when_needed;
}

SocketBuffers socket_buffers_of(const topology::LinkClass& link) {
  const topology::DeviceSpec* const carrier = link.find(tcp_info.name);
  if (carrier == nullptr) return {};
  const Expected<Settings> settings = Settings::read(tcp_info, *carrier);
  ISTHMUS_ASSERT(settings);
  // The kernel doubles what it is asked for, in an int.
  const auto bytes = [&](std::string_view name) {
    return static_cast<int>(std::min<std::int64_t>(settings->size_bytes(name), INT32_MAX / 2));
  };
  return {bytes("send_buffer"), bytes("receive_buffer")};
}

}  // namespace isthmus::engine::fabric
