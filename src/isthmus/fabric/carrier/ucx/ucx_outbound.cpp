#include "isthmus/fabric/carrier/ucx/ucx_outbound.hpp"

#include <algorithm>
#include <cstring>
#include <utility>

#include "isthmus/base/assert.hpp"
#include "isthmus/message/pieces.hpp"

namespace isthmus::engine::fabric {

UcxOutbound::UcxOutbound(const Options& options, Pool* const& pool)
    : options_(options), pool_(pool) {
  // UCX asks for the bytes of this type at the moment when it has room for them.
  ucp_generic_dt_ops_t operations{};
  operations.start_pack = &begin_pack;
  operations.packed_size = &packed_size;
  operations.pack = &pack;
  operations.finish = &end_pack;
  const ucs_status_t status = ucp_dt_create_generic(&operations, nullptr, &lent_type_);
  ISTHMUS_ASSERT(status == UCS_OK);
}

UcxOutbound::~UcxOutbound() {
  for (auto& frame : in_flight_) pool_->release(std::move(frame->message));
  ucp_dt_destroy(lent_type_);
}

void* UcxOutbound::begin_pack(void*, const void* part, std::size_t) {
  return const_cast<void*>(part);
}

std::size_t UcxOutbound::packed_size(void* part) { return static_cast<Part*>(part)->lent.size(); }

std::size_t UcxOutbound::pack(void* part, std::size_t offset, void* to, std::size_t room) {
  Part& packed = *static_cast<Part*>(part);
  const std::size_t count = std::min(room, packed.lent.size() - offset);
  std::memcpy(to, &packed.lent[offset], count);
  packed.is_packed = offset + count == packed.lent.size();
  return count;
}

void UcxOutbound::end_pack(void*) {}

void UcxOutbound::Part::append(std::span<const std::byte> more) {
  if (!more.empty()) std::memcpy(&bytes[used], more.data(), more.size());
  used += more.size();
}

UcxOutbound::Part& UcxOutbound::begin_part(InFlight* frame) {
  if (free_part_ == nullptr) {
    parts_.push_back(std::make_unique<Part>());
    free_part_ = parts_.back().get();
    free_part_->outbound = this;
    free_part_->place = parts_.size() - 1;
    ++free_count_;
  }
  Part& part = *std::exchange(free_part_, free_part_->next_free);
  --free_count_;
  part.frame = frame;
  if (frame != nullptr) ++frame->part_count;
  part.used = sizeof(UcxPrefix);
  return part;
}

void UcxOutbound::send(MessagePtr message) {
  const std::size_t bytes = header_bytes + message->payload_bytes;
  if (bytes > contiguous_bytes_max &&
      (!is_lent(*message) || (bytes > options_.eager_bytes_max && !options_.is_on_this_machine))) {
    return send_in_place(std::move(message));
  }
  bytes > contiguous_bytes_max ? send_lent(*message) : send_copied(*message);
  pool_->release(std::move(message));
}

void UcxOutbound::send_copied(const Message& message) {
  Part& part = begin_part(nullptr);
  part.append(encode_header(message));
  for_each_piece(message, [&](serial::Piece piece) { part.append(piece); });
  post_stream(part, {}, UCP_AM_SEND_FLAG_EAGER);
}

void UcxOutbound::send_lent(const Message& message) {
  Part* part = &begin_part(nullptr);
  part->append(encode_header(message));
  for_each_piece(message, [&](serial::Piece piece) {
    while (!piece.empty()) {
      const bool is_copied = piece.size() <= copied_bytes_max && piece.size() <= part->room();
      const std::size_t count = std::min(piece.size(), fragment_bytes - part->used);
      is_copied ? part->append(piece) : post_lent(*part, piece.first(count));
      if (!is_copied) part = &begin_part(nullptr);
      piece = piece.subspan(count);
    }
  });
  post_stream(*part, {}, UCP_AM_SEND_FLAG_EAGER);
}

void UcxOutbound::send_in_place(MessagePtr message) {
  const std::size_t payload_bytes = message->payload_bytes;
  const bool is_copied = is_lent(*message);
  // What lands is copied to its place as it comes, which a rendezvous could only do at the end.
  const bool is_eager = header_bytes + payload_bytes <= options_.eager_bytes_max ||
                        (message->flags & flag_lands) != 0;
  const std::size_t run_bytes_max = is_eager ? fragment_bytes
                                    : is_copied
                                        ? std::max(piece_bytes_min, payload_bytes / pieces_max)
                                        : payload_bytes;
  const std::uint32_t flags = is_eager ? UCP_AM_SEND_FLAG_EAGER : 0;

  in_flight_.push_back(std::make_unique<InFlight>());
  InFlight& frame = *in_flight_.back();
  frame.place = in_flight_.size() - 1;
  frame.message = is_copied ? flattened(std::move(message), *pool_) : std::move(message);
  Part* part = &begin_part(&frame);
  part->append(encode_header(*frame.message));
  for_each_piece(*frame.message, [&](serial::Piece piece) {
    if (piece.size() <= copied_bytes_max) {
      if (part->room() < piece.size()) {
        post_stream(*part, {}, flags);
        part = &begin_part(&frame);
      }
      return part->append(piece);
    }
    while (!piece.empty()) {
      const std::size_t before = is_eager ? part->used : 0;
      const std::size_t count = std::min(piece.size(), run_bytes_max - before);
      Part& full = *part;
      part = &begin_part(&frame);  // first: the frame must not be through before its last part
      post_stream(full, piece.first(count), flags);
      piece = piece.subspan(count);
    }
  });
  post_stream(*part, {}, flags);
}

void UcxOutbound::end() {
  is_end_posted_ = true;
  post(UcxKind::end, begin_part(nullptr), {}, 0);
  ucp_request_param_t param{};
  param.op_attr_mask = UCP_OP_ATTR_FIELD_CALLBACK | UCP_OP_ATTR_FIELD_USER_DATA;
  param.cb.send = &on_flushed;
  param.user_data = this;
  is_flushing_ = true;
  void* const flushed = ucp_ep_flush_nbx(options_.endpoint, &param);
  if (UCS_PTR_IS_ERR(flushed)) failure_ = UCS_PTR_STATUS(flushed);
  if (flushed == nullptr || UCS_PTR_IS_ERR(flushed)) is_flushing_ = false;
}

void UcxOutbound::post_stream(Part& part, std::span<const std::byte> run, std::uint32_t flags) {
  const bool has_nothing = run.empty() && part.used == sizeof(UcxPrefix);
  has_nothing ? end_part(part) : post(UcxKind::stream, part, run, flags);
}

void UcxOutbound::post(UcxKind kind, Part& part, std::span<const std::byte> run,
                       std::uint32_t flags) {
  begin_post(part, run.size());
  ucp_request_param_t param{};
  param.op_attr_mask =
      UCP_OP_ATTR_FIELD_CALLBACK | UCP_OP_ATTR_FIELD_USER_DATA | UCP_OP_ATTR_FIELD_FLAGS;
  param.cb.send = &on_sent;
  param.user_data = &part;
  param.flags = flags;
  const auto id = static_cast<unsigned>(kind);
  // UCX is quickest with a message that has no header of its own.
  void* const sent = run.empty() ? ucp_am_send_nbx(options_.endpoint, id, nullptr, 0,
                                                   part.bytes.data(), part.used, &param)
                                 : ucp_am_send_nbx(options_.endpoint, id, part.bytes.data(),
                                                   part.used, run.data(), run.size(), &param);
  end_post(part, sent);
}

/// The run is the sender's, and good only during this call.
void UcxOutbound::post_lent(Part& part, std::span<const std::byte> run) {
  begin_post(part, run.size());
  part.lent = run;
  part.is_packed = false;
  ucp_request_param_t param{};
  param.op_attr_mask = UCP_OP_ATTR_FIELD_CALLBACK | UCP_OP_ATTR_FIELD_USER_DATA |
                       UCP_OP_ATTR_FIELD_FLAGS | UCP_OP_ATTR_FIELD_DATATYPE;
  param.cb.send = &on_sent;
  param.user_data = &part;
  param.flags = UCP_AM_SEND_FLAG_EAGER;
  param.datatype = lent_type_;
  void* const sent = ucp_am_send_nbx(options_.endpoint, static_cast<unsigned>(UcxKind::stream),
                                     part.bytes.data(), part.used, &part, 1, &param);
  const bool waits = sent != nullptr && !UCS_PTR_IS_ERR(sent);
  if (waits && !part.is_packed) {
    std::memcpy(&part.bytes[part.used], run.data(), run.size());
    part.lent = {&part.bytes[part.used], run.size()};
  }
  end_post(part, sent);
}

void UcxOutbound::begin_post(Part& part, std::size_t run_bytes) {
  const UcxPrefix prefix = {options_.token, sequence_++};
  std::memcpy(part.bytes.data(), &prefix, sizeof(prefix));
  part.counted_bytes = part.used + run_bytes;
  ++outstanding_parts_;
  outstanding_bytes_ += part.counted_bytes;
}

void UcxOutbound::end_post(Part& part, void* sent) {
  if (UCS_PTR_IS_ERR(sent)) failure_ = UCS_PTR_STATUS(sent);
  if (sent == nullptr || UCS_PTR_IS_ERR(sent)) sent_part(part);
}

void UcxOutbound::sent_part(Part& part) {
  --outstanding_parts_;
  outstanding_bytes_ -= part.counted_bytes;
  end_part(part);
}

void UcxOutbound::end_part(Part& part) {
  InFlight* const frame = part.frame;
  if (free_count_ < free_parts_max) {
    part.next_free = std::exchange(free_part_, &part);
    ++free_count_;
  } else {
    const std::size_t place = part.place;
    std::swap(parts_[place], parts_.back());
    parts_[place]->place = place;
    parts_.pop_back();
  }
  if (frame == nullptr || --frame->part_count > 0) return;
  pool_->release(std::move(frame->message));
  const std::size_t place = frame->place;
  std::swap(in_flight_[place], in_flight_.back());
  in_flight_[place]->place = place;
  in_flight_.pop_back();
}

void UcxOutbound::on_sent(void* request, ucs_status_t status, void* part) {
  Part& sent = *static_cast<Part*>(part);
  UcxOutbound& outbound = *sent.outbound;
  if (status != UCS_OK) outbound.failure_ = status;
  ++outbound.completed_count_;
  outbound.sent_part(sent);
  ucp_request_free(request);
}

void UcxOutbound::on_flushed(void* request, ucs_status_t, void* outbound) {
  static_cast<UcxOutbound*>(outbound)->is_flushing_ = false;
  ucp_request_free(request);
}

}  // namespace isthmus::engine::fabric
