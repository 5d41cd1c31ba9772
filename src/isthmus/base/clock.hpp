// isthmus/base/clock.hpp: where time comes from. Nobody else asks the machine.
#pragma once

#include <cstdint>

namespace isthmus {

/// Nanoseconds since a start that is fixed for the clock's life.
using TimeNs = std::int64_t;

inline constexpr TimeNs never_ns = INT64_MAX;

/// Monotonic time. Any thread may call; never blocks.
class Clock {
 public:
  virtual ~Clock() = default;
  virtual TimeNs now_ns() const = 0;
};

/// The machine's monotonic clock (CLOCK_MONOTONIC); about 24 ns a call.
class SteadyClock final : public Clock {
 public:
  TimeNs now_ns() const override;
};

/// Processor time of the calling thread; about 0.2 µs a call. Two threads read two clocks.
class ProcessorClock final : public Clock {
 public:
  TimeNs now_ns() const override;
};

/// The processor's counter, at the pace of the monotonic clock as it was measured when this was
/// made, which takes a millisecond: for time stamps that must cost little, about 8 ns a call. For
/// spans of time alone: over minutes it may part from the monotonic clock by milliseconds. Where
/// the counter's pace may change, the monotonic clock itself.
class CounterClock final : public Clock {
 public:
  CounterClock();
  TimeNs now_ns() const override;

 private:
  std::uint64_t begin_ = 0;
  double ns_per_tick_ = 0;  // 0: there is no counter to trust
};

/// How long the calling thread has been able to run while others had its core (Linux, schedstat);
/// always 0 where the system does not say. About 10 µs a call. Two threads read two clocks.
class DisplacedClock final : public Clock {
 public:
  TimeNs now_ns() const override;
};

/// Time that its owner sets; for tests and the simulator. One thread.
class ManualClock final : public Clock {
 public:
  TimeNs now_ns() const override { return now_ns_; }
  void advance_to(TimeNs now_ns) { now_ns_ = now_ns; }
  void advance_by(TimeNs delta_ns) { now_ns_ += delta_ns; }

 private:
  TimeNs now_ns_ = 0;
};

}  // namespace isthmus
