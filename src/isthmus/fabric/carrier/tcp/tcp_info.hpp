// isthmus/fabric/carrier/tcp/tcp_info.hpp: the TCP carrier's name and parameters.
#pragma once

#include <array>
#include <string>
#include <string_view>

#include "isthmus/fabric/settings.hpp"

namespace isthmus::engine::fabric {

/// What `patience` is between sites where nothing is written.
inline constexpr const char* patience_between_sites = "30s";

inline constexpr std::int32_t tcp_connections_max = 64;

/// The kernel doubles what it is asked for, in an int.
inline constexpr std::string_view socket_buffer_most = "1GiB";

/// Words of the parameter `connect`.
inline constexpr std::string_view connect_when_needed = "when_needed";
inline constexpr std::string_view connect_at_start = "at_start";
inline constexpr std::array<std::string_view, 2> connect_words = {connect_when_needed,
                                                                  connect_at_start};

inline constexpr std::array<ParameterInfo, 8> tcp_parameters = {{
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
    {"send_buffer",
     ParameterUnit::size,
     "0",
     "Of each connection, in the kernel, at most 1GiB; 0: what the kernel finds right, which it "
     "adapts.",
     {},
     INT32_MAX,
     "0",
     socket_buffer_most},
    {"receive_buffer",
     ParameterUnit::size,
     "0",
     "Likewise, for what comes.",
     {},
     INT32_MAX,
     "0",
     socket_buffer_most},
    {"batched", ParameterUnit::size, "16KiB",
     "Frames up to this size, header included, may wait for others to go in one write with them."},
    {"connect", ParameterUnit::word, connect_when_needed,
     "When two processes are connected: when_needed, so when the first message goes from one to "
     "the "
     "other, or at_start; between sites at_start by default, as the way may be open one way only.",
     connect_words},
    {"networks", ParameterUnit::path, "",
     "Behind 'stripe': networks that join the machines, as in '10.0.0.0/24, 10.1.0.0/24'; over "
     "each "
     "of them there is a connection, which counts as a carrier."},
}};

/// Whether it is a session, and of how many connections.
std::string agreed_of_tcp(const topology::LinkClass& link, const Settings& settings);

inline constexpr DeviceInfo tcp_info = {"tcp", DeviceRole::carrier,
                                        "Carries frames between processes over TCP.",
                                        tcp_parameters, agreed_of_tcp};

}  // namespace isthmus::engine::fabric
