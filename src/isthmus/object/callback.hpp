// isthmus/object/callback.hpp: a place where a value can be sent, as a value itself.
#pragma once

#include <cstdint>

#include "isthmus/base/ids.hpp"
#include "isthmus/base/object_id.hpp"

namespace isthmus {

/// Where a result goes. Plain data; serializable.
struct CallbackTarget {
  enum class Kind : std::uint8_t {
    none,     ///< The result is dropped.
    inbox,    ///< A future or a named result on `pe`; `word` names it.
    element,  ///< The entry method `entry_id` of one object.
    all,      ///< The same of every element of a collection.
    barrier,  ///< Whoever waits for barrier `word` of a collection.
    sync,     ///< As `all`, when a step of the load balancer is over.
  };

  Kind kind = Kind::none;
  PeId pe;
  std::uint64_t word = 0;
  CollectionId collection;
  Key key;
  std::uint64_t entry_id = 0;

  bool operator==(const CallbackTarget&) const = default;
};

/// A target for a T; made by Future::callback, by an element's or an array's callback, and by
/// Job::channel. `Callback<void>` takes no value.
template <class T>
struct Callback {
  CallbackTarget target;

  bool operator==(const Callback&) const = default;
};

}  // namespace isthmus
