// isthmus/fabric/session/drain_rate.hpp: how fast a connection empties.
#pragma once

#include <algorithm>
#include <cstdint>

#include "isthmus/base/clock.hpp"

namespace isthmus::engine::fabric::session {

/// Bytes a second that the peer takes from a connection, measured while some are under way, and the
/// least time that a segment needed there and back. One thread.
class DrainRate {
 public:
  /// Bytes are written; `was_idle` where none were under way before.
  void sent(bool was_idle, TimeNs now_ns) {
    if (!was_idle) return;
    period_begin_ns_ = now_ns;
    period_bytes_ = 0;
    has_run_dry_ = false;
  }
  /// `is_dry` where so little is left under way, and nothing to follow, that it is not the
  /// connection which sets the pace. What is measured then is too low, if anything.
  void drained(std::uint64_t bytes, bool is_dry, TimeNs now_ns) {
    period_bytes_ += bytes;
    has_run_dry_ = has_run_dry_ || is_dry;
    const TimeNs period_ns = now_ns - period_begin_ns_;
    if (period_ns < period_least_ns) return;
    const double measured =
        static_cast<double>(period_bytes_) * 1e9 / static_cast<double>(period_ns);
    if (!has_run_dry_) {
      bytes_per_s_ = bytes_per_s_ == 0 ? measured : 0.5 * (bytes_per_s_ + measured);
    } else if (bytes_per_s_ != 0) {
      bytes_per_s_ = std::max(bytes_per_s_, measured);
    }
    period_begin_ns_ = now_ns;
    period_bytes_ = 0;
    has_run_dry_ = false;
  }
  void returned_after(TimeNs duration_ns) {
    round_trip_ns_ = std::min(round_trip_ns_, duration_ns);
  }

  /// 0 while it is not known.
  double bytes_per_s() const { return bytes_per_s_; }
  /// How long so many bytes take. While the rate is not known it is taken for a high one, so that
  /// the connection is tried and found out.
  double seconds(std::uint64_t bytes) const {
    return static_cast<double>(bytes) / (bytes_per_s_ == 0 ? unmeasured_bytes_per_s : bytes_per_s_);
  }
  /// What may be under way without waiting longer than needed: a connection that holds more delays
  /// the stream when it breaks or slows down, and one that holds less may run dry.
  std::uint64_t bytes_under_way_max() const {
    if (bytes_per_s_ == 0) return unmeasured_bytes;
    const double round_trip_s =
        round_trip_ns_ == never_ns ? 0 : static_cast<double>(round_trip_ns_) * 1e-9;
    const double bytes = bytes_per_s_ * (horizon_s + 2 * round_trip_s);
    return std::max(unmeasured_bytes, static_cast<std::uint64_t>(bytes));
  }

 private:
  static constexpr TimeNs period_least_ns = 20'000'000;
  static constexpr double horizon_s = 0.2;
  static constexpr std::uint64_t unmeasured_bytes = 512 * 1024;
  static constexpr double unmeasured_bytes_per_s = 1e9;

  double bytes_per_s_ = 0;
  TimeNs round_trip_ns_ = never_ns;
  TimeNs period_begin_ns_ = 0;
  std::uint64_t period_bytes_ = 0;
  bool has_run_dry_ = false;  // in the period
};

}  // namespace isthmus::engine::fabric::session
