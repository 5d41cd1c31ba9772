#include "mesh/output/new_file.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstddef>
#include <cstdio>
#include <filesystem>
#include <system_error>
#include <utility>

namespace isthmus::mesh {

namespace {

namespace fs = std::filesystem;

std::string folder_of(const std::string& path) {
  const std::string folder = fs::path(path).parent_path().string();
  return folder.empty() ? "." : folder;
}

/// Its content is on the disk when this returns; 0, or the error's number.
int settle(const std::string& path, int flags) {
  const int file = ::open(path.c_str(), flags | O_CLOEXEC);
  if (file < 0) return errno;
  const int error = ::fsync(file) != 0 ? errno : 0;
  ::close(file);
  return error;
}

}  // namespace

std::unexpected<Error> cannot_write(const std::string& path, int error_number) {
  return fail(ErrorCode::io, with_errno("cannot write", error_number), path);
}

NewFile::NewFile(std::string path) : path_(std::move(path)), unfinished_(path_ + ".unfinished") {}

NewFile::~NewFile() {
  if (!is_kept_) ::unlink(unfinished_.c_str());
}

Expected<void> NewFile::prepare(std::uint64_t bytes) const {
  std::error_code error;
  const std::string folder = folder_of(path_);
  fs::create_directories(folder, error);
  if (error) {
    return fail(ErrorCode::io, with_errno("cannot make the folder", error.value()), folder);
  }
  const fs::space_info space = fs::space(folder, error);
  if (!error && space.available < bytes) {
    char text[96];
    std::snprintf(text, sizeof text, "cannot write: %.3f GB are wanted, and the disk has %.3f left",
                  static_cast<double>(bytes) * 1e-9, static_cast<double>(space.available) * 1e-9);
    return fail(ErrorCode::io, text, path_);
  }
  return {};
}

Expected<void> NewFile::keep() {
  if (const int error = settle(unfinished_, O_RDONLY)) return cannot_write(path_, error);
  if (::rename(unfinished_.c_str(), path_.c_str()) != 0) return cannot_write(path_, errno);
  is_kept_ = true;
  if (const int error = settle(folder_of(path_), O_RDONLY | O_DIRECTORY)) {
    return cannot_write(path_, error);
  }
  return {};
}

Expected<void> write_text_file(const std::string& path, std::string_view text) {
  NewFile file(path);
  if (auto ready = file.prepare(text.size()); !ready) return ready;
  const int to = ::open(file.unfinished().c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  if (to < 0) return cannot_write(path, errno);
  int error = 0;
  for (std::size_t at = 0; at < text.size() && error == 0;) {
    const ssize_t written = ::write(to, text.data() + at, text.size() - at);
    if (written >= 0) {
      at += static_cast<std::size_t>(written);
    } else if (errno != EINTR) {
      error = errno;
    }
  }
  ::close(to);
  if (error != 0) return cannot_write(path, error);
  return file.keep();
}

}  // namespace isthmus::mesh
