// isthmus/sim/window.hpp: how much may be under way from one process to another.
#pragma once

#include <cstddef>
#include <deque>

#include "isthmus/base/clock.hpp"

namespace isthmus::engine::sim {

/// What a sender keeps until it knows that it has arrived, and how much of that it may keep. Takes
/// a message while it has room for a byte, so that one of any size gets through. Pure data; for one
/// thread.
class Window {
 public:
  explicit Window(std::size_t bytes_max) : bytes_max_(bytes_max) {}

  bool has_room(TimeNs now_ns) {
    while (!kept_.empty() && kept_.front().known_ns <= now_ns) {
      bytes_ -= kept_.front().bytes;
      kept_.pop_front();
    }
    return bytes_ < bytes_max_;
  }
  /// The sender knows at `known_ns` that these bytes have arrived.
  void keep(std::size_t bytes, TimeNs known_ns) {
    kept_.push_back({bytes, known_ns});
    bytes_ += bytes;
  }
  /// When there will be room, if has_room has just said that there is none.
  TimeNs room_ns() const {
    std::size_t bytes = bytes_;
    for (const Kept& message : kept_) {
      bytes -= message.bytes;
      if (bytes < bytes_max_) return message.known_ns;
    }
    return never_ns;
  }

 private:
  struct Kept {
    std::size_t bytes;
    TimeNs known_ns;  // never before that of the message before
  };

  std::size_t bytes_max_;
  std::deque<Kept> kept_;
  std::size_t bytes_ = 0;
};

}  // namespace isthmus::engine::sim
