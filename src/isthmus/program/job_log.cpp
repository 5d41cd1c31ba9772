#include "isthmus/program/job_log.hpp"

#include <utility>

namespace isthmus::program {

Expected<JobLog> JobLog::open(const Options& options) {
  const LogLevel least = options.quiet ? LogLevel::error : LogLevel::info;
  JobLog log(least);
  log.writes_standard_error_ = options.log_to != LogTo::system;
  if (options.log_to == LogTo::standard_error) return log;
  auto system = SystemLog::open(least);
  if (!system) return forward_error(system);
  log.system_ = std::move(*system);
  return log;
}

void JobLog::write(LogLevel level, std::string_view line) {
  if (writes_standard_error_) standard_error_.write(level, line);
  if (system_ != nullptr) system_->write(level, line);
}

void JobLog::conclude(const Error& failure) {
  if (system_ != nullptr) system_->error(failure.text());
}

}  // namespace isthmus::program
