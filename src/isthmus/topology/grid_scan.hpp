// isthmus/topology/grid_scan.hpp: what a grid file's text is refused for before the TOML parser
// sees it. Not for other rooms.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "isthmus/base/error.hpp"

namespace isthmus::engine::topology {

inline constexpr std::size_t file_bytes_max = 64u << 20;
inline constexpr int line_dots_max = 500;

/// The parser and its tables recurse as deep as keys are dotted. So a text is refused that has too
/// many dots in a line, or is too large. Any bytes may be given.
Expected<void> scan_grid_text(std::string_view text, const std::string& file_name);

}  // namespace isthmus::engine::topology
