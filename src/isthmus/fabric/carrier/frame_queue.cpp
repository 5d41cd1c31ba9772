#include "isthmus/fabric/carrier/frame_queue.hpp"

#include <algorithm>

#include "isthmus/base/assert.hpp"

namespace isthmus::engine::fabric {

namespace {

std::size_t frame_bytes(const Message& message) { return header_bytes + message.payload_bytes; }

}  // namespace

void FrameQueue::push(MessagePtr message, std::size_t written_bytes, Pool& pool) {
  ISTHMUS_ASSERT(written_bytes == 0 || messages_.empty());
  ISTHMUS_ASSERT(written_bytes < frame_bytes(*message));
  if (messages_.empty()) front_written_ = written_bytes;
  bytes_ += frame_bytes(*message) - written_bytes;
  if (is_lent(*message)) {
    const std::size_t header_written = std::min(written_bytes, header_bytes);
    message = flattened(std::move(message), pool, written_bytes - header_written);
  }
  messages_.push_back(std::move(message));
}

void FrameQueue::gather(Gathered& gathered) const {
  std::size_t skip = front_written_;
  gathered.piece_count = 0;
  const auto add = [&](serial::Piece piece) {
    const std::size_t skipped = std::min(skip, piece.size());
    skip -= skipped;
    if (skipped == piece.size()) return;
    gathered.pieces[gathered.piece_count++] = vector_of(piece.subspan(skipped));
  };
  const std::size_t count = std::min(messages_.size(), gathered_frames_max);
  // Room is kept for the most that one message can take.
  for (std::size_t i = 0;
       i < count && gathered.piece_count + Pieces::count_max < gathered_pieces_max; ++i) {
    gathered.headers[i] = encode_header(*messages_[i]);
    add(gathered.headers[i]);
    for_each_piece(*messages_[i], add);
  }
}

void FrameQueue::written(std::size_t byte_count, Pool& pool) {
  ISTHMUS_ASSERT(byte_count <= bytes_);
  bytes_ -= byte_count;
  front_written_ += byte_count;
  while (!messages_.empty() && front_written_ >= frame_bytes(*messages_.front())) {
    front_written_ -= frame_bytes(*messages_.front());
    pool.release(std::move(messages_.front()));
    messages_.pop_front();
  }
}

void FrameQueue::drop(Pool& pool) {
  for (MessagePtr& message : messages_) pool.release(std::move(message));
  messages_.clear();
  front_written_ = 0;
  bytes_ = 0;
}

}  // namespace isthmus::engine::fabric
