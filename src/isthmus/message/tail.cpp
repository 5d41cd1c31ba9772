#include "isthmus/message/tail.hpp"

#include <algorithm>
#include <cstring>
#include <utility>

#include "isthmus/base/assert.hpp"
#include "isthmus/message/pieces.hpp"

namespace isthmus::engine {

namespace {

bool has_room(const Message& message, std::size_t tail_bytes) {
  const unsigned size_class = message.size_class;
  return size_class < size_classes::count && sizeof(Message) + message.payload_bytes + tail_bytes <=
                                                 size_classes::block_bytes(size_class);
}

bool has_room(const Pieces& pieces, std::size_t tail_bytes) {
  return pieces.count < pieces.list.size() &&
         tail_bytes <= pieces.tail_memory.size() - pieces.tail_bytes;
}

MessagePtr larger_copy(MessagePtr message, std::size_t payload_bytes, Pool& pool) {
  MessagePtr larger = pool.acquire(payload_bytes);
  const std::uint8_t size_class = larger->size_class;
  std::memcpy(static_cast<void*>(larger.get()), message.get(),
              sizeof(Message) + message->payload_bytes);
  larger->size_class = size_class;
  pool.release(std::move(message));
  return larger;
}

}  // namespace

MessagePtr with_tail(MessagePtr message, std::span<const std::byte> tail, Pool& pool) {
  ISTHMUS_ASSERT(message->form != PayloadForm::typed);
  if (message->form == PayloadForm::pieces) {
    Pieces& pieces = Pieces::of(*message);
    if (has_room(pieces, tail.size())) {
      const std::span to = std::span(pieces.tail_memory).subspan(pieces.tail_bytes, tail.size());
      std::ranges::copy(tail, to.begin());
      pieces.tail_bytes += static_cast<std::uint32_t>(tail.size());
      pieces.list[pieces.count++] = to;
      message->payload_bytes += static_cast<std::uint32_t>(tail.size());
      return message;
    }
    message = flattened(std::move(message), pool);
  }
  if (!has_room(*message, tail.size())) {
    const std::size_t bytes = message->payload_bytes + tail.size();
    message = larger_copy(std::move(message), bytes, pool);
  }
  std::memcpy(message->payload() + message->payload_bytes, tail.data(), tail.size());
  message->payload_bytes += static_cast<std::uint32_t>(tail.size());
  message->form = PayloadForm::bytes;
  return message;
}

void drop_tail(Message& message, std::size_t tail_bytes) {
  ISTHMUS_ASSERT(tail_bytes <= message.payload_bytes);
  message.payload_bytes -= static_cast<std::uint32_t>(tail_bytes);
  if (message.form == PayloadForm::pieces) {
    Pieces& pieces = Pieces::of(message);
    ISTHMUS_ASSERT(pieces.count > 0 && pieces.list[pieces.count - 1].size() == tail_bytes &&
                   pieces.tail_bytes >= tail_bytes);
    --pieces.count;
    pieces.tail_bytes -= static_cast<std::uint32_t>(tail_bytes);
  } else if (message.payload_bytes == 0 && message.ops == nullptr) {
    message.form = PayloadForm::none;
  }
}

}  // namespace isthmus::engine
