// isthmus/sim/event_queue.hpp: what is still to happen, in the order of virtual time.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

#include "isthmus/base/clock.hpp"
#include "isthmus/base/prefetch_lines.hpp"

namespace isthmus::engine::sim {

/// Something that happens at a virtual time. What it means is the simulation's business. Kinds are
/// less than 4, targets less than 2^30.
struct Event {
  TimeNs time_ns = 0;
  std::uint32_t kind = 0;
  std::uint32_t target = 0;
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

/// The pending events, a heap with four children a node, which share a cache line: adding and
/// taking cost O(log n). Of events of one time the one that was added first comes first. Whoever
/// takes an event mostly adds one, which then goes where the other has left. One thread.
class EventQueue {
 public:
  /// From now on; it outlives the queue.
  void set_outlook(Outlook& outlook) { outlook_ = &outlook; }

  void add(TimeNs time_ns, std::uint32_t kind, std::uint32_t target) {
    if (added_ == numbers) [[unlikely]]
      renumber();
    const Entry entry{time_ns, added_++ << 32 | kind << target_bits | target};
    if (has_hole_) {
      has_hole_ = false;
      return sink(entry);
    }
    std::size_t at = count_;
    if (++count_ + padding > lines_.size() * children) lines_.emplace_back();
    while (at > 0) {
      const std::size_t parent = (at - 1) / children;
      if (!(entry < entry_at(parent))) break;
      entry_at(at) = entry_at(parent);
      at = parent;
    }
    entry_at(at) = entry;
    look_at(at);
  }

  /// The earliest, out of the queue, which must not be empty.
  Event take() {
    sizes_ += size();
    ++taken_;
    if (has_hole_) close_hole();
    has_hole_ = true;
    return entry_at(0).event();
  }

  /// The earliest, which stays. The queue must not be empty.
  Event front() {
    if (has_hole_) close_hole();
    return entry_at(0).event();
  }

  bool is_empty() const { return size() == 0; }
  std::size_t size() const { return count_ - has_hole_; }
  /// How many there were on average when one was taken; 0 before that.
  double mean_size() const {
    return taken_ == 0 ? 0.0 : static_cast<double>(sizes_) / static_cast<double>(taken_);
  }

  /// As if so many had been added before, less than 2^32: for tests.
  void number_from(std::uint64_t number) { added_ = number; }

 private:
  static constexpr std::size_t children = 4;
  static constexpr std::size_t looked_at = 1 + children + children * children;
  static constexpr unsigned target_bits = 30;
  static constexpr std::uint64_t numbers = std::uint64_t{1} << 32;

  struct Entry {
    TimeNs time_ns = 0;
    std::uint64_t rest = 0;  // a number that grows with each event, kind, target

    Event event() const {
      const auto low = static_cast<std::uint32_t>(rest);
      return {time_ns, low >> target_bits, low & ((std::uint32_t{1} << target_bits) - 1)};
    }
    /// Without branches: which of two comes first is anybody's guess.
    bool operator<(const Entry& other) const {
      return (time_ns < other.time_ns) | ((time_ns == other.time_ns) & (rest < other.rest));
    }
  };
  struct alignas(cache_line_bytes) Line {
    std::array<Entry, children> entries;
  };
  static_assert(sizeof(Line) == cache_line_bytes);
  /// Before the topmost, so that the children of each node begin a line.
  static constexpr std::size_t padding = children - 1;

  Entry& entry_at(std::size_t at) {
    return lines_[(at + padding) / children].entries[(at + padding) % children];
  }

  void close_hole() {
    has_hole_ = false;
    const Entry last = entry_at(--count_);
    if (count_ > 0) sink(last);
  }

  // Puts the entry in the place of the topmost.
  void sink(const Entry& entry) {
    std::size_t at = 0;
    while (true) {
      const std::size_t first = at * children + 1;
      std::size_t least = first;
      if (first + children <= count_) [[likely]] {
        least = earlier(earlier(first, first + 1), earlier(first + 2, first + 3));
      } else {
        if (first >= count_) break;
        for (std::size_t child = first + 1; child < count_; ++child) least = earlier(least, child);
      }
      if (!(entry_at(least) < entry)) break;
      entry_at(at) = entry_at(least);
      look_at(at);
      at = least;
    }
    entry_at(at) = entry;
    look_at(at);
  }
  // An entry has come to this place.
  void look_at(std::size_t at) {
    if (outlook_ == nullptr || at >= looked_at || at == 0) return;
    const Event event = entry_at(at).event();
    at <= children ? outlook_->comes_next(event) : outlook_->comes_soon(event);
  }
  std::size_t earlier(std::size_t a, std::size_t b) { return entry_at(b) < entry_at(a) ? b : a; }
  // All numbers have been used: those that wait get the first ones, in the same order.
  [[gnu::noinline]] void renumber() {
    if (has_hole_) close_hole();
    std::vector<Entry> entries;
    for (std::size_t at = 0; at < count_; ++at) entries.push_back(entry_at(at));
    // What is sorted is a heap.
    std::ranges::sort(entries, std::less<>());
    for (added_ = 0; added_ < count_; ++added_) {
      const Entry& entry = entries[added_];
      entry_at(added_) = {entry.time_ns, added_ << 32 | static_cast<std::uint32_t>(entry.rest)};
    }
  }

  Outlook* outlook_ = nullptr;
  std::vector<Line> lines_;
  std::size_t count_ = 0;
  bool has_hole_ = false;  // the topmost has been taken
  std::uint64_t added_ = 0;
  std::uint64_t sizes_ = 0;  // a sum over all that were taken
  std::uint64_t taken_ = 0;
};

}  // namespace isthmus::engine::sim
