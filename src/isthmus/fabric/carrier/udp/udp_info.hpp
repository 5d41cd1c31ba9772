// isthmus/fabric/carrier/udp/udp_info.hpp: the UDP carrier's name and parameters.
#pragma once

#include <array>
#include <cstdint>

#include "isthmus/fabric/settings.hpp"

namespace isthmus::engine::fabric {

inline constexpr std::array<ParameterInfo, 3> udp_parameters = {{
    {"datagram",
     ParameterUnit::size,
     "1400",
     "Of a datagram, at most 65000: what the way carries in one packet, less 28 (IPv4) or 48 "
     "(IPv6).",
     {},
     INT32_MAX,
     "512",
     "65000"},
    {"window",
     ParameterUnit::size,
     "64MiB",
     "What is kept for a peer at most, and what may come from it before it is handled; at least "
     "64KiB.",
     {},
     INT32_MAX,
     "64KiB"},
    {"patience",
     ParameterUnit::duration,
     "30s",
     "How long a peer's machine may be cut off before it counts as dead; 3s at least.",
     {},
     INT32_MAX,
     "3s"},
}};

inline constexpr DeviceInfo udp_info = {
    .name = "udp",
    .role = DeviceRole::carrier,
    .help = "Carries frames between processes in UDP datagrams; needs 'reorder' above it.",
    .parameters = udp_parameters,
    .keeps_order = false};

}  // namespace isthmus::engine::fabric
