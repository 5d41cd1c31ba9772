// runtime::Sleeper as a run knows it, in place of runtime/sleeper.cpp. Descriptors never have
// anything: a run has no sockets.
#include "isthmus/runtime/sleeper.hpp"

#include <source_location>

#include "systematic/interleaving.hpp"

namespace isthmus::engine::runtime {

using systematic::Interleaving;

// `event_` counts the rings, as the system's event does.
Sleeper::Sleeper() : event_(0) {}

Sleeper::~Sleeper() = default;

void Sleeper::ring() {
  if (Interleaving* run = Interleaving::current()) {
    run->step("ring", std::source_location::current());
    run->drain_own();
  }
  ++event_;
}

void Sleeper::sleep(const std::vector<int>&, TimeNs timeout_ns) {
  Interleaving& run = *Interleaving::current();
  run.step("call the system", std::source_location::current());
  run.drain_own();
  const TimeNs wake_ns = timeout_ns == never_ns ? never_ns : run.now_ns() + timeout_ns;
  run.wait("sleep", [this] { return event_ > 0; }, wake_ns, std::source_location::current());
  // Between waking and taking the rings others may act, and ring again.
  run.step("take the rings", std::source_location::current());
  run.note(static_cast<std::uint64_t>(event_));
  event_ = 0;
}

}  // namespace isthmus::engine::runtime
