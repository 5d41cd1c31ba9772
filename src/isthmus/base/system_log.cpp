#include "isthmus/base/system_log.hpp"

#include <sys/un.h>
#include <syslog.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <mutex>

namespace isthmus::engine {

namespace {

/// What every system's log takes in one piece.
constexpr std::size_t text_bytes_max = 8'000;

int severity_of(LogLevel level) {
  switch (level) {
    case LogLevel::debug:
      return LOG_DEBUG;
    case LogLevel::info:
      return LOG_INFO;
    case LogLevel::warning:
      return LOG_WARNING;
    case LogLevel::error:
      return LOG_ERR;
  }
  return LOG_INFO;
}

}  // namespace

Expected<std::unique_ptr<SystemLog>> SystemLog::open(LogLevel least, const std::string& path) {
  std::unique_ptr<SystemLog> log(new SystemLog(least, path));
  if (auto connected = log->connect(); !connected) return forward_error(connected);
  return log;
}

Expected<void> SystemLog::connect() {
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  socket_ = Socket(::socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
  const bool fits = path_.size() < sizeof(address.sun_path);
  if (fits) std::memcpy(address.sun_path, path_.c_str(), path_.size() + 1);
  errno = fits ? 0 : ENAMETOOLONG;
  if (fits && socket_ &&
      ::connect(socket_.descriptor(), reinterpret_cast<const sockaddr*>(&address),
                sizeof(address)) == 0) {
    return {};
  }
  const int error_number = errno;
  socket_.close();
  return fail(ErrorCode::io, with_errno("cannot reach the system's log", error_number), path_,
              "a syslog daemon on this machine");
}

bool SystemLog::send(const std::string& text) const {
  return socket_ && ::send(socket_.descriptor(), text.data(), text.size(), MSG_NOSIGNAL) >= 0;
}

void SystemLog::write(LogLevel level, std::string_view line) {
  if (level < least_) return;
  std::string text = "<" + std::to_string(LOG_USER | severity_of(level)) + ">isthmus[" +
                     std::to_string(::getpid()) + "]: ";
  if (level == LogLevel::warning) text += "warning: ";
  if (level == LogLevel::error) text += "error: ";
  text += line.substr(0, text_bytes_max);
  // A line is an entry of its own.
  std::ranges::replace(text, '\n', ' ');
  const std::lock_guard lock(lock_);
  if (send(text)) return;
  // The daemon may have been started anew.
  const bool may_be_back = errno != EAGAIN && errno != EWOULDBLOCK;
  if (may_be_back && connect() && send(text)) return;
  StderrLog(least_).write(level, line);
}

}  // namespace isthmus::engine
