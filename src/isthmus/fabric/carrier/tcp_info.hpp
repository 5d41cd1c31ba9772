// isthmus/fabric/carrier/tcp_info.hpp: the TCP carrier's name and parameters.
#pragma once

#include "isthmus/fabric/settings.hpp"

namespace isthmus::fabric {

inline constexpr DeviceInfo tcp_info = {"tcp", DeviceRole::carrier,
                                        "Carries frames between processes over TCP."};

}  // namespace isthmus::fabric
