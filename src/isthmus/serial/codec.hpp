// isthmus/serial/codec.hpp: what a codec consists of, and the codecs of scalars and of user types
// with `serialize`.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <type_traits>

#include "isthmus/base/type_name.hpp"
#include "isthmus/serial/archive.hpp"

namespace isthmus::engine::serial {

/// The types that the values of a type are made of.
template <class... Ts>
struct Parts {};

// A Codec<T> has
//   parts         Parts<...>: the types that must be serializable for T to be
//   makes_parts   reading default-constructs values of the parts
//   is_bitwise    the memory of a T is its wire form, every bit pattern is a value
//   is_fixed      the size on the wire does not depend on the value or its place
//   size_min      bytes on the wire at least; exactly, if is_fixed
//   save(out, const T&)   out is a Sizer or a Writer
//   load(Reader&, T&)     replaces the value; on failure leaves it valid but unspecified
// and, unless it is of a number, an enumeration, an aggregate or a type with `serialize`,
//   form          what a Describer calls it; empty: as its one part
//   count         behind that name, where so many parts of one type follow each other

/// What codecs without parts have in common.
template <bool Bitwise, bool Fixed, std::size_t SizeMin>
struct LeafCodec {
  using parts = Parts<>;
  static constexpr bool makes_parts = false;
  static constexpr bool is_bitwise = Bitwise;
  static constexpr bool is_fixed = Fixed;
  static constexpr std::size_t size_min = SizeMin;
};

/// The name of a type in the errors of a Reader.
template <class T>
inline constexpr std::string_view type_label = compiler_name<T>();

/// Numbers whose size is the same on all machines, thus not long double.
template <class T>
concept Number = (std::integral<T> || std::floating_point<T>) && sizeof(T) <= 8 &&
                 std::same_as<T, std::remove_cv_t<T>>;

template <Number T>
struct Codec<T> : LeafCodec<true, true, sizeof(T)> {
  template <class Out>
  static void save(Out& out, const T& value) {
    out.put(&value, sizeof(T));
  }
  static void load(Reader& in, T& value) { in.get(&value, sizeof(T), type_label<T>); }
};

/// One byte; not bitwise, because a byte other than 0 and 1 is no bool.
template <>
struct Codec<bool> : LeafCodec<false, true, 1> {
  template <class Out>
  static void save(Out& out, const bool& value) {
    const auto byte = static_cast<unsigned char>(value);
    out.put(&byte, 1);
  }
  static void load(Reader& in, bool& value) {
    unsigned char byte = 0;
    in.get(&byte, 1, "bool");
    if (byte > 1) [[unlikely]]
      in.fail("a bool is 0 or 1", "bool");
    value = byte == 1;
  }
};

/// An enumeration is its underlying number; what numbers have names is not checked.
template <class T>
  requires(std::is_enum_v<T> && std::same_as<T, std::remove_cv_t<T>>)
struct Codec<T> : Codec<std::underlying_type_t<T>> {
  using Underlying = std::underlying_type_t<T>;

  template <class Out>
  static void save(Out& out, const T& value) {
    Codec<Underlying>::save(out, static_cast<Underlying>(value));
  }
  static void load(Reader& in, T& value) {
    Underlying number{};
    Codec<Underlying>::load(in, number);
    value = static_cast<T>(number);
  }
};

/// Has a member `void serialize(auto& archive)`.
template <class T>
concept MemberSerialized = requires(T& value, Sizer& sizer, Writer& writer, Reader& reader) {
  value.serialize(sizer);
  value.serialize(writer);
  value.serialize(reader);
};

/// Has a `void serialize(auto& archive, T&)` in its namespace.
template <class T>
concept FreeSerialized =
    (std::is_class_v<T> || std::is_union_v<T>) && !std::is_const_v<T> && !MemberSerialized<T> &&
    requires(T& value, Sizer& sizer, Writer& writer, Reader& reader) {
      serialize(sizer, value);
      serialize(writer, value);
      serialize(reader, value);
    };

/// The user's one function serves all directions, so it is not const; when it writes, it must not
/// change the value.
template <class T>
  requires MemberSerialized<T> || FreeSerialized<T>
struct Codec<T> : LeafCodec<false, false, 0> {
  template <class Out>
  static void save(Out& out, const T& value) {
    apply(out, const_cast<T&>(value));
  }
  /// A Describer is a Reader, and `serialize` is to see it as what it is.
  template <std::derived_from<Reader> In>
  static void load(In& in, T& value) {
    apply(in, value);
  }

 private:
  template <class Archive>
  static void apply(Archive& archive, T& value) {
    if constexpr (MemberSerialized<T>) {
      value.serialize(archive);
    } else {
      serialize(archive, value);
    }
  }
};

/// The memory of a T is its wire form, so that arrays of it are copied whole and may be viewed.
/// False for types that cannot be serialized.
template <class T>
inline constexpr bool is_bitwise = [] {
  // Asked first, so that the question ends in types that contain themselves.
  if constexpr (!std::is_trivially_copyable_v<T>) {
    return false;
  } else if constexpr (requires { sizeof(Codec<T>); }) {
    return Codec<T>::is_bitwise;
  } else {
    return false;
  }
}();

}  // namespace isthmus::engine::serial
