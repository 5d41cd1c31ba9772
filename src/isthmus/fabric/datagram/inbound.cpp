#include "isthmus/fabric/datagram/inbound.hpp"

#include <algorithm>
#include <cstring>
#include <string>
#include <utility>

namespace isthmus::engine::fabric::datagram {

namespace {

auto malformed(std::string what, std::string expected) {
  return fail(ErrorCode::malformed, std::move(what), {}, std::move(expected));
}

/// Of header and payload as they follow each other.
void copy_in(std::span<const std::byte> from, std::size_t at, HeaderBytes& header,
             Message& message) {
  if (at < header_bytes) {
    const std::size_t count = std::min(header_bytes - at, from.size());
    std::memcpy(&header[at], from.data(), count);
    from = from.subspan(count);
    at += count;
  }
  if (!from.empty()) std::memcpy(message.payload() + (at - header_bytes), from.data(), from.size());
}

}  // namespace

Expected<bool> Inbound::take(const Piece& piece, Pool& pool) {
  if (piece.is_ping()) return false;
  if (piece.is_end()) return take_end(piece.frame);
  if (piece.frame < first_frame_) return false;
  if (auto checked = check(piece); !checked) return forward_error(checked);
  frames_seen_ = std::max(frames_seen_, piece.frame + 1);
  const auto index = static_cast<std::size_t>(piece.frame - first_frame_);
  if (frames_.size() <= index) frames_.resize(index + 1);
  Part& part = frames_[index];
  if (part.is_whole) return false;
  if (part.bytes == 0) {
    if (auto begun = begin(part, piece, pool); !begun) return forward_error(begun);
  }
  if (part.bytes != piece.frame_bytes) {
    return malformed("frame " + std::to_string(piece.frame) + " of " +
                         std::to_string(piece.frame_bytes) + " bytes",
                     "as many as before, " + std::to_string(part.bytes));
  }
  if (!part.has_come.empty()) {
    const std::size_t place = piece.at / options_.piece_bytes;
    if (part.has_come[place]) return false;
    part.has_come[place] = true;
  }
  copy_in(piece.bytes, piece.at, part.header, *part.message);
  if (--part.pieces_left > 0) return true;
  if (auto finished = finish(part, pool); !finished) return forward_error(finished);
  return true;
}

Expected<void> Inbound::check(const Piece& piece) const {
  if (piece.frame >= end_) {
    return malformed("frame " + std::to_string(piece.frame), "none after the end");
  }
  if (piece.frame - first_frame_ >= overtaking_frames_max) {
    return malformed("frame " + std::to_string(piece.frame) + " while frame " +
                         std::to_string(first_frame_) + " has not come",
                     "less than " + std::to_string(overtaking_frames_max) + " ahead of it");
  }
  const std::size_t bytes_max = header_bytes + std::size_t{options_.limits.payload_bytes_max};
  if (piece.frame_bytes < header_bytes || piece.frame_bytes > bytes_max) {
    return malformed("a frame of " + std::to_string(piece.frame_bytes) + " bytes",
                     std::to_string(header_bytes) + " to " + std::to_string(bytes_max));
  }
  return {};
}

Expected<bool> Inbound::take_end(std::uint64_t frame) {
  if (frame < frames_seen_ || (end_ != UINT64_MAX && end_ != frame)) {
    return malformed("an end after " + std::to_string(frame) + " frames",
                     end_ == UINT64_MAX ? "one behind all that have come" : "where it was before");
  }
  return std::exchange(end_, frame) != frame;
}

/// The peer has been told how much there is room for.
Expected<void> Inbound::begin(Part& part, const Piece& piece, Pool& pool) {
  if (held_bytes_ > 0 && held_bytes_ + piece.frame_bytes > options_.window_bytes) {
    return malformed("a frame of " + std::to_string(piece.frame_bytes) + " bytes beside " +
                         std::to_string(held_bytes_),
                     "at most " + std::to_string(options_.window_bytes) + " in all");
  }
  part.bytes = piece.frame_bytes;
  part.pieces_left =
      static_cast<std::uint32_t>((part.bytes + options_.piece_bytes - 1) / options_.piece_bytes);
  if (part.pieces_left > 1) part.has_come.resize(part.pieces_left);
  part.message = pool.acquire(part.bytes - header_bytes);
  held_bytes_ += part.bytes;
  ++parts_;
  return {};
}

Expected<void> Inbound::finish(Part& part, Pool& pool) {
  auto header = decode_header(part.header, options_.limits);
  const std::size_t payload_bytes = part.bytes - header_bytes;
  if (header && header->payload_bytes != payload_bytes) {
    header = malformed("a payload of " + std::to_string(header->payload_bytes) + " bytes",
                       std::to_string(payload_bytes));
  }
  --parts_;
  if (!header) {
    pool.release(std::move(part.message));
    held_bytes_ -= part.bytes;
    part.is_whole = true;
    return forward_error(header);
  }
  // Order is restored above, so nothing lands here.
  header->flags &= static_cast<std::uint16_t>(~flag_lands);
  header->size_class = part.message->size_class;
  *part.message = *header;
  ready_.push_back(std::move(part.message));
  part.is_whole = true;
  part.has_come = {};
  ++whole_count_;
  while (!frames_.empty() && frames_.front().is_whole) {
    frames_.pop_front();
    ++first_frame_;
  }
  return {};
}

MessagePtr Inbound::take_ready() {
  MessagePtr message = std::move(ready_.front());
  ready_.pop_front();
  const std::size_t bytes = header_bytes + message->payload_bytes;
  taken_bytes_ += bytes;
  held_bytes_ -= bytes;
  return message;
}

void Inbound::give_up(Pool& pool) {
  for (Part& part : frames_) {
    if (part.message == nullptr) continue;
    held_bytes_ -= part.bytes;
    pool.release(std::move(part.message));
  }
  frames_.clear();
  parts_ = 0;
}

void Inbound::drop(Pool& pool) {
  give_up(pool);
  while (!ready_.empty()) pool.release(take_ready());
}

}  // namespace isthmus::engine::fabric::datagram
