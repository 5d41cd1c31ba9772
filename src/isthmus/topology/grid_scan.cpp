#include "isthmus/topology/grid_scan.hpp"

namespace isthmus::engine::topology {

Expected<void> scan_grid_text(std::string_view text, const std::string& file_name) {
  if (text.size() > file_bytes_max) {
    return fail(ErrorCode::bad_input, "the grid file is too large", file_name, "at most 64 MiB");
  }
  int line = 1;
  int dots = 0;
  for (const char c : text) {
    if (c == '\n') {
      ++line;
      dots = 0;
    } else if (c == '.' && ++dots > line_dots_max) {
      return fail(ErrorCode::bad_input, "a line has too many dots",
                  file_name + ":" + std::to_string(line),
                  "at most " + std::to_string(line_dots_max));
    }
  }
  return {};
}

}  // namespace isthmus::engine::topology
