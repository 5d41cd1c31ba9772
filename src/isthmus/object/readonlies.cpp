#include "isthmus/object/readonlies.hpp"

#include <optional>
#include <utility>

namespace isthmus::engine {

Readonlies::Readonlies(const PeContext& context)
    : context_(context), handler_(context.pe().add_handler<&Readonlies::deliver>(this)) {}

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
  std::optional<CreationImage> image;
  if (context_.is_first_of_process()) {
    image = image_of(*message);
    image->collection = CollectionId(0);
  }
  auto value = ops.take(*message);
  context_.pool().release(std::move(message));
  if (!value) return context_.fail(value.error());
  set(ops.id, std::move(*value));
  if (image) images_[ops.id] = std::move(*image);
}

}  // namespace isthmus::engine
