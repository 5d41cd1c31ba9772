// isthmus/sched/timers.hpp: things to do at a later time.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "isthmus/base/clock.hpp"

namespace isthmus::engine::sched {

/// Pending actions by time. For one thread.
class Timers {
 public:
  using Action = std::function<void()>;

  /// Runs `action` once, in the first fire() at or after `at_ns`.
  void add(TimeNs at_ns, Action action);
  /// Runs what is due, in order of time, then of addition; returns how many ran.
  int fire(TimeNs now_ns);
  /// When the next one is due; never_ns if none.
  TimeNs deadline_ns() const { return heap_.empty() ? never_ns : heap_.front().at_ns; }
  std::size_t size() const { return heap_.size(); }

 private:
  struct Timer {
    TimeNs at_ns;
    std::uint64_t order;
    Action action;
  };

  std::vector<Timer> heap_;
  std::uint64_t added_ = 0;
};

}  // namespace isthmus::engine::sched
