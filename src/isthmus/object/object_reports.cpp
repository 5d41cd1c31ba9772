#include "isthmus/object/object_reports.hpp"

#include <algorithm>

#include "isthmus/object/message_words.hpp"

namespace isthmus::engine {

std::vector<std::string> undeliverable(const Objects& objects) {
  std::vector<std::string> lines;
  objects.parked().for_each([&](const Message& message) {
    const LocalCollection* collection = objects.collections().find(message.collection);
    const std::string to = collection == nullptr ? "an array that was never created"
                                                 : collection->text_of(message.key);
    const PeId from =
        message.handler == objects.deliver_handler() ? first_sender_of(message) : message.source;
    const std::string what = message.ops == nullptr ? "a message" : message.ops->name;
    lines.push_back(what + " from PE " + std::to_string(from.value) + " waits for " + to +
                    ", which does not exist");
  });
  std::ranges::sort(lines);
  return lines;
}

std::vector<std::string> waiting_objects(Objects& objects) {
  std::vector<std::string> lines;
  for (const Object* object : objects.collections().all_elements()) {
    const ObjectState& state = state_of(*object);
    if (object->type().waits_for != nullptr) {
      const std::string what = object->type().waits_for(*object);
      if (!what.empty()) lines.push_back(object->text() + " waits for " + what);
    }
    if (!state.moving_to) continue;
    std::string why = objects.lifecycle().reason_to_stay(*object);
    if (why.empty() && state.coroutines > 0) {
      why = std::to_string(state.coroutines) + " of its coroutines, which wait";
    }
    if (why.empty()) continue;
    lines.push_back(object->text() + " is to move to PE " + std::to_string(state.moving_to.value) +
                    " and stays for " + why);
  }
  std::ranges::sort(lines);
  return lines;
}

PeId next_stop(const Objects& objects, const ObjectId& id, bool forwarded) {
  if (objects.find(id) != nullptr) return objects.pe_id();
  const PeId quick = forwarded ? PeId::none() : objects.location_of(id);
  if (quick) return quick;
  const LocalCollection* collection = objects.collections().find(id.collection);
  if (collection == nullptr) return PeId::none();
  return objects.locations().next(*collection, id, forwarded);
}

}  // namespace isthmus::engine
