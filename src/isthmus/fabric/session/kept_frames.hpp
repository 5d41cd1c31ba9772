// isthmus/fabric/session/kept_frames.hpp: messages as a stream of bytes that can be sent again.
#pragma once

#include <sys/uio.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <deque>

#include "isthmus/fabric/carrier/frame_queue.hpp"
#include "isthmus/fabric/session/record.hpp"
#include "isthmus/fabric/wire.hpp"
#include "isthmus/message/message.hpp"
#include "isthmus/message/pool.hpp"

namespace isthmus::engine::fabric::session {

/// Pieces of memory for one gathering write, and the headers that they point to.
struct Gathered {
  static constexpr std::size_t frames_max = FrameQueue::gathered_frames_max;
  static constexpr std::size_t pieces_max = FrameQueue::gathered_pieces_max + 1;

  std::array<iovec, pieces_max> pieces;
  std::array<HeaderBytes, frames_max> headers;
  std::size_t piece_count = 0;
  std::size_t byte_count = 0;

  void clear() { piece_count = byte_count = 0; }
  void add(serial::Piece piece) {
    pieces[piece_count++] = vector_of(piece);
    byte_count += piece.size();
  }
};

/// The frames of one direction of a session, from the first that the peer has not acknowledged.
/// One after the other, header and payload, they are a stream whose bytes are numbered from 0 on;
/// any part of what is kept can be written, as often as it takes. One thread.
class KeptFrames {
 public:
  /// What is lent is copied: it must outlive the call.
  void push(MessagePtr message, Pool& pool);
  /// Lets go of the frames that end at `offset` or before.
  void release_before(std::uint64_t offset, Pool& pool);
  void drop(Pool& pool);

  /// Offsets of the first byte that is kept, and of the next one to come.
  std::uint64_t begin() const { return frames_.empty() ? end_ : frames_.front().offset; }
  std::uint64_t end() const { return end_; }
  bool is_empty() const { return frames_.empty(); }
  std::size_t byte_count() const { return static_cast<std::size_t>(end_ - begin()); }
  /// Frames of which bytes lie in the segment; all of it is kept.
  std::size_t frame_count(const Segment& segment) const;

  /// Adds the segment's bytes, or as many as there is room for; all of it is kept.
  void gather(const Segment& segment, Gathered& gathered) const;

 private:
  struct Kept {
    std::uint64_t offset;
    MessagePtr message;
  };

  std::size_t index_of(std::uint64_t offset) const;

  std::deque<Kept> frames_;
  std::uint64_t end_ = 0;
};

}  // namespace isthmus::engine::fabric::session
