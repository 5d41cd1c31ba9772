// isthmus/fabric/carrier/mpi/mpi_info.hpp: the MPI carrier's name and parameters.
#pragma once

#include "isthmus/fabric/settings.hpp"

namespace isthmus::engine::fabric {

inline constexpr DeviceInfo mpi_info = {
    "mpi", DeviceRole::carrier, "Carries frames between processes that MPI has started, over MPI."};

}  // namespace isthmus::engine::fabric
