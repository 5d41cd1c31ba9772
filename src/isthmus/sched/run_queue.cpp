#include "isthmus/sched/run_queue.hpp"

#include <algorithm>
#include <utility>

#include "isthmus/message/payload.hpp"

namespace isthmus::engine::sched {

namespace {

// std heaps keep the largest on top; later and less urgent is "smaller".
constexpr auto later = [](const auto& a, const auto& b) {
  if (a.priority != b.priority) return a.priority > b.priority;
  const int compared = PriorityBits::compare(a.priority_tail, b.priority_tail);
  return compared != 0 ? compared > 0 : a.order > b.order;
};

PriorityBits::Tail priority_tail_of(const Message& message) {
  if (message.ops == nullptr || message.ops->priority_tail == nullptr) return {};
  return message.ops->priority_tail(message);
}

}  // namespace

RunQueue::~RunQueue() {
  for (Ring<Message*>* ring : {&highest_, &grid_.usual, &normal_.usual}) {
    while (!ring->empty()) MessagePtr(ring->pop_front()).reset();
  }
}

void RunQueue::Lane::push(MessagePtr message, std::uint64_t order) {
  const std::int32_t priority = message->priority;
  if (priority == 0) {
    usual.push_back(message.release());
  } else {
    const PriorityBits::Tail tail = priority_tail_of(*message);
    others.push_back({priority, tail, order, std::move(message)});
    std::ranges::push_heap(others, later);
  }
}

MessagePtr RunQueue::Lane::pop() {
  const bool usual_next =
      !usual.empty() && (others.empty() || others.front().priority > 0 || before_usual == patience);
  if (usual_next) {
    before_usual = 0;
    return MessagePtr(usual.pop_front());
  }
  if (!usual.empty()) ++before_usual;
  std::ranges::pop_heap(others, later);
  MessagePtr message = std::move(others.back().message);
  others.pop_back();
  return message;
}

void RunQueue::push_unusual(MessagePtr message) {
  if (message->priority == highest_priority) {
    highest_.push_back(message.release());
  } else {
    lane_of(*message).push(std::move(message), arrivals_++);
  }
  note_unusual();
}

MessagePtr RunQueue::pop_unusual() {
  MessagePtr message = pop_best();
  note_unusual();
  return left(std::move(message));
}

MessagePtr RunQueue::pop_highest() { return highest_.empty() ? nullptr : pop_unusual(); }

MessagePtr RunQueue::pop_best() {
  if (!highest_.empty()) return MessagePtr(highest_.pop_front());
  const bool normal_waits = !normal_.empty();
  if (grid_.empty() || (normal_waits && before_normal_ == patience)) {
    before_normal_ = 0;
    return normal_.pop();
  }
  if (normal_waits) ++before_normal_;
  ++popped_from_grid_;
  return grid_.pop();
}

void RunQueue::sort(const BorderWatch* watch) {
  watch_ = watch;
  sorts_ = watch == nullptr ? 0 : -1;
  // All messages to one object are in one of the two, in order; or, of an object that came and went
  // meanwhile, the older ones in the grid queue.
  Lane before[] = {std::exchange(grid_, {}), std::exchange(normal_, {})};
  for (Lane& lane : before) {
    while (!lane.usual.empty()) {
      MessagePtr message(lane.usual.pop_front());
      lane_of(*message).usual.push_back(message.release());
    }
    for (Entry& entry : lane.others) lane_of(*entry.message).others.push_back(std::move(entry));
  }
  std::ranges::make_heap(grid_.others, later);
  std::ranges::make_heap(normal_.others, later);
  note_unusual();
}

}  // namespace isthmus::engine::sched
