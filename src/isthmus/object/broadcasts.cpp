#include "isthmus/object/broadcasts.hpp"

#include <algorithm>
#include <string>
#include <utility>

#include "isthmus/object/object.hpp"
#include "isthmus/object/value.hpp"

namespace isthmus::engine {

namespace {

std::uint32_t number_of(const Message& broadcast) {
  return static_cast<std::uint32_t>(broadcast.key.low);
}

}  // namespace

Broadcasts::Broadcasts(const PeContext& context, Collections& collections, Delivery& delivery,
                       BroadcastGate& gate)
    : context_(context),
      collections_(collections),
      delivery_(delivery),
      gate_(gate),
      handler_(context.pe().add_handler<&Broadcasts::deliver>(this, sched::Work::entry)),
      marker_handler_(context.pe().add_handler<&Broadcasts::deliver_marker>(this)),
      answer_handler_(context.pe().add_handler<&Broadcasts::deliver_answer>(this)),
      request_handler_(context.pe().add_handler<&Broadcasts::deliver_request>(this)),
      missed_handler_(context.pe().add_handler<&Broadcasts::deliver_missed>(this)) {}

Broadcasts::~Broadcasts() {
  const auto give_back = [&](MessagePtr& message) { context_.pool().release(std::move(message)); };
  for (auto& [id, book] : books_) {
    for (auto& [number, message] : book.early) give_back(message);
    for (MessagePtr& message : book.kept) give_back(message);
  }
  for (auto& [id, held] : held_) {
    for (MessagePtr& message : held.messages) give_back(message);
  }
}

void Broadcasts::deliver(MessagePtr message) {
  LocalCollection* collection = collections_.find(message->collection);
  // A broadcast follows its collection's creation down the same tree, but an urgent one overtakes
  // it; nor do urgent ones overtake those before them.
  if (collection == nullptr) return delivery_.park(std::move(message));
  const std::uint32_t number = number_of(*message);
  const bool is_entry = message->ops != nullptr && message->ops->kind == PayloadOps::Kind::entry;
  if (!is_entry || (message->flags & flag_ordered) != 0 || number <= collection->broadcasts) {
    return context_.refuse(*message, "a broadcast that cannot be", "an entry method's, each once");
  }
  if (number != collection->broadcasts + 1) {
    const auto [at, is_new] = books_[collection->shared.id].early.try_emplace(number);
    if (!is_new) return context_.refuse(*message, "a broadcast that has come", "each once");
    at->second = std::move(message);
    return;
  }
  hand_out(*collection, std::move(message));
  if (books_.empty()) return;
  for (auto book = books_.find(collection->shared.id); book != books_.end();
       book = books_.find(collection->shared.id)) {
    auto next = book->second.early.extract(collection->broadcasts + 1);
    if (next.empty()) return;
    hand_out(*collection, std::move(next.mapped()));
  }
}

void Broadcasts::hand_out(LocalCollection& collection, MessagePtr message) {
  collection.broadcasts = number_of(*message);
  // Elements that are held take it when they have what came before.
  if (!held_.empty()) {
    for (auto& [id, held] : held_) {
      if (id.collection != collection.shared.id || state_of(*held.object).is_ending()) continue;
      MessagePtr own = cloned(*message, context_.pool());
      own->handler = handler_;
      held.messages.push_back(std::move(own));
    }
  }
  delivery_.invoke_all(collection, *message);
  if (!books_.empty()) keep(collection, *message);
  context_.pool().release(std::move(message));
  delivery_.settle();
}

void Broadcasts::keep(LocalCollection& collection, const Message& message) {
  const auto found = books_.find(collection.shared.id);
  if (found == books_.end()) return;
  Book& book = found->second;
  const std::uint32_t number = number_of(message);
  std::erase_if(book.waiting, [&](const Book::Waiting& waiting) {
    if (waiting.lacks.names(number)) send_missed(message, waiting.lacks.key, waiting.pe);
    return waiting.lacks.last <= number;
  });
  if (!book.departed_to.empty()) {
    for (const PeId to : book.departed_to) {
      MessagePtr marker = detail::make_value<std::uint32_t>(context_.pool(), number);
      marker->word = context_.collectives().latest_broadcast();
      context_.post(std::move(marker), marker_handler_, {collection.shared.id, {}}, to);
    }
    book.markers.push_back({number, book.departed_to.size()});
    book.departed_to.clear();
  }
  if (!book.markers.empty()) book.kept.push_back(cloned(message, context_.pool()));
}

void Broadcasts::departed(const Object& object, PeId to) {
  std::vector<PeId>& departed_to = books_[object.id().collection].departed_to;
  if (std::ranges::find(departed_to, to) == departed_to.end()) departed_to.push_back(to);
}

void Broadcasts::arrived(Object& object, PeId from) {
  const LocalCollection& collection = object.collection();
  if (state_of(object).broadcasts >= collection.broadcasts) return;
  state_of(object).hold();
  held_.emplace(object.id(), Held{&object, collection.broadcasts, {}});
  context_.post(detail::make_value<Request>(
                    context_.pool(),
                    Request{object.key(), state_of(object).broadcasts + 1, collection.broadcasts}),
                request_handler_, {collection.shared.id, {}}, from);
}

bool Broadcasts::takes(Object& object) {
  ObjectState& state = state_of(object);
  const std::uint32_t number = object.collection().broadcasts;
  if (state.stage != Stage::present || state.broadcasts >= number) return false;
  state.broadcasts = number;
  return true;
}

void Broadcasts::hold(const Object& object, MessagePtr message) {
  held_.at(object.id()).messages.push_back(std::move(message));
}

void Broadcasts::deliver_marker(MessagePtr message) {
  // It answers for the elements before it.
  if (gate_.keeps(message)) return;
  const PeId from = message->source;
  const CollectionId collection = message->collection;
  context_.post(std::move(message), answer_handler_, {collection, {}}, from);
}

void Broadcasts::deliver_answer(MessagePtr message) {
  const auto book = books_.find(message->collection);
  const Expected<std::uint32_t> number = detail::take_value<std::uint32_t>(*message);
  context_.pool().release(std::move(message));
  if (!number) return context_.fail(number.error());
  if (book == books_.end()) return;
  for (Book::Markers& markers : book->second.markers) {
    if (markers.number == *number && markers.unanswered > 0) --markers.unanswered;
  }
  forget_answered(book->second);
}

// An element that left after a marker lacks nothing before the next.
void Broadcasts::forget_answered(Book& book) {
  while (!book.markers.empty() && book.markers.front().unanswered == 0) book.markers.pop_front();
  while (!book.kept.empty() &&
         (book.markers.empty() || number_of(*book.kept.front()) < book.markers.front().number)) {
    context_.pool().release(std::move(book.kept.front()));
    book.kept.pop_front();
  }
}

void Broadcasts::deliver_request(MessagePtr message) {
  const CollectionId id = message->collection;
  const PeId from = message->source;
  const LocalCollection* collection = collections_.find(id);
  const Expected<Request> request = detail::take_value<Request>(*message);
  context_.pool().release(std::move(message));
  if (!request) return context_.fail(request.error());
  if (collection == nullptr) {
    return context_.fail(
        {ErrorCode::malformed, "a request for broadcasts of no collection", {}, {}});
  }
  Book& book = books_[id];
  for (const MessagePtr& kept : book.kept) {
    if (request->names(number_of(*kept))) send_missed(*kept, request->key, from);
  }
  if (request->last > collection->broadcasts) {
    book.waiting.push_back({*request, from});
  }
}

void Broadcasts::send_missed(const Message& broadcast, const Key& key, PeId to) {
  MessagePtr own = cloned(broadcast, context_.pool());
  own->word = number_of(broadcast);
  context_.post(std::move(own), missed_handler_, {broadcast.collection, key}, to);
}

void Broadcasts::deliver_missed(MessagePtr message) {
  const auto found = held_.find(message->object());
  if (found == held_.end()) {
    return context_.fail(
        {ErrorCode::malformed, "a broadcast for an element that lacks none", {}, {}});
  }
  Held& held = found->second;
  const auto number = static_cast<std::uint32_t>(message->word);
  if (number != state_of(*held.object).broadcasts + 1 || number > held.last) {
    return context_.refuse(*message, "a broadcast out of turn for " + held.object->text(),
                           "number " + std::to_string(state_of(*held.object).broadcasts + 1));
  }
  hand_to(*held.object, number, std::move(message));
  if (number == held.last) release(held);
}

void Broadcasts::hand_to(Object& object, std::uint32_t number, MessagePtr message) {
  state_of(object).broadcasts = number;
  message->flags &= static_cast<std::uint16_t>(~flag_wants_reply);
  if (state_of(object).is_ending()) return context_.pool().release(std::move(message));
  delivery_.invoke(object, std::move(message));
}

// What came for it while it was held, in the order in which it came. It does not leave, nor end,
// before all of that is done: what it has seen is what this PE has seen.
void Broadcasts::release(Held& held) {
  Object& object = *held.object;
  while (!held.messages.empty()) {
    MessagePtr message = std::move(held.messages.front());
    held.messages.pop_front();
    if (message->handler == handler_) {
      const std::uint32_t number = number_of(*message);
      hand_to(object, number, std::move(message));
    } else if (state_of(object).is_ending()) {
      delivery_.send_elsewhere(std::move(message), true);
    } else {
      delivery_.invoke(object, std::move(message));
    }
  }
  state_of(object).release();
  held_.erase(object.id());
  delivery_.reconsider(object);
  delivery_.settle();
}

}  // namespace isthmus::engine
