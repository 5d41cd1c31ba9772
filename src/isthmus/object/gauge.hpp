// isthmus/object/gauge.hpp: what each object of a PE costs, and whom it talks to.
#pragma once

#include <cstdint>
#include <deque>
#include <unordered_map>
#include <utility>
#include <vector>

#include "isthmus/base/clock.hpp"
#include "isthmus/base/object_id.hpp"
#include "isthmus/object/object.hpp"
#include "isthmus/sched/pe.hpp"

namespace isthmus {

/// What an object has sent to one other, in entry messages and inline calls.
struct Traffic {
  ObjectId to;
  std::uint32_t messages = 0;
  std::uint64_t bytes = 0;
};

/// What one object has done in the present period, on one PE. Kept by the PE's gauge.
class Load {
 public:
  /// Each receiver once; those of earlier periods may still be there, with no messages.
  const std::vector<Traffic>& sent() const { return sent_; }

  void count(const ObjectId& to, std::uint64_t bytes) {
    // An object that does the same at every step sends to the same ones in the same order.
    if (next_ >= sent_.size() || sent_[next_].to != to) [[unlikely]]
      next_ = find(to);
    Traffic& traffic = sent_[next_++];
    ++traffic.messages;
    traffic.bytes += bytes;
    if (next_ == sent_.size()) next_ = 0;
  }

 private:
  friend class Gauge;

  std::size_t find(const ObjectId& to);
  /// Forgets what has been counted, and those that nothing was sent to.
  void begin_period();
  /// Forgets all.
  void reset();

  std::int64_t busy_ticks_ = 0;
  std::size_t next_ = 0;
  std::vector<Traffic> sent_;
  std::unordered_map<ObjectId, std::size_t, ObjectIdHash> index_;  // of sent_, where that is long
};

/// Measures the objects of one PE; for the PE's thread alone. The time between two looks at the
/// clock goes to the object whose entry method began at the first, so that a message costs one
/// look: what the scheduler needs to get to the next message counts as the object's. What runs
/// between a step's begin and its first entry method, and idle time, are nobody's.
class Gauge final : public sched::WorkSource {
 public:
  Gauge(sched::Pe& pe, const Stamps& stamps);

  // --- while objects run -----------------------------------------------------------------------

  /// From now on this object runs.
  void enter(Object& object) { switch_to(object.load_); }
  /// From now on none does.
  void pause() {
    if (current_ != &nobody_) switch_to(&nobody_);
  }
  static void sent(Object& from, const ObjectId& to, std::uint64_t bytes) {
    from.load_->count(to, bytes);
  }
  void adopt(Object& object);
  /// The object leaves for another PE, or ends.
  void abandon(Object& object);

  // --- for whoever reads -----------------------------------------------------------------------

  TimeNs busy_ns(const Load& load) const { return stamps_.ns(load.busy_ticks_); }
  static const Load& load_of(const Object& object) { return *object.load_; }
  /// Of objects that have left the PE during the period, and live.
  const std::unordered_map<ObjectId, Load*, ObjectIdHash>& left() const { return left_; }
  /// A new period begins: all loads are 0. `objects` are those of the PE.
  void begin_period(const std::vector<const Object*>& objects);

  /// Notes that the step before has ended. Is no work.
  int poll(sched::Pe&, TimeNs, bool) override {
    pause();
    return 0;
  }
  TimeNs deadline_ns() const override { return never_ns; }

 private:
  void recycle(Load& load);
  void switch_to(Load* next) {
    const std::int64_t now = stamps_.now();
    current_->busy_ticks_ += now - since_;
    since_ = now;
    current_ = next;
  }

  const Stamps stamps_;
  Load nobody_;
  Load* current_ = &nobody_;
  std::int64_t since_;
  std::deque<Load> loads_;     // of all objects that are or were here
  std::vector<Load*> unused_;  // of those
  std::unordered_map<ObjectId, Load*, ObjectIdHash> left_;
};

}  // namespace isthmus
