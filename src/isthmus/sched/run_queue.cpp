#include "isthmus/sched/run_queue.hpp"

#include <algorithm>

namespace isthmus::sched {

namespace {

// std heaps keep the largest on top; later and less urgent is "smaller".
constexpr auto later = [](const auto& a, const auto& b) {
  return a.priority != b.priority ? a.priority > b.priority : a.order > b.order;
};

}  // namespace

void RunQueue::push_to_heap(MessagePtr message) {
  const std::int32_t priority = message->priority;
  heap_.push_back({priority, arrivals_++, std::move(message)});
  std::ranges::push_heap(heap_, later);
}

MessagePtr RunQueue::pop_among_heap() {
  if (!usual_.empty() && heap_.front().priority > 0) return MessagePtr(usual_.pop_front());
  std::ranges::pop_heap(heap_, later);
  MessagePtr message = std::move(heap_.back().message);
  heap_.pop_back();
  return message;
}

}  // namespace isthmus::sched
