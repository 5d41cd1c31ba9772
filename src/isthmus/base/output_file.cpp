#include "isthmus/base/output_file.hpp"

#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <filesystem>

namespace isthmus::engine {

Expected<void> check_writable(const std::string& path, const std::string& option) {
  if (path.empty()) return {};
  const auto refuse = [&](const std::string& why) {
    return fail(ErrorCode::bad_input, "cannot write '" + path + "': " + why, option,
                "a file in a folder that is there and can be written to");
  };
  const auto refuse_by_errno = [&](const std::string& what, int error_number) {
    const std::string text = with_errno(what, error_number);
    return refuse(what.empty() ? text.substr(2) : text);
  };
  struct stat status{};
  if (::stat(path.c_str(), &status) == 0) {
    if (S_ISDIR(status.st_mode)) return refuse("it is a folder");
    if (::access(path.c_str(), W_OK) != 0) return refuse_by_errno("", errno);
    return {};
  }
  std::filesystem::path folder = std::filesystem::path(path).parent_path();
  if (folder.empty()) folder = ".";
  if (::stat(folder.c_str(), &status) != 0) return refuse_by_errno(folder.string(), errno);
  if (!S_ISDIR(status.st_mode)) return refuse(folder.string() + " is not a folder");
  if (::access(folder.c_str(), W_OK | X_OK) != 0) return refuse_by_errno(folder.string(), errno);
  return {};
}

}  // namespace isthmus::engine
