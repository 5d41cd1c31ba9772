// isthmus/message/tail.hpp: bytes that a filter of a chain puts behind a payload.
#pragma once

#include <cstddef>
#include <span>

#include "isthmus/message/message.hpp"
#include "isthmus/message/pool.hpp"

namespace isthmus::engine {

/// The same message with `tail` behind its payload, which is not typed. Nothing is copied but the
/// tail where there is room for it: in the block of bytes, or among the pieces (pieces.hpp).
MessagePtr with_tail(MessagePtr message, std::span<const std::byte> tail, Pool& pool);

/// Takes the tail off again; the payload has at least so many bytes, and pieces have a tail of that
/// many. A payload without bytes and kind is none at all.
void drop_tail(Message& message, std::size_t tail_bytes);

}  // namespace isthmus::engine
