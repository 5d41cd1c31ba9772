// isthmus/fabric/carrier/shm/shm_info.hpp: the shared-memory carrier's name and parameters.
#pragma once

#include "isthmus/fabric/settings.hpp"

namespace isthmus::engine::fabric {

inline constexpr DeviceInfo shm_info = {
    "shm", DeviceRole::carrier,
    "Carries frames between processes of one machine in shared memory."};

}  // namespace isthmus::engine::fabric
