// isthmus/serial/vocabulary.hpp: optional, variant, pair, tuple, unique_ptr, complex, durations,
// ids.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <tuple>
#include <type_traits>
#include <utility>
#include <variant>

#include "isthmus/base/ids.hpp"
#include "isthmus/serial/codec.hpp"

namespace isthmus::engine::serial {

namespace detail {

/// Present or absent, then the value if present.
template <class T>
struct NullableCodec {
  using parts = Parts<T>;
  static constexpr bool makes_parts = true;
  static constexpr bool is_bitwise = false;
  static constexpr bool is_fixed = false;
  static constexpr std::size_t size_min = 1;
  static constexpr std::string_view form = "optional";

  template <class Out, class Nullable>
  static void save(Out& out, const Nullable& value) {
    const bool is_present = static_cast<bool>(value);
    Codec<bool>::save(out, is_present);
    if (is_present) Codec<T>::save(out, *value);
  }
};

/// A type whose memory is that of `Count` values of a Representation.
template <class T, class Representation, std::size_t Count = 1>
struct RepresentedCodec {
  static_assert(sizeof(T) == Count * sizeof(Representation) && std::is_trivially_copyable_v<T>);
  using parts = Parts<Representation>;
  static constexpr bool makes_parts = false;
  static constexpr bool is_bitwise = serial::is_bitwise<Representation>;
  static constexpr bool is_fixed = true;
  static constexpr std::size_t size_min = sizeof(T);
  static constexpr std::string_view form = Count == 1 ? "" : "array";
  static constexpr std::size_t count = Count;

  template <class Out>
  static void save(Out& out, const T& value) {
    out.put(&value, sizeof(T));
  }
  static void load(Reader& in, T& value) { in.get(&value, sizeof(T), type_label<T>); }
};

// Told by their shape, because <chrono> and <complex> bring in the standard streams.
template <class T>
concept Duration = std::is_class_v<T> && std::is_trivially_copyable_v<T> && requires(const T& t) {
  typename T::rep;
  typename T::period;
  { T::period::den } -> std::convertible_to<std::intmax_t>;
  { t.count() } -> std::same_as<typename T::rep>;
} && sizeof(T) == sizeof(typename T::rep) && Number<typename T::rep>;

template <class T>
concept TimePoint = std::is_class_v<T> && std::is_trivially_copyable_v<T> && requires(const T& t) {
  typename T::clock;
  typename T::duration;
  { t.time_since_epoch() } -> std::same_as<typename T::duration>;
} && Duration<typename T::duration> && sizeof(T) == sizeof(typename T::duration);

template <class T>
concept Complex = std::is_class_v<T> && std::is_trivially_copyable_v<T> && requires(const T& t) {
  typename T::value_type;
  { t.real() } -> std::same_as<typename T::value_type>;
  { t.imag() } -> std::same_as<typename T::value_type>;
} && sizeof(T) == 2 * sizeof(typename T::value_type) && Number<typename T::value_type>;

/// The fields of a pair or tuple, one after the other.
template <class Tuple, class... Ts>
struct TupleCodec {
  using parts = Parts<Ts...>;
  static constexpr bool makes_parts = false;
  static constexpr bool is_bitwise = false;
  static constexpr bool is_fixed = (Codec<Ts>::is_fixed && ...);
  static constexpr std::size_t size_min = (std::size_t{0} + ... + Codec<Ts>::size_min);
  static constexpr std::string_view form = "fields";

  template <class Out>
  static void save(Out& out, const Tuple& value) {
    std::apply([&](const Ts&... fields) { (Codec<Ts>::save(out, fields), ...); }, value);
  }
  static void load(Reader& in, Tuple& value) {
    std::apply([&](Ts&... fields) { (Codec<Ts>::load(in, fields), ...); }, value);
  }
};

/// A pointee of a class derived from it would lose what the derived class adds.
template <class T>
concept Sliceable = std::is_polymorphic_v<T> && !std::is_final_v<T>;

}  // namespace detail

template <class T>
struct Codec<std::optional<T>> : detail::NullableCodec<T> {
  static void load(Reader& in, std::optional<T>& value) {
    bool is_present = false;
    Codec<bool>::load(in, is_present);
    value.reset();
    if (is_present) Codec<T>::load(in, value.emplace());
  }
};

/// An owner of one value or none. Trees of these are written whole.
template <class T>
  requires(!std::is_array_v<T> && !detail::Sliceable<T>)
struct Codec<std::unique_ptr<T>> : detail::NullableCodec<T> {
  static void load(Reader& in, std::unique_ptr<T>& value) {
    bool is_present = false;
    Codec<bool>::load(in, is_present);
    value.reset();
    if (!is_present || !in.enter(type_label<std::unique_ptr<T>>)) return;
    value = std::make_unique<T>();
    Codec<T>::load(in, *value);
    in.leave();
  }
};

/// The index of the alternative in a byte, then its value. A variant that lost its value by an
/// exception must not be written.
template <class... Ts>
  requires(sizeof...(Ts) <= 256)
struct Codec<std::variant<Ts...>> {
  using Variant = std::variant<Ts...>;
  using parts = Parts<Ts...>;
  static constexpr bool makes_parts = true;
  static constexpr bool is_bitwise = false;
  static constexpr bool is_fixed = false;
  static constexpr std::size_t size_min = 1;
  static constexpr std::string_view form = "one_of";

  template <class Out>
  static void save(Out& out, const Variant& value) {
    ISTHMUS_ASSERT(!value.valueless_by_exception());
    const auto index = static_cast<std::uint8_t>(value.index());
    out.put(&index, 1);
    std::visit([&]<class T>(const T& alternative) { Codec<T>::save(out, alternative); }, value);
  }
  static void load(Reader& in, Variant& value) {
    std::uint8_t index = 0;
    if (!in.get(&index, 1, type_label<Variant>)) return;
    if (index >= sizeof...(Ts)) {
      return in.fail("the variant has no such alternative", type_label<Variant>);
    }
    load_alternative(in, value, index, std::index_sequence_for<Ts...>());
  }

 private:
  template <std::size_t... Is>
  static void load_alternative(Reader& in, Variant& value, std::size_t index,
                               std::index_sequence<Is...>) {
    ((Is == index ? Codec<Ts>::load(in, value.template emplace<Is>()) : void()), ...);
  }
};

template <class A, class B>
struct Codec<std::pair<A, B>> : detail::TupleCodec<std::pair<A, B>, A, B> {};

template <class... Ts>
struct Codec<std::tuple<Ts...>> : detail::TupleCodec<std::tuple<Ts...>, Ts...> {};

template <class Tag, class Representation>
struct Codec<Id<Tag, Representation>>
    : detail::RepresentedCodec<Id<Tag, Representation>, Representation> {};

template <detail::Duration T>
struct Codec<T> : detail::RepresentedCodec<T, typename T::rep> {};

template <detail::TimePoint T>
struct Codec<T> : detail::RepresentedCodec<T, typename T::duration> {};

template <detail::Complex T>
struct Codec<T> : detail::RepresentedCodec<T, typename T::value_type, 2> {};

}  // namespace isthmus::engine::serial
