// isthmus/object/callback.hpp: a place where a value can be sent, as a value itself.
#pragma once

#include <cstdint>

#include "isthmus/base/ids.hpp"
#include "isthmus/base/object_id.hpp"
#include "isthmus/message/message.hpp"

namespace isthmus::engine {

/// Where a result goes. Plain data; serializable.
struct CallbackTarget {
  enum class Kind : std::uint8_t {
    none,     ///< The result is dropped.
    inbox,    ///< A future or a named result on `pe`; `word` names it.
    element,  ///< The entry method `entry_id` of one object.
    all,      ///< The same of every element of a collection.
    section,  ///< The same of every member of the section that `collection` names.
    handler,  ///< The runtime's `handler` on `pe`, on every PE where that is none.
  };

  Kind kind = Kind::none;
  PeId pe = {};
  std::uint64_t word = 0;  ///< A handler finds it in the low half of its message's key.
  CollectionId collection = {};
  Key key = {};
  std::uint64_t entry_id = 0;
  HandlerId handler = {};

  bool operator==(const CallbackTarget&) const = default;
};

/// A target for a T; made by Future::callback, and by the callback of an element, an array, a group
/// or a section. `Callback<void>` takes no value.
template <class T>
struct Callback {
  CallbackTarget target;

  bool operator==(const Callback&) const = default;
};

}  // namespace isthmus::engine

namespace isthmus {

using engine::Callback;

}  // namespace isthmus
