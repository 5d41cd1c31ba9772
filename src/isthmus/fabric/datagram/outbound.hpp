// isthmus/fabric/datagram/outbound.hpp: frames on their way to a peer, kept until they have come.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <span>
#include <vector>

#include "isthmus/fabric/datagram/flight.hpp"
#include "isthmus/fabric/datagram/format.hpp"
#include "isthmus/fabric/wire.hpp"
#include "isthmus/message/message.hpp"
#include "isthmus/message/pool.hpp"

namespace isthmus::engine::fabric::datagram {

/// So many frames, and so many bytes, may have begun to go when the oldest has not come yet.
inline constexpr std::uint64_t overtaking_frames_max = 4096;

struct OutboundOptions {
  std::size_t piece_bytes = 0;
  std::size_t window_bytes = 0;  ///< Kept at most; one frame is taken whatever its size.
  std::size_t unsent_bytes_max = std::size_t{4} << 20;  ///< Of those that have not begun; likewise.
  std::size_t credit_bytes = 0;                         ///< The peer's window.
};

/// Cuts frames into pieces, gives them out, and again where they are lost; lets go of a frame when
/// all of it has come. A sliding window: frames begin in order, and none begins too far ahead of
/// the oldest that has not come whole, or of what the peer has room for. Plain data.
class Outbound {
 public:
  explicit Outbound(const OutboundOptions& options);

  bool has_room(std::size_t frame_bytes) const {
    const bool is_kept = kept_bytes_ == 0 || kept_bytes_ + frame_bytes <= options_.window_bytes;
    return is_kept &&
           (unsent_bytes() == 0 || unsent_bytes() + frame_bytes <= options_.unsent_bytes_max);
  }
  /// The payload is in one piece.
  void push(MessagePtr message);
  /// Nothing more will be pushed.
  void end();

  /// Whether fill would find anything.
  bool has_pieces();
  /// Whether only the peer's room is missing for more.
  bool waits_for_peer() const;
  /// Writes as many pieces as fit, and tells which. Returns the bytes.
  std::size_t fill(std::span<std::byte> to, std::vector<PieceId>& pieces);

  void credited(std::uint64_t credit);
  void come(std::span<const PieceId> pieces, Pool& pool);
  void lost(std::span<const PieceId> pieces);
  /// To be sent before all others, though they may not be lost.
  void repeat(std::span<const PieceId> pieces);

  bool is_empty() const { return frames_.empty(); }
  /// All has come, the end too.
  bool is_ended() const { return has_ended_ && frames_.empty(); }
  std::size_t unsent_bytes() const { return pushed_bytes_ - begun_bytes_; }
  std::uint64_t pieces_repeated() const { return pieces_repeated_; }
  void drop(Pool& pool);

 private:
  struct Kept {
    MessagePtr message;  // none: the end
    HeaderBytes header = {};
    std::uint32_t bytes = 0;
    std::uint32_t pieces_left = 1;    // that have not come
    std::vector<bool> has_come = {};  // of more than one piece
  };

  Kept* find(std::uint64_t frame);
  bool is_wanted(PieceId piece);
  bool is_within_window() const;
  bool has_peer_room() const;
  bool may_begin() const { return is_within_window() && has_peer_room(); }
  const Kept& next() const { return frames_[static_cast<std::size_t>(next_frame_ - first_frame_)]; }
  bool has_lost();
  bool has_new() const { return next_frame_ - first_frame_ < frames_.size(); }
  bool put(PieceId piece, std::span<std::byte> to, std::size_t& at);

  const OutboundOptions options_;
  std::deque<Kept> frames_;
  std::uint64_t first_frame_ = 0;  // the number of the first of them
  std::uint64_t next_frame_ = 0;   // the number of the one of which something goes next,
  std::uint32_t next_at_ = 0;      // from here on
  std::deque<PieceId> lost_;
  // Of frames, since the beginning.
  std::uint64_t pushed_bytes_ = 0;
  std::uint64_t begun_bytes_ = 0;
  std::uint64_t come_bytes_ = 0;  // of all before the first that is kept
  std::uint64_t credit_;
  std::size_t kept_bytes_ = 0;
  std::uint64_t pieces_repeated_ = 0;
  bool has_ended_ = false;
};

}  // namespace isthmus::engine::fabric::datagram
