// isthmus/fabric/datagram/inbound.hpp: pieces of frames from a peer, put together.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <vector>

#include "isthmus/base/error.hpp"
#include "isthmus/fabric/datagram/format.hpp"
#include "isthmus/fabric/datagram/outbound.hpp"
#include "isthmus/fabric/wire.hpp"
#include "isthmus/message/message.hpp"
#include "isthmus/message/pool.hpp"

namespace isthmus::engine::fabric::datagram {

struct InboundOptions {
  WireLimits limits;
  std::size_t piece_bytes = 0;   ///< Of the peer.
  std::size_t window_bytes = 0;  ///< For what is not handed up yet; one frame aside.
};

/// Each frame is handed up once, as soon as it is whole: not in the order in which frames were
/// sent. What comes twice counts once. Plain data.
class Inbound {
 public:
  explicit Inbound(const InboundOptions& options) : options_(options) {}

  /// Whether it was new. ErrorCode::malformed, with an empty `where`, for what no peer that keeps
  /// to the format sends.
  Expected<bool> take(const Piece& piece, Pool& pool);

  bool has_ready() const { return !ready_.empty(); }
  /// The one that was whole first; there is one.
  MessagePtr take_ready();

  /// So many bytes of frames the peer may have begun to send.
  std::uint64_t credit() const { return taken_bytes_ + options_.window_bytes; }
  /// Everything up to the peer's end has come and was handed up.
  bool is_ended() const { return end_ == first_frame_ && ready_.empty(); }
  bool is_mid_frame() const { return parts_ > 0; }
  /// Grows with every frame that is whole.
  std::uint64_t whole_count() const { return whole_count_; }
  std::size_t held_bytes() const { return held_bytes_; }
  /// What is not whole will never be.
  void give_up(Pool& pool);
  void drop(Pool& pool);

 private:
  struct Part {
    MessagePtr message;
    HeaderBytes header = {};
    std::uint32_t bytes = 0;  // 0: nothing has come
    std::uint32_t pieces_left = 0;
    std::vector<bool> has_come = {};  // of more than one piece
    bool is_whole = false;
  };

  Expected<void> check(const Piece& piece) const;
  Expected<bool> take_end(std::uint64_t frame);
  Expected<void> begin(Part& part, const Piece& piece, Pool& pool);
  Expected<void> finish(Part& part, Pool& pool);

  const InboundOptions options_;
  std::deque<Part> frames_;        // from the first that is not whole
  std::uint64_t first_frame_ = 0;  // its number
  std::uint64_t end_ = UINT64_MAX;
  std::uint64_t frames_seen_ = 0;  // behind the highest of which something has come
  std::deque<MessagePtr> ready_;
  std::uint64_t taken_bytes_ = 0;  // of all that were handed up
  std::size_t held_bytes_ = 0;     // of all others
  std::size_t parts_ = 0;
  std::uint64_t whole_count_ = 0;
};

}  // namespace isthmus::engine::fabric::datagram
