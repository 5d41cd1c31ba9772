#include "isthmus/runtime/driver.hpp"

#include <pthread.h>
#include <sched.h>
#include <sys/prctl.h>

#include <algorithm>
#include <thread>
#include <vector>

namespace isthmus::engine::runtime {

namespace {

// A thread that sleeps until a deadline wakes late by about this much, so it sleeps less and spins
// the rest.
constexpr TimeNs wake_margin_ns = 60'000;
// Without pauses: one takes as long as a third of a message's way between two cores.
constexpr int looks_between_steps = 200;

void pin_to(int core) {
  cpu_set_t set;
  CPU_ZERO(&set);
  CPU_SET(static_cast<std::size_t>(core), &set);
  // Where the system refuses, the thread runs unpinned.
  pthread_setaffinity_np(pthread_self(), sizeof(set), &set);
}

// Drives one PE. Lives on its thread.
class Drive {
 public:
  Drive(Process& process, PeUnit& unit, Sleeper& sleeper, const DriverOptions& options)
      : process_(process), unit_(unit), sleeper_(sleeper), options_(options) {}

  void run() {
    const Objects::Scope scope(unit_.objects());
    while (!process_.is_stopping()) {
      if (unit_.pe().step()) {
        idle_since_ns_ = never_ns;
      } else {
        rest();
      }
    }
  }

 private:
  void rest() {
    sched::Pe& pe = unit_.pe();
    if (idle_since_ns_ == never_ns) idle_since_ns_ = pe.now_ns();
    if (pe.now_ns() - idle_since_ns_ < options_.spin_ns) {
      // The mailbox is one load away, and so is a peer's memory; a step reads the clock and
      // sockets. What a poll finds goes straight into the PE's queue.
      network::Router& router = process_.router();
      for (int i = 0; i < looks_between_steps; ++i) {
        if (router.has_arrivals()) router.poll_arrivals(pe);
        if (pe.is_idle()) continue;
        if (pe.handle_arrivals()) idle_since_ns_ = never_ns;
        return;
      }
      return;
    }
    if (time_to_sleep_ns() <= 0) {
      if (options_.spin_ns == 0) std::this_thread::yield();
      return;
    }
    if (!pe.mailbox().fall_asleep()) return;
    // Again: who brought the deadline forward before saw nobody asleep, and did not ring.
    const TimeNs sleep_ns = time_to_sleep_ns();
    if (sleep_ns > 0 && !process_.is_stopping() && process_.router().fall_asleep()) {
      const TimeNs begin_ns = process_.clock().now_ns();
      sleeper_.sleep(process_.router().descriptors(), sleep_ns);
      process_.router().wake_up();
      pe.counters().sleeps.increment();
      pe.counters().sleep_ns.add(static_cast<std::uint64_t>(process_.clock().now_ns() - begin_ns));
    }
    pe.mailbox().wake_up();
    idle_since_ns_ = never_ns;
  }

  /// Until the PE's deadline, less what waking up takes; never_ns without one.
  TimeNs time_to_sleep_ns() const {
    const TimeNs deadline_ns = unit_.pe().deadline_ns();
    if (deadline_ns == never_ns) return never_ns;
    const TimeNs margin_ns = options_.spin_ns > 0 ? wake_margin_ns : 0;
    return deadline_ns - process_.clock().now_ns() - margin_ns;
  }

  Process& process_;
  PeUnit& unit_;
  Sleeper& sleeper_;
  const DriverOptions& options_;
  TimeNs idle_since_ns_ = never_ns;
};

}  // namespace

void drive(Process& process, PeUnit& unit, Sleeper& sleeper, const DriverOptions& options) {
  Drive(process, unit, sleeper, options).run();
}

void drive(Process& process, Sleepers& sleepers, const DriverOptions& options) {
  const auto run = [&](std::size_t i) {
    // Deadlines of emulated links are sharper than the system's default slack of 50 µs.
    prctl(PR_SET_TIMERSLACK, 1000);
    if (!options.cores.empty()) pin_to(options.cores[i]);
    PeUnit& unit = *process.units()[i];
    drive(process, unit, sleepers.sleeper(unit.pe().id()), options);
  };
  std::vector<std::thread> threads;
  for (std::size_t i = 1; i < process.units().size(); ++i) threads.emplace_back(run, i);
  run(0);
  for (std::thread& thread : threads) thread.join();
}

}  // namespace isthmus::engine::runtime
