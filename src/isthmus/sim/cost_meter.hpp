// isthmus/sim/cost_meter.hpp: how far a PE's time goes on while it does one step.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include "isthmus/base/clock.hpp"
#include "isthmus/base/prefetch_lines.hpp"
#include "isthmus/base/random.hpp"
#include "isthmus/sched/observer.hpp"
#include "isthmus/sim/costs.hpp"
#include "isthmus/sim/entry_sums.hpp"
#include "isthmus/topology/topology.hpp"

namespace isthmus::engine::sim {

/// What PEs have done so far, in virtual time.
struct Usage {
  TimeNs entry_ns = 0;    ///< In entry methods and the runtime's handlers.
  TimeNs message_ns = 0;  ///< In sending and receiving.
  std::uint64_t messages = 0;
  std::uint64_t unknown_stretches = 0;  ///< That the recorded costs do not know: they cost nothing.
  /// Idle, by how far away the message came from that ended it; the last, unfinished wait counts
  /// nowhere.
  std::array<TimeNs, reach_count> waited_ns = {};
  /// Of waited_ns between sites, by the site that the message came from; empty until there is any.
  std::vector<TimeNs> waited_for_site_ns = {};
};

/// Nothing happens later: 36 years. Of what is added to a time by then, none leaves 64 bits.
inline constexpr TimeNs end_of_time_ns = TimeNs{1} << 60;

/// Virtual time as all parts of a simulation see it: the time of the present event, and how far the
/// PE that is being stepped has come since.
class VirtualClock final : public Clock {
 public:
  TimeNs now_ns() const override { return base_ns_ + offset_ns_; }

  void begin_event(TimeNs time_ns) {
    base_ns_ = time_ns;
    offset_ns_ = 0;
  }
  /// By the end of time it stands still.
  void spend(TimeNs duration_ns) {
    offset_ns_ = std::min(offset_ns_ + duration_ns, 2 * end_of_time_ns);
  }
  TimeNs spent_ns() const { return offset_ns_; }
  TimeNs event_ns() const { return base_ns_; }

 private:
  TimeNs base_ns_ = 0;
  TimeNs offset_ns_ = 0;
};

/// A digest of all that happens, so that two runs can be compared: order matters.
class TraceHash {
 public:
  void add(std::uint64_t word) {
    value_ = (value_ ^ word) * 0x9e3779b97f4a7c15ull + (value_ >> 29);
  }
  std::uint64_t value() const { return value_; }

 private:
  std::uint64_t value_ = 0x15717;
};

/// What entry methods take where that is measured. All PEs of a simulation share one, as one of
/// them runs at a time.
class Stopwatch {
 public:
  virtual ~Stopwatch() = default;
  virtual void begin() = 0;
  /// Since the last call of either.
  virtual TimeNs lap_ns() = 0;
};

/// Follows one PE: has its costs spent on the clock, and its messages hashed.
class alignas(cache_line_bytes) CostMeter final : public sched::Observer {
 public:
  /// Those of all PEs.
  struct Parts {
    const topology::Topology& topology;
    const Costs& costs;
    Stopwatch& stopwatch;  ///< For measured costs.
    VirtualClock& clock;
    TraceHash& hash;
    std::uint64_t seed;  ///< Of the jitter of entry methods.
  };
  /// `parts` outlive this.
  CostMeter(const Parts& parts, PeId pe);

  void handling(const Message& message) override;
  void handled() override;
  void sending(const Message& message) override;
  void charged(TimeNs duration_ns) override;
  void settling() override;
  void stretch_ends(const sched::Stretch& stretch) override;

  const Usage& usage() const { return usage_; }
  /// From now on usage_before and entries can be asked. The PE is ahead, by what its last step was
  /// charged for, until `busy_until_ns`. Between two steps.
  void look(TimeNs now_ns, TimeNs busy_until_ns);
  /// The usage without what lies behind `now_ns`, which is no earlier than the last step began: a
  /// step is charged for at once. It never falls as time goes on. Once somebody looks.
  Usage usage_before(TimeNs now_ns) const;
  /// What each entry method has cost since somebody looks; null until then.
  const EntrySums* entries() const { return looked_ == nullptr ? nullptr : &looked_->entries; }
  /// The PE steps now.
  void begin_step() {
    if (looked_ != nullptr) [[unlikely]]
      note_step(parts_.clock.now_ns());
  }
  /// The PE takes so many times as long for everything from now on: a fault.
  void set_slowdown(double factor) { slowness_ = factor / parts_.topology.speed_of(pe_); }
  /// A message will come soon: a hint that makes it quicker.
  void expect_message() const { prefetch_lines(this, 2 * cache_line_bytes); }
  /// The PE has had nothing to do since then.
  void idle_since(TimeNs time_ns) { idle_since_ns_ = std::min(idle_since_ns_, time_ns); }

 private:
  /// What is kept while somebody looks.
  struct Looked {
    EntrySums entries = {};
    TimeNs step_ns = 0;   // when the last step began,
    TimeNs entry_ns = 0;  // and what had been charged by then
    TimeNs message_ns = 0;
  };

  void note_step(TimeNs now_ns);
  void begin_entry(const Message& message, TimeNs waited_ns);
  Reach reach_between(PeId from, PeId to) const;
  const Way& way_between(PeId from, PeId to) const;
  TimeNs note_wait(const Message& message);
  void spend_entry(double duration_ns);
  void spend_stated(double duration_ns);
  void spend_message(double duration_ns);
  void measure();

  // What every message needs comes first.
  const Parts& parts_;
  const PeId pe_;
  int depth_ = 0;
  double slowness_;  // 1/speed
  TimeNs idle_since_ns_ = never_ns;
  std::unique_ptr<Looked> looked_;  // null where nobody looks
  Usage usage_;
  Random random_;
};

}  // namespace isthmus::engine::sim
