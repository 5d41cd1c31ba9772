// isthmus/sched/border_watch.hpp: who knows which messages of a PE are for border objects.
#pragma once

#include "isthmus/message/message.hpp"

namespace isthmus::engine::sched {

/// Knows the border objects of a PE, those that talk to another site (Koenig 2007, 6.2). Called on
/// the PE's thread; sends nothing.
class BorderWatch {
 public:
  virtual ~BorderWatch() = default;
  /// The message leaves this PE for one of another site.
  virtual void crosses(const Message& message) = 0;
  /// Whether the message, which is to be handled here, is for a border object. While
  /// an object stays, the answer for it changes only next to Pe::sort_queues.
  virtual bool is_for_border(const Message& message) const = 0;
};

}  // namespace isthmus::engine::sched
