#include "isthmus/fabric/datagram/outbound.hpp"

#include <algorithm>
#include <cstring>
#include <utility>

#include "isthmus/base/assert.hpp"

namespace isthmus::engine::fabric::datagram {

namespace {

/// Of header and payload as they follow each other.
void copy_out(const HeaderBytes& header, const Message& message, std::size_t at,
              std::span<std::byte> to) {
  if (at < header_bytes) {
    const std::size_t count = std::min(header_bytes - at, to.size());
    std::memcpy(to.data(), &header[at], count);
    to = to.subspan(count);
    at += count;
  }
  if (!to.empty()) std::memcpy(to.data(), message.payload() + (at - header_bytes), to.size());
}

}  // namespace

Outbound::Outbound(const OutboundOptions& options)
    : options_(options), credit_(options.credit_bytes) {
  ISTHMUS_ASSERT(options.piece_bytes >= header_bytes);
}

void Outbound::push(MessagePtr message) {
  ISTHMUS_ASSERT(!has_ended_ && message->form != PayloadForm::pieces);
  Kept kept;
  kept.header = encode_header(*message);
  kept.bytes = static_cast<std::uint32_t>(header_bytes + message->payload_bytes);
  kept.pieces_left =
      static_cast<std::uint32_t>((kept.bytes + options_.piece_bytes - 1) / options_.piece_bytes);
  if (kept.pieces_left > 1) kept.has_come.resize(kept.pieces_left);
  kept.message = std::move(message);
  pushed_bytes_ += kept.bytes;
  kept_bytes_ += kept.bytes;
  frames_.push_back(std::move(kept));
}

void Outbound::end() {
  if (std::exchange(has_ended_, true)) return;
  frames_.emplace_back();
}

Outbound::Kept* Outbound::find(std::uint64_t frame) {
  if (frame < first_frame_ || frame - first_frame_ >= frames_.size()) return nullptr;
  return &frames_[static_cast<std::size_t>(frame - first_frame_)];
}

bool Outbound::is_wanted(PieceId piece) {
  if (piece.frame == Piece::ping_frame) return true;
  const Kept* const kept = find(piece.frame);
  if (kept == nullptr || kept->pieces_left == 0) return false;
  return kept->has_come.empty() || !kept->has_come[piece.at / options_.piece_bytes];
}

bool Outbound::is_within_window() const {
  if (next_frame_ == first_frame_) return true;
  return next_frame_ - first_frame_ < overtaking_frames_max &&
         begun_bytes_ + next().bytes <= come_bytes_ + options_.window_bytes;
}

/// For one of any size where it has handed up all before.
bool Outbound::has_peer_room() const {
  return begun_bytes_ + next().bytes <= credit_ || begun_bytes_ + options_.credit_bytes <= credit_;
}

bool Outbound::has_lost() {
  while (!lost_.empty() && !is_wanted(lost_.front())) lost_.pop_front();
  return !lost_.empty();
}

bool Outbound::has_pieces() { return has_lost() || (has_new() && (next_at_ > 0 || may_begin())); }

bool Outbound::waits_for_peer() const {
  return has_new() && next_at_ == 0 && is_within_window() && !has_peer_room();
}

/// False where there is no room for it.
bool Outbound::put(PieceId piece, std::span<std::byte> to, std::size_t& at) {
  const Kept* const kept = find(piece.frame);
  const std::uint32_t frame_bytes = kept == nullptr ? 0 : kept->bytes;
  const std::size_t length =
      frame_bytes == 0 ? 0 : length_of_piece(frame_bytes, piece.at, options_.piece_bytes);
  if (to.size() - at < piece_head_bytes + length) return false;
  at += write_piece_head({piece.frame, frame_bytes, piece.at, {}}, to.subspan(at));
  if (length > 0) copy_out(kept->header, *kept->message, piece.at, to.subspan(at, length));
  at += length;
  return true;
}

std::size_t Outbound::fill(std::span<std::byte> to, std::vector<PieceId>& pieces) {
  std::size_t at = 0;
  while (has_lost()) {
    if (!put(lost_.front(), to, at)) return at;
    pieces.push_back(lost_.front());
    pieces_repeated_ += lost_.front().frame != Piece::ping_frame;
    lost_.pop_front();
  }
  while (has_new() && (next_at_ > 0 || may_begin())) {
    const PieceId piece{next_frame_, next_at_};
    if (!put(piece, to, at)) break;
    pieces.push_back(piece);
    const std::uint32_t frame_bytes = next().bytes;
    if (next_at_ == 0) begun_bytes_ += frame_bytes;
    if (frame_bytes - next_at_ > options_.piece_bytes) {
      next_at_ += static_cast<std::uint32_t>(options_.piece_bytes);
    } else {
      next_at_ = 0;
      ++next_frame_;
    }
  }
  return at;
}

void Outbound::credited(std::uint64_t credit) { credit_ = std::max(credit_, credit); }

void Outbound::come(std::span<const PieceId> pieces, Pool& pool) {
  for (const PieceId& piece : pieces) {
    if (piece.frame == Piece::ping_frame || !is_wanted(piece)) continue;
    Kept& kept = *find(piece.frame);
    if (!kept.has_come.empty()) kept.has_come[piece.at / options_.piece_bytes] = true;
    if (--kept.pieces_left > 0) continue;
    kept_bytes_ -= kept.bytes;
    pool.release(std::move(kept.message));
  }
  while (!frames_.empty() && frames_.front().pieces_left == 0) {
    come_bytes_ += frames_.front().bytes;
    frames_.pop_front();
    ++first_frame_;
  }
}

/// Whoever asked for an answer asks again.
void Outbound::lost(std::span<const PieceId> pieces) {
  for (const PieceId& piece : pieces) {
    if (piece.frame != Piece::ping_frame) lost_.push_back(piece);
  }
}

void Outbound::repeat(std::span<const PieceId> pieces) {
  lost_.insert(lost_.begin(), pieces.begin(), pieces.end());
}

void Outbound::drop(Pool& pool) {
  for (Kept& kept : frames_) pool.release(std::move(kept.message));
  frames_.clear();
  lost_.clear();
  kept_bytes_ = 0;
  first_frame_ = next_frame_;
  next_at_ = 0;
  begun_bytes_ = pushed_bytes_;
}

}  // namespace isthmus::engine::fabric::datagram
