// isthmus/runtime/alerts.hpp: where a process's alerts go.
#pragma once

#include <string>
#include <vector>

#include "isthmus/base/atomic.hpp"
#include "isthmus/base/log.hpp"
#include "isthmus/bootstrap/membership.hpp"
#include "isthmus/network/alert.hpp"
#include "isthmus/object/callback.hpp"
#include "isthmus/object/objects.hpp"
#include "isthmus/sched/pe.hpp"

namespace isthmus::runtime {

/// Alerts of one process: into its log at once, and by way of messages to PE 0, where the main
/// program may have said who else wants them. Those of a process that is cut off come there late.
class Alerts final : public sched::WorkSource {
 public:
  /// `peers` are all processes by rank, for texts; may be empty. The log outlives this.
  Alerts(const std::vector<bootstrap::Peer>& peers, Log& log) : peers_(peers), log_(log) {}

  /// Once for each PE of the process, in order; they outlive the last alert.
  void attach(Objects& objects);
  /// Any thread, also under a chain's lock. Logs and tells.
  void raise(Alert alert);
  /// On PE 0: whoever it is gets each alert that comes from now on.
  void watch(const CallbackTarget& target) { watchers_.push_back(target); }

  int poll(sched::Pe& pe, TimeNs now_ns, bool idle) override;
  TimeNs deadline_ns() const override {
    return has_raised_.load(std::memory_order_relaxed) ? 0 : never_ns;
  }

 private:
  std::string text_of(const Alert& alert) const;
  void receive(MessagePtr message);

  const std::vector<bootstrap::Peer>& peers_;
  Log& log_;
  Objects* first_ = nullptr;
  HandlerId handler_{};
  std::vector<CallbackTarget> watchers_;
  Atomic<bool> has_raised_ = false;
  Mutex lock_;
  std::vector<Alert> raised_;  // under the lock; on their way to the first PE
};

}  // namespace isthmus::runtime
