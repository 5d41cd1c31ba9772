// isthmus/serial/aggregate.hpp: aggregates, field by field in the order of their declaration; in
// one piece where their memory is their wire form.
#pragma once

#include <cstddef>
#include <type_traits>

#include "isthmus/serial/codec.hpp"
#include "isthmus/serial/fields.hpp"

namespace isthmus::engine::serial {

/// An aggregate that needs no `serialize`, whether or not its fields can be serialized. Bit-fields
/// cannot be told from others here, and fail to compile later.
template <class T>
concept PlainAggregate =
    std::is_class_v<T> && std::is_aggregate_v<T> && std::same_as<T, std::remove_cv_t<T>> &&
    !MemberSerialized<T> && !FreeSerialized<T> && detail::has_known_fields<T>();

namespace detail {

template <class T>
inline constexpr std::size_t field_count = count_brace_fields<T>();

template <class T>
using fields_of = decltype(with_fields<field_count<T>>(
    std::declval<T&>(), []<class... Fields>(Fields&...) -> Parts<Fields...> { return {}; }));

template <class... Ts>
consteval bool all_fixed(Parts<Ts...>) {
  return (Codec<Ts>::is_fixed && ...);
}
template <class... Ts>
consteval std::size_t sum_of_size_min(Parts<Ts...>) {
  return (std::size_t{0} + ... + Codec<Ts>::size_min);
}
/// All bitwise, and without padding in a type of `size` bytes.
template <class... Ts>
consteval bool all_bitwise(Parts<Ts...>, std::size_t size) {
  return (serial::is_bitwise<Ts> && ...) && (std::size_t{0} + ... + sizeof(Ts)) == size;
}

}  // namespace detail

template <PlainAggregate T>
struct Codec<T> {
  using parts = detail::fields_of<T>;
  static constexpr bool makes_parts = false;
  static constexpr bool is_bitwise =
      std::is_trivially_copyable_v<T> && detail::all_bitwise(parts(), sizeof(T));
  static constexpr bool is_fixed = detail::all_fixed(parts());
  static constexpr std::size_t size_min = detail::sum_of_size_min(parts());

  template <class Out>
  static void save(Out& out, const T& value) {
    if constexpr (is_bitwise) {
      out.put(&value, sizeof(T));
    } else {
      detail::with_fields<detail::field_count<T>>(value,
                                                  [&]<class... Fields>(const Fields&... fields) {
                                                    (Codec<Fields>::save(out, fields), ...);
                                                  });
    }
  }
  static void load(Reader& in, T& value) {
    if constexpr (is_bitwise) {
      in.get(&value, sizeof(T), type_label<T>);
    } else {
      detail::with_fields<detail::field_count<T>>(value, [&]<class... Fields>(Fields&... fields) {
        (Codec<Fields>::load(in, fields), ...);
      });
    }
  }
};

}  // namespace isthmus::engine::serial
