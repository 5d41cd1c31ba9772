// tests/systematic/bell.hpp: a doorbell whose sleeper is known to the run.
#pragma once

#include <source_location>

#include "isthmus/sched/mailbox.hpp"
#include "systematic/interleaving.hpp"

namespace isthmus::engine::systematic {

/// Rings and sleeps as runtime::Sleeper does: a ring while nobody sleeps ends the next sleep.
class Bell final : public sched::Doorbell {
 public:
  void ring() override { ring_from(std::source_location::current()); }

  /// The owner's thread. Returns when the bell rings or has rung, or from `wake_ns` on.
  void sleep(TimeNs wake_ns = never_ns,
             const std::source_location& where = std::source_location::current()) {
    Interleaving* run = Interleaving::current();
    run->step("call the system", where);
    run->drain_own();
    run->wait("sleep", [this] { return rung_; }, wake_ns, where);
    // Between waking and taking the rings others may act, and ring again.
    run->step("take the rings", where);
    rung_ = false;
  }

 private:
  void ring_from(const std::source_location& where) {
    if (Interleaving* run = Interleaving::current()) {
      run->step("ring", where);
      run->drain_own();
    }
    rung_ = true;
  }

  bool rung_ = false;
};

}  // namespace isthmus::engine::systematic
