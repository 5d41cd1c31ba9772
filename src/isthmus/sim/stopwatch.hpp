// isthmus/sim/stopwatch.hpp: how long entry methods take, where that is measured.
#pragma once

#include <cstddef>
#include <utility>
#include <vector>

#include "isthmus/base/clock.hpp"
#include "isthmus/sim/cost_meter.hpp"

namespace isthmus::engine::sim {

/// Of the processor that runs the entry methods here.
class ProcessorStopwatch final : public Stopwatch {
 public:
  /// The clock outlives this.
  explicit ProcessorStopwatch(const Clock& processor) : processor_(processor) {}

  void begin() override { from_ns_ = processor_.now_ns(); }
  TimeNs lap_ns() override {
    const TimeNs now_ns = processor_.now_ns();
    return now_ns - std::exchange(from_ns_, now_ns);
  }

 private:
  const Clock& processor_;
  TimeNs from_ns_ = 0;
};

/// Keeps what another one says.
class RecordingStopwatch final : public Stopwatch {
 public:
  explicit RecordingStopwatch(Stopwatch& measured) : measured_(measured) {}

  void begin() override { measured_.begin(); }
  TimeNs lap_ns() override { return laps_ns_.emplace_back(measured_.lap_ns()); }

  std::vector<TimeNs>& laps_ns() { return laps_ns_; }

 private:
  Stopwatch& measured_;
  std::vector<TimeNs> laps_ns_;
};

/// Says again what has been recorded. The same simulation asks as often as it did then; one that
/// goes on is at the end of time, which ends it.
class ReplayingStopwatch final : public Stopwatch {
 public:
  explicit ReplayingStopwatch(std::vector<TimeNs> laps_ns) : laps_ns_(std::move(laps_ns)) {}

  void begin() override {}
  TimeNs lap_ns() override {
    const std::size_t at = asked_++;
    return at < laps_ns_.size() ? laps_ns_[at] : end_of_time_ns;
  }

  /// Whether it was asked for just what there is.
  bool came_out_even() const { return asked_ == laps_ns_.size(); }

 private:
  const std::vector<TimeNs> laps_ns_;
  std::size_t asked_ = 0;
};

}  // namespace isthmus::engine::sim
