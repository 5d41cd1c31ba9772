// isthmus/object/load_meter.hpp: what each object of a PE costs, and whom it talks to.
#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <unordered_map>
#include <utility>
#include <vector>

#include "isthmus/base/clock.hpp"
#include "isthmus/base/object_id.hpp"
#include "isthmus/base/prefetch.hpp"
#include "isthmus/message/payload.hpp"
#include "isthmus/object/object.hpp"
#include "isthmus/sched/pe.hpp"

namespace isthmus::engine {

/// What an object has sent to one other, in entry messages and inline calls.
struct Traffic {
  ObjectId to;
  std::uint32_t messages = 0;
  std::uint64_t bytes = 0;
};

/// What one object has done in the present period, on one PE. Kept by the PE's gauge.
class alignas(64) Load {
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
  friend class LoadMeter;

  void prefetch_receivers() const {
    if (sent_.empty()) return;
    prefetch_to_write(sent_.data());
    prefetch_to_write(reinterpret_cast<const std::byte*>(sent_.data()) + 64);
  }
  std::size_t find(const ObjectId& to);
  /// Forgets what has been counted, and those that nothing was sent to.
  void begin_period();
  /// Forgets all.
  void reset();

  std::int64_t busy_ticks_ = 0;
  std::size_t next_ = 0;
  std::vector<Traffic> sent_;
  using Index = std::unordered_map<ObjectId, std::size_t, ObjectIdHash>;
  std::unique_ptr<Index> index_;  // of sent_, where that is long
};

/// Measures the objects of one PE; for the PE's thread alone. The time between two looks at the
/// clock goes to the object whose entry method began at the first, so that a message costs one
/// look: what the scheduler needs to get to the next message counts as the object's. What runs
/// between a step's begin and its first entry method, and idle time, are nobody's.
///
/// Of an entry method that is short on average, and has not been long for many times in a row, one
/// call in a few is looked at; the others are taken to have cost what it costs on average, and
/// whoever ran before them is charged so much less. One long call, and all are looked at again, for
/// longer each time that this happens. In virtual time, where looking costs nothing, all always
/// are.
class LoadMeter final : public sched::WorkSource {
 public:
  /// `short_ns` is the most that a short entry method takes on average; four times as much is long.
  LoadMeter(sched::Pe& pe, const Stamps& stamps, TimeNs short_ns);

  // --- while objects run -----------------------------------------------------------------------

  /// From now on an entry method of the object with this load runs, called from another one if
  /// `is_nested`. False: it is taken to have run already, for as long as it does on average.
  bool enter(Load& load, const PayloadOps& entry, bool is_nested) {
    if (entry.number >= paces_.size()) [[unlikely]]
      make_paces(entry.number);
    Pace& pace = paces_[entry.number];
    if (pace.calls_to_look > 0) {
      // What is looked at ends here.
      if (looked_at_ != nullptr && !is_nested) [[unlikely]]
        switch_to(&nobody_);
      --pace.calls_to_look;
      const std::int64_t usual = pace.usual_ticks();
      load.busy_ticks_ += usual;
      since_ += usual;
      return false;
    }
    // The time of one that calls another comes in parts, none of which says how long it is.
    if (is_nested) looked_at_ = nullptr;
    // By the time that it sends, these are in the cache.
    prefetch_to_write(&load);
    switch_to(&load);
    load.prefetch_receivers();
    looked_at_ = &pace;
    return true;
  }
  /// An entry method that has called another one, for which `enter` has said true, goes on.
  void resume(Load& load) { switch_to(&load); }
  /// From now on no object runs.
  void pause() {
    if (current_ != &nobody_) switch_to(&nobody_);
  }
  static void sent(Object& from, const ObjectId& to, std::uint64_t bytes) {
    state_of(from).load->count(to, bytes);
  }
  void add(Object& object);
  /// The object leaves for another PE, or ends.
  void remove(Object& object);

  /// Whether whoever runs objects is to say so. It may be told to rest while one of them runs: what
  /// has begun is then said to its end.
  bool is_measuring() const { return is_measuring_; }

  // --- for whoever reads -----------------------------------------------------------------------

  TimeNs busy_ns(const Load& load) const { return stamps_.ns(load.busy_ticks_); }
  static const Load& load_of(const Object& object) { return *state_of(object).load; }
  static Load& load_of(Object& object) { return *state_of(object).load; }
  /// Of objects that have left the PE during the period, and live.
  const std::unordered_map<ObjectId, Load*, ObjectIdHash>& left() const { return left_; }
  /// A new period begins: all loads are 0. `objects` are those of the PE. Ends a rest.
  void begin_period(const std::vector<const Object*>& objects);
  /// Nobody wants to know what objects do until the next period begins.
  void rest();

  /// Notes that the step before has ended. Is no work.
  int poll(sched::Pe&, TimeNs, bool) override {
    pause();
    return 0;
  }
  TimeNs deadline_ns() const override { return never_ns; }

 private:
  static constexpr std::int64_t mean_over = 8;  // a power of 2

  /// How long an entry method takes, on this PE.
  struct Pace {
    std::int64_t sum_ticks = 0;       // of `mean_over` looks, the older ones fading
    std::uint32_t calls_to_look = 0;  // so many more are not looked at
    std::uint32_t looks = 0;          // since it was long
    std::uint32_t looks_needed = 64;  // so many before one in a few will do

    std::int64_t usual_ticks() const { return sum_ticks / mean_over; }
  };

  void recycle(Load& load);
  void recycle_left();
  void switch_to(Load* next) {
    const std::int64_t now = stamps_.now();
    const std::int64_t ticks = now - since_;
    current_->busy_ticks_ += ticks;
    since_ = now;
    current_ = next;
    if (Pace* pace = std::exchange(looked_at_, nullptr)) note(*pace, ticks);
  }
  void note(Pace& pace, std::int64_t ticks) {
    if (ticks > long_ticks_) [[unlikely]]
      return note_long(pace);
    pace.sum_ticks += ticks - pace.usual_ticks();
    if (++pace.looks >= pace.looks_needed && pace.usual_ticks() <= short_ticks_) {
      // At random, since programs repeat themselves: 8 to 23 (Knuth, vol. 2, 3.3.4, line 1).
      random_ = random_ * 1664525u + 1013904223u;
      pace.calls_to_look = 8 + (random_ >> 28);
    }
  }
  static void note_long(Pace& pace);
  void make_paces(std::uint32_t last);

  const Stamps stamps_;
  const std::int64_t short_ticks_;
  const std::int64_t long_ticks_;
  std::vector<Pace> paces_;  // by PayloadOps::number
  Pace* looked_at_ = nullptr;
  std::uint32_t random_ = 1;
  bool is_measuring_ = true;
  Load nobody_;
  Load* current_ = &nobody_;
  std::int64_t since_;
  std::deque<Load> loads_;     // of all objects that are or were here
  std::vector<Load*> unused_;  // of those
  std::unordered_map<ObjectId, Load*, ObjectIdHash> left_;
};

}  // namespace isthmus::engine
