// isthmus/object/parked_messages.hpp: messages for objects and collections that are not here yet.
#pragma once

#include <algorithm>
#include <cstdint>
#include <unordered_map>
#include <utility>
#include <vector>

#include "isthmus/base/object_id.hpp"
#include "isthmus/message/message.hpp"

namespace isthmus::engine {

/// Keeps messages by the object that they name, so that what happens to one object costs nothing
/// for those that wait for others. One PE's, used by its thread alone.
class ParkedMessages {
 public:
  void add(MessagePtr message) {
    const ObjectId id = message->object();
    by_collection_[id.collection][id].push_back({next_number_++, std::move(message)});
  }

  /// Those that name the object, in the order in which they came; none of them is kept any longer.
  std::vector<MessagePtr> take(const ObjectId& id) {
    const auto collection = by_collection_.find(id.collection);
    if (collection == by_collection_.end()) return {};
    auto found = collection->second.extract(id);
    if (collection->second.empty()) by_collection_.erase(collection);
    return found.empty() ? std::vector<MessagePtr>() : messages_of(std::move(found.mapped()));
  }
  /// The same for all objects of the collection.
  std::vector<MessagePtr> take(CollectionId id) {
    auto found = by_collection_.extract(id);
    if (found.empty()) return {};
    std::vector<Parked> all;
    for (auto& [object, parked] : found.mapped())
      std::ranges::move(parked, std::back_inserter(all));
    std::ranges::sort(all, {}, &Parked::number);
    return messages_of(std::move(all));
  }

  /// visit(const Message&) for each, in no order.
  template <class Visit>
  void for_each(Visit&& visit) const {
    for (const auto& [id, objects] : by_collection_) {
      for (const auto& [object, parked] : objects) {
        for (const Parked& one : parked) visit(*one.message);
      }
    }
  }
  /// Takes all, in no order.
  std::vector<MessagePtr> take_all() {
    std::vector<MessagePtr> all;
    while (!by_collection_.empty()) {
      std::ranges::move(take(by_collection_.begin()->first), std::back_inserter(all));
    }
    return all;
  }

 private:
  struct Parked {
    std::uint64_t number;
    MessagePtr message;
  };
  using Objects = std::unordered_map<ObjectId, std::vector<Parked>, ObjectIdHash>;

  static std::vector<MessagePtr> messages_of(std::vector<Parked> parked) {
    std::vector<MessagePtr> messages;
    messages.reserve(parked.size());
    for (Parked& one : parked) messages.push_back(std::move(one.message));
    return messages;
  }

  std::unordered_map<CollectionId, Objects> by_collection_;  // nothing empty
  std::uint64_t next_number_ = 0;
};

}  // namespace isthmus::engine
