// isthmus/message/pool.hpp: blocks for messages, recycled by size class.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

#include "isthmus/base/prefetch_lines.hpp"
#include "isthmus/message/message.hpp"

namespace isthmus::engine {

/// The sizes in which blocks come.
namespace size_classes {

inline constexpr std::size_t smallest_bytes = 128;
inline constexpr std::size_t small_bytes_max = 1024;
inline constexpr unsigned small_count = small_bytes_max / 64;
inline constexpr unsigned count = small_count + 12;
inline constexpr std::size_t keep_bytes = std::size_t{8} << 20;
inline constexpr std::size_t keep_count_min = 4;

/// `count` or more for a block that is too large for any class.
constexpr unsigned class_of(std::size_t bytes) {
  if (bytes <= smallest_bytes) return smallest_bytes / 64 - 1;
  if (bytes <= small_bytes_max) return static_cast<unsigned>((bytes - 1) / 64);
  return small_count - 1 + static_cast<unsigned>(std::bit_width((bytes - 1) / small_bytes_max));
}
constexpr std::size_t block_bytes(unsigned size_class) {
  return size_class < small_count ? (size_class + std::size_t{1}) * 64
                                  : small_bytes_max << (size_class - small_count + 1);
}
/// How many free blocks of each class a pool keeps.
inline constexpr std::array<std::uint32_t, count> keep_counts = [] {
  std::array<std::uint32_t, count> counts{};
  for (unsigned c = 0; c < count; ++c) {
    counts[c] = static_cast<std::uint32_t>(std::max(keep_count_min, keep_bytes / block_bytes(c)));
  }
  return counts;
}();

}  // namespace size_classes

/// Recycles message blocks. Belongs to one PE and is used by its thread alone; a block may be
/// released into another pool than it came from. Classes (header included) are multiples of 64
/// bytes from 128 to 1 KiB, then powers of two to 4 MiB; larger blocks come from the heap. Each
/// class keeps about `keep_bytes` at most, but at least `keep_count_min` blocks: fresh pages cost
/// more than a copy.
class Pool {
 public:
  static constexpr std::size_t smallest_block_bytes = size_classes::smallest_bytes;
  static constexpr std::uint8_t heap_class = 255;

  Pool() = default;
  Pool(const Pool&) = delete;
  Pool& operator=(const Pool&) = delete;
  ~Pool();

  /// A message with a zeroed header and `payload_bytes` of uninitialized payload.
  MessagePtr acquire(std::size_t payload_bytes) {
    const std::size_t bytes = sizeof(Message) + payload_bytes;
    const unsigned size_class = size_classes::class_of(bytes);
    Free* block = size_class < size_classes::count ? free_[size_class].top : nullptr;
    if (block == nullptr) [[unlikely]]
      return acquire_from_heap(size_class, payload_bytes);
    free_[size_class].top = block->next;
    --free_[size_class].count;
    ++outstanding_;
    return start(block, static_cast<std::uint8_t>(size_class), payload_bytes);
  }

  /// Ends a message: destroys its payload and keeps the block.
  void release(MessagePtr message) {
    Message* block = message.release();
    if (block == nullptr) return;
    if ((block->flags & flag_has_destructor) != 0) destroy_payload(*block);
    --outstanding_;
    const unsigned size_class = block->size_class;
    if (size_class >= size_classes::count ||
        free_[size_class].count >= size_classes::keep_counts[size_class]) [[unlikely]] {
      return_to_heap(block);
      return;
    }
    Free* freed = reinterpret_cast<Free*>(block);
    freed->next = free_[size_class].top;
    free_[size_class].top = freed;
    ++free_[size_class].count;
  }

  /// Will be used soon for small messages: fetches the free lists. Only a hint, as the next one.
  void expect_use() const { prefetch_lines(&outstanding_, 2 * cache_line_bytes); }
  /// Very soon: fetches the blocks.
  void expect_acquire() const {
    for (unsigned size_class = 1; size_class < 4; ++size_class) {
      prefetch_lines(free_[size_class].top, size_classes::block_bytes(size_class));
    }
  }

  /// Messages acquired here minus messages released here; summed over all pools of a process it is
  /// the number of messages alive.
  std::int64_t outstanding() const { return outstanding_; }

 private:
  struct Free {
    Free* next;
  };
  struct FreeList {
    Free* top = nullptr;
    std::size_t count = 0;
  };

  static MessagePtr start(void* block, std::uint8_t size_class, std::size_t payload_bytes) {
    Message* message = ::new (block) Message{};
    message->payload_bytes = static_cast<std::uint32_t>(payload_bytes);
    message->size_class = size_class;
    return MessagePtr(message);
  }
  void destroy_payload(Message& message);
  static void return_to_heap(Message* block);
  MessagePtr acquire_from_heap(unsigned size_class, std::size_t payload_bytes);

  std::int64_t outstanding_ = 0;
  std::array<FreeList, size_classes::count> free_{};
};

}  // namespace isthmus::engine
