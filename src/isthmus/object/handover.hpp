// isthmus/object/handover.hpp: what an object hands to another one of its PE without a message.
#pragma once

#include <exception>
#include <utility>

#include "isthmus/object/entry.hpp"
#include "isthmus/object/objects.hpp"
#include "isthmus/object/proxy.hpp"

namespace isthmus::engine {

/// The object if it is on this PE and takes what comes for it, in no other order than it comes, so
/// that something may be handed to it without a message; else null. Valid while the present entry
/// method runs. Nothing is called there: whoever hands something over sees to it that what was
/// sent before has been handled, and that the object is in a state to take it.
template <class T>
T* taker_here(const ElementProxy<T>& proxy) {
  Object* const object = Objects::current().find(proxy.id());
  if (object == nullptr) return nullptr;
  const ObjectState& state = state_of(*object);
  const bool takes = state.stage == Stage::present && !state.border && !state.watched;
  return takes ? static_cast<T*>(object) : nullptr;
}

/// For those who measure who speaks to whom: the running object hands these arguments to another
/// one of its PE.
template <class... A>
void count_handover(const Object& taker, const A&... arguments) {
  Objects::current().execution().count_inline(taker.id(), arguments...);
}

/// Calls an entry method of an object of this PE before this returns, in the name of the object, as
/// its messages do; also of an ordered array, and where the object is in the middle of an entry
/// method further up the stack, which has to be at its end then. An exception ends the job.
template <auto Method, class T, class... A>
void call_here(T& object, A&&... arguments) {
  Execution& execution = Objects::current().execution();
  const Entry& entry = detail::entry_of<T, Method>;
  try {
    const Execution::Call call(execution, object, &entry);
    (object.*Method)(std::forward<A>(arguments)...);
  } catch (...) {
    execution.entry_failed(object, entry, nullptr, std::current_exception());
  }
}

}  // namespace isthmus::engine

namespace isthmus {

using engine::call_here;
using engine::count_handover;
using engine::taker_here;

}  // namespace isthmus
