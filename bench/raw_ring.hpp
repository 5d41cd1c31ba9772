// bench/raw_ring.hpp: the quickest way for small messages from one thread to another.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>

namespace bench {

/// One producer, one consumer, both spinning; a slot is one cache line, so that a message crosses
/// with the line that announces it.
class RawRing {
 public:
  static constexpr std::size_t payload_bytes = 56;
  struct Payload {
    std::byte bytes[payload_bytes];
  };

  RawRing() : slots_(std::make_unique<Slot[]>(slot_count)) {}

  void push(const Payload& payload) {
    while (tail_ - freed_.load(std::memory_order_acquire) >= slot_count) relax();
    Slot& slot = slots_[tail_ % slot_count];
    slot.payload = payload;
    slot.sequence.store(++tail_, std::memory_order_release);
  }

  /// Waits for it.
  Payload pop() {
    Slot& slot = slots_[head_ % slot_count];
    while (slot.sequence.load(std::memory_order_acquire) != head_ + 1) relax();
    const Payload payload = slot.payload;
    if (++head_ % (slot_count / 4) == 0) freed_.store(head_, std::memory_order_release);
    return payload;
  }

 private:
  static constexpr std::uint64_t slot_count = 512;
  struct alignas(64) Slot {
    std::atomic<std::uint64_t> sequence = 0;
    Payload payload;
  };
  static_assert(sizeof(Slot) == 64);

  static void relax() {
#if defined(__x86_64__)
    __builtin_ia32_pause();
#endif
  }

  std::unique_ptr<Slot[]> slots_;
  alignas(128) std::uint64_t tail_ = 0;
  alignas(128) std::uint64_t head_ = 0;
  alignas(128) std::atomic<std::uint64_t> freed_ = 0;
};

}  // namespace bench
