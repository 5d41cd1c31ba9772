// isthmus/sim/medium.hpp: a line that carries one message at a time, whoever sends it.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <iterator>
#include <map>
#include <string>
#include <string_view>

#include "isthmus/base/clock.hpp"

namespace isthmus::engine::sim {

/// What the ways of one medium say: which it is, and how fast it takes what comes by that way.
struct MediumUse {
  std::string name = {};   ///< Empty: none.
  double bytes_per_s = 0;  ///< Above 0 where there is a name.

  bool operator==(const MediumUse&) const = default;
};

/// A shared medium, such as an Ethernet of coaxial cable. A message has it for as long as its bytes
/// last at the way's rate, from the first moment after it was sent at which the medium is free for
/// so long, and enters its own link then; what a collision wastes is not there. Senders are ahead
/// of each other's time while they work, so a message may be told of before one that was sent
/// earlier by another: that one goes before it where there is room. One thread. O(log n + what is
/// in the way) with n times at which the medium is taken, of which the latest 65,536 are known.
class Medium {
 public:
  /// When a message of so many bytes, sent then, begins to pass.
  TimeNs begin_ns(TimeNs sent_ns, std::size_t bytes, double bytes_per_s) {
    const double takes_ns = std::ceil(static_cast<double>(bytes) * 1e9 / bytes_per_s);
    const double room_ns = static_cast<double>(never_ns) / 1024;  // stays defined, however slow
    const auto takes = static_cast<TimeNs>(std::min(takes_ns, room_ns));
    auto next = taken_.upper_bound(sent_ns);
    TimeNs begin_ns = sent_ns;
    if (next != taken_.begin()) begin_ns = std::max(begin_ns, std::prev(next)->second);
    for (; next != taken_.end() && next->first < begin_ns + takes; ++next) begin_ns = next->second;
    take(begin_ns, begin_ns + takes);
    queued_ns_ += begin_ns - sent_ns;
    return begin_ns;
  }

  /// Total time that messages have waited for those of others.
  TimeNs queued_ns() const { return queued_ns_; }

 private:
  static constexpr std::size_t known_max = 65'536;

  /// Both times of it are free. What touches is one.
  void take(TimeNs begin_ns, TimeNs end_ns) {
    const auto next = taken_.find(end_ns);
    if (next != taken_.end()) {
      end_ns = next->second;
      taken_.erase(next);
    }
    const auto after = taken_.upper_bound(begin_ns);
    if (after != taken_.begin() && std::prev(after)->second == begin_ns) {
      std::prev(after)->second = end_ns;
    } else {
      taken_[begin_ns] = end_ns;
    }
    if (taken_.size() > known_max) taken_.erase(taken_.begin());
  }

  std::map<TimeNs, TimeNs> taken_;  // from when until when
  TimeNs queued_ns_ = 0;
};

}  // namespace isthmus::engine::sim
