// isthmus/bootstrap/refusals.hpp: a machine vouches for the end of a process.
#pragma once

#include "isthmus/base/clock.hpp"
#include "isthmus/bootstrap/dialer.hpp"

namespace isthmus::engine::bootstrap {

/// Of a process that listens until it has ended: where its machine refuses calls for a while,
/// it is gone. Silence proves nothing. Plain data.
class Refusals {
 public:
  /// Whether calls have been refused for so long without a break. After each step of the dialer.
  bool prove_an_end(const Dialer& dialer, TimeNs for_ns, TimeNs now_ns) {
    const auto& failure = dialer.last_failure();
    const bool is_under_way = dialer.poll_entry().fd >= 0;
    if (!failure || is_under_way) return false;
    if (failure->code != ErrorCode::refused) {
      forget();
    } else if (since_ns_ == never_ns) {
      since_ns_ = now_ns;
    }
    return since_ns_ != never_ns && now_ns - since_ns_ >= for_ns;
  }
  /// It has been heard.
  void forget() { since_ns_ = never_ns; }

 private:
  TimeNs since_ns_ = never_ns;
};

}  // namespace isthmus::engine::bootstrap
