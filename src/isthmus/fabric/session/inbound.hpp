// isthmus/fabric/session/inbound.hpp: one direction of a session at the end that receives.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <vector>

#include "isthmus/base/error.hpp"
#include "isthmus/fabric/carrier/frame_assembler.hpp"
#include "isthmus/fabric/session/record.hpp"

namespace isthmus::engine::fabric::session {

/// Puts segments that come on several connections, in any order and some of them twice, together
/// to the stream, and that to messages. A segment counts when all of it has come and its sum is
/// right. What is next in the stream goes on to its message, what is not waits: of the window each
/// byte once. Knows no sockets. One thread.
class Inbound {
 public:
  Inbound(std::size_t window_bytes, unsigned slots, const WireLimits& limits)
      : window_bytes_(window_bytes), limits_(limits), lanes_(slots) {}

  void land_in(const Regions& places) { assembler_.land_in(places); }

  /// A segment begins on the connection. ErrorCode::malformed where the peer may not send it.
  Expected<void> begin(unsigned slot, const Segment& segment, std::uint32_t sum);
  bool is_receiving(unsigned slot) const { return lanes_[slot].segment.length > 0; }
  /// All of it is here and was not looked at yet.
  bool has_segment(unsigned slot) const { return is_receiving(slot) && lanes_[slot].left() == 0; }
  /// Takes bytes of that segment from the front until a message is whole; null when it needs more.
  /// ErrorCode::io where the segment was changed on the way.
  Expected<MessagePtr> take(unsigned slot, std::span<const std::byte>& bytes, Pool& pool);
  /// The same with what has come already; null where there is nothing.
  Expected<MessagePtr> take_stored(Pool& pool);
  std::size_t landed_bytes() const { return assembler_.landed_bytes(); }

  /// The last `count` bytes that came of a segment of which more is to come; zeros where there are
  /// fewer.
  template <std::size_t count>
  std::array<std::byte, count> last_bytes(unsigned slot) const {
    std::array<std::byte, count> bytes{};
    const Lane& lane = lanes_[slot];
    if (lane.buffer != nullptr && lane.got >= count) {
      std::copy_n(lane.buffer.get() + lane.got - count, count, bytes.begin());
    }
    return bytes;
  }

  /// Memory for the next bytes on the connection; empty where they had better be taken.
  std::span<std::byte> gap(unsigned slot);
  void filled(unsigned slot, std::size_t byte_count);

  void opened(unsigned slot) { lanes_[slot] = Lane(); }
  /// What came of a segment is of no use any more.
  void lost(unsigned slot) { lanes_[slot] = Lane(); }
  void drop(Pool& pool);

  /// All before this offset has come.
  std::uint64_t received() const { return next_; }
  /// Bytes that came on the connection since it opened: all of a segment when it counts.
  std::uint64_t taken(unsigned slot) const;
  bool holds_frames() const { return assembler_.is_mid_frame() || !stored_.empty(); }
  bool is_mid_frame() const { return assembler_.is_mid_frame(); }
  std::size_t stored_bytes() const { return stored_bytes_; }

 private:
  using Bytes = std::unique_ptr<std::byte[]>;
  struct Lane {
    Segment segment;  // of no length: none
    std::uint32_t sum = 0;
    std::uint32_t got = 0;
    bool is_right = false;    // its sum was compared
    Bytes buffer;             // where it does not come in one piece, or too early
    std::uint64_t taken = 0;  // bytes of those before it

    std::uint32_t left() const { return segment.length - got; }
    std::uint64_t at() const { return segment.offset + got; }
    void finish() {
      taken += segment.length;
      segment = {};
      is_right = false;
    }
  };
  struct Stored {
    std::uint32_t length = 0;
    Bytes bytes;
  };

  Expected<MessagePtr> pass_on(Lane& lane, std::span<const std::byte>& bytes, Pool& pool);
  void store(Lane& lane);

  const std::size_t window_bytes_;
  const WireLimits limits_;
  FrameAssembler assembler_;
  std::uint64_t next_ = 0;
  std::map<std::uint64_t, Stored> stored_;  // by offset; they do not overlap
  std::size_t stored_bytes_ = 0;
  std::vector<Lane> lanes_;
};

}  // namespace isthmus::engine::fabric::session
