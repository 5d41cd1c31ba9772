// isthmus/fabric/datagram/congestion.hpp: how much may be under way.
#pragma once

#include <cstddef>

#include "isthmus/base/clock.hpp"

namespace isthmus::engine::fabric::datagram {

/// The congestion window of CUBIC (RFC 9438), so that a link takes the share that one TCP
/// connection would: slow start (RFC 5681, 3.1), then a cubic function of the time since the last
/// loss, never below what Reno would have. Plain data; the caller has the clock.
class CongestionWindow {
 public:
  explicit CongestionWindow(std::size_t datagram_bytes);

  std::size_t bytes() const { return static_cast<std::size_t>(window_ * datagram_bytes_); }
  bool is_in_slow_start() const { return window_ < threshold_; }

  /// `was_full`: the window kept something back; where it did not, it does not grow, and the time
  /// does not count.
  void acknowledged(std::size_t bytes, TimeNs now_ns, TimeNs round_trip_ns, bool was_full);
  /// Once for all that was lost in one round trip.
  void lost();
  /// Nothing at all came through for long: begins anew (RFC 5681, 3.1).
  void collapsed();

 private:
  void grow_by_the_cube(double acknowledged, TimeNs now_ns, TimeNs round_trip_ns);

  // In datagrams, as the published constants are.
  double datagram_bytes_;
  double window_;
  double threshold_;
  double largest_ = 0;  // before the last loss
  double reno_ = 0;     // what Reno would have had since
  TimeNs epoch_ns_ = never_ns;
  TimeNs last_ns_ = never_ns;
  double rise_s_ = 0;  // from the epoch until it is there again
};

}  // namespace isthmus::engine::fabric::datagram
