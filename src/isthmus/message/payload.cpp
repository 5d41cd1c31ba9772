#include "isthmus/message/payload.hpp"

#include <algorithm>
#include <bit>
#include <cstring>

#include "isthmus/base/assert.hpp"
#include "isthmus/base/hash.hpp"
#include "isthmus/message/order.hpp"
#include "isthmus/message/pieces.hpp"

namespace isthmus::engine {

namespace {

// The one list that static initialization fills; read-only from main() on.
// NOLINTNEXTLINE(cppcoreguidelines-avoid-non-const-global-variables)
constinit const PayloadOps* all_payload_kinds = nullptr;

/// All of the header but what tells how the payload lies in its block.
void copy_header(const Message& from, Message& to) {
  const Message own = to;
  std::memcpy(static_cast<void*>(&to), &from, sizeof(Message));
  to.size_class = own.size_class;
  to.payload_bytes = own.payload_bytes;
  to.form = own.form;
  to.flags &= static_cast<std::uint16_t>(~flag_has_destructor);
}

// Of the serialized form.
std::size_t order_bytes(const Message& message) {
  return (message.flags & flag_ordered) != 0 ? sizeof(Order) : 0;
}

MessagePtr bytes_like(const Message& message, std::size_t payload_bytes, Pool& pool) {
  MessagePtr copy = pool.acquire(payload_bytes);
  copy->form = message.form == PayloadForm::none ? PayloadForm::none : PayloadForm::bytes;
  copy_header(message, *copy);
  return copy;
}

}  // namespace

void PayloadOps::enlist(std::string normalized) {
  name = std::move(normalized);
  id = hash_name(name);
  next = all_payload_kinds;
  number = next == nullptr ? 0 : next->number + 1;
  all_payload_kinds = this;
}

Expected<PayloadTable> PayloadTable::of_program() {
  PayloadTable table;
  for (const PayloadOps* kind = all_payload_kinds; kind != nullptr; kind = kind->next) {
    table.sorted_.push_back(kind);
  }
  std::ranges::sort(table.sorted_, {}, &PayloadOps::id);
  std::uint64_t fingerprint = 0;
  for (std::size_t i = 0; i < table.sorted_.size(); ++i) {
    const PayloadOps& kind = *table.sorted_[i];
    if (i > 0 && table.sorted_[i - 1]->id == kind.id) {
      return fail(ErrorCode::program, "two kinds of message have one identity: " +
                                          table.sorted_[i - 1]->name + " and " + kind.name);
    }
    fingerprint = (fingerprint ^ kind.id) * 0x9e3779b97f4a7c15ull;
  }
  table.fingerprint_ = fingerprint;
  table.slots_.resize(std::bit_ceil(2 * table.sorted_.size() + 1));
  const std::size_t mask = table.slots_.size() - 1;
  for (const PayloadOps* kind : table.sorted_) {
    std::size_t at = kind->id & mask;
    while (table.slots_[at] != nullptr) at = (at + 1) & mask;
    table.slots_[at] = kind;
  }
  return table;
}

std::vector<std::string_view> PayloadTable::names() const {
  std::vector<std::string_view> names;
  for (const PayloadOps* kind : sorted_) names.emplace_back(kind->name);
  std::ranges::sort(names);
  return names;
}

MessagePtr marshalled(MessagePtr message, Pool& pool) {
  if (message->form != PayloadForm::typed) return message;
  const std::size_t bytes = serialized_bytes(*message);
  MessagePtr flat = bytes_like(*message, bytes, pool);
  marshal_to({flat->payload(), bytes}, *message);
  pool.release(std::move(message));
  return flat;
}

void marshal_to(std::span<std::byte> to, const Message& message) {
  const std::size_t bytes = to.size() - order_bytes(message);
  message.ops->marshal(message, to.first(bytes));
  if (const std::optional<Order> order = order_of(message)) {
    std::memcpy(to.data() + bytes, &*order, sizeof(Order));
  }
}

MessagePtr gathered(MessagePtr message, Pool& pool) {
  if (message->form != PayloadForm::typed || message->ops->gather == nullptr ||
      (message->flags & flag_ordered) != 0 ||
      message->ops->wire_size(*message) < Pieces::lent_bytes_min) {
    return marshalled(std::move(message), pool);
  }
  MessagePtr result = message->ops->gather(*message, pool);
  copy_header(*message, *result);
  if (result->form == PayloadForm::pieces) {
    result->flags |= flag_has_destructor;
    Pieces::of(*result).owner = message.release();
  } else {
    pool.release(std::move(message));
  }
  return result;
}

MessagePtr flattened(MessagePtr message, Pool& pool, std::size_t unneeded_bytes) {
  if (message->form != PayloadForm::pieces) return message;
  MessagePtr flat = bytes_like(*message, message->payload_bytes, pool);
  std::byte* to = flat->payload();
  for (const serial::Piece piece : Pieces::of(*message).all()) {
    const std::size_t skipped = std::min(unneeded_bytes, piece.size());
    unneeded_bytes -= skipped;
    if (skipped < piece.size()) {
      std::memcpy(to + skipped, piece.data() + skipped, piece.size() - skipped);
    }
    to += piece.size();
  }
  pool.release(std::move(message));
  return flat;
}

Expected<MessagePtr> unmarshalled(MessagePtr message, Pool& pool) {
  if (message->form != PayloadForm::bytes || message->ops->unmarshal == nullptr) return message;
  Expected<MessagePtr> typed = message->ops->unmarshal(*message, pool);
  pool.release(std::move(message));
  return typed;
}

std::size_t serialized_bytes(const Message& message) {
  return message.ops->wire_size(message) + order_bytes(message);
}

MessagePtr cloned(const Message& message, Pool& pool) {
  ISTHMUS_ASSERT((message.flags & flag_ordered) == 0);
  if (message.form == PayloadForm::typed) {
    ISTHMUS_ASSERT(message.ops->clone != nullptr);
    return message.ops->clone(message, pool);
  }
  ISTHMUS_ASSERT(message.form != PayloadForm::pieces);
  MessagePtr copy = bytes_like(message, message.payload_bytes, pool);
  std::memcpy(copy->payload(), message.payload(), message.payload_bytes);
  return copy;
}

}  // namespace isthmus::engine
