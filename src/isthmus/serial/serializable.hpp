// isthmus/serial/serializable.hpp: whether a type can be serialized, and the compile-time error
// that names the one that cannot.
#pragma once

#include <concepts>
#include <span>
#include <type_traits>

#include "isthmus/serial/codec.hpp"

namespace isthmus::engine::serial {

/// Stands for a type that a container must make before it can be read into.
template <class T>
struct NeedsDefaultConstructor;

namespace detail {

struct NoCulprit;

template <class T, class... Seen>
consteval auto find_culprit();

/// Of the first of `Ts` that has one; `Makes` tells that they are default-constructed in reading.
template <bool Makes, class... Seen, class... Ts>
consteval auto culprit_among(Parts<Ts...>) {
  if constexpr (sizeof...(Ts) == 0) {
    return std::type_identity<NoCulprit>();
  } else {
    return []<class First, class... Rest>(Parts<First, Rest...>) {
      using Found = typename decltype(find_culprit<First, Seen...>())::type;
      if constexpr (!std::same_as<Found, NoCulprit>) {
        return std::type_identity<Found>();
      } else if constexpr (Makes && !std::default_initializable<First>) {
        return std::type_identity<NeedsDefaultConstructor<First>>();
      } else {
        return culprit_among<Makes, Seen...>(Parts<Rest...>());
      }
    }(Parts<Ts...>());
  }
}

/// The type in T, T itself included, that has no codec; NoCulprit if there is none. `Seen` are the
/// aggregates around, so that the search in types that contain themselves ends.
template <class T, class... Seen>
consteval auto find_culprit() {
  if constexpr ((std::same_as<T, Seen> || ...)) {
    return std::type_identity<NoCulprit>();
  } else if constexpr (!requires { sizeof(Codec<T>); }) {
    return std::type_identity<T>();
  } else if constexpr (std::is_aggregate_v<T>) {
    return culprit_among<Codec<T>::makes_parts, T, Seen...>(typename Codec<T>::parts());
  } else {
    return culprit_among<Codec<T>::makes_parts, Seen...>(typename Codec<T>::parts());
  }
}

template <class T>
using culprit_t = typename decltype(find_culprit<T>())::type;

template <class T>
inline constexpr bool never = false;

}  // namespace detail

/// T can be written and read: a number, an enumeration, an aggregate of serializable fields, a
/// standard container or vocabulary type of serializable elements, or a type with `serialize`,
/// whose members this does not look into.
template <class T>
concept Serializable = std::same_as<detail::culprit_t<T>, detail::NoCulprit>;

/// Named in the compiler's error; the argument is the type at fault.
template <class T>
struct cannot_be_serialized {
  static_assert(detail::never<T>,
                "isthmus: this type cannot be serialized: give it a member `void serialize(auto& "
                "archive)` (an aggregate of at most 24 serializable fields needs none)");
  static constexpr bool reported = false;
};

template <class T>
struct cannot_be_serialized<T*> {
  static_assert(detail::never<T>,
                "isthmus: this type cannot be serialized: a raw pointer means nothing elsewhere; "
                "use a container, std::optional, std::unique_ptr or an index");
  static constexpr bool reported = false;
};

template <class T>
struct cannot_be_serialized<T&> {
  static_assert(detail::never<T>,
                "isthmus: this type cannot be serialized: a reference means nothing elsewhere; "
                "hold the value or an index");
  static constexpr bool reported = false;
};

template <class T, std::size_t Extent>
struct cannot_be_serialized<std::span<T, Extent>> {
  static_assert(detail::never<T>,
                "isthmus: this type cannot be serialized: only a std::span<const T> of dynamic "
                "extent, whose T has the same bytes in memory as on the wire, can be read as a "
                "view; use std::vector");
  static constexpr bool reported = false;
};

template <class T>
struct cannot_be_serialized<NeedsDefaultConstructor<T>> {
  static_assert(detail::never<T>,
                "isthmus: this type cannot be serialized inside a container, which makes values "
                "before it reads them: give it a default constructor");
  static constexpr bool reported = false;
};

template <class T>
consteval bool require_serializable() {
  if constexpr (Serializable<T>) {
    return true;
  } else {
    return cannot_be_serialized<detail::culprit_t<T>>::reported;
  }
}

}  // namespace isthmus::engine::serial
