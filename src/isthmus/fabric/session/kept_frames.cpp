#include "isthmus/fabric/session/kept_frames.hpp"

#include <algorithm>
#include <utility>

#include "isthmus/base/assert.hpp"

namespace isthmus::engine::fabric::session {

void KeptFrames::push(MessagePtr message, Pool& pool) {
  if (is_lent(*message)) message = flattened(std::move(message), pool);
  const std::uint64_t offset = end_;
  end_ += header_bytes + message->payload_bytes;
  frames_.push_back({offset, std::move(message)});
}

void KeptFrames::release_before(std::uint64_t offset, Pool& pool) {
  while (!frames_.empty()) {
    const std::uint64_t end = frames_.size() > 1 ? frames_[1].offset : end_;
    if (end > offset) return;
    pool.release(std::move(frames_.front().message));
    frames_.pop_front();
  }
}

void KeptFrames::drop(Pool& pool) { release_before(end_, pool); }

std::size_t KeptFrames::index_of(std::uint64_t offset) const {
  const auto after = std::ranges::upper_bound(frames_, offset, {}, &Kept::offset);
  ISTHMUS_ASSERT(after != frames_.begin());
  return static_cast<std::size_t>(after - frames_.begin()) - 1;
}

std::size_t KeptFrames::frame_count(const Segment& segment) const {
  return segment.length == 0 ? 0 : index_of(segment.end() - 1) - index_of(segment.offset) + 1;
}

void KeptFrames::gather(const Segment& segment, Gathered& gathered) const {
  ISTHMUS_ASSERT(segment.end() <= end_);
  std::size_t index = index_of(segment.offset);
  auto skip = static_cast<std::size_t>(segment.offset - frames_[index].offset);
  std::size_t missing = segment.length;
  const auto add = [&](serial::Piece piece) {
    const std::size_t skipped = std::min(skip, piece.size());
    skip -= skipped;
    const std::size_t count = std::min(piece.size() - skipped, missing);
    if (count == 0) return;
    gathered.add(piece.subspan(skipped, count));
    missing -= count;
  };
  std::size_t header_count = 0;
  // Room is kept for the most that one message can take.
  while (missing > 0 && header_count < Gathered::frames_max &&
         gathered.piece_count + 1 + Pieces::count_max <= Gathered::pieces_max) {
    const Message& message = *frames_[index++].message;
    HeaderBytes& header = gathered.headers[header_count++];
    header = encode_header(message);
    add(header);
    for_each_piece(message, add);
  }
}

}  // namespace isthmus::engine::fabric::session
