#include "isthmus/message/pool.hpp"

#include <cstdlib>
#include <new>

#include "isthmus/base/assert.hpp"
#include "isthmus/message/payload.hpp"
#include "isthmus/message/pieces.hpp"

namespace isthmus::engine {

void MessageDeleter::operator()(Message* message) const noexcept {
  if ((message->flags & flag_has_destructor) != 0) {
    if (message->form == PayloadForm::pieces) {
      const MessagePtr owner(Pieces::of(*message).owner);
    } else {
      message->ops->destroy(*message);
    }
  }
  std::free(message);
}

Pool::~Pool() {
  for (FreeList& list : free_) {
    while (list.top != nullptr) {
      Free* next = list.top->next;
      std::free(list.top);
      list.top = next;
    }
  }
}

void Pool::destroy_payload(Message& message) {
  if (message.form == PayloadForm::pieces) return release(MessagePtr(Pieces::of(message).owner));
  message.ops->destroy(message);
}

void Pool::return_to_heap(Message* block) { std::free(block); }

MessagePtr Pool::acquire_from_heap(unsigned size_class, std::size_t payload_bytes) {
  ISTHMUS_ASSERT(payload_bytes <= UINT32_MAX);
  const bool pooled = size_class < size_classes::count;
  const std::size_t bytes =
      pooled ? size_classes::block_bytes(size_class) : sizeof(Message) + payload_bytes;
  void* block = std::aligned_alloc(64, (bytes + 63) & ~std::size_t{63});
  if (block == nullptr) throw std::bad_alloc();
  ++outstanding_;
  return start(block, pooled ? static_cast<std::uint8_t>(size_class) : heap_class, payload_bytes);
}

}  // namespace isthmus::engine
