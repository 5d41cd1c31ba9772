// isthmus/serial/describer.hpp: an archive that writes down of which types a class consists, in the
// order in which it hands them over.
#pragma once

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "isthmus/serial/serial.hpp"

namespace isthmus::engine::serial {

/// The form of values as a text, see docs/formats/serial.md: types of one form read each other's
/// bytes. It goes by types and not by the values that are there, so it knows the elements of empty
/// containers, too.
///
/// To a type's `serialize` it is a Reader whose bytes have ended, which every `serialize` has to
/// bear: numbers read as zero, all else stays as it is. So what is described is an object that
/// nobody needs, as its default constructor makes it; and what `serialize` hands over under a
/// condition is described where the condition holds for that. One thread.
class Describer : public Reader {
 public:
  Describer() : Reader({}) { fail("a type is described and not read"); }

  template <class... Ts>
  void operator()(Ts&... values) {
    if constexpr ((require_serializable<Ts>() && ...)) (add_value(values), ...);
  }

  /// For a `serialize` that hands a T over only where there is one.
  template <class T>
  void describe() {
    if constexpr (MemberSerialized<T> || FreeSerialized<T>) {
      if (add_if_around<T>()) return;
      if constexpr (std::default_initializable<T>) {
        add_own(*std::make_unique<T>());  // which may be large
      } else {
        add("unknown");
      }
    } else if constexpr (std::is_enum_v<T>) {
      describe<std::underlying_type_t<T>>();
    } else if constexpr (Number<T>) {
      add(number_form<T>());
    } else if constexpr (requires { Codec<T>::form; }) {
      add_codec<Codec<T>>();
    } else {
      static_assert(PlainAggregate<T>);
      if (add_if_around<T>()) return;
      add_compound(&tag<T>, "fields", [this] { add_parts(typename Codec<T>::parts()); });
    }
  }

  /// Of all that was handed over so far.
  const std::string& text() const { return text_; }

 private:
  /// Its address tells a type.
  template <class T>
  static constexpr char tag = 0;

  template <class T>
  static constexpr std::string_view number_form() {
    constexpr std::size_t size = sizeof(T);
    if constexpr (std::same_as<T, bool>) return "bool";
    if constexpr (std::floating_point<T>) return size == 4 ? "f4" : "f8";
    // Whether these have a sign depends on the machine.
    if constexpr (std::same_as<T, char>) return "c1";
    if constexpr (std::same_as<T, wchar_t>) return "c4";
    constexpr std::string_view forms = std::is_signed_v<T> ? "i1i2i4i8" : "u1u2u4u8";
    return forms.substr(size == 8 ? 6 : size == 4 ? 4 : size == 2 ? 2 : 0, 2);
  }

  void add(std::string_view item) {
    if (!text_.empty() && text_.back() != '(') text_ += ',';
    text_ += item;
  }
  template <class AddParts>
  void add_compound(const void* type, std::string_view name, AddParts add_parts) {
    add(name);
    text_ += '(';
    around_.push_back(type);
    add_parts();
    around_.pop_back();
    text_ += ')';
  }
  /// A type that contains itself: how many compounds further out it began.
  template <class T>
  bool add_if_around() {
    const auto found = std::find(around_.rbegin(), around_.rend(), &tag<T>);
    if (found == around_.rend()) return false;
    add("outer" + std::to_string(found - around_.rbegin() + 1));
    return true;
  }
  template <class... Ts>
  void add_parts(Parts<Ts...>) {
    (describe<Ts>(), ...);
  }
  template <class C>
  void add_codec() {
    std::string name(C::form);
    if constexpr (requires { C::count; }) {
      if constexpr (C::count == 1 && C::form.empty()) return add_parts(typename C::parts());
      name += std::to_string(C::count);
    }
    add_compound(nullptr, name, [this] { add_parts(typename C::parts()); });
  }
  /// What the type's own `serialize` hands over.
  template <class T>
  void add_own(T& value) {
    add_compound(&tag<T>, "fields", [&] { Codec<T>::load(*this, value); });
  }
  /// As by its type; but values that are there need no default constructor.
  template <class T>
  void add_value(T& value) {
    if constexpr (MemberSerialized<T> || FreeSerialized<T>) {
      if (!add_if_around<T>()) add_own(value);
    } else if constexpr (Number<T> || std::is_enum_v<T>) {
      value = T{};
      describe<T>();
    } else if constexpr (requires { Codec<T>::form; }) {
      describe<T>();
    } else {
      if (add_if_around<T>()) return;
      add_compound(&tag<T>, "fields", [&] {
        detail::with_fields<detail::field_count<T>>(
            value, [this]<class... Fields>(Fields&... fields) { (add_value(fields), ...); });
      });
    }
  }

  std::string text_;
  std::vector<const void*> around_;
};

/// The form of a type's values.
template <Serializable T>
std::string form_of() {
  Describer describer;
  describer.describe<T>();
  return describer.text();
}

}  // namespace isthmus::engine::serial
