// isthmus/object/readonly.hpp: values that the main program sets and every PE sees.
#pragma once

#include <memory>
#include <utility>

#include "isthmus/object/creation.hpp"
#include "isthmus/object/objects.hpp"

namespace isthmus::engine {

/// Sets the readonly value of type T (and tag, where a program has several of one type) on all PEs.
/// Everything that this PE creates or broadcasts afterwards sees it.
template <class T, class Tag = T>
void set_readonly(T value) {
  Objects& here = Objects::current();
  auto shared = std::make_shared<const T>(std::move(value));
  here.readonlies().set(detail::readonly_creator<T, Tag>.id, shared);
  MessagePtr message =
      detail::ReadonlyCreator<T, Tag>::Payload::make(here.pool(), std::move(shared));
  message->ops = &detail::readonly_creator<T, Tag>;
  here.readonlies().broadcast(std::move(message));
}

/// The readonly value of that type and tag; must have been set.
template <class T, class Tag = T>
const T& readonly() {
  const auto* value = Objects::current().readonlies().find(detail::readonly_creator<T, Tag>.id);
  ISTHMUS_ASSERT(value != nullptr);
  return *static_cast<const T*>(value->get());
}

}  // namespace isthmus::engine

namespace isthmus {

using engine::readonly;
using engine::set_readonly;

}  // namespace isthmus
