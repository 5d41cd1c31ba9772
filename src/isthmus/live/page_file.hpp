// isthmus/live/page_file.hpp: the page that browsers are shown.
#pragma once

#include <string>
#include <vector>

namespace isthmus::engine::live {

/// The bytes of the first of these files that can be read, 8 MiB at most; else a short page that
/// says how to make one, and what there is beside it. An empty path is passed by.
std::string page_of(const std::vector<std::string>& paths);

/// The user's own, then page_places().
std::vector<std::string> page_paths(std::string own);

}  // namespace isthmus::engine::live
