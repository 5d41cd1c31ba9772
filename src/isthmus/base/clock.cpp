#include "isthmus/base/clock.hpp"

#include <cstdio>
#include <cstring>
#include <ctime>
#include <memory>

namespace isthmus::engine {

namespace {

constexpr TimeNs pace_measured_for_ns = 1'000'000;

struct Closer {
  void operator()(std::FILE* file) const { std::fclose(file); }
};
using File = std::unique_ptr<std::FILE, Closer>;

/// The processor's counter runs at one pace, on all cores and at all speeds of theirs.
bool counter_is_steady() {
#if defined(__x86_64__)
  const File info(std::fopen("/proc/cpuinfo", "r"));
  char line[4096];
  while (info && std::fgets(line, sizeof(line), info.get()) != nullptr) {
    if (std::strncmp(line, "flags", 5) != 0) continue;
    return std::strstr(line, " constant_tsc") != nullptr &&
           std::strstr(line, " nonstop_tsc") != nullptr;
  }
  return false;
#elif defined(__aarch64__)
  return true;
#else
  return false;
#endif
}

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

Stamps Stamps::of_counter(const Clock& clock) {
  Stamps stamps(clock);
  if (!counter_is_steady()) return stamps;
  const SteadyClock steady;
  const TimeNs begin_ns = steady.now_ns();
  const std::int64_t begin = read_counter();
  TimeNs end_ns = begin_ns;
  while (end_ns - begin_ns < pace_measured_for_ns) end_ns = steady.now_ns();
  const std::int64_t ticks = read_counter() - begin;
  if (ticks <= 0) return stamps;
  stamps.clock_ = nullptr;
  stamps.ns_per_tick_ = static_cast<double>(end_ns - begin_ns) / static_cast<double>(ticks);
  return stamps;
}

TimeNs DisplacedClock::now_ns() const {
  const File stats(std::fopen("/proc/thread-self/schedstat", "r"));
  long long ran_ns = 0;
  long long displaced_ns = 0;
  if (!stats || std::fscanf(stats.get(), "%lld %lld", &ran_ns, &displaced_ns) != 2) return 0;
  return displaced_ns;
}

}  // namespace isthmus::engine
