#include "isthmus/runtime/caller_watch.hpp"

#include <algorithm>

namespace isthmus::engine::runtime {

int CallerWatch::poll(sched::Pe&, TimeNs now_ns, bool) {
  if (now_ns < next_look_ns_) return 0;
  next_look_ns_ = now_ns + look_ns;
  reconnect_service_.progress(now_ns);
  if (!reconnect_service_.wants_agreement()) return 0;
  process_.interrupt();
  return 1;
}

TimeNs CallerWatch::deadline_ns() const {
  const TimeNs deadline_ns = reconnect_service_.deadline_ns();
  return deadline_ns == never_ns ? never_ns : std::max(deadline_ns, next_look_ns_);
}

}  // namespace isthmus::engine::runtime
