#include "isthmus/sched/timers.hpp"

#include <algorithm>

namespace isthmus::engine::sched {

namespace {

constexpr auto later = [](const auto& a, const auto& b) {
  return a.at_ns != b.at_ns ? a.at_ns > b.at_ns : a.order > b.order;
};

}  // namespace

void Timers::add(TimeNs at_ns, Action action) {
  heap_.push_back({at_ns, added_++, std::move(action)});
  std::ranges::push_heap(heap_, later);
}

int Timers::fire(TimeNs now_ns) {
  int fired = 0;
  while (!heap_.empty() && heap_.front().at_ns <= now_ns) {
    std::ranges::pop_heap(heap_, later);
    Action action = std::move(heap_.back().action);
    heap_.pop_back();
    action();
    ++fired;
  }
  return fired;
}

}  // namespace isthmus::engine::sched
