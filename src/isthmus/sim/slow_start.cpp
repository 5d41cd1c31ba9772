#include "isthmus/sim/slow_start.hpp"

#include <algorithm>
#include <limits>

namespace isthmus::engine::sim {

void SlowStart::acknowledge(TimeNs now_ns) {
  while (!under_way_.empty() && under_way_.front().known_ns <= now_ns) {
    // A window that has become as large as any message grows no further.
    constexpr std::size_t most = std::numeric_limits<std::size_t>::max() / 4;
    window_bytes_ = std::min(window_bytes_ + under_way_.front().bytes, most);
    under_way_bytes_ -= under_way_.front().bytes;
    under_way_.pop_front();
  }
}

SlowStart::Tail SlowStart::send(TimeNs now_ns, std::size_t bytes, const Line& line) {
  TimeNs at_ns = std::max(now_ns, last_ns_);
  if (last_ns_ >= 0 && at_ns - last_ns_ > line.round_trip_ns + patience_ns) {
    window_bytes_ = std::min(window_bytes_, first_bytes);
    under_way_.clear();
    under_way_bytes_ = 0;
  }
  const double held = line.bandwidth_bytes_per_s * static_cast<double>(line.round_trip_ns) * 1e-9;
  while (true) {
    acknowledge(at_ns);
    last_ns_ = at_ns;
    const bool is_full =
        line.bandwidth_bytes_per_s > 0 && static_cast<double>(window_bytes_) >= held;
    const std::size_t room = window_bytes_ - std::min(window_bytes_, under_way_bytes_);
    const std::size_t piece = is_full ? bytes : std::min(bytes, room);
    if (piece > 0) {
      under_way_.push_back({piece, at_ns + line.round_trip_ns});
      under_way_bytes_ += piece;
      bytes -= piece;
    }
    if (bytes == 0) return {at_ns, piece};
    at_ns = std::max(at_ns, under_way_.front().known_ns);
  }
}

}  // namespace isthmus::engine::sim
