// isthmus/live/page_places.hpp: where the page's one file may lie.
#pragma once

#include <string>
#include <vector>

namespace isthmus::engine::live {

/// In the build and in the installation, best first.
std::vector<std::string> page_places();

}  // namespace isthmus::engine::live
