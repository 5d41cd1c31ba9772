// isthmus/base/clock.hpp: where time comes from. Nobody else asks the machine.
#pragma once

#include <cstdint>

#if defined(__x86_64__)
#include <x86intrin.h>
#endif

namespace isthmus::engine {

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

/// Time stamps that cost little, for spans of time: the processor's counter where that runs at one
/// pace, else a clock. Any thread; never blocks.
class Stamps {
 public:
  explicit Stamps(const Clock& clock) : clock_(&clock) {}
  /// Measures the counter's pace, which takes a millisecond; over minutes it may part from the
  /// monotonic clock by some. Where the counter's pace may change: of the clock.
  static Stamps of_counter(const Clock& clock);

  /// In ticks.
  std::int64_t now() const { return clock_ == nullptr ? read_counter() : clock_->now_ns(); }
  bool is_counter() const { return clock_ == nullptr; }
  std::int64_t ticks(TimeNs duration_ns) const {
    return clock_ == nullptr
               ? static_cast<std::int64_t>(static_cast<double>(duration_ns) / ns_per_tick_)
               : duration_ns;
  }
  TimeNs ns(std::int64_t ticks) const {
    return clock_ == nullptr ? static_cast<TimeNs>(static_cast<double>(ticks) * ns_per_tick_)
                             : ticks;
  }

 private:
  static std::int64_t read_counter() {
#if defined(__x86_64__)
    return static_cast<std::int64_t>(__rdtsc());
#elif defined(__aarch64__)
    std::int64_t ticks = 0;
    asm volatile("mrs %0, cntvct_el0" : "=r"(ticks));
    return ticks;
#else
    return 0;
#endif
  }

  const Clock* clock_;  // null: the counter
  double ns_per_tick_ = 1;
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

}  // namespace isthmus::engine

namespace isthmus {

using engine::Clock;
using engine::ManualClock;
using engine::never_ns;
using engine::ProcessorClock;
using engine::SteadyClock;
using engine::TimeNs;

}  // namespace isthmus
