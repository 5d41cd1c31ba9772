// isthmus/fabric/datagram/round_trip.hpp: how long an answer takes.
#pragma once

#include <algorithm>
#include <cstdlib>

#include "isthmus/base/clock.hpp"

namespace isthmus::engine::fabric::datagram {

/// The smoothed time there and back, and how far it varies (RFC 6298, 2).
class RoundTrip {
 public:
  /// Until something has been measured.
  static constexpr TimeNs first_timeout_ns = 1'000'000'000;
  static constexpr TimeNs timeout_min_ns = 5'000'000;
  static constexpr TimeNs granularity_ns = 1'000'000;

  void measured(TimeNs sample_ns) {
    latest_ns_ = sample_ns;
    if (!is_known_) {
      is_known_ = true;
      smoothed_ns_ = sample_ns;
      variation_ns_ = sample_ns / 2;
      return;
    }
    variation_ns_ += (std::abs(smoothed_ns_ - sample_ns) - variation_ns_) / 4;
    smoothed_ns_ += (sample_ns - smoothed_ns_) / 8;
  }

  TimeNs smoothed_ns() const { return smoothed_ns_; }
  /// After so long without an answer something is sent again; `delay_max_ns` is what the other end
  /// may wait before it answers.
  TimeNs timeout_ns(TimeNs delay_max_ns) const {
    if (!is_known_) return first_timeout_ns;
    const TimeNs timeout_ns =
        smoothed_ns_ + std::max(4 * variation_ns_, granularity_ns) + delay_max_ns;
    return std::max(timeout_ns, timeout_min_ns);
  }
  /// A datagram that has been overtaken is lost after so long (RFC 9002, 6.1.2).
  TimeNs overtaking_ns() const {
    return std::max(std::max(smoothed_ns_, latest_ns_) * 9 / 8, granularity_ns);
  }

 private:
  bool is_known_ = false;
  TimeNs latest_ns_ = 0;
  TimeNs smoothed_ns_ = 0;
  TimeNs variation_ns_ = 0;
};

}  // namespace isthmus::engine::fabric::datagram
