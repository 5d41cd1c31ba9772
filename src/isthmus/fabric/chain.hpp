// isthmus/fabric/chain.hpp: a stack of devices as the PEs of a process use it.
#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <set>
#include <vector>

#include "isthmus/base/atomic.hpp"
#include "isthmus/base/clock.hpp"
#include "isthmus/fabric/device.hpp"
#include "isthmus/fabric/stack_switch.hpp"
#include "isthmus/fabric/wire.hpp"
#include "isthmus/message/pool.hpp"
#include "isthmus/message/region.hpp"
#include "isthmus/trace/counters.hpp"

namespace isthmus::engine::fabric {

/// Owns the devices of one link class in one process and takes any frame at any time: marshals it
/// where it must, and keeps it while its device is busy; takes the bundles apart that come. Any
/// PE's thread may call send and poll; one lock guards the devices.
///
/// The receiver is called from send and poll, under the lock, on whatever thread calls: it hands
/// the message on to a PE's mailbox and never calls the chain. A lost peer is told once, from poll,
/// and later frames to it are discarded and counted.
///
/// The backlog of busy peers has no bound of its own, for a program's sends cannot be refused: who
/// uses the chain is told when it is overfull, and sends less. `frames_busy` counts what went
/// through it.
class Chain final : private Receiver {
 public:
  /// A busy PE polls sockets at most this often: a system call costs about a message's work.
  static constexpr TimeNs poll_interval_ns = 20'000;
  /// In messages, where a frame counts as many as those of the last polls held: what is taken at
  /// once had better fit the nearest cache.
  static constexpr int default_budget = 64;
  /// For poll: sends go on, and nothing that has come is taken.
  static constexpr int sends_only = 0;

  struct Options {
    WireLimits limits = {};  ///< For what a bundle has in it; what is sent has their epoch.
    /// While more waits for room the chain is overfull, until half of that is gone.
    std::size_t backlog_bytes_max = SIZE_MAX;
    /// Called under the lock whenever it becomes overfull, or is so no longer; never calls back.
    std::function<void(bool is_overfull)> overfull_changed = {};
    /// Where payloads may be received, as far as the devices let them; null: nowhere. Outlives the
    /// chain.
    const Regions* regions = nullptr;
  };

  /// `self` is the process that the chain lives in; `receiver` and `counters` outlive the chain.
  Chain(std::unique_ptr<Device> top, ProcessId self, Receiver& receiver,
        trace::LinkCounters& counters, Options options);
  /// Without limits.
  Chain(std::unique_ptr<Device> top, ProcessId self, Receiver& receiver,
        trace::LinkCounters& counters);
  Chain(const Chain&) = delete;
  Chain& operator=(const Chain&) = delete;

  /// Sends, or queues behind frames to the same peer that wait already. `now_ns` should be read for
  /// this call: the emulated latency of a frame inside the process counts from it. `pool` is the
  /// calling PE's and takes part in marshalling. True when the deadline moved forward, so that a
  /// PE that sleeps until the old one must wake.
  bool send(Frame frame, TimeNs now_ns, Pool& pool);

  /// Does what is due, and returns how many events that was. One atomic load when nothing is, or
  /// when another thread is at it. `idle` says that the PE has nothing better to do.
  /// `pool` is the calling PE's.
  int poll(TimeNs now_ns, bool idle, Pool& pool, int budget = default_budget) {
    const bool due = now_ns >= due_ns_.load(std::memory_order_relaxed);
    if (!due && !has_arrivals() && !(idle && is_looked_at_)) return 0;
    return poll_devices(now_ns, pool, budget);
  }

  /// When a PE that sleeps must wake to poll; never_ns where only an outside event can make work.
  /// Any thread.
  TimeNs deadline_ns() const { return deadline_ns_.load(std::memory_order_relaxed); }
  /// Whether has_arrivals can say yes.
  bool signals_arrivals() const { return signals_arrivals_; }
  /// Whether outside events are noticed by polling alone.
  bool needs_polling() const { return needs_polling_; }
  /// Any thread, a few loads: whether poll would find something that has come; for chains whose
  /// devices can tell.
  bool has_arrivals() const { return signals_arrivals_ && bottom_.has_arrivals(); }
  /// Whether send and poll need the exact time; else that of a PE's step will do.
  bool needs_exact_time() const {
    return (traits_.load(std::memory_order_relaxed) & exact_time) != 0;
  }
  /// Before a PE sleeps on the devices' descriptors; see Device. False also while another thread is
  /// at the chain.
  bool fall_asleep();
  /// After each fall_asleep that said yes.
  void wake_up() { bottom_.wake_up(); }
  /// Whether frames wait here or in the devices. Takes the lock.
  bool holds_frames() const;
  /// Whether frames wait to go into the carrier, but for those to a peer that is lost. Takes the
  /// lock.
  bool holds_unsent() const;
  /// Goes on with them, whatever the time.
  void send_held(TimeNs now_ns, Pool& pool);
  /// Whether a frame to that peer would not have to wait behind others for room. Any thread; takes
  /// the lock where anything waits.
  bool has_room(ProcessId peer) const;
  /// What waits for room. Takes the lock.
  std::size_t backlog_bytes() const;
  /// Of the devices, see Device.
  std::int64_t messages_outstanding() const;
  /// What the devices have to report, from the top down; those first that were here before a change
  /// of filters. Takes the lock. Any thread.
  std::vector<DeviceReport> device_reports() const;

  /// Other filters take the place of the present ones: see StackSwitch. Prepares; one change at a
  /// time. An error leaves all as it was. Takes the lock, as do those that follow.
  Expected<void> prepare_change(ChangePlan plan);
  /// When all ends have prepared; a peer that knows it already may have done it.
  void begin_change();
  /// When some end could not prepare. ErrorCode::malformed where a peer has begun all the same.
  Expected<void> cancel_change();

  /// For the receiver, while it is called: the pool of whoever sends or polls.
  Pool& pool() { return *pool_; }

 private:
  struct Loss {
    ProcessId peer;
    Error why;
  };
  /// What the devices ask for; changes with them.
  enum Trait : unsigned { needs_bytes = 1, takes_pieces = 2, exact_time = 4 };

  void deliver(Frame frame) override;
  void deliver_bundle(Frame frame);
  void refuse_sign(Frame frame);
  void use_pool(Pool& pool);
  void peer_lost(ProcessId peer, Error why) override;

  int poll_devices(TimeNs now_ns, Pool& pool, int budget);
  int take_frames(TimeNs now_ns, int budget);
  void send_or_queue(Frame frame, TimeNs now_ns, Pool& pool);
  void queue(Frame frame, Pool& pool);
  void leaves_backlog(std::size_t byte_count);
  void set_overfull(bool is_overfull);
  SendStatus offer(Frame& frame, TimeNs now_ns);
  int drain_backlog(TimeNs now_ns);
  int tell_losses();
  void update_due();
  void note_traits();
  void refit(Frame& frame);
  void fit(Frame& frame, unsigned traits, Pool& pool) const;
  int progress_devices(TimeNs now_ns, int budget);
  std::unique_ptr<Device> replace_top(std::unique_ptr<Device> top);
  void end_change();

  std::unique_ptr<Device> top_;
  Device& bottom_;  // the carrier, which no change takes away
  const ProcessId self_;
  const bool needs_polling_;
  const bool signals_arrivals_;
  const bool is_looked_at_;  // for what it does not tell
  Receiver& receiver_;
  trace::LinkCounters& counters_;
  const Options options_;

  mutable Mutex mutex_;  // guards all below but the atomics, and the devices
  std::map<ProcessId, std::deque<Frame>> backlog_;  // no empty queues
  std::size_t backlog_bytes_ = 0;
  bool is_overfull_ = false;
  std::set<ProcessId> lost_;
  std::vector<Loss> suspects_;  // found unreachable; told when all is read that they sent before
  std::vector<Loss> untold_losses_;
  TimeNs next_poll_ns_ = 0;
  int frame_messages_ = 1;                       // in a frame, by the last polls
  int bundled_messages_ = 0;                     // that came in bundles, in the present one
  Pool* pool_ = nullptr;                         // of the call that is under way
  StackSwitch* change_ = nullptr;                // the top, while there is one
  std::vector<DeviceReport> reports_of_former_;  // of stacks that are gone

  // Written under the lock; a reader that sees an old value polls a little later or for nothing.
  alignas(64) Atomic<TimeNs> due_ns_{never_ns};
  Atomic<TimeNs> deadline_ns_{never_ns};
  Atomic<bool> has_backlog_{false};
  Atomic<unsigned> traits_;  // Trait
};

}  // namespace isthmus::engine::fabric
