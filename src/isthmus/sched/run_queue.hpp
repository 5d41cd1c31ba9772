// isthmus/sched/run_queue.hpp: the messages that a PE has yet to handle.
#pragma once

#include <cstdint>
#include <vector>

#include "isthmus/base/ring.hpp"
#include "isthmus/message/message.hpp"

namespace isthmus::sched {

/// Smaller priorities first; equal ones first in, first out. Messages of the usual priority 0 take
/// a plain ring; others a heap. For one thread.
class RunQueue {
 public:
  RunQueue() = default;
  RunQueue(const RunQueue&) = delete;
  RunQueue& operator=(const RunQueue&) = delete;
  ~RunQueue() {
    while (!usual_.empty()) MessagePtr(usual_.pop_front()).reset();
  }

  void push(MessagePtr message) {
    if (message->priority == 0) [[likely]] {
      usual_.push_back(message.release());
    } else {
      push_to_heap(std::move(message));
    }
  }
  /// Null when empty.
  MessagePtr pop() {
    if (!heap_.empty()) [[unlikely]]
      return pop_among_heap();
    return MessagePtr(usual_.empty() ? nullptr : usual_.pop_front());
  }
  bool empty() const { return usual_.empty() && heap_.empty(); }
  std::size_t size() const { return usual_.size() + heap_.size(); }

 private:
  struct Entry {
    std::int32_t priority;
    std::uint64_t order;  // of arrival
    MessagePtr message;
  };

  void push_to_heap(MessagePtr message);
  MessagePtr pop_among_heap();

  Ring<Message*> usual_;  // owned
  std::vector<Entry> heap_;
  std::uint64_t arrivals_ = 0;
};

}  // namespace isthmus::sched
