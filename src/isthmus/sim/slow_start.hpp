// isthmus/sim/slow_start.hpp: how a TCP connection comes to its full speed.
#pragma once

#include <cstddef>
#include <deque>

#include "isthmus/base/clock.hpp"

namespace isthmus::engine::sim {

/// The congestion window of one connection that loses nothing: ten segments at first (RFC 6928), a
/// byte more for each byte that is known to have arrived, so twice as much after each round trip,
/// until all is under way that the line holds; ten segments again after a time-out without a send
/// (RFC 5681, section 4.1). Round trips are those of an empty line. Pure data; for one thread.
class SlowStart {
 public:
  static constexpr std::size_t segment_bytes = 1460;
  static constexpr std::size_t first_bytes = 10 * segment_bytes;
  /// What a time-out is longer than a round trip, as Linux has it.
  static constexpr TimeNs patience_ns = 200'000'000;

  struct Line {
    TimeNs round_trip_ns = 0;
    double bandwidth_bytes_per_s = 0;  ///< 0: unlimited
  };
  /// The end of a message on its way out.
  struct Tail {
    TimeNs leaves_ns = 0;   ///< when the window lets the last piece go
    std::size_t bytes = 0;  ///< of that piece
  };

  /// A message that is sent now, behind those before it.
  Tail send(TimeNs now_ns, std::size_t bytes, const Line& line);

  std::size_t window_bytes() const { return window_bytes_; }

 private:
  struct Piece {
    std::size_t bytes;
    TimeNs known_ns;  // to have arrived
  };

  void acknowledge(TimeNs now_ns);

  std::size_t window_bytes_ = first_bytes;
  std::deque<Piece> under_way_;
  std::size_t under_way_bytes_ = 0;
  TimeNs last_ns_ = -1;  // of the last piece; none was sent yet
};

}  // namespace isthmus::engine::sim
