// isthmus/fabric/carrier/module_directories.hpp: where carriers' modules lie.
#pragma once

#include <string>
#include <vector>

namespace isthmus::engine::fabric {

/// The first that has a module is taken.
std::vector<std::string> module_directories();

}  // namespace isthmus::engine::fabric
