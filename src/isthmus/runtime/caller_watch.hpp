// isthmus/runtime/caller_watch.hpp: hears who calls a process, also of an epoch's end.
#pragma once

#include "isthmus/base/clock.hpp"
#include "isthmus/bootstrap/reconnect/reconnect_service.hpp"
#include "isthmus/runtime/process.hpp"
#include "isthmus/sched/pe.hpp"

namespace isthmus::engine::runtime {

/// Serves those who call a process, whatever carriers it has: strangers are sent away. A process
/// that has lost another one calls those that are left, which may not have noticed: this interrupts
/// the process then. Work of one of its PEs, on whose thread all is done; never blocks.
/// While nobody calls it costs a look at the time of a step, and a system call every `look_ns`.
class CallerWatch final : public sched::WorkSource {
 public:
  static constexpr TimeNs look_ns = 2'000'000;

  /// Both outlive it.
  CallerWatch(Process& process, bootstrap::ReconnectService& reconnect_service)
      : process_(process), reconnect_service_(reconnect_service) {}
  CallerWatch(const CallerWatch&) = delete;
  CallerWatch& operator=(const CallerWatch&) = delete;

  int poll(sched::Pe& pe, TimeNs now_ns, bool idle) override;
  TimeNs deadline_ns() const override;
  /// Becomes readable when somebody calls.
  int descriptor() const { return reconnect_service_.descriptor(); }

 private:
  Process& process_;
  bootstrap::ReconnectService& reconnect_service_;
  TimeNs next_look_ns_ = 0;
};

}  // namespace isthmus::engine::runtime
