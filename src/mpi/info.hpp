// mpi/info.hpp: pairs of names and values that programs hand over as hints.
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace isthmus::engine::mpi {

/// In the order in which they were set.
using Info = std::vector<std::pair<std::string, std::string>>;

}  // namespace isthmus::engine::mpi
