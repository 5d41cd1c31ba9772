// isthmus/runtime/warning_command.hpp: a command that tells whether a process is to be ended.
#pragma once

#include <sys/types.h>

#include <string>

#include "isthmus/base/clock.hpp"
#include "isthmus/base/log.hpp"
#include "isthmus/sched/pe.hpp"

namespace isthmus::engine::runtime {

/// For what must be polled, such as the address at which a cloud announces that it takes a machine
/// back: has the shell run a command, and again `pause_ns` after it has ended, until it ends well.
/// That is a warning as a signal is (WarningSignal, which outlives this). A command that waits by
/// itself is as good. Work of one PE, on whose thread all is done; never blocks.
class WarningCommand final : public sched::WorkSource {
 public:
  static constexpr TimeNs pause_ns = 5'000'000'000;
  static constexpr TimeNs look_ns = 50'000'000;  ///< Between two looks whether it has ended.

  /// The log outlives it.
  WarningCommand(std::string command, Log& log) : command_(std::move(command)), log_(log) {}
  /// A command that still runs is killed.
  ~WarningCommand() override;
  WarningCommand(const WarningCommand&) = delete;
  WarningCommand& operator=(const WarningCommand&) = delete;

  int poll(sched::Pe& pe, TimeNs now_ns, bool idle) override;
  TimeNs deadline_ns() const override { return next_ns_; }

 private:
  void start(TimeNs now_ns);
  void look(TimeNs now_ns);

  const std::string command_;
  Log& log_;
  pid_t child_ = -1;    // -1: none runs
  TimeNs next_ns_ = 0;  // when there is something to do
};

}  // namespace isthmus::engine::runtime
