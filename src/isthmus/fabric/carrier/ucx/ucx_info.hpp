// isthmus/fabric/carrier/ucx/ucx_info.hpp: the UCX carrier's name and parameters.
#pragma once

#include <array>

#include "isthmus/fabric/settings.hpp"

namespace isthmus::engine::fabric {

inline constexpr std::array<ParameterInfo, 1> ucx_parameters = {{
    {"eager", ParameterUnit::size, "24KiB",
     "Frames up to this size, header included, are sent at once; the receiver fetches larger ones "
     "from where they lie."},
}};

inline constexpr DeviceInfo ucx_info = {
    "ucx", DeviceRole::carrier,
    "Carries frames between processes over the fastest network that UCX finds.", ucx_parameters};

}  // namespace isthmus::engine::fabric
