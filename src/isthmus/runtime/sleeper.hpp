// isthmus/runtime/sleeper.hpp: how the thread that drives a PE sleeps, and is woken.
#pragma once

#include <vector>

#include "isthmus/base/clock.hpp"
#include "isthmus/sched/mailbox.hpp"

namespace isthmus::runtime {

/// A doorbell made of an eventfd, so that a PE can sleep on its mailbox and on sockets at once.
class Sleeper final : public sched::Doorbell {
 public:
  Sleeper();
  ~Sleeper() override;
  Sleeper(const Sleeper&) = delete;
  Sleeper& operator=(const Sleeper&) = delete;

  /// Any thread; one system call.
  void ring() override;

  /// The owner's thread: returns when the bell rings, or rang since the last sleep, when one of the
  /// descriptors is readable, or after `timeout_ns`; never_ns for no limit.
  void sleep(const std::vector<int>& descriptors, TimeNs timeout_ns);

 private:
  int event_;
};

}  // namespace isthmus::runtime
