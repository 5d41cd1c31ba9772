#include "isthmus/object/broadcast_gate.hpp"

#include <algorithm>
#include <utility>

namespace isthmus::engine {

BroadcastGate::~BroadcastGate() {
  for (MessagePtr& message : waiting_) context_.pool().release(std::move(message));
}

bool BroadcastGate::keeps(MessagePtr& message) {
  if (waiting_.empty() && context_.collectives().has_broadcasts_to(message->word)) return false;
  waiting_.push_back(std::move(message));
  return true;
}

bool BroadcastGate::keeps_for_object(MessagePtr& message) {
  const bool is_expected = std::ranges::any_of(waiting_, [&](const MessagePtr& waiting) {
    return waiting->ops != nullptr && waiting->ops->kind == PayloadOps::Kind::migrant &&
           waiting->object() == message->object();
  });
  if (is_expected) waiting_.push_back(std::move(message));
  return is_expected;
}

void BroadcastGate::admit() {
  if (waiting_.empty()) return;
  std::deque<MessagePtr> messages = std::exchange(waiting_, {});
  for (MessagePtr& message : messages) {
    const HandlerId handler = message->handler;
    context_.pe().handle(handler, std::move(message));
  }
}

}  // namespace isthmus::engine
