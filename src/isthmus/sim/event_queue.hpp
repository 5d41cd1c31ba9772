// isthmus/sim/event_queue.hpp: what is still to happen, in the order of virtual time.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "isthmus/base/clock.hpp"

namespace isthmus::sim {

/// Something that happens at a virtual time. What it means is the simulation's business.
struct Event {
  TimeNs time_ns = 0;
  std::uint64_t number = 0;  ///< Among events of one time the one that was added first comes first.
  std::uint32_t kind = 0;
  std::uint32_t target = 0;

  bool operator<(const Event& other) const {
    return time_ns != other.time_ns ? time_ns < other.time_ns : number < other.number;
  }
};

/// The pending events, a heap with four children a node: adding and taking cost O(log n), and a
/// step down the heap reads neighbouring memory. One thread.
class EventQueue {
 public:
  void add(TimeNs time_ns, std::uint32_t kind, std::uint32_t target) {
    events_.push_back({time_ns, ++added_, kind, target});
    std::size_t at = events_.size() - 1;
    const Event event = events_[at];
    while (at > 0) {
      const std::size_t parent = (at - 1) / children;
      if (!(event < events_[parent])) break;
      events_[at] = events_[parent];
      at = parent;
    }
    events_[at] = event;
  }

  /// The earliest, out of the queue, which must not be empty.
  Event take() {
    const Event first = events_.front();
    const Event last = events_.back();
    events_.pop_back();
    if (!events_.empty()) sink(last);
    return first;
  }

  bool is_empty() const { return events_.empty(); }
  std::size_t size() const { return events_.size(); }
  std::uint64_t added() const { return added_; }

 private:
  static constexpr std::size_t children = 4;

  void sink(const Event& event) {
    const std::size_t count = events_.size();
    std::size_t at = 0;
    while (true) {
      const std::size_t first = at * children + 1;
      if (first >= count) break;
      const std::size_t end = std::min(first + children, count);
      std::size_t least = first;
      for (std::size_t child = first + 1; child < end; ++child) {
        if (events_[child] < events_[least]) least = child;
      }
      if (!(events_[least] < event)) break;
      events_[at] = events_[least];
      at = least;
    }
    events_[at] = event;
  }

  std::vector<Event> events_;
  std::uint64_t added_ = 0;
};

}  // namespace isthmus::sim
