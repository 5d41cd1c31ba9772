#include "isthmus/object/pe_context.hpp"

#include <utility>

#include "isthmus/object/collection.hpp"
#include "isthmus/object/runtime_priority.hpp"

namespace isthmus::engine {

void PeContext::post(MessagePtr message, HandlerId handler, const ObjectId& about, PeId to) const {
  message->handler = handler;
  message->priority = runtime_priority;
  message->collection = about.collection;
  message->key = about.key;
  message->source = pe_.id();
  message->destination = to;
  pe_.send(std::move(message));
}

void PeContext::refuse(const Message& message, const std::string& what,
                       std::string expected_what) const {
  fail({ErrorCode::malformed, what + " came from PE " + std::to_string(message.source.value),
        "PE " + std::to_string(pe_.id().value), std::move(expected_what)});
}

void PeContext::refuse_kind(const Message& message, std::string expected_what) const {
  refuse(message, "a message of the wrong kind", std::move(expected_what));
}

Expected<PeId> PeContext::checked_pe(const LocalCollection& collection, const Key& key,
                                     PeId pe) const {
  if (members_.contains(pe)) return pe;
  return isthmus::engine::fail(
      ErrorCode::program,
      "the mapping puts " + collection.text_of(key) + " on PE " + std::to_string(pe.value), {},
      "a PE that takes part, below " + std::to_string(pe_count()));
}

bool PeContext::expect_pe(const LocalCollection& collection, const Key& key, PeId pe) const {
  if (members_.contains(pe)) return true;
  fail(checked_pe(collection, key, pe).error());
  return false;
}

}  // namespace isthmus::engine
