// isthmus/sched/run_queue.hpp: the messages that a PE has yet to handle.
#pragma once

#include <cstdint>
#include <limits>
#include <vector>

#include "isthmus/base/ring.hpp"
#include "isthmus/message/message.hpp"
#include "isthmus/message/priority_bits.hpp"
#include "isthmus/sched/border_watch.hpp"

namespace isthmus::engine::sched {

/// Of messages that are before all others, in whichever queue: the runtime's own.
inline constexpr std::int32_t highest_priority = std::numeric_limits<std::int32_t>::min();

/// Messages with the highest priority come first, then the grid queue, then the normal queue; in
/// each of the two smaller priorities first (PriorityBits say what follows the number in a header),
/// and equal ones first in, first out. What belongs into
/// the grid queue is said by a BorderWatch; without one all is in the normal queue, and messages of
/// the usual priority 0 take a plain ring.
///
/// The usual messages never wait for ever: after `patience` messages of the grid queue that were
/// handled while the normal queue had some, the next is one of the normal queue; and within a queue
/// one of the usual priority after as many of smaller ones. Those that the program itself puts
/// behind the usual ones wait until there are none. For one thread.
class RunQueue {
 public:
  static constexpr int patience = 64;

  RunQueue() = default;
  RunQueue(const RunQueue&) = delete;
  RunQueue& operator=(const RunQueue&) = delete;
  ~RunQueue();

  void push(MessagePtr message) {
    bytes_ += bytes_of(*message);
    if ((message->priority | sorts_) == 0) [[likely]] {
      normal_.usual.push_back(message.release());
    } else {
      push_unusual(std::move(message));
    }
  }
  /// Null when empty.
  MessagePtr pop() {
    if (holds_unusual_) [[unlikely]]
      return pop_unusual();
    if (normal_.usual.empty()) return nullptr;
    return left(MessagePtr(normal_.usual.pop_front()));
  }
  /// The next with the highest priority; null when there is none.
  MessagePtr pop_highest();
  bool has_highest() const { return !highest_.empty(); }
  bool empty() const { return normal_.usual.empty() && !holds_unusual_; }
  std::size_t size() const { return highest_.size() + grid_.size() + normal_.size(); }

  /// Fetches what pop looks at beside the queue itself. Only a hint.
  void expect_pop() const {
    normal_.usual.expect_pop();
    highest_.expect_pop();
    __builtin_prefetch(normal_.others.data());
  }

  /// Of the messages in it, headers included.
  std::size_t bytes() const { return bytes_; }

  /// From now on the watch, which outlives the queue, says what belongs into the grid queue; null
  /// for nothing. Messages that wait change the queue by what it says now, so that those to one
  /// object stay in order. O(size).
  void sort(const BorderWatch* watch);
  /// How many messages have been popped from the grid queue since the start.
  std::uint64_t popped_from_grid() const { return popped_from_grid_; }

 private:
  struct Entry {
    std::int32_t priority;
    PriorityBits::Tail priority_tail;  // in the message
    std::uint64_t order;               // of arrival
    MessagePtr message;
  };
  /// One of the two queues.
  struct Lane {
    Ring<Message*> usual;       // owned
    std::vector<Entry> others;  // a heap
    int before_usual = 0;       // since the last usual one, popped while one waited

    bool empty() const { return usual.empty() && others.empty(); }
    std::size_t size() const { return usual.size() + others.size(); }
    void push(MessagePtr message, std::uint64_t order);
    MessagePtr pop();
  };

  static std::size_t bytes_of(const Message& message) {
    return sizeof(Message) + message.payload_bytes;
  }
  MessagePtr left(MessagePtr message) {
    bytes_ -= bytes_of(*message);
    return message;
  }
  void push_unusual(MessagePtr message);
  MessagePtr pop_unusual();
  MessagePtr pop_best();
  Lane& lane_of(const Message& message) {
    return watch_ != nullptr && watch_->is_for_border(message) ? grid_ : normal_;
  }
  void note_unusual() {
    holds_unusual_ = !highest_.empty() || !grid_.empty() || !normal_.others.empty();
  }

  std::size_t bytes_ = 0;
  Lane normal_;
  bool holds_unusual_ = false;  // anything but usual messages in the normal queue
  std::int32_t sorts_ = 0;      // -1 while there is a watch
  const BorderWatch* watch_ = nullptr;
  Lane grid_;
  Ring<Message*> highest_;  // owned
  int before_normal_ = 0;   // since the last one of the normal queue, popped while one waited
  std::uint64_t arrivals_ = 0;
  std::uint64_t popped_from_grid_ = 0;
};

}  // namespace isthmus::engine::sched
