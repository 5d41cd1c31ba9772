#include "isthmus/base/clock.hpp"

#include <ctime>

namespace isthmus {

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

}  // namespace isthmus
