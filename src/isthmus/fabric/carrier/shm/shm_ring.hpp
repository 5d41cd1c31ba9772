// isthmus/fabric/carrier/shm/shm_ring.hpp: frames from one process to another in memory that both
// have.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <span>

#include "isthmus/base/assert.hpp"
#include "isthmus/base/atomic.hpp"
#include "isthmus/base/prefetch.hpp"
#include "isthmus/fabric/wire.hpp"
#include "isthmus/message/message.hpp"

namespace isthmus::engine::fabric {

// The memory of one direction, as docs/formats/shared-memory.md describes it: a page with what the
// two sides tell each other, a ring of slots of one cache line, a ring of bytes. The writer posts a
// slot for each frame, in order. A small frame is packed into its slot whole, so that it crosses
// between two cores with the very line that announces it; of another one the slot says how many
// bytes of the other ring, the stream, are its header and payload. Nothing that one side reads of
// what the other may write is trusted.

/// How large the rings are. Numbers of the peer must be valid before they are used.
struct ShmSizes {
  std::uint32_t slot_count = 1024;
  std::uint64_t stream_bytes = std::uint64_t{1} << 20;

  static constexpr std::size_t page_bytes = 4096;

  /// Powers of two within bounds.
  bool is_valid() const;
  /// Of the whole memory.
  std::size_t total_bytes() const {
    return page_bytes + slot_count * std::size_t{64} + static_cast<std::size_t>(stream_bytes);
  }
  bool operator==(const ShmSizes&) const = default;
};

/// The first page. Lines that different sides write lie two lines apart: the prefetcher fetches
/// pairs.
struct ShmControl {
  static constexpr std::uint64_t magic_number = 0x0a316d6873697369;  // "isishm1\n"

  std::uint64_t magic = magic_number;
  std::uint32_t slot_count = 0;
  std::uint32_t unused = 0;
  std::uint64_t stream_bytes = 0;
  std::array<std::byte, 16> token{};  ///< By which the opener knows that it has the right memory.

  alignas(128) Atomic<std::uint64_t> streamed = 0;  ///< Writer: bytes put into the stream so far.
  alignas(128) Atomic<std::uint64_t> slots_freed = 0;  ///< Reader: slots that it needs no more.
  Atomic<std::uint64_t> stream_freed = 0;              ///< Reader: bytes likewise.
  alignas(128) Atomic<std::uint32_t> reader_sleeps =
      0;  ///< Set by the reader, taken by the writer.
  alignas(128) Atomic<std::uint32_t> writer_sleeps = 0;  ///< The other way round: it needs room.
};
static_assert(sizeof(ShmControl) <= ShmSizes::page_bytes);
static_assert(std::atomic<std::uint64_t>::is_always_lock_free, "processes share it");

/// What a slot says.
enum class ShmSlotKind : std::uint8_t {
  none = 0,          ///< Nothing yet.
  packed_bytes = 1,  ///< A frame with a payload of 16 bytes at most.
  packed_empty = 2,  ///< A frame without payload.
  streamed = 3,      ///< A frame in the stream.
  malformed = 255,   ///< None of these.
};

/// A slot as both sides copy it, and nobody uses it in place.
struct alignas(64) ShmSlot {
  static constexpr std::size_t payload_bytes_max = 16;
  /// The control byte stands here; what lies before it is copied.
  static constexpr std::size_t control_at = 61;

  std::uint64_t ops_id = 0;  ///< Of a streamed frame: its bytes in the stream.
  Key key{};
  CollectionId collection{};
  std::array<std::byte, payload_bytes_max> payload{};
  std::uint32_t source = 0;
  std::uint32_t destination = 0;
  std::uint16_t handler = 0;
  std::uint16_t flags = 0;
  std::uint8_t payload_bytes = 0;
  std::uint8_t epoch = 0;  ///< The control byte has it.
};
static_assert(sizeof(ShmSlot) == 64);

/// Whether a frame fits into a slot: a small payload, and no rare field set.
inline bool packs(const Message& message) {
  return message.payload_bytes <= ShmSlot::payload_bytes_max && message.word == 0 &&
         message.priority == 0 && message.hops == 0 && message.form != PayloadForm::pieces;
}

/// Frames of so many bytes, header included, are in the stream as a whole when their slot is
/// posted; larger ones follow it in pieces.
inline constexpr std::size_t shm_whole_bytes_max = 4096;
/// The stream is a row of lines: each frame begins on one.
inline constexpr std::size_t shm_line_bytes = 64;
inline constexpr std::uint64_t lines_of(std::uint64_t bytes) {
  return (bytes + shm_line_bytes - 1) & ~std::uint64_t{shm_line_bytes - 1};
}

namespace detail {

/// The three parts of the memory of a direction.
struct ShmParts {
  ShmParts(std::byte* memory, const ShmSizes& sizes)
      : control(reinterpret_cast<ShmControl*>(memory)),
        slots(memory + ShmSizes::page_bytes),
        stream(slots + sizes.slot_count * std::size_t{64}),
        slot_mask(sizes.slot_count - 1),
        stream_mask(sizes.stream_bytes - 1) {}

  std::byte* slot(std::uint64_t position) const {
    return slots + (position & slot_mask) * shm_line_bytes;
  }
  Atomic<std::uint8_t>& slot_control(std::uint64_t position) const {
    return *reinterpret_cast<Atomic<std::uint8_t>*>(slot(position) + ShmSlot::control_at);
  }
  /// Tells a slot that is written from what it was one round before; a fresh one holds 0.
  std::uint8_t lap(std::uint64_t position) const {
    return (position & (slot_mask + 1)) == 0 ? 1 : 0;
  }
  std::uint64_t slot_count() const { return slot_mask + 1; }
  std::uint64_t stream_bytes() const { return stream_mask + 1; }

  ShmControl* control;
  std::byte* slots;
  std::byte* stream;
  std::uint64_t slot_mask;
  std::uint64_t stream_mask;
};

}  // namespace detail

/// The side that sends. One thread at a time.
class ShmWriter {
 public:
  /// `memory` has sizes.total_bytes(), begins with a ShmControl, and outlives this.
  ShmWriter(std::byte* memory, const ShmSizes& sizes) : parts_(memory, sizes) {}

  /// Room for one more slot.
  bool has_slot() { return position_ - slots_freed_ <= parts_.slot_mask || refresh_slots(); }
  /// Posts a frame that packs(). Needs a slot.
  void post(const Message& message);
  /// Posts a frame of so many bytes in the stream, header included. Needs a slot. One of
  /// shm_whole_bytes_max bytes and less is there already.
  void post_streamed(std::uint64_t frame_bytes);

  /// Bytes of room in the stream: at least `wanted` if there is so much.
  std::uint64_t stream_room(std::uint64_t wanted) {
    const std::uint64_t known = room();
    return known >= wanted ? known : refresh_stream();
  }
  /// Copies bytes to the end of the stream, for which there is room.
  void put(std::span<const std::byte> bytes);
  /// The reader may read what was put.
  void publish_stream() {
    // Release: the bytes come before their number; the reader's acquire is in ShmReader::readable.
    parts_.control->streamed.store(streamed_, std::memory_order_release);
  }
  /// The frame has ended; the next begins on a line.
  void end_frame() { streamed_ = lines_of(streamed_); }

  /// The peer's numbers make no sense.
  bool is_broken() const { return is_broken_; }
  /// Takes the reader's word that it sleeps: it must be woken. A fence comes before this.
  bool take_sleeper() {
    Atomic<std::uint32_t>& sleeps = parts_.control->reader_sleeps;
    return sleeps.load(std::memory_order_relaxed) != 0 &&
           sleeps.exchange(0, std::memory_order_relaxed) != 0;
  }
  /// The reader shall wake this side when there is room; a fence and another look follow.
  void announce_sleep() { parts_.control->writer_sleeps.store(1, std::memory_order_relaxed); }

 private:
  /// None where the padding of the last frame reaches into what is not free yet.
  std::uint64_t room() const {
    const std::uint64_t used = streamed_ - stream_freed_;
    return used < parts_.stream_bytes() ? parts_.stream_bytes() - used : 0;
  }
  bool refresh_slots();
  std::uint64_t refresh_stream();
  void publish_slot(ShmSlotKind kind, unsigned epoch);

  detail::ShmParts parts_;
  std::uint64_t position_ = 0;
  std::uint64_t slots_freed_ = 0;
  std::uint64_t streamed_ = 0;
  std::uint64_t stream_freed_ = 0;
  bool is_broken_ = false;
};

/// The side that receives. One thread at a time, but for looks_ready.
class ShmReader {
 public:
  ShmReader(std::byte* memory, const ShmSizes& sizes) : parts_(memory, sizes) {}

  /// Any thread: whether something has come. May say no while another thread reads.
  bool looks_ready() const {
    const std::uint64_t stream_position = awaited_.load(std::memory_order_relaxed);
    if (stream_position != nothing_awaited) [[unlikely]] {
      return parts_.control->streamed.load(std::memory_order_acquire) > stream_position;
    }
    return is_posted(position_.load(std::memory_order_relaxed));
  }

  /// The next slot's kind, and a copy of it; none when there is none.
  ShmSlotKind next(ShmSlot& slot) const {
    const std::uint64_t position = position_.load(std::memory_order_relaxed);
    // Acquire pairs with the writer's release of the control byte.
    const std::uint8_t control = parts_.slot_control(position).load(std::memory_order_acquire);
    if ((control & 1) != parts_.lap(position)) return ShmSlotKind::none;
    std::memcpy(static_cast<void*>(&slot), parts_.slot(position), ShmSlot::control_at);
    const unsigned kind = control >> 1 & 3;
    slot.epoch = static_cast<std::uint8_t>(control >> 3);
    const unsigned epochs = kind == 3 ? 1 : Message::epoch_modulus;
    return kind >= 1 && slot.epoch < epochs ? static_cast<ShmSlotKind>(kind)
                                            : ShmSlotKind::malformed;
  }
  /// That one is done with.
  void pop() {
    position_.store(position_.load(std::memory_order_relaxed) + 1, std::memory_order_relaxed);
  }

  /// Bytes of the stream that can be read; nothing where the writer's number makes no sense.
  std::optional<std::uint64_t> readable() const {
    const std::uint64_t count =
        parts_.control->streamed.load(std::memory_order_acquire) - stream_position_;
    // The padding of a frame may reach further than the ring.
    if (count >= parts_.stream_bytes() + shm_line_bytes) return std::nullopt;
    return count;
  }
  /// The next bytes of the stream, `count` at most: as many as lie in one piece.
  std::span<const std::byte> peek(std::uint64_t count) const {
    const std::uint64_t at = stream_position_ & parts_.stream_mask;
    return {parts_.stream + at, std::min(count, parts_.stream_bytes() - at)};
  }
  void skip(std::uint64_t count) { stream_position_ += count; }
  void end_frame() { stream_position_ = lines_of(stream_position_); }
  /// Of a frame that comes in pieces: looks_ready looks for its next bytes, until further notice.
  void await_stream(bool awaited) {
    awaited_.store(awaited ? stream_position_ : nothing_awaited, std::memory_order_relaxed);
  }

  /// looks_ready says no from now on.
  void close() { awaited_.store(is_closed, std::memory_order_relaxed); }

  /// The writer may use again what was popped and skipped.
  void publish_freed() {
    // Release: what was read is read before it is written over.
    parts_.control->slots_freed.store(position_.load(std::memory_order_relaxed),
                                      std::memory_order_release);
    parts_.control->stream_freed.store(stream_position_, std::memory_order_release);
  }
  /// Takes the writer's word that it sleeps until there is room. A fence comes before this.
  bool take_sleeper() {
    Atomic<std::uint32_t>& sleeps = parts_.control->writer_sleeps;
    return sleeps.load(std::memory_order_relaxed) != 0 &&
           sleeps.exchange(0, std::memory_order_relaxed) != 0;
  }
  /// The writer shall wake this side with the next frame; a fence and another look follow.
  void announce_sleep() { parts_.control->reader_sleeps.store(1, std::memory_order_relaxed); }

 private:
  // Positions that no stream comes to. Nothing is beyond the last one.
  static constexpr std::uint64_t nothing_awaited = ~std::uint64_t{1};
  static constexpr std::uint64_t is_closed = ~std::uint64_t{0};

  bool is_posted(std::uint64_t position) const {
    return (parts_.slot_control(position).load(std::memory_order_acquire) & 1) ==
           parts_.lap(position);
  }

  detail::ShmParts parts_;
  Atomic<std::uint64_t> position_ = 0;
  Atomic<std::uint64_t> awaited_ = nothing_awaited;
  std::uint64_t stream_position_ = 0;
};

/// The frame that was packed, as far as it is one: its header is still to be checked, the slot's
/// payload_bytes have been. `kind` is one of the packed ones.
MessagePtr unpacked(const ShmSlot& slot, ShmSlotKind kind, Pool& pool);

}  // namespace isthmus::engine::fabric
