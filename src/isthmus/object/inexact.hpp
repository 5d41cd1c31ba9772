// isthmus/object/inexact.hpp: entry methods whose arrays of numbers may arrive with an error.
#pragma once

#include <concepts>
#include <span>
#include <type_traits>
#include <vector>

#include "isthmus/message/admitted_error.hpp"
#include "isthmus/object/arguments.hpp"
#include "isthmus/serial/serial.hpp"

namespace isthmus::engine::detail {

/// Parameters that are arrays of numbers that an error can be admitted for.
template <class P>
inline constexpr bool is_number_array = false;
template <std::floating_point T>
inline constexpr bool is_number_array<std::vector<T>> =
    std::is_same_v<T, double> || std::is_same_v<T, float>;
template <class T>
inline constexpr bool is_number_array<std::span<const T>> =
    std::is_same_v<T, double> || std::is_same_v<T, float>;

template <class P>
inline constexpr bool is_admitted_error = std::is_same_v<std::remove_cvref_t<P>, AdmittedError>;

/// Whether each parameter of type AdmittedError has an array behind it that it speaks of.
template <class... P>
consteval bool admitted_errors_have_arrays() {
  bool waits_for_array = false;
  (
      [&] {
        if (is_admitted_error<P>) waits_for_array = true;
        if (is_number_array<std::remove_cvref_t<P>>) waits_for_array = false;
      }(),
      ...);
  return !waits_for_array;
}

/// Reads the parameters of a payload one after the other, and notes the arrays.
class InexactFinder {
 public:
  explicit InexactFinder(std::span<const std::byte> payload)
      : payload_(payload), reader_(payload) {}

  template <class P>
  void take() {
    if constexpr (is_admitted_error<P>) {
      AdmittedError error;
      reader_(error);
      bound_ = reader_.is_ok() && error.admits_any() ? error.bound : 0;
      spent_at_ = reader_.position() - 1;  // its last field
    } else if constexpr (is_number_array<std::remove_cvref_t<P>>) {
      // A vector has the bytes of a span, and need not be copied.
      using T = typename std::remove_cvref_t<P>::value_type;
      std::span<const T> numbers;
      reader_(numbers);
      if (reader_.is_ok() && bound_ > 0 && !numbers.empty() && !found_.is_full()) note(numbers);
    } else {
      Decoded<P> other{};
      reader_(other);
    }
  }

  /// None where the bytes are not those of the parameters.
  InexactArrays found() const { return reader_.is_ok() ? found_ : InexactArrays(); }

 private:
  template <class T>
  void note(std::span<const T> numbers) {
    const auto at = std::as_bytes(numbers).data() - payload_.data();
    found_.add({static_cast<std::uint32_t>(at), static_cast<std::uint32_t>(numbers.size()),
                sizeof(T), bound_, static_cast<std::uint32_t>(spent_at_)});
  }

  std::span<const std::byte> payload_;
  serial::Reader reader_;
  double bound_ = 0;
  std::size_t spent_at_ = 0;
  InexactArrays found_;
};

/// PayloadOps::inexact_arrays of an entry method with these parameters.
template <class... P>
InexactArrays find_inexact_arrays(std::span<const std::byte> payload) {
  InexactFinder finder(payload);
  (finder.take<P>(), ...);
  return finder.found();
}

}  // namespace isthmus::engine::detail
