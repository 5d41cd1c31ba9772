// isthmus/base/log.hpp: lines for people, to standard error.
#pragma once

#include <string_view>

namespace isthmus::engine {

enum class LogLevel { debug, info, warning, error };

/// Where log lines go. Any thread may call; a line is written whole.
class Log {
 public:
  virtual ~Log() = default;
  virtual void write(LogLevel level, std::string_view line) = 0;

  void info(std::string_view line) { write(LogLevel::info, line); }
  void warning(std::string_view line) { write(LogLevel::warning, line); }
  void error(std::string_view line) { write(LogLevel::error, line); }
};

/// "isthmus: line" on standard error, from `least` up. One write call a line, so lines of several
/// processes do not mix.
class StderrLog final : public Log {
 public:
  explicit StderrLog(LogLevel least = LogLevel::info) : least_(least) {}
  void write(LogLevel level, std::string_view line) override;

 private:
  LogLevel least_;
};

}  // namespace isthmus::engine
