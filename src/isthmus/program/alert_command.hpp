// isthmus/program/alert_command.hpp: a command of the user's that is run when something happens.
#pragma once

#include <sys/types.h>

#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "isthmus/base/clock.hpp"
#include "isthmus/base/log.hpp"
#include "isthmus/network/alert.hpp"
#include "isthmus/runtime/process.hpp"

namespace isthmus::engine::program {

/// Runs `sh -c COMMAND` with what has happened as $1 and in words as $2, and does not wait for it.
/// Of each kind at most one a minute; what comes sooner is told by the log alone. One thread.
class AlertCommand {
 public:
  static constexpr TimeNs pause_ns = 60'000'000'000;

  /// Clock and log outlive it.
  AlertCommand(std::string command, std::string program, const Clock& clock, Log& log)
      : command_(std::move(command)), program_(std::move(program)), clock_(clock), log_(log) {}
  AlertCommand(const AlertCommand&) = delete;
  AlertCommand& operator=(const AlertCommand&) = delete;
  /// Leaves what runs alone.
  ~AlertCommand() { reap(); }

  /// "link", "memory" or "stall"; nothing for what is no reason for an alert.
  static std::string_view kind_of(const Alert& alert);
  void tell(const Alert& alert);
  /// `kind` is one of those, or "loss".
  void tell(std::string_view kind, const std::string& text);

 private:
  void start(const std::string& kind, const std::string& text);
  void reap();

  const std::string command_;
  const std::string program_;
  const Clock& clock_;
  Log& log_;
  std::map<std::string, TimeNs, std::less<>> told_ns_;  // when a kind was told last
  std::vector<pid_t> running_;
};

/// Raises an alert where this process of the operating system has come to have more memory than
/// `limit_bytes`, and another one when it does so again after it had a tenth less. Looks once a
/// second, on the thread of the process's first PE, for as long as that steps.
void watch_memory(runtime::Process& process, double limit_bytes);

}  // namespace isthmus::engine::program
