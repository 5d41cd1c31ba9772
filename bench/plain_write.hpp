// bench/plain_write.hpp: what goes to a disk without anybody between.
#pragma once

#include <fcntl.h>
#include <unistd.h>

#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include "harness.hpp"

namespace bench {

/// So many bytes to a new file, with fsync, in seconds. The file is gone afterwards. Ends the
/// program where that cannot be.
inline double plain_write_s(const std::string& path, std::size_t all_bytes) {
  const std::vector<char> bytes(all_bytes, 'x');
  const double begin_ns = now_ns();
  const int file = ::open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
  std::size_t at = 0;
  while (file >= 0 && at < bytes.size()) {
    const ssize_t written = ::write(file, bytes.data() + at, bytes.size() - at);
    if (written <= 0) break;
    at += static_cast<std::size_t>(written);
  }
  if (file < 0 || at < bytes.size() || ::fsync(file) != 0) {
    std::perror(path.c_str());
    std::exit(1);
  }
  ::close(file);
  const double taken_s = (now_ns() - begin_ns) * 1e-9;
  ::unlink(path.c_str());
  return taken_s;
}

}  // namespace bench
