#include "isthmus/fabric/carrier/shm/shm_ring.hpp"

#include <bit>
#include <cstddef>
#include <cstring>

#include "isthmus/base/load_alone.hpp"

namespace isthmus::engine::fabric {

bool ShmSizes::is_valid() const {
  return std::has_single_bit(slot_count) && slot_count >= 4 && slot_count <= (1u << 20) &&
         std::has_single_bit(stream_bytes) && stream_bytes >= 2 * shm_whole_bytes_max &&
         stream_bytes <= (std::uint64_t{1} << 32);
}

void ShmWriter::post(const Message& message) {
  ISTHMUS_ASSERT(packs(message) && message.form != PayloadForm::typed);
  // Field by field into the ring: most were written a moment ago.
  std::byte* const slot = parts_.slot(position_);
  const auto put = [&](std::size_t at, auto value) {
    std::memcpy(slot + at, &value, sizeof(value));
  };
  put(offsetof(ShmSlot, ops_id), wire_id(message));
  put(offsetof(ShmSlot, key) + offsetof(Key, high), load_alone(message.key.high));
  put(offsetof(ShmSlot, key) + offsetof(Key, low), load_alone(message.key.low));
  put(offsetof(ShmSlot, collection), load_alone(message.collection.value));
  // The smallest block is larger than that; what lies behind the payload does not matter.
  copy_two_words(slot + offsetof(ShmSlot, payload), message.payload());
  put(offsetof(ShmSlot, source), load_alone(message.source.value));
  put(offsetof(ShmSlot, destination), load_alone(message.destination.value));
  put(offsetof(ShmSlot, handler), static_cast<std::uint16_t>(message.handler));
  put(offsetof(ShmSlot, flags), wire_flags(message));
  put(offsetof(ShmSlot, payload_bytes), static_cast<std::uint8_t>(message.payload_bytes));
  publish_slot(
      message.form == PayloadForm::none ? ShmSlotKind::packed_empty : ShmSlotKind::packed_bytes,
      message.epoch);
}

void ShmWriter::post_streamed(std::uint64_t frame_bytes) {
  std::memcpy(parts_.slot(position_), &frame_bytes, sizeof(frame_bytes));
  publish_slot(ShmSlotKind::streamed, 0);
}

void ShmWriter::publish_slot(ShmSlotKind kind, unsigned epoch) {
  const auto control = static_cast<std::uint8_t>(epoch << 3 | static_cast<unsigned>(kind) << 1 |
                                                 parts_.lap(position_));
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

MessagePtr unpacked(const ShmSlot& slot, ShmSlotKind kind, Pool& pool) {
  MessagePtr message = pool.acquire(slot.payload_bytes);
  message->ops_id = slot.ops_id;
  message->key = slot.key;
  message->collection = slot.collection;
  message->source = PeId(slot.source);
  message->destination = PeId(slot.destination);
  message->handler = static_cast<HandlerId>(slot.handler);
  message->flags = slot.flags;
  message->epoch = slot.epoch & (Message::epoch_modulus - 1);
  message->form = kind == ShmSlotKind::packed_empty ? PayloadForm::none : PayloadForm::bytes;
  // The smallest block is larger than that.
  std::memcpy(message->payload(), slot.payload.data(), ShmSlot::payload_bytes_max);
  return message;
}

}  // namespace isthmus::engine::fabric
