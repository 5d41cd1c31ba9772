// isthmus/sim/event_queue.hpp: what is still to happen, in the order of virtual time.
#pragma once

#include <cstddef>
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

  /// Without branches: which of two comes first is anybody's guess.
  bool operator<(const Event& other) const {
    return (time_ns < other.time_ns) | ((time_ns == other.time_ns) & (number < other.number));
  }
};

/// Told which events come soon, so that what they need can be fetched before.
class Outlook {
 public:
  virtual ~Outlook() = default;
  /// One of the first twenty or so, and some time later one of the first five. Each event at least
  /// once, unless it is added as the first; more often if others come before it.
  virtual void comes_soon(const Event& event) = 0;
  virtual void comes_next(const Event& event) = 0;
};

/// The pending events, a heap with four children a node: adding and taking cost O(log n), and a
/// step down the heap reads neighbouring memory. Whoever takes an event mostly adds one, which then
/// goes where the other has left. One thread.
class EventQueue {
 public:
  /// From now on; it outlives the queue.
  void set_outlook(Outlook& outlook) { outlook_ = &outlook; }

  void add(TimeNs time_ns, std::uint32_t kind, std::uint32_t target) {
    const Event event{time_ns, ++added_, kind, target};
    if (has_hole_) {
      has_hole_ = false;
      return sink(event);
    }
    std::size_t at = events_.size();
    events_.push_back(event);
    while (at > 0) {
      const std::size_t parent = (at - 1) / children;
      if (!(event < events_[parent])) break;
      events_[at] = events_[parent];
      at = parent;
    }
    events_[at] = event;
    look_at(at);
  }

  /// The earliest, out of the queue, which must not be empty.
  Event take() {
    sizes_ += size();
    ++taken_;
    if (has_hole_) close_hole();
    has_hole_ = true;
    return events_.front();
  }

  /// The earliest, which stays. The queue must not be empty.
  const Event& front() {
    if (has_hole_) close_hole();
    return events_.front();
  }

  bool is_empty() const { return size() == 0; }
  std::size_t size() const { return events_.size() - has_hole_; }
  /// How many there were on average when one was taken; 0 before that.
  double mean_size() const {
    return taken_ == 0 ? 0.0 : static_cast<double>(sizes_) / static_cast<double>(taken_);
  }
  std::uint64_t added() const { return added_; }

 private:
  static constexpr std::size_t children = 4;
  static constexpr std::size_t looked_at = 1 + children + children * children;

  void close_hole() {
    has_hole_ = false;
    const Event last = events_.back();
    events_.pop_back();
    if (!events_.empty()) sink(last);
  }

  // Puts the event in the place of the topmost.
  void sink(const Event& event) {
    const std::size_t count = events_.size();
    std::size_t at = 0;
    while (true) {
      const std::size_t first = at * children + 1;
      std::size_t least = first;
      if (first + children <= count) [[likely]] {
        least = earlier(earlier(first, first + 1), earlier(first + 2, first + 3));
      } else {
        if (first >= count) break;
        for (std::size_t child = first + 1; child < count; ++child) least = earlier(least, child);
      }
      if (!(events_[least] < event)) break;
      events_[at] = events_[least];
      look_at(at);
      at = least;
    }
    events_[at] = event;
    look_at(at);
  }
  // An event has come to this place.
  void look_at(std::size_t at) {
    if (outlook_ == nullptr || at >= looked_at || at == 0) return;
    at <= children ? outlook_->comes_next(events_[at]) : outlook_->comes_soon(events_[at]);
  }
  std::size_t earlier(std::size_t a, std::size_t b) const {
    return events_[b] < events_[a] ? b : a;
  }

  Outlook* outlook_ = nullptr;
  std::vector<Event> events_;
  std::uint64_t sizes_ = 0;  // a sum over all that were taken
  std::uint64_t taken_ = 0;
  bool has_hole_ = false;  // the topmost has been taken
  std::uint64_t added_ = 0;
};

}  // namespace isthmus::sim
