// isthmus/network/flow_control.hpp: who of a job's processes takes from others, and who sends.
#pragma once

#include <cstddef>
#include <cstdint>

#include "isthmus/base/atomic.hpp"
#include "isthmus/network/flow_limits.hpp"

namespace isthmus::engine::network {

/// Keeps a fast sender from filling the memory of a slow receiver, by two rules on what waits in
/// this process:
///
/// 1. Full: a PE has more to handle than it shall. The process takes no more from others, so that
///    carriers and chains fill back to the senders.
/// 2. Stopped: a chain has more that finds no room than it shall. No PE handles anything but the
///    runtime's own messages; and whatever comes is taken, full or not.
///
/// No two processes can wait for each other: one that does not take is not stopped, so it handles
/// what makes it full; and those that are stopped all take, so that what stops them goes down.
///
/// It counts and says; it neither polls nor wakes anybody. Any thread, unless said otherwise.
class FlowControl {
 public:
  /// The queue of one PE, as far as others see it. Written by the PE's thread.
  class Queue {
   public:
    bool is_full() const { return is_full_.load(std::memory_order_relaxed); }

   private:
    friend class FlowControl;
    Atomic<bool> is_full_ = false;
  };
  enum class Change : std::uint8_t {
    none,
    filled,
    emptied,  ///< PEs may sleep over what they did not take, and are to be nudged.
  };

  explicit FlowControl(const FlowLimits& limits) : limits_(limits) {}
  FlowControl(const FlowControl&) = delete;
  FlowControl& operator=(const FlowControl&) = delete;

  const FlowLimits& limits() const { return limits_; }

  /// On the queue's thread: so much is in it now.
  Change note_queue(Queue& queue, std::size_t bytes) {
    const bool was_full = queue.is_full();
    const bool is_full = bytes > (was_full ? limits_.queue_bytes / 2 : limits_.queue_bytes);
    return is_full == was_full ? Change::none : set_full(queue, is_full);
  }
  /// So much is in a PE's mailbox, now that something has come for it from another process.
  void note_arrival(std::size_t mailbox_bytes) {
    if (mailbox_bytes > limits_.queue_bytes) [[unlikely]] {
      is_mailbox_full_.store(true, std::memory_order_relaxed);
    }
  }
  /// Whether note_mailboxes is to be told: who drains a mailbox knows of no limits.
  bool has_full_mailbox() const { return is_mailbox_full_.load(std::memory_order_relaxed); }
  /// No PE's mailbox has more than so much now.
  Change note_mailboxes(std::size_t largest_bytes);
  /// A chain to other processes has become overfull, or is so no longer (fabric::Chain::Options).
  Change note_chain(bool is_overfull);

  bool is_stopped() const { return overfull_chains_.load(std::memory_order_relaxed) > 0; }
  /// Whether what comes from other processes is to be taken now.
  bool takes() const {
    return is_stopped() ||
           (full_queues_.load(std::memory_order_relaxed) == 0 && !has_full_mailbox());
  }

 private:
  Change set_full(Queue& queue, bool is_full);

  const FlowLimits limits_;
  // Read at each step, written when a limit is crossed.
  Atomic<int> full_queues_ = 0;
  Atomic<bool> is_mailbox_full_ = false;  // some PE's
  Atomic<int> overfull_chains_ = 0;
};

}  // namespace isthmus::engine::network
