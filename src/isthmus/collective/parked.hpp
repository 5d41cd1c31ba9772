// isthmus/collective/parked.hpp: messages about collections and sections that have not come yet.
#pragma once

#include <unordered_map>
#include <utility>
#include <vector>

#include "isthmus/object/objects.hpp"

namespace isthmus::engine::collective {

/// Keeps messages until what they are about has come to this PE. For the PE's thread alone.
class Parked {
 public:
  explicit Parked(Objects& objects) : objects_(objects) {}

  void park(CollectionId until, MessagePtr message) {
    messages_[until].push_back(std::move(message));
  }
  /// It has come: hands them to their handlers.
  void unpark(CollectionId id) {
    const auto found = messages_.find(id);
    if (found == messages_.end()) return;
    std::vector<MessagePtr> messages = std::move(found->second);
    messages_.erase(found);
    for (MessagePtr& message : messages) {
      message->destination = objects_.pe_id();
      objects_.pe().send(std::move(message));
    }
  }

 private:
  Objects& objects_;
  std::unordered_map<CollectionId, std::vector<MessagePtr>> messages_;
};

}  // namespace isthmus::engine::collective
