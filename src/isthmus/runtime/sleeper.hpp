// isthmus/runtime/sleeper.hpp: how the thread that drives a PE sleeps, and is woken.
#pragma once

#include <vector>

#include "isthmus/base/clock.hpp"
#include "isthmus/sched/mailbox.hpp"

namespace isthmus::engine::runtime {

/// A doorbell made of an eventfd, so that a PE can sleep on its mailbox and on sockets at once.
class Sleeper final : public sched::Doorbell {
 public:
  Sleeper();
  ~Sleeper() override;
  Sleeper(const Sleeper&) = delete;
  Sleeper& operator=(const Sleeper&) = delete;

  /// Any thread; one system call.
  void ring() override;

  /// Before the first sleep: this descriptor, which outlives the last one, wakes, too.
  void watch(int descriptor) { watched_.push_back(descriptor); }

  /// The owner's thread: returns when the bell rings, or rang since the last sleep, when one of
  /// these or of the watched descriptors is readable, or after `timeout_ns`; never_ns for no limit.
  void sleep(const std::vector<int>& descriptors, TimeNs timeout_ns);

 private:
  int event_;
  std::vector<int> watched_;
};

}  // namespace isthmus::engine::runtime
