#include "isthmus/sched/mailbox.hpp"

#include <bit>
#include <cstring>
#include <new>

#include "isthmus/base/assert.hpp"
#include "isthmus/base/load_alone.hpp"
#include "isthmus/message/payload.hpp"

namespace isthmus::engine::sched {

Mailbox::Mailbox(std::uint32_t slot_count, Doorbell& doorbell, Users users)
    : users_(users),
      mask_(slot_count - 1),
      slots_(users == Users::one_thread ? nullptr : std::make_unique<Slot[]>(slot_count)),
      doorbell_(doorbell) {
  ISTHMUS_ASSERT(users == Users::one_thread ||
                 (std::has_single_bit(slot_count) && slot_count >= 4));
}

Mailbox::~Mailbox() {
  Pool pool;
  while (MessagePtr message = pop(pool)) message.reset();
}

void Mailbox::push(MessagePtr message, Pool* pool) {
  if (users_ == Users::one_thread) {
    taken_.push_back(std::move(message));
  } else if (overflowing_.load(std::memory_order_relaxed) || !push_to_ring(message, pool))
      [[unlikely]] {
    push_to_overflow(std::move(message));
  }
  nudge();
}

void Mailbox::nudge() {
  // Pairs with fall_asleep: either the consumer sees the message, or we see it asleep.
  fence_.light();
  if (asleep_.load(std::memory_order_relaxed)) [[unlikely]] {
    doorbell_.ring();
  }
}

bool Mailbox::packs(const Message& message) {
  return message.payload_bytes <= inline_payload_bytes && message.word == 0 &&
         message.priority == 0 && message.hops == 0 &&
         (message.form != PayloadForm::typed || message.ops->relocatable);
}

bool Mailbox::push_to_ring(MessagePtr& message, Pool* pool) {
  std::uint64_t position = tail_.load(std::memory_order_relaxed);
  do {
    // Acquire pairs with the consumer's release of freed_: it has read the slot we overwrite.
    if (position - freed_.load(std::memory_order_acquire) > mask_) return false;
  } while (!tail_.compare_exchange_weak(position, position + 1, std::memory_order_relaxed));
  Slot& slot = slots_[position & mask_];
  slot.is_packed = pool != nullptr && packs(*message);
  if (slot.is_packed) {
    slot.handler = message->handler;
    slot.payload_bytes = static_cast<std::uint8_t>(message->payload_bytes);
    slot.form = message->form;
    slot.ops = message->ops;
    slot.collection = message->collection;
    slot.key = message->key;
    slot.source = message->source;
    slot.flags = message->flags;
    // The smallest block is larger than that; what lies behind the payload does not matter.
    copy_two_words(slot.payload, message->payload());
  } else {
    slot.message = message.release();
  }
  // Release: publishes the slot. The consumer's acquire is in pop and ready.
  slot.sequence.store(sequence_of(position), std::memory_order_release);
  if (message) {
    // Its objects live on in the slot; they need no destructor, or they would not have been packed.
    pool->release(std::move(message));
  }
  return true;
}

MessagePtr Mailbox::unpack(const Slot& slot, Pool& pool) const {
  MessagePtr message = pool.acquire(inline_payload_bytes);
  message->ops = slot.ops;
  message->key = slot.key;
  message->collection = slot.collection;
  message->payload_bytes = slot.payload_bytes;
  message->source = slot.source;
  message->handler = slot.handler;
  message->flags = slot.flags;
  message->form = slot.form;
  std::memcpy(message->payload(), slot.payload, inline_payload_bytes);
  return message;
}

void Mailbox::push_to_overflow(MessagePtr message) {
  const std::lock_guard lock(overflow_lock_);
  overflow_.push_back(std::move(message));
  overflowing_.store(true, std::memory_order_relaxed);
}

MessagePtr Mailbox::pop(Pool& pool) {
  if (!taken_.empty()) [[unlikely]] {
    return taken_.pop_front();
  }
  if (users_ == Users::one_thread) return nullptr;
  Slot& slot = slots_[head_ & mask_];
  if (slot.sequence.load(std::memory_order_acquire) != sequence_of(head_)) {
    return overflowing_.load(std::memory_order_relaxed) ? pop_overflow() : nullptr;
  }
  MessagePtr message = slot.is_packed ? unpack(slot, pool) : MessagePtr(slot.message);
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
  // Pairs with nudge. Falling asleep is rare and pushing is not, so this side pays for the order
  // between "I sleep" and "there is a message"; where one thread does both, there is one already.
  if (users_ == Users::many_threads) fence_.heavy();
  if (!is_ready() && taken_.empty()) return true;
  wake_up();
  return false;
}

}  // namespace isthmus::engine::sched
