#include <cerrno>
#include <filesystem>
#include <fstream>

#include "isthmus/topology/grid.hpp"
#include "isthmus/topology/grid_scan.hpp"

namespace isthmus::engine::topology {

Expected<Grid> load_grid(const std::string& path) {
  const std::string expected = "a grid file that can be read";
  std::error_code ignored;
  if (std::filesystem::is_directory(path, ignored)) {
    return fail(ErrorCode::bad_input, "is a directory", path, expected);
  }
  errno = 0;
  std::ifstream file(path, std::ios::binary);
  if (!file) return fail(ErrorCode::bad_input, with_errno("cannot open", errno), path, expected);
  std::string text;
  std::string block(64u << 10, '\0');
  while (text.size() <= file_bytes_max) {
    file.read(block.data(), static_cast<std::streamsize>(block.size()));
    text.append(block, 0, static_cast<std::size_t>(file.gcount()));
    if (!file) break;
  }
  if (file.bad())
    return fail(ErrorCode::bad_input, with_errno("cannot read", errno), path, expected);
  return read_grid(text, path);
}

}  // namespace isthmus::engine::topology
