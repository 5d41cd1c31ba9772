// isthmus/runtime/alerts.hpp: where a process's alerts go.
#pragma once

#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "isthmus/base/atomic.hpp"
#include "isthmus/base/log.hpp"
#include "isthmus/bootstrap/membership.hpp"
#include "isthmus/network/alert.hpp"
#include "isthmus/object/callback.hpp"
#include "isthmus/object/objects.hpp"
#include "isthmus/sched/pe.hpp"

namespace isthmus::engine::runtime {

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
  /// In the process of PE 0, before its PEs step: calls `follower` on PE 0 with each alert, and
  /// with the word of what ends the job at once.
  void follow(std::function<void(const Alert& alert)> follower) { follower_ = std::move(follower); }
  /// On PE 0: of an alert that the job ends with. The log says that by itself.
  void tell_last(const Alert& alert) const {
    if (follower_) follower_(alert);
  }

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
  std::function<void(const Alert& alert)> follower_;
  Atomic<bool> has_raised_ = false;
  Mutex lock_;
  std::vector<Alert> raised_;  // under the lock; on their way to the first PE
};

}  // namespace isthmus::engine::runtime
