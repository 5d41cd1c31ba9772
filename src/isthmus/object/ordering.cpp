#include "isthmus/object/ordering.hpp"

#include <string>
#include <utility>

#include "isthmus/object/value.hpp"

namespace isthmus::engine {

Ordering::Ordering(const PeContext& context, const Execution& execution, Delivery& delivery)
    : context_(context),
      execution_(execution),
      delivery_(delivery),
      book_handler_(context.pe().add_handler<&Ordering::deliver_book>(this)) {}

Ordering::~Ordering() {
  for (auto& [id, entry] : entries_) {
    for (auto& [order, message] : entry.early) context_.pool().release(std::move(message));
  }
}

MessagePtr Ordering::numbered(MessagePtr message) {
  OrderBook& book = entries_[execution_.sender()].book;
  if (book.sender == 0) book.sender = std::uint64_t{context_.pe_id().value} << 32 | ++senders_;
  const Order order{book.sender, book.sent[message->object()]++};
  return with_order(std::move(message), order, context_.pool());
}

void Ordering::take(Object& object, MessagePtr message) {
  const std::optional<Order> order = order_of(*message);
  if (!order) {
    context_.pool().release(std::move(message));
    return context_.fail({ErrorCode::malformed, "a message in order came without one", {}, {}});
  }
  Entry& entry = entries_[object.id()];
  std::uint64_t& handled = entry.book.handled[order->sender];
  if (order->number != handled) {
    entry.early.emplace(*order, std::move(message));
    return;
  }
  for (;;) {
    ++handled;
    drop_order(*message);
    delivery_.invoke(object, std::move(message));
    if (state_of(object).is_ending()) return;
    auto next = entry.early.extract({order->sender, handled});
    if (next.empty()) return;
    message = std::move(next.mapped());
  }
}

std::unique_ptr<OrderBook> Ordering::departing(const ObjectId& id) {
  const auto found = entries_.find(id);
  if (found == entries_.end()) return nullptr;
  return std::make_unique<OrderBook>(std::exchange(found->second.book, {}));
}

void Ordering::arrived(const ObjectId& id, OrderBook book) { entries_[id].book = std::move(book); }

void Ordering::release_early(const ObjectId& id) {
  const auto found = entries_.find(id);
  if (found == entries_.end()) return;
  std::map<Order, MessagePtr> early = std::exchange(found->second.early, {});
  if (found->second.book.is_empty()) entries_.erase(found);
  for (auto& [order, message] : early) delivery_.deliver_elsewhere(std::move(message));
}

void Ordering::ended(const ObjectId& id, PeId home) {
  const auto found = entries_.find(id);
  if (found == entries_.end()) return;
  OrderBook& book = found->second.book;
  book.sender = 0;
  book.sent.clear();
  if (home != context_.pe_id() && !book.handled.empty()) {
    post_book(id, std::exchange(book, {}), home);
  }
}

void Ordering::hand_over(const ObjectId& id, PeId origin) {
  auto entry = entries_.extract(id);
  if (!entry.empty()) post_book(id, std::move(entry.mapped().book), origin);
}

void Ordering::post_book(const ObjectId& id, OrderBook book, PeId to) {
  context_.post(detail::make_value<OrderBook>(context_.pool(), std::move(book)), book_handler_, id,
                to);
}

void Ordering::deliver_book(MessagePtr message) {
  const ObjectId id = message->object();
  Expected<OrderBook> book = detail::take_value<OrderBook>(*message);
  context_.pool().release(std::move(message));
  if (!book) return context_.fail(book.error());
  entries_[id].book = std::move(*book);
}

}  // namespace isthmus::engine
