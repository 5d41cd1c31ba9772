#include "isthmus/fabric/carrier/mpi/mpi_stream.hpp"

#include <algorithm>
#include <cstring>
#include <utility>

#include "isthmus/fabric/carrier/mpi/mpi_session.hpp"
#include "isthmus/message/payload.hpp"
#include "isthmus/message/pieces.hpp"

namespace isthmus::engine::fabric {

// --- sending -----------------------------------------------------------------------------------

MpiOutbound::~MpiOutbound() {
  for (Sending& sending : sending_) pool_->release(std::move(sending.message));
}

void MpiOutbound::begin() {
  if (free_buffers_.empty()) {
    buffer_ = std::make_unique<MpiBuffer>();
  } else {
    buffer_ = std::move(free_buffers_.back());
    free_buffers_.pop_back();
  }
  used_ = sizeof(MpiPrefix);
}

void MpiOutbound::append(std::span<const std::byte> bytes) {
  while (!bytes.empty()) {
    const std::size_t count = std::min(bytes.size(), room());
    std::memcpy(&(*buffer_)[used_], bytes.data(), count);
    used_ += count;
    bytes = bytes.subspan(count);
    if (!bytes.empty()) {
      post_buffer({});
      begin();
    }
  }
}

void MpiOutbound::post_buffer(MpiPrefix prefix) {
  std::memcpy(buffer_->data(), &prefix, sizeof(prefix));
  const std::span<const std::byte> bytes(buffer_->data(), used_);
  Sending sending;
  sending.buffer = std::move(buffer_);
  post(bytes, tag_, std::move(sending));
}

void MpiOutbound::post(std::span<const std::byte> bytes, int tag, Sending sending) {
  sending.bytes = bytes.size();
  outstanding_bytes_ += bytes.size();
  const int status = MPI_Isend(bytes.data(), static_cast<int>(bytes.size()), MPI_BYTE, rank_, tag,
                               MPI_COMM_WORLD, &sending.request);
  if (status != MPI_SUCCESS) failure_ = status;
  sending_.push_back(std::move(sending));
  // Most small ones are through at once, and their buffer serves the next.
  if (sending_.size() == 1) progress();
}

void MpiOutbound::progress() {
  while (!sending_.empty()) {
    int is_done = 0;
    const int status = MPI_Test(&sending_.front().request, &is_done, MPI_STATUS_IGNORE);
    if (status != MPI_SUCCESS) failure_ = status;
    if (status == MPI_SUCCESS && is_done == 0) return;
    end_front();
  }
}

void MpiOutbound::end_front() {
  Sending& front = sending_.front();
  outstanding_bytes_ -= front.bytes;
  pool_->release(std::move(front.message));
  if (front.buffer != nullptr && free_buffers_.size() < free_buffers_max)
    free_buffers_.push_back(std::move(front.buffer));
  sending_.pop_front();
}

void MpiOutbound::send(MessagePtr message) {
  const std::size_t bytes = header_bytes + message->payload_bytes;
  const bool is_small = sizeof(MpiPrefix) + bytes <= mpi_message_bytes_max;
  // What lands is copied to its place as it comes, which a bulk could only do at the end.
  if (is_small || (message->flags & flag_lands) != 0) {
    send_fragments(*message);
    return pool_->release(std::move(message));
  }
  is_lent(*message) ? send_copied_bulk(std::move(message)) : send_bulk(std::move(message));
}

void MpiOutbound::send_fragments(const Message& message) {
  begin();
  append(encode_header(message));
  for_each_piece(message, [&](serial::Piece piece) { append(piece); });
  post_buffer({});
}

void MpiOutbound::send_bulk(MessagePtr message) {
  begin();
  append(encode_header(*message));
  for_each_piece(*message, [&](serial::Piece piece) {
    if (piece.size() <= room()) return append(piece);
    const auto bytes = static_cast<std::uint32_t>(piece.size());
    post_buffer({MpiPrefix::stream, bytes, bytes});
    post(piece, tag_ + 1, {});
    begin();
  });
  // The message lives until the last of its bytes are sent, which is when all are.
  if (used_ > sizeof(MpiPrefix)) post_buffer({});
  if (sending_.empty()) return pool_->release(std::move(message));
  sending_.back().message = std::move(message);
}

void MpiOutbound::send_copied_bulk(MessagePtr message) {
  const std::size_t total = message->payload_bytes;
  const std::size_t piece_bytes = std::max(piece_bytes_min, total / pieces_max);
  begin();
  append(encode_header(*message));
  post_buffer({MpiPrefix::stream, static_cast<std::uint32_t>(total),
               static_cast<std::uint32_t>(piece_bytes)});
  MessagePtr copy = pool_->acquire(total);
  std::byte* const to = copy->payload();
  std::size_t copied = 0;
  std::size_t posted = 0;
  const auto post_next = [&](std::size_t count) {
    Sending sending;
    if (posted + count == total) sending.message = std::move(copy);
    post({to + posted, count}, tag_ + 1, std::move(sending));
    posted += count;
  };
  for_each_piece(*message, [&](serial::Piece piece) {
    while (!piece.empty()) {
      const std::size_t count = std::min(piece.size(), posted + piece_bytes - copied);
      std::memcpy(to + copied, piece.data(), count);
      copied += count;
      piece = piece.subspan(count);
      if (copied - posted == piece_bytes) post_next(piece_bytes);
    }
  });
  if (copied > posted) post_next(copied - posted);
  pool_->release(std::move(message));
}

void MpiOutbound::end() {
  is_end_posted_ = true;
  begin();
  post_buffer({MpiPrefix::end, 0, 0});
}

// --- receiving ---------------------------------------------------------------------------------

namespace {

std::size_t held_cost(std::size_t bytes) { return bytes + sizeof(std::vector<std::byte>); }

}  // namespace

MpiInbound::~MpiInbound() {
  if (bulk_) pool_->release(std::move(bulk_->aside));
  assembler_.drop(*pool_);
}

void MpiInbound::take(std::span<const std::byte> bytes) {
  if (is_ended_ || failure_) return;
  ++taken_count_;
  bulk_ ? hold(bytes) : accept(bytes);
}

void MpiInbound::hold(std::span<const std::byte> bytes) {
  held_.emplace_back(bytes.begin(), bytes.end());
  held_bytes_ += held_cost(bytes.size());
  // Much of the bulk may have come since anybody looked.
  if (held_bytes_ > held_max_ / 2) progress();
  if (held_bytes_ <= held_max_) return;
  malformed("sends more behind a bulk before that has come",
            "at most " + std::to_string(held_max_) + " bytes");
  held_.clear();
  held_bytes_ = 0;
}

void MpiInbound::accept(std::span<const std::byte> bytes) {
  MpiPrefix prefix;
  if (bytes.size() < sizeof(prefix)) {
    return malformed("sends a message of " + std::to_string(bytes.size()) + " bytes",
                     "at least " + std::to_string(sizeof(prefix)));
  }
  std::memcpy(&prefix, bytes.data(), sizeof(prefix));
  if (prefix.kind == MpiPrefix::end) {
    if (assembler_.is_mid_frame()) malformed("ends in the middle of a frame", "all of it");
    is_ended_ = true;
    return;
  }
  if (prefix.kind != MpiPrefix::stream) {
    return malformed("sends a message of kind " + std::to_string(prefix.kind), "1 or 2");
  }
  feed(bytes.subspan(sizeof(prefix)));
  if (prefix.bulk_bytes == 0 || failure_) return;
  if (prefix.bulk_bytes > limits_.payload_bytes_max || prefix.piece_bytes == 0) {
    return malformed(
        "announces " + std::to_string(prefix.bulk_bytes) + " bytes in pieces of " +
            std::to_string(prefix.piece_bytes),
        "at most " + std::to_string(limits_.payload_bytes_max) + " in pieces of 1 or more");
  }
  bulk_.emplace(prefix);
  begin_piece();
}

void MpiInbound::begin_piece() {
  Bulk& bulk = *bulk_;
  const std::size_t bytes = std::min(bulk.left, bulk.piece_bytes);
  bulk.receiving_bytes = bytes;
  std::byte* to = nullptr;
  {
    const FrameAssembler::Gap gap = assembler_.gap(*pool_);
    const bool lands = !gap.access.memory().empty();
    if (!lands && gap.memory.size() >= bytes) to = gap.memory.data();
  }
  if (to == nullptr) {
    bulk.aside = pool_->acquire(bytes);
    to = bulk.aside->payload();
  }
  const int status = MPI_Irecv(to, static_cast<int>(bytes), MPI_BYTE, rank_, bulk_tag_,
                               MPI_COMM_WORLD, &bulk.request);
  if (status == MPI_SUCCESS) return;
  failure_ = Error{ErrorCode::unreachable, "MPI receives nothing: " + mpi_text(status)};
}

void MpiInbound::progress() {
  while (bulk_ && !failure_) {
    int is_done = 0;
    MPI_Status status;
    const int result = MPI_Test(&bulk_->request, &is_done, &status);
    int count = 0;
    if (result == MPI_SUCCESS && is_done == 0) return;
    if (result == MPI_SUCCESS) MPI_Get_count(&status, MPI_BYTE, &count);
    if (result != MPI_SUCCESS || static_cast<std::size_t>(count) != bulk_->receiving_bytes) {
      return malformed("sends a piece of " + std::to_string(count) + " bytes",
                       std::to_string(bulk_->receiving_bytes));
    }
    end_piece();
    while (!bulk_ && !held_.empty() && !failure_ && !is_ended_) {
      const std::vector<std::byte> next = std::move(held_.front());
      held_.pop_front();
      held_bytes_ -= held_cost(next.size());
      accept(next);
    }
  }
}

void MpiInbound::end_piece() {
  ++taken_count_;
  Bulk& bulk = *bulk_;
  const std::size_t bytes = bulk.receiving_bytes;
  bulk.left -= bytes;
  if (bulk.aside != nullptr) {
    feed({bulk.aside->payload(), bytes});
    pool_->release(std::move(bulk.aside));
  } else {
    assembler_.filled(bytes);
    std::span<const std::byte> nothing;
    Expected<MessagePtr> message = assembler_.take(nothing, limits_, *pool_);
    if (!message) {
      failure_ = std::move(message.error());
    } else if (*message != nullptr) {
      sink_(context_, std::move(*message), assembler_.landed_bytes());
    }
  }
  if (failure_) return;
  bulk.left > 0 ? begin_piece() : bulk_.reset();
}

void MpiInbound::feed(std::span<const std::byte> bytes) {
  while (!bytes.empty()) {
    Expected<MessagePtr> message = assembler_.take(bytes, limits_, *pool_);
    if (!message) {
      failure_ = std::move(message.error());
      return;
    }
    if (*message != nullptr) sink_(context_, std::move(*message), assembler_.landed_bytes());
  }
}

void MpiInbound::malformed(std::string what, std::string expected) {
  failure_ = Error{ErrorCode::malformed, std::move(what), {}, std::move(expected)};
}

}  // namespace isthmus::engine::fabric
