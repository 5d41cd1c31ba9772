// isthmus/object/broadcasts.hpp: broadcasts to all elements of a collection, while elements move.
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <unordered_map>
#include <vector>

#include "isthmus/base/object_id.hpp"
#include "isthmus/message/message.hpp"
#include "isthmus/object/broadcast_gate.hpp"
#include "isthmus/object/collections.hpp"
#include "isthmus/object/delivery.hpp"
#include "isthmus/object/pe_context.hpp"

namespace isthmus::engine {

class Object;
struct LocalCollection;

/// One PE's part in broadcasts: each element gets each once, in the order in which the root of the
/// tree has numbered them, wherever it is meanwhile. For the PE's thread alone.
///
/// A PE hands out a collection's broadcasts in order, and an element remembers the last that it has
/// seen. One that comes to a PE which is behind the PE it left skips what it has seen there. One
/// that comes to a PE which is ahead waits, and its messages with it, until the PE that it left has
/// sent it what it lacks. So that it can, a PE that handles a broadcast after elements have left it
/// keeps that broadcast, until it knows that they have arrived: it sends a marker after them, which
/// is answered. Where no broadcast follows a departure, none of this costs a message.
class Broadcasts {
 public:
  Broadcasts(const PeContext& context, Collections& collections, Delivery& delivery,
             BroadcastGate& gate);
  ~Broadcasts();
  Broadcasts(const Broadcasts&) = delete;
  Broadcasts& operator=(const Broadcasts&) = delete;

  HandlerId handler() const { return handler_; }
  /// At the root of the tree: a message with this inner handler is about to go down.
  void at_root(Message& message, HandlerId inner) {
    if (inner == handler_) message.key.low = ++numbers_[message.collection];
  }

  /// An element has left this PE for `to`.
  void departed(const Object& object, PeId to);
  /// An element has come here from `from`; it is held if it lacks broadcasts.
  void arrived(Object& object, PeId from);
  /// Whether the element gets the broadcast that its collection hands out now; notes that it does.
  static bool takes(Object& object);
  /// Keeps a message for an element that is held.
  void hold(const Object& object, MessagePtr message);

 private:
  /// The broadcasts that an element lacks.
  struct Request {
    Key key;
    std::uint32_t first;
    std::uint32_t last;

    bool names(std::uint32_t number) const { return first <= number && number <= last; }
  };
  /// Of a collection that elements have left, or whose broadcasts came out of order.
  struct Book {
    std::map<std::uint32_t, MessagePtr> early;  // that came before the one before it
    std::vector<PeId> departed_to;              // since the last marker
    /// Markers that were sent when a broadcast was handled, and are not all answered.
    struct Markers {
      std::uint32_t number;
      std::size_t unanswered;
    };
    std::deque<Markers> markers;
    std::deque<MessagePtr> kept;  // in order, up to the last that was handled
    /// An element elsewhere that waits for broadcasts which this PE has yet to handle.
    struct Waiting {
      Request lacks;
      PeId pe;
    };
    std::vector<Waiting> waiting;
  };
  struct Held {
    Object* object;
    std::uint32_t last;  // broadcast that it lacks
    std::deque<MessagePtr> messages;
  };
  void deliver(MessagePtr message);
  void deliver_marker(MessagePtr message);
  void deliver_answer(MessagePtr message);
  void deliver_request(MessagePtr message);
  void deliver_missed(MessagePtr message);
  void hand_out(LocalCollection& collection, MessagePtr message);
  void keep(LocalCollection& collection, const Message& message);
  void forget_answered(Book& book);
  void send_missed(const Message& broadcast, const Key& key, PeId to);
  void hand_to(Object& object, std::uint32_t number, MessagePtr message);
  void release(Held& held);

  const PeContext& context_;
  Collections& collections_;
  Delivery& delivery_;
  BroadcastGate& gate_;
  HandlerId handler_;
  HandlerId marker_handler_;
  HandlerId answer_handler_;
  HandlerId request_handler_;
  HandlerId missed_handler_;
  std::unordered_map<CollectionId, std::uint32_t> numbers_;  // at the root alone
  std::unordered_map<CollectionId, Book> books_;
  std::unordered_map<ObjectId, Held, ObjectIdHash> held_;
};

}  // namespace isthmus::engine
