// isthmus/fabric/carrier/stripe/stripe_info.hpp: the name and parameters of the carrier made of
// several.
#pragma once

#include <array>

#include "isthmus/fabric/settings.hpp"

namespace isthmus::engine::fabric {

inline constexpr std::array<ParameterInfo, 2> stripe_parameters = {{
    {"patience",
     ParameterUnit::duration,
     "10s",
     "How long one carrier may bring nothing while others do before it is given up; at least "
     "100ms.",
     {},
     INT32_MAX,
     "100ms"},
    {"window",
     ParameterUnit::size,
     "64MiB",
     "What is kept for a peer at most until it has acknowledged it; at least 64KiB.",
     {},
     INT32_MAX,
     "64KiB"},
}};

inline constexpr DeviceInfo stripe_info = {
    "stripe", DeviceRole::carrier,
    "Makes one carrier of those behind it: frames take all of them, and losing one loses nothing.",
    stripe_parameters};

}  // namespace isthmus::engine::fabric
