#include "isthmus/door/jobs_directory.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>

namespace isthmus::engine::door {

namespace {

bool is_directory(const std::string& path) {
  struct stat status{};
  return stat(path.c_str(), &status) == 0 && S_ISDIR(status.st_mode);
}

}  // namespace

Expected<JobsDirectory> JobsDirectory::open(const std::string& runtime_directory,
                                            const std::string& shared_directory) {
  const uid_t user = geteuid();
  const bool has_own = runtime_directory.starts_with('/') && is_directory(runtime_directory);
  const std::string path = has_own ? runtime_directory + "/isthmus"
                                   : shared_directory + "/isthmus-" + std::to_string(user);
  if (mkdir(path.c_str(), 0700) != 0 && errno != EEXIST) {
    return fail(ErrorCode::io, with_errno("cannot make the directory of running jobs", errno),
                path);
  }
  Socket directory(::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
  struct stat status{};
  if (!directory || fstat(directory.descriptor(), &status) != 0) {
    return fail(ErrorCode::io, with_errno("cannot open the directory of running jobs", errno),
                path);
  }
  if (status.st_uid != user || (status.st_mode & 077) != 0) {
    return fail(ErrorCode::io, "others have a hand in the directory of running jobs", path,
                "a directory of user " + std::to_string(user) + " that nobody else may enter");
  }
  return JobsDirectory(path, std::move(directory));
}

std::string JobsDirectory::short_path(const std::string& file_name) const {
  return "/proc/self/fd/" + std::to_string(directory_.descriptor()) + "/" + file_name;
}

}  // namespace isthmus::engine::door
