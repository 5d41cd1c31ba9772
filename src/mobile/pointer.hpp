// mobile/pointer.hpp: the name of a mobile object, good everywhere and for ever.
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>

#include "isthmus/isthmus.hpp"

namespace isthmus::mobile {

/// Names a mobile object wherever it is. A plain value: it can be sent, stored, compared and
/// hashed. No two objects of a job ever have the same.
struct Pointer {
  PeId origin;               ///< The PE where the object was made.
  std::uint64_t number = 0;  ///< Among the objects of that PE; 0 for no object.

  explicit operator bool() const { return number != 0; }
  friend auto operator<=>(const Pointer&, const Pointer&) = default;

  /// "#3 of PE 5".
  std::string text() const {
    return "#" + std::to_string(number) + " of PE " + std::to_string(origin.value);
  }
};

namespace detail {

/// A mobile object is a chare that stands alone, made where it begins.
inline ObjectId object_of(const Pointer& pointer) {
  return SingleId{pointer.origin, pointer.origin, pointer.number}.object();
}
inline Pointer pointer_of(const Key& key) {
  const SingleId id = SingleId::of(key);
  return {id.origin, id.number};
}

}  // namespace detail

}  // namespace isthmus::mobile

template <>
struct std::hash<isthmus::mobile::Pointer> {
  std::size_t operator()(const isthmus::mobile::Pointer& pointer) const noexcept {
    const std::uint64_t mixed = (pointer.number << 20 ^ pointer.origin.value) * 0x9e3779b97f4a7c15u;
    return mixed ^ mixed >> 32;
  }
};
