// isthmus/message/order.hpp: which of its sender's messages to a receiver a message is.
#pragma once

#include <cstdint>
#include <optional>

#include "isthmus/message/message.hpp"
#include "isthmus/message/pool.hpp"

namespace isthmus::engine {

/// A message's place among those of one sender to one receiver; behind the payload of messages with
/// flag_ordered, as its last 16 bytes in every form.
struct Order {
  std::uint64_t sender = 0;  ///< Unique in a job.
  std::uint64_t number = 0;  ///< From 0.

  auto operator<=>(const Order&) const = default;
};

/// Bytes that an order adds to a payload at most.
inline constexpr std::size_t order_bytes_max = sizeof(Order) + alignof(Order) - 1;

/// The same message with this order. A typed payload stays as it is if its block has
/// `order_bytes_max` to spare; else it is serialized.
MessagePtr with_order(MessagePtr message, const Order& order, Pool& pool);

/// None where the message has no order, or has come as bytes that are too few for one.
std::optional<Order> order_of(const Message& message);

/// Takes the order off again; the message has one.
void drop_order(Message& message);

}  // namespace isthmus::engine
