// isthmus/sched/time_account.hpp: where the time of a PE goes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <utility>
#include <vector>

#include "isthmus/base/clock.hpp"
#include "isthmus/base/ids.hpp"

namespace isthmus::engine::sched {

/// What a handler's time goes into.
enum class Work : std::uint8_t {
  entry,      ///< What the program does: entry methods, constructors, coroutines, timers.
  runtime,    ///< What the runtime does for it; also what comes from the network and is no message.
  balancing,  ///< Measuring, deciding and moving objects.
};
inline constexpr std::size_t work_count = 3;

/// The time of one PE, from its first step to the last reading of its clock: it is the sum of all.
struct TimeSums {
  TimeNs entry_ns = 0;
  TimeNs runtime_ns = 0;
  TimeNs balancing_ns = 0;
  /// Without work, until the program went on: by the site of the message that ended that.
  std::vector<TimeNs> waited_ns = {};
  /// Without work, and no message of the program ended that: a timer of its own, or the job's end.
  TimeNs idle_ns = 0;

  TimeNs whole_ns() const {
    TimeNs whole_ns = entry_ns + runtime_ns + balancing_ns + idle_ns;
    for (const TimeNs waited : waited_ns) whole_ns += waited;
    return whole_ns;
  }
};

/// Follows what one PE does, see Pe::set_account. Reads the clock where the kind of work changes
/// within a step, and else takes the step's own reading. What a step did before its first message
/// is the runtime's; a step that found nothing is idle from its beginning. A message of the
/// runtime's own does not end a wait, for the program has not gone on: the idle time on both sides
/// of it goes to the message of the program that follows. Where that comes from this PE itself (the
/// result of a reduction, say), what has brought it about did end the wait: the last message of
/// another PE. For the PE's thread alone.
class TimeAccount {
 public:
  using SiteOf = std::function<SiteId(PeId)>;

  TimeAccount(PeId self, const Clock& clock, SiteOf site_of)
      : self_(self), clock_(clock), site_of_(std::move(site_of)) {}

  void step_begins(TimeNs now_ns) {
    spend(now_ns);
    doing_ = runtime;
  }
  void step_found_nothing() { doing_ = idle; }

  /// A message from there is about to be handled. Returns what was done before, for `resume`.
  unsigned handles(Work work, PeId source) {
    const unsigned before = change_to(static_cast<unsigned>(work));
    last_wait_ = {};
    if (unexplained_ns_ > 0) explain_by(work, source);
    return before;
  }
  /// A timer of the program is due. Returns as `handles` does.
  unsigned fires() {
    const unsigned before = change_to(static_cast<unsigned>(Work::entry));
    sums_[idle] += std::exchange(unexplained_ns_, 0);
    waker_ = self_;
    return before;
  }
  /// The time without work that ended with the message that is being handled, and whose site that
  /// was for; told once.
  struct Wait {
    TimeNs for_ns = 0;
    SiteId site{};
  };
  Wait take_wait() { return std::exchange(last_wait_, {}); }
  /// What was within something else is over.
  void resume(unsigned before) { change_to(before); }

  /// Until now.
  TimeSums read();

 private:
  enum : unsigned { runtime = static_cast<unsigned>(Work::runtime), idle = work_count };

  unsigned change_to(unsigned doing) {
    if (doing != doing_) {
      spend(clock_.now_ns());
      return std::exchange(doing_, doing);
    }
    return doing;
  }
  /// The time since the last reading goes to what has been done.
  void spend(TimeNs now_ns) {
    const TimeNs since_ns = std::exchange(read_at_ns_, now_ns);
    if (since_ns == never_ns) return;
    (doing_ == idle ? unexplained_ns_ : sums_[doing_]) += now_ns - since_ns;
  }
  void explain_by(Work work, PeId source);

  const PeId self_;
  const Clock& clock_;
  const SiteOf site_of_;
  unsigned doing_ = runtime;
  TimeNs read_at_ns_ = never_ns;
  TimeNs unexplained_ns_ = 0;  // idle, and it is not known yet for what
  PeId waker_ = self_;         // who sent the last message since then that is not this PE's
  TimeNs sums_[work_count + 1] = {};
  std::vector<TimeNs> waited_ns_;  // by site
  Wait last_wait_;
};

}  // namespace isthmus::engine::sched
