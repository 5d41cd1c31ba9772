#include "isthmus/object/replies.hpp"

#include <optional>
#include <string>
#include <utility>

#include "isthmus/object/runtime_priority.hpp"
#include "isthmus/object/value.hpp"

namespace isthmus::engine {

Replies::Replies(const PeContext& context, Execution& execution, Delivery& delivery)
    : context_(context),
      execution_(execution),
      delivery_(delivery),
      handler_(context.pe().add_handler<&Replies::deliver>(this, sched::Work::entry)) {}

void Replies::fire(const CallbackTarget& target, MessagePtr value) {
  value->source = context_.pe_id();
  value->collection = target.collection;
  value->key = target.key;
  switch (target.kind) {
    case CallbackTarget::Kind::none:
      return context_.pool().release(std::move(value));
    case CallbackTarget::Kind::inbox:
      return send_to_inbox(target.pe, target.word, std::move(value));
    case CallbackTarget::Kind::element:
      if (become_entry(value, target.entry_id)) delivery_.route(std::move(value));
      return;
    case CallbackTarget::Kind::all:
      if (become_entry(value, target.entry_id)) delivery_.send_to_all(std::move(value));
      return;
    case CallbackTarget::Kind::section:
      if (become_entry(value, target.entry_id)) context_.collectives().multicast(std::move(value));
      return;
    case CallbackTarget::Kind::handler:
      return send_to_handler(target, std::move(value));
  }
}

bool Replies::become_entry(MessagePtr& value, std::uint64_t entry_id) const {
  const PayloadOps* entry = context_.payloads().find(entry_id);
  if (entry == nullptr || entry->kind != PayloadOps::Kind::entry) {
    context_.fail(
        {ErrorCode::program, "a callback names an entry method that this program lacks", {}, {}});
    return false;
  }
  // What was not made for the entry method is decoded, and so checked.
  if (value->form == PayloadForm::typed && value->ops->marshal != entry->marshal) {
    value = marshalled(std::move(value), context_.pool());
  }
  value->ops = entry;
  return true;
}

void Replies::send_to_handler(const CallbackTarget& target, MessagePtr value) const {
  const bool is_known = static_cast<std::size_t>(target.handler) < context_.pe().handler_count();
  if (!is_known || (target.pe && target.pe.value >= context_.pe_count())) {
    return context_.fail({ErrorCode::malformed, "a callback for nobody",
                          "PE " + std::to_string(context_.pe_id().value),
                          "one for a part of the runtime that takes values"});
  }
  value->key.low = target.word;
  if (!target.pe) return context_.collectives().broadcast(std::move(value), target.handler);
  value->priority = runtime_priority;
  value->handler = target.handler;
  value->destination = target.pe;
  context_.pe().send(std::move(value));
}

void Replies::reply(const ReplyWord& to, MessagePtr value) const {
  send_to_inbox(to.pe, to.inbox, std::move(value));
}

void Replies::send_to_inbox(PeId pe, std::uint64_t name, MessagePtr value) const {
  if (pe.value >= context_.pe_count()) [[unlikely]] {
    return context_.fail({ErrorCode::malformed,
                          "an answer is due to PE " + std::to_string(pe.value),
                          "PE " + std::to_string(context_.pe_id().value),
                          "a PE below " + std::to_string(context_.pe_count())});
  }
  value->priority = runtime_priority;
  value->handler = handler_;
  value->source = context_.pe_id();
  value->word = name;
  value->destination = pe;
  context_.pe().send(std::move(value));
}

void Replies::deliver(MessagePtr message) {
  Inbox* inbox = inboxes_.find(message->word);
  if (inbox == nullptr) return context_.pool().release(std::move(message));
  inbox->values.push_back(std::move(message));
  if (!inbox->waiter) return;
  resume(std::exchange(inbox->waiter, {}), std::exchange(inbox->activity, nullptr));
  delivery_.settle();
}

void Replies::resume(std::coroutine_handle<> waiter, Activity* activity) {
  if (activity != nullptr) activity->awaits.clear();
  Activity* const before = activities_.current();
  activities_.set_current(activity);
  {
    // The main program is no object, and nothing can be called on it.
    std::optional<Execution::Call> call;
    if (activity != nullptr && activity->object != nullptr) {
      call.emplace(execution_, *activity->object, activity->entry);
    } else if (execution_.is_measuring()) {
      execution_.load_meter()->pause();
    }
    waiter.resume();
  }
  activities_.set_current(before);
}

}  // namespace isthmus::engine
