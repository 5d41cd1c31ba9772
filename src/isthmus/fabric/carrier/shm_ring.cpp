#include "isthmus/fabric/carrier/shm_ring.hpp"

#include <bit>

namespace isthmus::fabric {

bool ShmSizes::is_valid() const {
  return std::has_single_bit(slot_count) && slot_count >= 4 && slot_count <= (1u << 20) &&
         std::has_single_bit(stream_bytes) && stream_bytes >= 2 * shm_whole_bytes_max &&
         stream_bytes <= (std::uint64_t{1} << 32);
}

void ShmWriter::post(const Message& message) {
  ISTHMUS_ASSERT(packs(message) && message.form != PayloadForm::typed);
  ShmSlot slot;
  slot.ops_id = wire_id(message);
  slot.flags = wire_flags(message);
  slot.key = message.key;
  slot.collection = message.collection;
  slot.source = message.source.value;
  slot.destination = message.destination.value;
  slot.handler = static_cast<std::uint16_t>(message.handler);
  slot.payload_bytes = static_cast<std::uint8_t>(message.payload_bytes);
  // The smallest block is larger than that; what lies behind the payload does not matter.
  std::memcpy(slot.payload.data(), message.payload(), ShmSlot::payload_bytes_max);
  std::memcpy(parts_.slot(position_), &slot, ShmSlot::control_at);
  publish_slot(message.form == PayloadForm::none ? ShmSlotKind::packed_empty
                                                 : ShmSlotKind::packed_bytes);
}

void ShmWriter::post_streamed(std::uint64_t frame_bytes) {
  std::memcpy(parts_.slot(position_), &frame_bytes, sizeof(frame_bytes));
  publish_slot(ShmSlotKind::streamed);
}

void ShmWriter::publish_slot(ShmSlotKind kind) {
  const auto control =
      static_cast<std::uint8_t>(static_cast<unsigned>(kind) << 1 | parts_.lap(position_));
  // Release: publishes the slot, and what was put into the stream before.
  parts_.slot_control(position_).store(control, std::memory_order_release);
  ++position_;
}

bool ShmWriter::refresh_slots() {
  // Acquire pairs with publish_freed: the reader has read the slot that will be written over.
  const std::uint64_t freed = parts_.control->slots_freed.load(std::memory_order_acquire);
  if (freed < slots_freed_ || freed > position_) {
    is_broken_ = true;
    return false;
  }
  slots_freed_ = freed;
  return position_ - slots_freed_ <= parts_.slot_mask;
}

std::uint64_t ShmWriter::refresh_stream() {
  const std::uint64_t freed = parts_.control->stream_freed.load(std::memory_order_acquire);
  if (freed < stream_freed_ || freed > streamed_) {
    is_broken_ = true;
    return 0;
  }
  stream_freed_ = freed;
  return room();
}

void ShmWriter::put(std::span<const std::byte> bytes) {
  ISTHMUS_ASSERT(bytes.size() <= room());
  const std::uint64_t at = streamed_ & parts_.stream_mask;
  const std::size_t first = std::min(bytes.size(), std::size_t{parts_.stream_bytes() - at});
  if (first > 0) std::memcpy(parts_.stream + at, bytes.data(), first);
  if (first < bytes.size()) {
    std::memcpy(parts_.stream, bytes.data() + first, bytes.size() - first);
  }
  streamed_ += bytes.size();
}

HeaderBytes unpacked_header(const ShmSlot& slot, ShmSlotKind kind) {
  Message header{};
  header.ops_id = slot.ops_id;
  header.key = slot.key;
  header.collection = slot.collection;
  header.payload_bytes = slot.payload_bytes;
  header.source = PeId(slot.source);
  header.destination = PeId(slot.destination);
  header.handler = static_cast<HandlerId>(slot.handler);
  header.flags = slot.flags;
  header.form = kind == ShmSlotKind::packed_empty ? PayloadForm::none : PayloadForm::bytes;
  return std::bit_cast<HeaderBytes>(header);
}

}  // namespace isthmus::fabric
