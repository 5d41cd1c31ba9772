// isthmus/runtime/warning_signal.hpp: signals that tell a process that it will be ended.
#pragma once

#include "isthmus/base/clock.hpp"
#include "isthmus/base/socket.hpp"
#include "isthmus/runtime/process.hpp"
#include "isthmus/sched/pe.hpp"

namespace isthmus::engine::runtime {

/// As long as it lives, the first SIGTERM and the first SIGUSR1 of this operating-system process
/// are noted; a second one has its usual effect. One at a time.
class WarningSignal {
 public:
  WarningSignal();
  ~WarningSignal();
  WarningSignal(const WarningSignal&) = delete;
  WarningSignal& operator=(const WarningSignal&) = delete;

  /// Any thread.
  static bool has_come();
  /// Somebody else warns: as if a signal had come. Any thread, where there is one of these.
  static void note();
  /// Becomes readable when one has come, and stays so until `quiet`.
  int descriptor() const { return event_.descriptor(); }
  /// It wakes nobody any more.
  void quiet() const;

 private:
  Socket event_;  // no socket, but a descriptor that is owned as one
};

/// In an epoch: has the process leave, or else the job take a checkpoint, when the signal has come.
/// Work of the process's first PE.
class WarningWatch final : public sched::WorkSource {
 public:
  /// Both outlive it.
  WarningWatch(const WarningSignal& signal, Process& process, bool leaves)
      : signal_(signal), process_(process), leaves_(leaves) {}
  WarningWatch(const WarningWatch&) = delete;
  WarningWatch& operator=(const WarningWatch&) = delete;

  int poll(sched::Pe& pe, TimeNs now_ns, bool idle) override;
  TimeNs deadline_ns() const override { return never_ns; }

 private:
  const WarningSignal& signal_;
  Process& process_;
  const bool leaves_;
  bool has_asked_ = false;
};

}  // namespace isthmus::engine::runtime
