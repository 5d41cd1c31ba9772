// isthmus/sched/mailbox.hpp: where other threads put messages for a PE.
#pragma once

#include <cstdint>
#include <memory>

#include "isthmus/base/atomic.hpp"
#include "isthmus/base/prefetch.hpp"
#include "isthmus/base/prefetch_lines.hpp"
#include "isthmus/base/ring.hpp"
#include "isthmus/message/message.hpp"
#include "isthmus/message/pool.hpp"

namespace isthmus::engine::sched {

/// Wakes the thread that drives a PE.
class Doorbell {
 public:
  virtual ~Doorbell() = default;
  /// Any thread; may make a system call; never blocks.
  virtual void ring() = 0;
};

/// Many producers, one consumer, first in first out per producer, unbounded.
///
/// A bounded ring of slots of one cache line carries the traffic. A small message (a payload of 16
/// bytes that may be moved as bytes, and a header without rare fields) is packed into its slot
/// whole, so that it crosses between two cores with the very line that announces it; of others the
/// slot carries the pointer. A producer that finds the ring full appends to an overflow list under
/// a lock, and all follow it there until the consumer has emptied both; so nobody ever waits and
/// each producer's order stands.
///
/// Where all producers and the consumer are one thread, as in a simulation, there are no slots:
/// messages wait in a plain queue, so that few lines are touched, and sleeping needs no barrier.
class Mailbox {
 public:
  enum class Users { many_threads, one_thread };

  /// `slot_count` is a power of two, 4 or more; for one thread it does not matter. The doorbell
  /// outlives the mailbox.
  Mailbox(std::uint32_t slot_count, Doorbell& doorbell, Users users = Users::many_threads);
  ~Mailbox();
  Mailbox(const Mailbox&) = delete;
  Mailbox& operator=(const Mailbox&) = delete;

  /// Any thread. `pool` is the calling thread's, and takes back the block of a message that was
  /// copied; null where the caller has none.
  void push(MessagePtr message, Pool* pool);

  /// Any thread: a push will follow within tens of nanoseconds. Only a hint: the line of the next
  /// slot comes over from the consumer while the producer still makes the message.
  void expect_push() const {
    prefetch_to_write(&slots_[tail_.load(std::memory_order_relaxed) & mask_]);
  }

  /// Any thread: rings if the consumer sleeps, so that it looks at its deadlines again.
  void nudge();

  /// Consumer only: the next message, or null. `pool` is the consumer's.
  MessagePtr pop(Pool& pool);

  /// Consumer only: whether pop would find one. May say no while a push is under way.
  bool is_ready() const {
    if (users_ == Users::one_thread) return !taken_.empty();
    return slots_[head_ & mask_].sequence.load(std::memory_order_acquire) == sequence_of(head_) ||
           overflowing_.load(std::memory_order_relaxed);
  }

  /// Consumer only: whether nothing is there and nothing under way, of what was pushed before
  /// something else that this thread has seen since.
  bool is_drained() const {
    if (users_ == Users::one_thread) return taken_.empty();
    return taken_.empty() && tail_.load(std::memory_order_relaxed) == head_ &&
           !overflowing_.load(std::memory_order_relaxed);
  }

  /// Consumer only: from now on a push rings the doorbell. Returns false, and takes it back, when a
  /// message is there already.
  bool fall_asleep();
  /// Consumer only.
  void wake_up() { asleep_.store(false, std::memory_order_relaxed); }

  /// Consumer only, for one thread: fetches what the consumer looks at next. A hint.
  void expect_pop() const {
    prefetch_lines(&freed_, separation_bytes / 2);
    prefetch_lines(&head_, separation_bytes / 2);
  }

 private:
  static constexpr std::size_t inline_payload_bytes = 16;
  /// Lines that different threads write lie two lines apart: the prefetcher fetches pairs.
  static constexpr std::size_t separation_bytes = 128;

  struct alignas(64) Slot {
    Atomic<std::uint32_t> sequence;  // sequence_of the position it is filled for
    HandlerId handler;
    std::uint8_t payload_bytes;
    PayloadForm form;
    union {
      const PayloadOps* ops;
      Message* message;  // where is_packed is false, the only field that counts
    };
    CollectionId collection;
    Key key;
    PeId source;
    std::uint16_t flags;
    bool is_packed;
    std::byte payload[inline_payload_bytes];
  };
  static_assert(sizeof(Slot) == 64, "a packed message is one cache line");

  /// Never 0, what a fresh slot holds, before 2^32 messages; by then no slot is fresh.
  static std::uint32_t sequence_of(std::uint64_t position) {
    return static_cast<std::uint32_t>(position + 1);
  }
  static bool packs(const Message& message);
  MessagePtr unpack(const Slot& slot, Pool& pool) const;
  bool push_to_ring(MessagePtr& message, Pool* pool);
  void push_to_overflow(MessagePtr message);
  MessagePtr pop_overflow();

  // The producers' line.
  alignas(separation_bytes) Atomic<std::uint64_t> tail_ = 0;
  // Written by the consumer once in a quarter of the ring, read by producers to see whether it is
  // full; one line with what else rarely changes.
  alignas(separation_bytes) Atomic<std::uint64_t> freed_ = 0;
  Atomic<bool> asleep_ = false;
  Atomic<bool> overflowing_ = false;
  const Users users_;
  const AsymmetricFence fence_;
  const std::uint64_t mask_;
  std::unique_ptr<Slot[]> slots_;
  Doorbell& doorbell_;
  // The consumer's line.
  alignas(separation_bytes) std::uint64_t head_ = 0;
  Ring<MessagePtr> taken_;  // the overflow, taken whole, being handed out; for one thread, all
  Mutex overflow_lock_;
  Ring<MessagePtr> overflow_;
};

}  // namespace isthmus::engine::sched
