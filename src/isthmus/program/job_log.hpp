// isthmus/program/job_log.hpp: where the lines of a process's log go, as its user wants it.
#pragma once

#include <memory>
#include <string_view>

#include "isthmus/base/atomic.hpp"
#include "isthmus/base/error.hpp"
#include "isthmus/base/log.hpp"
#include "isthmus/base/system_log.hpp"
#include "isthmus/base/verbs.hpp"
#include "isthmus/program/options.hpp"

namespace isthmus::engine::program {

/// Standard error, the machine's own log, or both; from info up, or from errors up where the user
/// wants quiet. Any thread.
class JobLog final : public Log {
 public:
  /// ErrorCode::io where the machine's log is wanted, and there is none.
  static Expected<JobLog> open(const Options& options);

  void write(LogLevel level, std::string_view line) override;
  /// Adds `log-level`.
  void add_verbs(Verbs& verbs);
  /// What ends the job, of which the user is told on standard error in any case.
  void conclude(const Error& failure);

 private:
  explicit JobLog(LogLevel least) : least_(std::make_unique<Atomic<LogLevel>>(least)) {}

  std::unique_ptr<Atomic<LogLevel>> least_;
  StderrLog standard_error_{LogLevel::debug};
  bool writes_standard_error_ = true;
  std::unique_ptr<SystemLog> system_;  // null: not wanted
};

}  // namespace isthmus::engine::program
