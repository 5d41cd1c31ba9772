// isthmus/object/delivery.hpp: how the parts of this room hand messages to objects.
#pragma once

#include "isthmus/base/object_id.hpp"
#include "isthmus/message/message.hpp"

namespace isthmus::engine {

class Object;
struct LocalCollection;

/// The way of a message to an object, as those parts see it that messages come to. For the PE's
/// thread alone.
class Delivery {
 public:
  /// Sends an entry message to the object that its collection and key name.
  virtual void route(MessagePtr message) = 0;
  /// Sends an entry message that is for an object of another PE, or waits here until that exists.
  virtual void send_elsewhere(MessagePtr message, bool forwarded) = 0;
  /// Sends a message on that has come for an object which is not here, or keeps it until that is.
  virtual void deliver_elsewhere(MessagePtr message) = 0;
  /// Sends an entry message to every element of its collection.
  virtual void send_to_all(MessagePtr message) = 0;
  /// Calls the entry method of a message that has come for the object.
  virtual void invoke(Object& object, MessagePtr message) = 0;
  virtual void invoke_all(LocalCollection& collection, Message& message) = 0;
  /// Keeps a message until there is news of its object, or its collection is here.
  virtual void park(MessagePtr message) = 0;
  /// There is.
  virtual void unpark(const ObjectId& id) = 0;
  virtual void unpark(CollectionId id) = 0;
  /// Something that kept the object here has ended.
  virtual void reconsider(Object& object) = 0;
  /// Ends and moves the objects that wait for it and of which nothing runs.
  virtual void settle() = 0;

 protected:
  ~Delivery() = default;
};

}  // namespace isthmus::engine
