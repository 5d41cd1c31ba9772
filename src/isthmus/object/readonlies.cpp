#include "isthmus/object/readonlies.hpp"

#include <utility>

namespace isthmus {

Readonlies::Readonlies(const PeContext& context)
    : context_(context), handler_(context.pe().add_handler<&Readonlies::deliver>(this)) {}

Readonlies::~Readonlies() {
  for (auto& [id, message] : messages_) context_.pool().release(std::move(message));
}

const std::shared_ptr<const void>* Readonlies::find(std::uint64_t id) const {
  const auto found = values_.find(id);
  return found == values_.end() ? nullptr : &found->second;
}

void Readonlies::broadcast(MessagePtr message) const {
  message->source = context_.pe_id();
  context_.collectives().broadcast(std::move(message), handler_);
}

void Readonlies::deliver(MessagePtr message) {
  if (!context_.expect_kind(*message, PayloadOps::Kind::readonly)) return;
  const auto& ops = static_cast<const ReadonlyOps&>(*message->ops);
  auto value = ops.take(*message);
  if (!value) {
    context_.pool().release(std::move(message));
    return context_.fail(value.error());
  }
  set(ops.id, std::move(*value));
  if (context_.is_first_of_process()) std::swap(messages_[ops.id], message);
  if (message) context_.pool().release(std::move(message));
}

}  // namespace isthmus
