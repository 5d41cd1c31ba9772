// isthmus/fabric/session/outbound.hpp: one direction of a session at the end that sends.
#pragma once

#include <algorithm>
#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <vector>

#include "isthmus/base/clock.hpp"
#include "isthmus/fabric/session/drain_rate.hpp"
#include "isthmus/fabric/session/kept_frames.hpp"
#include "isthmus/fabric/session/record.hpp"
#include "isthmus/fabric/session/sum.hpp"

namespace isthmus::engine::fabric::session {

/// Cuts the stream into segments, gives each to one of the session's connections, and keeps all
/// until the peer has it. What a connection that breaks had under way goes to others, or waits for
/// it to return. Knows no sockets. One thread.
class Outbound {
 public:
  struct Options {
    std::size_t window_bytes = std::size_t{64} << 20;
    std::uint32_t segment_bytes = 256 * 1024;
    unsigned slots = 1;  ///< Connections at most.
  };
  explicit Outbound(const Options& options) : options_(options), lanes_(options.slots) {}

  /// Whether a frame of so many bytes may be kept: one always may, whatever its size.
  bool has_room(std::size_t frame_bytes) const {
    return kept_.is_empty() || kept_.byte_count() + frame_bytes <= options_.window_bytes;
  }
  void push(MessagePtr message, Pool& pool) { kept_.push(std::move(message), pool); }
  void drop(Pool& pool) { kept_.drop(pool); }

  /// The peer holds so many bytes that came out of order.
  void set_peer_window(std::uint64_t bytes) { peer_window_bytes_ = bytes; }
  /// The peer has all before `offset`. False where that cannot be. Frames stay until `release`.
  bool acknowledged(std::uint64_t offset);
  /// Lets go of what the peer has, but of nothing from `needed` on: a segment that the peer has got
  /// by another connection may still be half written to this one.
  void release(std::uint64_t needed, Pool& pool) {
    kept_.release_before(std::min(acknowledged_, needed), pool);
  }
  /// The peer has taken so many bytes from the connection. False where that cannot be.
  bool confirmed(unsigned slot, std::uint64_t bytes, TimeNs now_ns);

  void opened(unsigned slot);
  /// How many frames must be sent again, whole or in part.
  std::size_t lost(unsigned slot);

  bool has_segment() const { return !again_.empty() || unsent_ < sendable_end(); }
  /// Whether the connection should take one, now that others could.
  bool may_take(unsigned slot) const;
  /// How long what the connection has under way takes.
  double queue_s(unsigned slot) const;
  /// The next one, which is the connection's from now on; has_segment.
  Segment take_segment(unsigned slot, TimeNs now_ns);
  void gather(const Segment& segment, Gathered& gathered) const { kept_.gather(segment, gathered); }
  std::uint32_t sum(const Segment& segment) const { return sum_of(kept_, segment); }

  std::uint64_t end() const { return kept_.end(); }
  /// Every byte has been given to a connection that lives, or has come.
  bool is_all_sent() const { return again_.empty() && unsent_ == kept_.end(); }
  bool is_all_acknowledged() const { return acknowledged_ == kept_.end(); }
  /// The peer has taken all that the connections were given, but did not say that all is there.
  bool is_taken_unacknowledged() const {
    return again_.empty() && acknowledged_ < unsent_ &&
           std::ranges::none_of(
               lanes_,
               [](const Lane& lane) { return lane.is_open && lane.assigned > lane.confirmed; });
  }
  /// The peer has all before it.
  std::uint64_t acknowledged_bytes() const { return acknowledged_; }
  bool has_under_way(unsigned slot) const {
    return lanes_[slot].is_open && lanes_[slot].assigned > lanes_[slot].confirmed;
  }
  /// What the peer has taken from the connection since it opened.
  std::uint64_t confirmed_bytes(unsigned slot) const { return lanes_[slot].confirmed; }
  /// Since when the oldest of what it has not taken has been under way; never_ns where nothing is.
  TimeNs under_way_since_ns(unsigned slot) const {
    return has_under_way(slot) ? lanes_[slot].flights.front().sent_ns : never_ns;
  }
  std::size_t kept_bytes() const { return kept_.byte_count(); }

 private:
  struct Flight {
    Segment segment;
    std::uint64_t lane_end;  // bytes that the connection was given up to here
    TimeNs sent_ns;
  };
  struct Lane {
    bool is_open = false;
    std::uint64_t assigned = 0;   // bytes that it was given
    std::uint64_t confirmed = 0;  // of which the peer has taken so many
    std::deque<Flight> flights;   // not all of it confirmed
    DrainRate rate;
  };

  std::size_t frame_count(std::vector<Segment> parts) const;
  std::uint64_t sendable_end() const;
  Segment next_again();

  const Options options_;
  KeptFrames kept_;
  std::uint64_t acknowledged_ = 0;
  std::uint64_t unsent_ = 0;  // no connection was given anything from here on
  std::uint64_t peer_window_bytes_ = 0;
  std::map<std::uint64_t, std::uint32_t> again_;  // what broken connections had, by offset
  std::vector<Lane> lanes_;
};

}  // namespace isthmus::engine::fabric::session
