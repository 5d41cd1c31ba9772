#include "isthmus/base/input_file.hpp"

#include <sys/stat.h>

namespace isthmus::engine {

Expected<void> check_readable(const std::string& path, const std::string& kind) {
  struct stat status{};
  if (::stat(path.c_str(), &status) != 0) return {};
  if (S_ISDIR(status.st_mode)) return fail(ErrorCode::bad_input, "is a directory", path, kind);
  const bool is_device = S_ISCHR(status.st_mode) || S_ISBLK(status.st_mode);
  if (is_device && path != "/dev/stdin") {
    return fail(ErrorCode::bad_input, "is a device", path, kind);
  }
  return {};
}

}  // namespace isthmus::engine
