// Timers of thorns, by the clock of the processor's wall: they are for figures that a thorn prints,
// and nothing that is computed may depend on them.

#include <chrono>
#include <deque>
#include <mutex>
#include <string>

#include "mesh/cctk/state.hpp"

namespace {

using Clock = std::chrono::steady_clock;

struct Timer {
  std::string name;
  double seconds = 0;
  Clock::time_point begun;
  bool runs = false;
  bool is_there = true;
};

struct Timers {
  std::mutex lock;
  std::deque<Timer> all;
};

Timers& timers() {
  static Timers the;
  return the;
}

int find(const char* name) {
  for (std::size_t i = 0; i < timers().all.size(); ++i) {
    if (timers().all[i].is_there && timers().all[i].name == name) return static_cast<int>(i);
  }
  return -1;
}

/// Calls `what` with the timer; -1 where there is none.
template <class What>
int with(int number, What&& what) {
  if (number < 0 || number >= static_cast<int>(timers().all.size())) return -1;
  Timer& timer = timers().all[static_cast<std::size_t>(number)];
  if (!timer.is_there) return -1;
  what(timer);
  return 0;
}

double seconds_of(const Timer& timer) {
  const std::chrono::duration<double> more =
      timer.runs ? Clock::now() - timer.begun : Clock::duration{};
  return timer.seconds + more.count();
}

void start(Timer& timer) {
  if (!timer.runs) timer.begun = Clock::now();
  timer.runs = true;
}
void stop(Timer& timer) {
  timer.seconds = seconds_of(timer);
  timer.runs = false;
}
void reset(Timer& timer) {
  timer.seconds = 0;
  timer.begun = Clock::now();
}

int create(std::string name) {
  timers().all.emplace_back().name = std::move(name);
  return static_cast<int>(timers().all.size()) - 1;
}

template <class What>
int by_number(int number, What&& what) {
  const std::scoped_lock guard(timers().lock);
  return with(number, what);
}
template <class What>
int by_name(const char* name, What&& what) {
  const std::scoped_lock guard(timers().lock);
  return with(find(name), what);
}

void tell(const Timer& timer, cTimerData* data) {
  data->vals[0].type = val_double;
  data->vals[0].heading = "gettimeofday";
  data->vals[0].units = "secs";
  data->vals[0].val.d = seconds_of(timer);
  data->vals[0].seconds = data->vals[0].val.d;
  data->vals[0].resolution = 1e-9;
}

}  // namespace

extern "C" {

int CCTK_NumTimers(void) {
  const std::scoped_lock guard(timers().lock);
  return static_cast<int>(timers().all.size());
}
const char* CCTK_TimerName(int timer) {
  const char* name = nullptr;
  by_number(timer, [&](const Timer& found) { name = found.name.c_str(); });
  return name;
}
int CCTK_TimerCreate(const char* name) {
  const std::scoped_lock guard(timers().lock);
  return find(name) >= 0 ? -1 : create(name);
}
int CCTK_TimerCreateI(void) {
  const std::scoped_lock guard(timers().lock);
  return create("timer " + std::to_string(timers().all.size()));
}
int CCTK_TimerStart(const char* name) { return by_name(name, start); }
int CCTK_TimerStartI(int timer) { return by_number(timer, start); }
int CCTK_TimerStop(const char* name) { return by_name(name, stop); }
int CCTK_TimerStopI(int timer) { return by_number(timer, stop); }
int CCTK_TimerReset(const char* name) { return by_name(name, reset); }
int CCTK_TimerResetI(int timer) { return by_number(timer, reset); }
int CCTK_TimerDestroy(const char* name) {
  return by_name(name, [](Timer& timer) { timer.is_there = false; });
}
int CCTK_TimerDestroyI(int timer) {
  return by_number(timer, [](Timer& found) { found.is_there = false; });
}
cTimerData* CCTK_TimerCreateData(void) { return new cTimerData{1, new cTimerVal[1]{}}; }
int CCTK_TimerDestroyData(cTimerData* data) {
  if (data != nullptr) delete[] data->vals;
  delete data;
  return 0;
}
int CCTK_Timer(const char* name, cTimerData* data) {
  return by_name(name, [&](const Timer& timer) { tell(timer, data); });
}
int CCTK_TimerI(int timer, cTimerData* data) {
  return by_number(timer, [&](const Timer& found) { tell(found, data); });
}
int CCTK_NumClocks(void) { return 1; }
int CCTK_TimerPrintDataI(int timer, const char*) {
  return by_number(timer, [](const Timer& found) {
    std::printf("%s: %.6f s\n", found.name.c_str(), seconds_of(found));
  });
}
int CCTK_TimerPrintData(const char* name, const char* clock) {
  int number = -1;
  {
    const std::scoped_lock guard(timers().lock);
    number = find(name);
  }
  return CCTK_TimerPrintDataI(number, clock);
}

}  // extern "C"
