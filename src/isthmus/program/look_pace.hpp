// isthmus/program/look_pace.hpp: how often there may be a look at what stands still meanwhile.
#pragma once

#include <algorithm>

#include "isthmus/base/clock.hpp"

namespace isthmus::engine::program {

/// Leaves so long between two looks that they take no more than a share of the time, whatever one
/// takes; but nobody waits for the next one for longer than `apart_max_ns`.
class LookPace {
 public:
  static constexpr int share_percent = 5;
  /// What has not answered for 5 s is said to be busy.
  static constexpr TimeNs apart_max_ns = 4'000'000'000;

  bool is_due(TimeNs now_ns) const { return now_ns >= next_ns_; }
  /// There was one from then to then.
  void looked(TimeNs began_ns, TimeNs ended_ns) {
    const TimeNs took_ns = std::clamp<TimeNs>(ended_ns - began_ns, 0, apart_max_ns);
    next_ns_ = ended_ns + std::min(took_ns * (100 - share_percent) / share_percent, apart_max_ns);
  }

 private:
  TimeNs next_ns_ = 0;
};

}  // namespace isthmus::engine::program
