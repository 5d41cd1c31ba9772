#include "isthmus/sched/mailbox.hpp"

#include <bit>
#include <cstring>

#include "isthmus/base/assert.hpp"
#include "isthmus/message/payload.hpp"

namespace isthmus::sched {

namespace {

// The first word of a slot's content: a pointer to the message, or this tag for one that lies in
// the slot. No message has an odd address.
constexpr std::uint64_t inline_tag = 1;

}  // namespace

Mailbox::Mailbox(std::uint32_t slot_count, Doorbell& doorbell)
    : mask_(slot_count - 1), slots_(std::make_unique<Slot[]>(slot_count)), doorbell_(doorbell) {
  ISTHMUS_ASSERT(std::has_single_bit(slot_count) && slot_count >= 4);
}

Mailbox::~Mailbox() {
  Pool pool;
  while (MessagePtr message = pop(pool)) message.reset();
}

void Mailbox::push(MessagePtr message, Pool* pool) {
  if (overflowing_.load(std::memory_order_relaxed) || !push_to_ring(message, pool)) [[unlikely]] {
    push_to_overflow(std::move(message));
  }
  // Pairs with the fence in fall_asleep: either the consumer sees the message, or we see it asleep.
  nudge();
}

bool Mailbox::push_to_ring(MessagePtr& message, Pool* pool) {
  std::uint64_t position = tail_.load(std::memory_order_relaxed);
  do {
    // Acquire pairs with the consumer's release of freed_: it has read the slot we overwrite.
    if (position - freed_.load(std::memory_order_acquire) > mask_) return false;
  } while (!tail_.compare_exchange_weak(position, position + 1, std::memory_order_relaxed));
  Slot& slot = slots_[position & mask_];
  const bool fits = pool != nullptr && message->payload_bytes <= inline_payload_bytes &&
                    (message->form != PayloadForm::typed || message->ops->relocatable);
  if (fits) {
    std::memcpy(slot.content, &inline_tag, 8);
    // A fixed size copies in a few wide moves; the pool's smallest block is that large.
    std::memcpy(slot.content + 8, message.get(), sizeof(slot.content) - 8);
  } else {
    const auto address = reinterpret_cast<std::uint64_t>(message.release());
    std::memcpy(slot.content, &address, 8);
  }
  // Release: publishes the content. The consumer's acquire is in pop and ready.
  slot.sequence.store(position + 1, std::memory_order_release);
  if (fits) {
    // Its objects live on in the slot.
    message->form = PayloadForm::none;
    pool->release(std::move(message));
  }
  return true;
}

void Mailbox::push_to_overflow(MessagePtr message) {
  const std::lock_guard lock(overflow_lock_);
  overflow_.push_back(std::move(message));
  overflowing_.store(true, std::memory_order_relaxed);
}

MessagePtr Mailbox::pop(Pool& pool) {
  if (!taken_.empty()) [[unlikely]]
    return taken_.pop_front();
  Slot& slot = slots_[head_ & mask_];
  if (slot.sequence.load(std::memory_order_acquire) != head_ + 1) {
    return overflowing_.load(std::memory_order_relaxed) ? pop_overflow() : nullptr;
  }
  std::uint64_t first = 0;
  std::memcpy(&first, slot.content, 8);
  MessagePtr message;
  if (first == inline_tag) {
    message = pool.acquire(Pool::smallest_block_bytes - sizeof(Message));
    const std::uint8_t size_class = message->size_class;
    std::memcpy(static_cast<void*>(message.get()), slot.content + 8, sizeof(slot.content) - 8);
    message->size_class = size_class;
  } else {
    message.reset(reinterpret_cast<Message*>(first));
  }
  ++head_;
  if ((head_ & (mask_ >> 2)) == 0) freed_.store(head_, std::memory_order_release);
  return message;
}

MessagePtr Mailbox::pop_overflow() {
  const std::lock_guard lock(overflow_lock_);
  // What a producer put into the ring before it overflowed must come out first. A slot that is
  // claimed but not filled yet belongs to someone: come back for it.
  if (tail_.load(std::memory_order_relaxed) != head_) return nullptr;
  std::swap(taken_, overflow_);
  overflowing_.store(false, std::memory_order_relaxed);
  freed_.store(head_, std::memory_order_release);
  return taken_.empty() ? nullptr : taken_.pop_front();
}

bool Mailbox::fall_asleep() {
  asleep_.store(true, std::memory_order_relaxed);
  // Pairs with the fence in push.
  std::atomic_thread_fence(std::memory_order_seq_cst);
  if (!ready() && taken_.empty()) return true;
  wake_up();
  return false;
}

}  // namespace isthmus::sched
