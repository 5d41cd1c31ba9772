// isthmus/serial/sequence.hpp: strings, vectors, deques, lists, arrays, and views of them. All
// sequences of the same bitwise element have one form on the wire, so that what was sent from a
// vector is received as a span.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <list>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "isthmus/serial/elements.hpp"

namespace isthmus::engine::serial {

namespace detail {

/// Where the elements of a bitwise T start: at a multiple of this from the buffer's start.
template <class T>
inline constexpr std::size_t wire_alignment = std::min(alignof(T), buffer_alignment);

template <class Out, class T>
void save_contiguous(Out& out, const T* elements, std::size_t count) {
  save_count(out, count);
  out.align(wire_alignment<T>);
  out.put(elements, count * sizeof(T));
}

/// The elements' bytes where they lie in the buffer, and their count.
struct RawElements {
  const std::byte* bytes = nullptr;
  std::size_t count = 0;

  template <class T>
  bool is_aligned() const {
    return reinterpret_cast<std::uintptr_t>(bytes) % alignof(T) == 0;
  }
  template <class T>
  const T* as() const {
    return reinterpret_cast<const T*>(bytes);
  }
};

template <class T>
RawElements load_contiguous(Reader& in, std::string_view what) {
  const std::size_t count = load_count(in, sizeof(T), what);
  in.align(wire_alignment<T>, what);
  if (count == 0 || !in.is_ok()) return {};
  const std::byte* const bytes = in.view(count * sizeof(T), what);
  return bytes == nullptr ? RawElements{} : RawElements{bytes, count};
}

/// A container with contiguous bitwise elements.
template <class C>
struct ContiguousCodec : ContainerCodec<typename C::value_type> {
  using T = typename C::value_type;

  template <class Out>
  static void save(Out& out, const C& value) {
    save_contiguous(out, value.data(), value.size());
  }
  static void load(Reader& in, C& value) {
    const RawElements raw = load_contiguous<T>(in, type_label<C>);
    if (raw.is_aligned<T>()) [[likely]] {
      value.assign(raw.as<T>(), raw.as<T>() + raw.count);
    } else {
      value.resize(raw.count);
      std::memcpy(value.data(), raw.bytes, raw.count * sizeof(T));
    }
  }
};

/// A container read with emplace_back.
template <class C>
struct SequenceCodec : ContainerCodec<typename C::value_type> {
  using T = typename C::value_type;

  template <class Out>
  static void save(Out& out, const C& value) {
    save_count(out, value.size());
    if constexpr (is_bitwise<T>) out.align(wire_alignment<T>);
    save_elements<Codec<T>::size_min, Codec<T>::is_fixed>(
        out, value, value.size(), [&](const T& element) { Codec<T>::save(out, element); });
  }
  static void load(Reader& in, C& value) {
    constexpr std::string_view what = type_label<C>;
    value.clear();
    const std::size_t count = load_count(in, Codec<T>::size_min, what);
    if constexpr (is_bitwise<T>) in.align(wire_alignment<T>, what);
    if constexpr (requires { value.reserve(count); }) {
      value.reserve(count_to_reserve(in, count, sizeof(T)));
    }
    load_elements<Codec<T>::size_min>(in, count, what, [&] {
      if constexpr (std::same_as<T, bool>) {
        bool element = false;
        Codec<bool>::load(in, element);
        value.push_back(element);
      } else {
        Codec<T>::load(in, value.emplace_back());
      }
    });
  }
};

/// N elements without a count.
template <class Array, class T, std::size_t N>
struct ArrayCodec {
  using parts = Parts<T>;
  static constexpr bool makes_parts = false;
  static constexpr bool is_bitwise = N != 0 && serial::is_bitwise<T>;
  static constexpr bool is_fixed = N == 0 || Codec<T>::is_fixed;
  static constexpr std::size_t size_min = N * Codec<T>::size_min;
  static constexpr std::string_view form = "array";
  static constexpr std::size_t count = N;

  template <class Out>
  static void save(Out& out, const Array& value) {
    if constexpr (is_bitwise) {
      out.put(&value, sizeof(Array));
    } else if constexpr (N != 0) {
      for (const T& element : value) Codec<T>::save(out, element);
    }
  }
  static void load(Reader& in, Array& value) {
    if constexpr (is_bitwise) {
      in.get(&value, sizeof(Array), type_label<Array>);
    } else if constexpr (N != 0) {
      for (T& element : value) Codec<T>::load(in, element);
    }
  }
};

}  // namespace detail

template <class T, class Allocator>
struct Codec<std::vector<T, Allocator>>
    : std::conditional_t<is_bitwise<T>, detail::ContiguousCodec<std::vector<T, Allocator>>,
                         detail::SequenceCodec<std::vector<T, Allocator>>> {};

template <class Char, class Traits, class Allocator>
struct Codec<std::basic_string<Char, Traits, Allocator>>
    : detail::ContiguousCodec<std::basic_string<Char, Traits, Allocator>> {};

template <class T, class Allocator>
struct Codec<std::deque<T, Allocator>> : detail::SequenceCodec<std::deque<T, Allocator>> {};

template <class T, class Allocator>
struct Codec<std::list<T, Allocator>> : detail::SequenceCodec<std::list<T, Allocator>> {};

template <class T, std::size_t N>
struct Codec<std::array<T, N>> : detail::ArrayCodec<std::array<T, N>, T, N> {};

template <class T, std::size_t N>
  requires(!std::is_const_v<T>)
struct Codec<T[N]> : detail::ArrayCodec<T[N], T, N> {};

/// Reads as a view of the Reader's buffer, which must be aligned to alignof(T).
template <class T>
  requires(is_bitwise<T> && alignof(T) <= buffer_alignment)
struct Codec<std::span<const T>> : detail::ContainerCodec<T> {
  static constexpr bool makes_parts = false;

  template <class Out>
  static void save(Out& out, const std::span<const T>& value) {
    detail::save_contiguous(out, value.data(), value.size());
  }
  static void load(Reader& in, std::span<const T>& value) {
    constexpr std::string_view what = type_label<std::span<const T>>;
    const detail::RawElements raw = detail::load_contiguous<T>(in, what);
    value = {};
    if (!raw.is_aligned<T>()) [[unlikely]]
      return in.fail("the buffer is not aligned", what);
    value = std::span<const T>(raw.as<T>(), raw.count);
  }
};

/// Reads as a view of the Reader's buffer.
template <class Traits>
struct Codec<std::basic_string_view<char, Traits>> : detail::ContainerCodec<char> {
  using View = std::basic_string_view<char, Traits>;

  template <class Out>
  static void save(Out& out, const View& value) {
    detail::save_contiguous(out, value.data(), value.size());
  }
  static void load(Reader& in, View& value) {
    const detail::RawElements raw = detail::load_contiguous<char>(in, type_label<View>);
    value = View(raw.as<char>(), raw.count);
  }
};

}  // namespace isthmus::engine::serial
