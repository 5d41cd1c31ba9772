// isthmus/fabric/carrier/tcp_info.hpp: the TCP carrier's name and parameters.
#pragma once

#include <array>
#include <string>

#include "isthmus/fabric/settings.hpp"

namespace isthmus::fabric {

/// What `patience` is between sites where nothing is written.
inline constexpr const char* patience_between_sites = "30s";

inline constexpr std::int32_t tcp_connections_max = 64;

inline constexpr std::array<ParameterInfo, 5> tcp_parameters = {{
    {"patience", ParameterUnit::duration, "0",
     "How long a peer may be cut off before it counts as dead; between sites 30s by default. "
     "Frames are then kept until they are acknowledged."},
    {"window",
     ParameterUnit::size,
     "64MiB",
     "What is kept for a peer at most, where there is patience or more than one connection; at "
     "least 64KiB.",
     {},
     INT32_MAX,
     "64KiB"},
    {"connections",
     ParameterUnit::count,
     "1",
     "To each peer, at most 64: frames take all of them.",
     {},
     tcp_connections_max},
    {"send_buffer", ParameterUnit::size, "0",
     "Of each connection, in the kernel; 0: what the kernel finds right, which it adapts."},
    {"receive_buffer", ParameterUnit::size, "0", "Likewise, for what comes."},
}};

/// Whether it is a session, and of how many connections.
std::string agreed_of_tcp(const topology::LinkClass& link, const Settings& settings);

inline constexpr DeviceInfo tcp_info = {"tcp", DeviceRole::carrier,
                                        "Carries frames between processes over TCP.",
                                        tcp_parameters, agreed_of_tcp};

}  // namespace isthmus::fabric
