// isthmus/thread/bell.hpp: by which a thread that is none of the runtime's calls for a PE.
#pragma once

#include <atomic>
#include <functional>

#include "isthmus/base/clock.hpp"
#include "isthmus/sched/pe.hpp"

namespace isthmus::engine {

/// Has a function called on a PE, between two messages, soon after it was rung; once, however often
/// that was meanwhile. Made on the PE's thread; lives as long as the PE.
class Bell final : private sched::WorkSource {
 public:
  /// `may_ring`: whether there is anybody who could. A job in which nothing happens has not come to
  /// a standstill as long as somebody may. Called on any PE of the process.
  Bell(sched::Pe& pe, std::function<void()> answer, std::function<bool()> may_ring);
  ~Bell() override;
  Bell(const Bell&) = delete;
  Bell& operator=(const Bell&) = delete;

  /// Any thread; wakes the PE where it sleeps, and does not wait for it.
  void ring() {
    is_rung_.store(true);
    pe_.mailbox().nudge();
  }
  /// Any thread: whether that is so of any bell of this process.
  static bool any_may_ring();

 private:
  int poll(sched::Pe&, TimeNs, bool) override {
    if (!is_rung_.load(std::memory_order_relaxed)) return 0;
    is_rung_.store(false);
    answer_();
    return 1;
  }
  /// A PE that is about to sleep looks here once more.
  TimeNs deadline_ns() const override { return is_rung_.load() ? 0 : never_ns; }

  sched::Pe& pe_;
  std::function<void()> answer_;
  std::function<bool()> may_ring_;
  std::atomic<bool> is_rung_ = false;
};

}  // namespace isthmus::engine
