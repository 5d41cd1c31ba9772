// isthmus/door/jobs_directory.hpp: where the running jobs of a user on this machine are noted.
#pragma once

#include <sys/types.h>

#include <string>

#include "isthmus/base/error.hpp"
#include "isthmus/base/socket.hpp"

namespace isthmus::engine::door {

/// A directory that its owner alone can enter; docs/formats/job-door.md says what is in it. What
/// was checked is held open, so that nobody puts another one in its place.
class JobsDirectory {
 public:
  /// `isthmus` below `runtime_directory` where that is an absolute path of a directory
  /// (XDG_RUNTIME_DIR), else below `shared_directory` one named by the user's id. Made where there
  /// is none. ErrorCode::io where it belongs to somebody else, or others may enter it.
  static Expected<JobsDirectory> open(const std::string& runtime_directory,
                                      const std::string& shared_directory = "/tmp");

  const std::string& path() const { return path_; }
  int descriptor() const { return directory_.descriptor(); }
  /// A path to one of its files that is short enough for the address of a socket.
  std::string short_path(const std::string& file_name) const;

 private:
  JobsDirectory(std::string path, Socket directory)
      : path_(std::move(path)), directory_(std::move(directory)) {}

  std::string path_;
  Socket directory_;  // no socket, but a descriptor that is owned as one
};

}  // namespace isthmus::engine::door
