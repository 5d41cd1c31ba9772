// isthmus/program/job_log.hpp: where the lines of a process's log go, as its user wants it.
#pragma once

#include <memory>
#include <string_view>

#include "isthmus/base/error.hpp"
#include "isthmus/base/log.hpp"
#include "isthmus/base/system_log.hpp"
#include "isthmus/program/options.hpp"

namespace isthmus::program {

/// Standard error, the machine's own log, or both; from info up, or from errors up where the user
/// wants quiet. Any thread.
class JobLog final : public Log {
 public:
  /// ErrorCode::io where the machine's log is wanted, and there is none.
  static Expected<JobLog> open(const Options& options);

  void write(LogLevel level, std::string_view line) override;
  /// What ends the job, of which the user is told on standard error in any case.
  void conclude(const Error& failure);

 private:
  explicit JobLog(LogLevel least) : standard_error_(least) {}

  StderrLog standard_error_;
  bool writes_standard_error_ = true;
  std::unique_ptr<SystemLog> system_;  // null: not wanted
};

}  // namespace isthmus::program
