// isthmus/sim/medium.hpp: a line that carries one message at a time, whoever sends it.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <string>
#include <string_view>

#include "isthmus/base/clock.hpp"

namespace isthmus::sim {

/// What the ways of one medium say: which it is, and how fast it takes what comes by that way.
struct MediumUse {
  std::string name = {};   ///< Empty: none.
  double bytes_per_s = 0;  ///< Above 0 where there is a name.

  bool operator==(const MediumUse&) const = default;
};

/// A shared medium, such as an Ethernet of coaxial cable. Messages take it in the order in which
/// they are sent, each for as long as its bytes last at the way's rate, and enter their own link
/// when their turn begins; what a collision wastes is not there. One thread.
class Medium {
 public:
  /// When a message of so many bytes, sent now, has its turn.
  TimeNs begin_ns(TimeNs sent_ns, std::size_t bytes, double bytes_per_s) {
    const TimeNs begin_ns = std::max(sent_ns, free_ns_);
    const double takes_ns = std::ceil(static_cast<double>(bytes) * 1e9 / bytes_per_s);
    const double room_ns = static_cast<double>(never_ns) / 2;  // stays defined, however slow it is
    free_ns_ = std::min(begin_ns, never_ns / 2) + static_cast<TimeNs>(std::min(takes_ns, room_ns));
    queued_ns_ += begin_ns - sent_ns;
    return begin_ns;
  }

  /// Total time that messages have waited for those of others.
  TimeNs queued_ns() const { return queued_ns_; }

 private:
  TimeNs free_ns_ = 0;
  TimeNs queued_ns_ = 0;
};

}  // namespace isthmus::sim
