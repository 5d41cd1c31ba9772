// isthmus/base/system_log.hpp: log lines for the machine's own log.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include "isthmus/base/atomic.hpp"
#include "isthmus/base/error.hpp"
#include "isthmus/base/log.hpp"
#include "isthmus/base/socket.hpp"

namespace isthmus::engine {

/// "isthmus[PID]: warning: line" to the machine's syslog (RFC 3164, facility user), from `least`
/// up, in place of the alert devices `hdralert` and `syslog` of Koenig (2003), table 4.2: the
/// system adds date and machine. Never blocks: a line that the system does not take, because its
/// log is full or has ended, goes to standard error, and the next one is tried again.
class SystemLog final : public Log {
 public:
  /// Where syslog(3) writes to.
  static constexpr const char* usual_path = "/dev/log";

  /// ErrorCode::io where nobody listens at that socket.
  static Expected<std::unique_ptr<SystemLog>> open(LogLevel least,
                                                   const std::string& path = usual_path);
  void write(LogLevel level, std::string_view line) override;

 private:
  SystemLog(LogLevel least, std::string path) : least_(least), path_(std::move(path)) {}
  Expected<void> connect();
  bool send(const std::string& text) const;

  const LogLevel least_;
  const std::string path_;
  Mutex lock_;
  Socket socket_;  // under the lock
};

}  // namespace isthmus::engine
