// isthmus/fabric/carrier/frame_queue.hpp: messages on their way into a stream of bytes.
#pragma once

#include <sys/uio.h>

#include <array>
#include <cstddef>
#include <deque>
#include <span>

#include "isthmus/fabric/wire.hpp"
#include "isthmus/message/message.hpp"
#include "isthmus/message/pieces.hpp"
#include "isthmus/message/pool.hpp"

namespace isthmus::engine::fabric {

/// A piece as the system's gathering calls take it.
inline iovec vector_of(serial::Piece piece) {
  // writev reads alone; its iovec serves readv too and so has no const.
  return {const_cast<std::byte*>(piece.data()), piece.size()};
}

/// Messages that a full or busy socket made wait; the first may be written in part. One thread.
class FrameQueue {
 public:
  static constexpr std::size_t gathered_frames_max = 32;
  static constexpr std::size_t gathered_pieces_max = 2 * gathered_frames_max + Pieces::count_max;

  /// Pieces of memory for one gathering write, and the headers that they point to.
  struct Gathered {
    std::array<iovec, gathered_pieces_max> pieces;
    std::array<HeaderBytes, gathered_frames_max> headers;
    std::size_t piece_count = 0;
  };

  /// `written_bytes` of it are out already; only the first in an empty queue can have any. What is
  /// lent is copied.
  void push(MessagePtr message, std::size_t written_bytes, Pool& pool);
  /// The next bytes, from the first that is not written.
  void gather(Gathered& gathered) const;
  /// So many more are out; messages that are whole go back to the pool.
  void written(std::size_t byte_count, Pool& pool);
  void drop(Pool& pool);

  bool is_empty() const { return messages_.empty(); }
  std::size_t frame_count() const { return messages_.size(); }
  /// Not yet written, headers included.
  std::size_t byte_count() const { return bytes_; }

 private:
  std::deque<MessagePtr> messages_;
  std::size_t front_written_ = 0;
  std::size_t bytes_ = 0;
};

}  // namespace isthmus::engine::fabric
