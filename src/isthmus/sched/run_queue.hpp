// isthmus/sched/run_queue.hpp: the messages that a PE has yet to handle.
#pragma once

#include <cstdint>
#include <vector>

#include "isthmus/base/ring.hpp"
#include "isthmus/message/message.hpp"

namespace isthmus::sched {

/// Smaller priorities first; equal ones first in, first out. Messages of the usual priority 0 take a
/// plain ring; others a heap. For one thread.
class RunQueue {
 public:
  void push(MessagePtr message) {
    if (message->priority == 0) [[likely]] {
      usual_.push_back(std::move(message));
    } else {
      push_to_heap(std::move(message));
    }
  }
  /// Null when empty.
  MessagePtr pop() {
    if (heap_.empty()) [[likely]] return usual_.empty() ? nullptr : usual_.pop_front();
    return pop_among_heap();
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

  Ring<MessagePtr> usual_;
  std::vector<Entry> heap_;
  std::uint64_t arrivals_ = 0;
};

}  // namespace isthmus::sched
