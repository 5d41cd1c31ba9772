#include "isthmus/base/clock.hpp"

#include <cstdio>
#include <cstring>
#include <ctime>
#include <memory>

#if defined(__x86_64__)
#include <x86intrin.h>
#endif

namespace isthmus {

namespace {

constexpr TimeNs pace_measured_for_ns = 1'000'000;

struct Closer {
  void operator()(std::FILE* file) const { std::fclose(file); }
};
using File = std::unique_ptr<std::FILE, Closer>;

#if defined(__x86_64__)

std::uint64_t read_counter() { return __rdtsc(); }

/// The same on all cores and at all speeds of theirs.
bool counter_is_steady() {
  const File info(std::fopen("/proc/cpuinfo", "r"));
  char line[4096];
  while (info && std::fgets(line, sizeof(line), info.get()) != nullptr) {
    if (std::strncmp(line, "flags", 5) != 0) continue;
    return std::strstr(line, " constant_tsc") != nullptr &&
           std::strstr(line, " nonstop_tsc") != nullptr;
  }
  return false;
}

#elif defined(__aarch64__)

std::uint64_t read_counter() {
  std::uint64_t ticks = 0;
  asm volatile("mrs %0, cntvct_el0" : "=r"(ticks));
  return ticks;
}
bool counter_is_steady() { return true; }

#else

std::uint64_t read_counter() { return 0; }
bool counter_is_steady() { return false; }

#endif

}  // namespace

TimeNs SteadyClock::now_ns() const {
  timespec now{};
  clock_gettime(CLOCK_MONOTONIC, &now);
  return now.tv_sec * TimeNs{1'000'000'000} + now.tv_nsec;
}

TimeNs ProcessorClock::now_ns() const {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return TimeNs{now.tv_sec} * 1'000'000'000 + now.tv_nsec;
}

CounterClock::CounterClock() {
  if (!counter_is_steady()) return;
  const SteadyClock steady;
  const TimeNs begin_ns = steady.now_ns();
  begin_ = read_counter();
  TimeNs end_ns = begin_ns;
  while (end_ns - begin_ns < pace_measured_for_ns) end_ns = steady.now_ns();
  const std::uint64_t ticks = read_counter() - begin_;
  if (ticks > 0) ns_per_tick_ = static_cast<double>(end_ns - begin_ns) / static_cast<double>(ticks);
}

TimeNs CounterClock::now_ns() const {
  if (ns_per_tick_ <= 0) return SteadyClock().now_ns();
  return static_cast<TimeNs>(static_cast<double>(read_counter() - begin_) * ns_per_tick_);
}

TimeNs DisplacedClock::now_ns() const {
  const File stats(std::fopen("/proc/thread-self/schedstat", "r"));
  long long ran_ns = 0;
  long long displaced_ns = 0;
  if (!stats || std::fscanf(stats.get(), "%lld %lld", &ran_ns, &displaced_ns) != 2) return 0;
  return displaced_ns;
}

}  // namespace isthmus
