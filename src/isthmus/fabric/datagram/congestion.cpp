#include "isthmus/fabric/datagram/congestion.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace isthmus::engine::fabric::datagram {

namespace {

constexpr double first_window = 10;  // RFC 6928
constexpr double smallest_window = 2;
constexpr double scaling = 0.4;                                        // RFC 9438, 4.1
constexpr double decrease = 0.7;                                       // 4.6
constexpr double reno_increase = 3 * (1 - decrease) / (1 + decrease);  // 4.3

double seconds(TimeNs ns) { return static_cast<double>(ns) * 1e-9; }

}  // namespace

CongestionWindow::CongestionWindow(std::size_t datagram_bytes)
    : datagram_bytes_(static_cast<double>(datagram_bytes)),
      window_(first_window),
      threshold_(std::numeric_limits<double>::infinity()) {}

void CongestionWindow::acknowledged(std::size_t bytes, TimeNs now_ns, TimeNs round_trip_ns,
                                    bool was_full) {
  const double count = static_cast<double>(bytes) / datagram_bytes_;
  if (!was_full) {
    if (epoch_ns_ != never_ns && last_ns_ != never_ns) epoch_ns_ += now_ns - last_ns_;
  } else if (is_in_slow_start()) {
    window_ += count;
  } else {
    grow_by_the_cube(count, now_ns, round_trip_ns);
  }
  last_ns_ = now_ns;
}

void CongestionWindow::grow_by_the_cube(double count, TimeNs now_ns, TimeNs round_trip_ns) {
  if (epoch_ns_ == never_ns) {
    epoch_ns_ = now_ns;
    largest_ = std::max(largest_, window_);
    rise_s_ = std::cbrt((largest_ - window_) / scaling);
    reno_ = window_;
  }
  const auto cube_at = [&](double elapsed_s) {
    const double from_top_s = elapsed_s - rise_s_;
    return scaling * from_top_s * from_top_s * from_top_s + largest_;
  };
  const double elapsed_s = seconds(now_ns - epoch_ns_);
  reno_ += (reno_ < largest_ ? reno_increase : 1.0) * count / window_;
  if (cube_at(elapsed_s) < reno_) {
    window_ = std::max(window_, reno_);
    return;
  }
  const double target =
      std::clamp(cube_at(elapsed_s + seconds(round_trip_ns)), window_, 1.5 * window_);
  window_ += (target - window_) * std::min(1.0, count / window_);
}

void CongestionWindow::lost() {
  // Fast convergence (4.7): who has less than before leaves room for others.
  largest_ = window_ < largest_ ? window_ * (1 + decrease) / 2 : window_;
  window_ = std::max(window_ * decrease, smallest_window);
  threshold_ = window_;
  epoch_ns_ = never_ns;
}

void CongestionWindow::collapsed() {
  if (window_ <= smallest_window) return;
  lost();
  window_ = smallest_window;
}

}  // namespace isthmus::engine::fabric::datagram
