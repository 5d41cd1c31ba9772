#include "isthmus/base/log.hpp"

#include <unistd.h>

#include <string>

namespace isthmus::engine {

void StderrLog::write(LogLevel level, std::string_view line) {
  if (level < least_) return;
  std::string whole = "isthmus: ";
  if (level == LogLevel::warning) whole += "warning: ";
  if (level == LogLevel::error) whole += "error: ";
  whole += line;
  whole += '\n';
  // A failing standard error leaves nobody to tell.
  [[maybe_unused]] auto written = ::write(STDERR_FILENO, whole.data(), whole.size());
}

}  // namespace isthmus::engine
