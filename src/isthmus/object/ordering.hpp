// isthmus/object/ordering.hpp: messages to elements of ordered arrays, handled in the order in
// which each sender sent them.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <unordered_map>

#include "isthmus/base/object_id.hpp"
#include "isthmus/message/message.hpp"
#include "isthmus/message/order.hpp"
#include "isthmus/object/delivery.hpp"
#include "isthmus/object/execution.hpp"
#include "isthmus/object/pe_context.hpp"

namespace isthmus::engine {

class Object;

/// What an object has sent to elements of ordered arrays, and has handled as one. Moves with it.
struct OrderBook {
  std::uint64_t sender = 0;  ///< Its name as a sender; 0 while it has sent nothing.
  std::unordered_map<ObjectId, std::uint64_t, ObjectIdHash> sent;  ///< How many, by receiver.
  std::unordered_map<std::uint64_t, std::uint64_t> handled;        ///< How many, by sender.

  bool is_empty() const { return sender == 0 && sent.empty() && handled.empty(); }
  void serialize(auto& archive) { archive(sender, sent, handled); }
};

/// One PE's part in keeping order; for the PE's thread alone. Who sends is the object whose entry
/// method runs, wherever it has moved to; what else sends on a PE (the main program) counts as one.
///
/// Numbers are by sender and receiver, so a message that comes before its turn is seen to, and
/// waits where its receiver is. Order holds across priorities; broadcasts and messages to sections
/// have no part in it.
class Ordering {
 public:
  Ordering(const PeContext& context, const Execution& execution, Delivery& delivery);
  ~Ordering();
  Ordering(const Ordering&) = delete;
  Ordering& operator=(const Ordering&) = delete;

  /// Gives the message the next number of whoever runs now.
  MessagePtr numbered(MessagePtr message);
  /// Invokes the message if it is its turn, and those that have waited for it; else keeps it.
  void take(Object& object, MessagePtr message);

  /// The object leaves; null where nothing is known of it.
  std::unique_ptr<OrderBook> departing(const ObjectId& id);
  void arrived(const ObjectId& id, OrderBook book);
  /// What came before its turn for an object that has just left or ended goes after it.
  void release_early(const ObjectId& id);
  /// An element has ended; what it has handled is kept at its home, for the next of its name.
  void ended(const ObjectId& id, PeId home);
  /// The next element of the name is about to be made on `origin`.
  void hand_over(const ObjectId& id, PeId origin);

 private:
  struct Entry {
    OrderBook book;
    std::map<Order, MessagePtr> early;
  };

  void deliver_book(MessagePtr message);
  void post_book(const ObjectId& id, OrderBook book, PeId to);

  const PeContext& context_;
  const Execution& execution_;
  Delivery& delivery_;
  HandlerId book_handler_;
  std::unordered_map<ObjectId, Entry, ObjectIdHash> entries_;
  std::uint64_t senders_ = 0;
};

}  // namespace isthmus::engine
