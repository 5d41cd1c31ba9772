// isthmus/runtime/membership_changes.hpp: processes come and go while the job runs.
#pragma once

#include <functional>
#include <set>
#include <vector>

#include "isthmus/base/atomic.hpp"
#include "isthmus/base/clock.hpp"
#include "isthmus/base/error.hpp"
#include "isthmus/bootstrap/membership.hpp"
#include "isthmus/object/objects.hpp"
#include "isthmus/store/checkpoints.hpp"
#include "isthmus/topology/members.hpp"

namespace isthmus::engine::runtime {

/// Who comes and who goes, beside those who are lost, where one epoch ends and the next begins.
/// Plain data; is sent.
struct MembershipChange {
  std::vector<ProcessId> leaving = {};
  /// Into places of the topology that nobody has.
  std::vector<bootstrap::Peer> joining = {};

  bool leaves(ProcessId process) const;
};

/// A place that is kept for a process which is about to be started. Plain data; is sent.
struct PlacePromise {
  ProcessId place;
  TimeNs for_ns = 0;
};

/// Ends an epoch of its own accord: at the next point the job stops for a checkpoint, and when that
/// is whole all processes learn who is to come and go, and begin the next epoch from it, so that
/// nothing is done twice. What is wished meanwhile happens at the same point. One in each process;
/// its handlers run on the process's first PE.
class MembershipChanges {
 public:
  /// Nothing when the epoch ends for it; ErrorCode::bad_input where it cannot be, unreachable where
  /// it comes too late for this epoch. Not called where the epoch ends before, with the job or for
  /// a loss.
  using Done = std::function<void(const Expected<void>& done)>;

  /// `end_epoch` stops the process, which goes on in the next epoch; `end_process` stops it for
  /// good, and tells nobody. `keeps` tells whether it holds images in memory.
  MembershipChanges(const topology::Members& members, bool keeps, std::function<void()> end_epoch,
                    std::function<void()> end_process)
      : members_(members),
        keeps_(keeps),
        end_epoch_(std::move(end_epoch)),
        end_process_(std::move(end_process)) {}

  /// Once for each PE of the process, in order.
  void attach(Objects& objects, store::Checkpoints& checkpoints);

  /// In the process of the main program, on its first PE. `done` may be called at once.
  void request(const MembershipChange& change, Done done);

  /// There: the process ends at once, between two messages of its first PE, and the others find it
  /// lost: what was done since the last checkpoint is done again. `done` is called at once, before
  /// it ends; ErrorCode::bad_input where it cannot be.
  void end(ProcessId process, const Done& done);

  /// In any process, on its first PE: the processes wish to leave, since they have been warned that
  /// they will be ended; where there are none, a checkpoint at the next point is all. Where all
  /// leave, the job ends with the checkpoint.
  void ask(const MembershipChange& change);
  /// Where `request` is: of one that was to join, and has gone.
  void withdraw(ProcessId joining);
  /// There: the place is kept for somebody for so long. The others hear of it, as the main program,
  /// and with it whoever keeps places, may be with any of them in the next epoch.
  void tell_of_promise(ProcessId place, TimeNs for_ns);
  /// Before the first step, elsewhere: who is told of that, on the first PE.
  void set_promised(std::function<void(ProcessId place, TimeNs for_ns)> promised) {
    promised_ = std::move(promised);
  }

  /// Any thread: this process has been told, or has told the others, so that the epoch is about to
  /// end: that connections do is no news any more.
  bool is_ending() const { return is_ending_.load(std::memory_order_relaxed); }
  /// What it has been told, or has told. After the last step.
  const MembershipChange& ordered() const { return ordered_; }

 private:
  Expected<void> check(const MembershipChange& change) const;
  bool does_anybody_stay(const MembershipChange& change) const;
  void add(const MembershipChange& change, Done done);
  void order();
  void receive_wish(MessagePtr message);
  void receive_end(MessagePtr message);
  void receive_order(MessagePtr message);
  void receive_answer(MessagePtr message);
  void receive_promise(MessagePtr message);
  void conclude();

  const topology::Members& members_;
  const bool keeps_;
  const std::function<void()> end_epoch_;
  const std::function<void()> end_process_;
  Objects* first_ = nullptr;
  store::Checkpoints* checkpoints_ = nullptr;  // of the first PE
  HandlerId wish_handler_{};
  HandlerId order_handler_{};
  HandlerId answer_handler_{};
  HandlerId end_handler_{};
  HandlerId promise_handler_{};
  std::function<void(ProcessId place, TimeNs for_ns)> promised_;  // empty: nobody wants to know
  MembershipChange ordered_;
  Atomic<bool> is_ending_ = false;

  // In the process of the main program.
  MembershipChange wished_;
  bool is_closed_ = false;  // the checkpoint is being taken, by what was wished until then
  std::vector<Done> dones_;
  std::set<ProcessId> awaited_;  // who does not know yet
};

}  // namespace isthmus::engine::runtime
