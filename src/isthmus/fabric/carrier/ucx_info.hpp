// isthmus/fabric/carrier/ucx_info.hpp: the UCX carrier's name and parameters.
#pragma once

#include "isthmus/fabric/settings.hpp"

namespace isthmus::fabric {

inline constexpr DeviceInfo ucx_info = {
    "ucx", DeviceRole::carrier,
    "Carries frames between processes over the fastest network that UCX finds."};

}  // namespace isthmus::fabric
