#include "isthmus/message/order.hpp"

#include <cstring>
#include <utility>

#include "isthmus/base/assert.hpp"
#include "isthmus/message/payload.hpp"

namespace isthmus::engine {

namespace {

// Serialized payloads may end anywhere; behind typed ones the order is aligned, which costs
// nothing.
std::size_t payload_end(const Message& message) {
  const std::size_t bytes = message.payload_bytes;
  if (message.form != PayloadForm::typed) return bytes;
  return (bytes + alignof(Order) - 1) & ~(alignof(Order) - 1);
}

bool has_room(const Message& message) {
  const unsigned size_class = message.size_class;
  return size_class < size_classes::count &&
         sizeof(Message) + payload_end(message) + sizeof(Order) <=
             size_classes::block_bytes(size_class);
}

}  // namespace

MessagePtr with_order(MessagePtr message, const Order& order, Pool& pool) {
  ISTHMUS_ASSERT((message->flags & flag_ordered) == 0);
  if (!has_room(*message)) {
    message = marshalled(std::move(message), pool);
    if (!has_room(*message)) {
      MessagePtr larger = pool.acquire(message->payload_bytes + sizeof(Order));
      const std::uint8_t size_class = larger->size_class;
      std::memcpy(static_cast<void*>(larger.get()), message.get(),
                  sizeof(Message) + message->payload_bytes);
      larger->size_class = size_class;
      message->flags &= static_cast<std::uint16_t>(~flag_has_destructor);
      pool.release(std::move(message));
      message = std::move(larger);
    }
  }
  const std::size_t end = payload_end(*message);
  std::memcpy(message->payload() + end, &order, sizeof(Order));
  message->payload_bytes = static_cast<std::uint32_t>(end + sizeof(Order));
  message->flags |= flag_ordered;
  return message;
}

std::optional<Order> order_of(const Message& message) {
  if ((message.flags & flag_ordered) == 0 || message.payload_bytes < sizeof(Order)) {
    return std::nullopt;
  }
  Order order;
  std::memcpy(&order, message.payload() + message.payload_bytes - sizeof(Order), sizeof(Order));
  return order;
}

void drop_order(Message& message) {
  ISTHMUS_ASSERT(order_of(message).has_value());
  message.payload_bytes -= static_cast<std::uint32_t>(sizeof(Order));
  message.flags &= static_cast<std::uint16_t>(~flag_ordered);
}

}  // namespace isthmus::engine
