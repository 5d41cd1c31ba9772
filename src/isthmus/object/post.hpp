// isthmus/object/post.hpp: what the runtime's parts tell each other about the job itself.
#pragma once

#include <utility>

#include "isthmus/object/objects.hpp"
#include "isthmus/object/runtime_priority.hpp"
#include "isthmus/object/value.hpp"

namespace isthmus::engine {

/// From the PE of `from`, on its thread, to the handler of another one, ahead of the program's
/// messages; quiescence does not wait for it.
template <class T>
void post(Objects& from, HandlerId handler, PeId to, T value) {
  MessagePtr message = detail::make_value<T>(from.pool(), std::move(value));
  message->handler = handler;
  message->flags |= flag_uncounted;
  message->priority = runtime_priority;
  message->source = from.pe_id();
  message->destination = to;
  from.pe().send(std::move(message));
}

}  // namespace isthmus::engine
