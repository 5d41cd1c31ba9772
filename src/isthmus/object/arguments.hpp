// isthmus/object/arguments.hpp: typed arguments inside a message, and the way to and from bytes.
#pragma once

#include <cstring>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include "isthmus/message/message.hpp"
#include "isthmus/message/payload.hpp"
#include "isthmus/message/pieces.hpp"
#include "isthmus/message/pool.hpp"
#include "isthmus/object/loan.hpp"
#include "isthmus/serial/serial.hpp"

namespace isthmus::engine::detail {

/// What a message keeps for a parameter of type std::span<const T>: the elements themselves, either
/// in the message's own tail or in a vector that the sender moved in; or where they are, on loan.
template <class T>
struct SpanStorage {
  std::vector<T> owned;
  std::span<const T> view;
  Loan loan = {};
};

template <class P>
struct Storage {
  using type = std::remove_cvref_t<P>;
  using decoded = type;  // what bytes are read into
};
template <class T, std::size_t Size>
struct Storage<std::span<T, Size>> {
  static_assert(std::is_const_v<T> && Size == std::dynamic_extent,
                "isthmus: an entry method takes std::span<const T>: it views the message's buffer");
  using type = SpanStorage<std::remove_const_t<T>>;
  using decoded = std::span<T>;
};
template <>
struct Storage<std::string_view> {
  using type = std::string;
  using decoded = std::string_view;
};

template <class P>
using Stored = typename Storage<std::remove_cvref_t<P>>::type;
template <class P>
using Decoded = typename Storage<std::remove_cvref_t<P>>::decoded;

template <class T>
inline constexpr bool is_span_storage = false;
template <class T>
inline constexpr bool is_span_storage<SpanStorage<T>> = true;

/// The form in which a stored argument is serialized.
template <class S>
decltype(auto) wire_view(const S& stored) {
  if constexpr (is_span_storage<S>) {
    return (stored.view);
  } else {
    return (stored);
  }
}

/// Where elements of spans may begin in a message's tail.
inline constexpr std::size_t tail_alignment = 16;
constexpr std::size_t aligned_tail(std::size_t bytes) {
  return (bytes + tail_alignment - 1) & ~(tail_alignment - 1);
}

/// Bytes of message tail that an argument needs beside its storage.
template <class S, class A>
std::size_t tail_bytes([[maybe_unused]] const A& argument) {
  if constexpr (is_span_storage<S>) {
    static_assert(alignof(decltype(*std::data(argument))) <= tail_alignment);
    return aligned_tail(std::size(argument) * sizeof(*std::data(argument)));
  } else {
    return 0;
  }
}

/// About what a sender's argument takes in a message.
template <class A>
std::size_t argument_bytes(const A& argument) {
  if constexpr (requires { std::size(argument) * sizeof(*std::data(argument)); }) {
    return std::size(argument) * sizeof(*std::data(argument));
  } else {
    return sizeof(A);
  }
}

/// Makes one stored argument from what the sender gave, moving where it was given to be moved.
/// `tail` is where the next span may lie.
template <class S, class A>
S store([[maybe_unused]] std::byte*& tail, A&& argument) {
  if constexpr (is_span_storage<S>) {
    using Vector = decltype(S::owned);
    using T = typename Vector::value_type;
    S stored;
    if constexpr (std::is_same_v<A, Vector>) {
      stored.owned = std::move(argument);
      stored.view = stored.owned;
    } else if constexpr (is_lent_array<std::remove_cvref_t<A>>) {
      stored.view = std::span<const T>(argument.data(), argument.size());
      stored.loan = argument.begin_loan();
    } else {
      const std::span<const T> from(std::data(argument), std::size(argument));
      if (!from.empty()) std::memcpy(tail, from.data(), from.size_bytes());
      stored.view = {reinterpret_cast<const T*>(tail), from.size()};
      tail += tail_bytes<S>(argument);
    }
    return stored;
  } else {
    return S(std::forward<A>(argument));
  }
}

template <class S, class A>
inline constexpr std::size_t moves_in =
    is_span_storage<S> && (is_lent_array<std::remove_cvref_t<A>> ||
                           (!std::is_lvalue_reference_v<A> && requires(S s, A&& a) {
                             requires std::is_same_v<std::remove_cvref_t<A>, decltype(s.owned)>;
                           }));

/// What a sender's argument is serialized from without being stored: a span of its elements, or the
/// stored value itself.
template <class S, class A>
auto wire_form(A&& argument) {
  if constexpr (is_span_storage<S>) {
    using T = std::remove_const_t<typename decltype(S::view)::element_type>;
    return std::span<const T>(std::data(argument), std::size(argument));
  } else {
    return S(std::forward<A>(argument));
  }
}
template <class S, class A>
using WireForm = decltype(wire_form<S, A>(std::declval<A>()));

template <class Form>
inline constexpr bool can_be_lent = false;
template <class T>
inline constexpr bool can_be_lent<std::span<const T>> = serial::is_bitwise<T>;

/// How much of the forms is left where it is.
struct Lent {
  std::size_t count = 0;
  std::size_t bytes = 0;

  template <class Form>
  void consider(const Form& form) {
    if constexpr (can_be_lent<Form>) {
      if (form.size_bytes() < Pieces::lent_bytes_min || count == Pieces::lent_max) return;
      ++count;
      bytes += form.size_bytes();
    }
  }
  /// Writes what `consider` has seen, in the same order.
  template <class Form>
  void save(serial::Gatherer& gatherer, const Form& form) {
    if constexpr (can_be_lent<Form>) {
      if (form.size_bytes() >= Pieces::lent_bytes_min && count > 0) {
        --count;
        return gatherer.lend(form);
      }
    }
    gatherer(form);
  }
};

/// The forms' bytes, or, where some are large, the pieces that they make.
template <class... Form>
MessagePtr serialize_forms(Pool& pool, const Form&... forms) {
  serial::Sizer sizer;
  sizer(forms...);
  if constexpr ((can_be_lent<Form> || ...)) {
    Lent lent;
    (lent.consider(forms), ...);
    if (lent.count > 0) {
      return make_pieces(pool, sizer.position(), lent.bytes,
                         [&](serial::Gatherer& gatherer) { (lent.save(gatherer, forms), ...); });
    }
  }
  MessagePtr message = pool.acquire(sizer.position());
  message->form = PayloadForm::bytes;
  serial::Writer writer({message->payload(), sizer.position()});
  writer(forms...);
  return message;
}

/// The typed payload made of stored parameters `S...`, a std::tuple at the payload's start.
template <class... S>
struct Arguments {
  using Tuple = std::tuple<S...>;

  static constexpr bool relocatable = (std::is_trivially_copyable_v<S> && ...);
  static constexpr bool copyable = (std::is_copy_constructible_v<S> && ...);
  static_assert(alignof(Tuple) <= 64, "isthmus: arguments may be aligned to 64 bytes at most");

  static Tuple& of(Message& message) {
    return *std::launder(reinterpret_cast<Tuple*>(message.payload()));
  }
  static const Tuple& of(const Message& message) {
    return *std::launder(reinterpret_cast<const Tuple*>(message.payload()));
  }

  /// A message that holds the arguments; its `ops` and receiver are for the caller to fill in.
  template <class... A>
  static MessagePtr make(Pool& pool, A&&... arguments) {
    constexpr std::size_t own_bytes = sizeof...(S) == 0 ? 0 : sizeof(Tuple);
    constexpr std::size_t tail_at = aligned_tail(own_bytes);
    const std::size_t tail =
        (std::size_t{0} + ... + (moves_in<S, A> ? 0 : tail_bytes<S>(arguments)));
    MessagePtr message = pool.acquire(tail == 0 ? own_bytes : tail_at + tail);
    message->form = PayloadForm::typed;
    if constexpr (!std::is_trivially_destructible_v<Tuple>) message->flags = flag_has_destructor;
    [[maybe_unused]] std::byte* next = message->payload() + tail_at;
    // Braces keep the order of the spans in the tail.
    ::new (message->payload()) Tuple{store<S>(next, std::forward<A>(arguments))...};
    return message;
  }

  /// The same arguments, serialized at once. Large arrays of the sender's are lent (pieces.hpp), so
  /// the message must go to a chain before this call's caller returns to the program.
  template <class... A>
  static MessagePtr make_lent(Pool& pool, A&&... arguments) {
    const std::tuple<WireForm<S, A>...> forms(wire_form<S, A>(std::forward<A>(arguments))...);
    return std::apply([&](const auto&... form) { return serialize_forms(pool, form...); }, forms);
  }

  static void destroy(Message& message) noexcept { of(message).~Tuple(); }

  static std::size_t wire_size(const Message& message) {
    serial::Sizer sizer;
    std::apply([&](const S&... s) { sizer(wire_view(s)...); }, of(message));
    return sizer.position();
  }
  static void marshal(const Message& message, std::span<std::byte> to) {
    serial::Writer writer(to);
    std::apply([&](const S&... s) { writer(wire_view(s)...); }, of(message));
  }
  static MessagePtr gather(const Message& message, Pool& pool) {
    return std::apply([&](const S&... s) { return serialize_forms(pool, wire_view(s)...); },
                      of(message));
  }
  static MessagePtr clone(const Message& message, Pool& pool) {
    return with_header_of(
        message,
        std::apply([&](const S&... s) { return make(pool, wire_view(s)...); }, of(message)));
  }

  /// The header of a message, but for what tells how the payload lies in its block.
  static MessagePtr with_header_of(const Message& message, MessagePtr copy) {
    const Message own = *copy;
    std::memcpy(static_cast<void*>(copy.get()), &message, sizeof(Message));
    copy->size_class = own.size_class;
    copy->payload_bytes = own.payload_bytes;
    copy->form = own.form;
    copy->flags |= own.flags & flag_has_destructor;
    return copy;
  }

  /// Fills in the operations that every kind of payload shares.
  static void describe(PayloadOps& ops) {
    if constexpr (!std::is_trivially_destructible_v<Tuple>) ops.destroy = &destroy;
    ops.wire_size = &wire_size;
    ops.marshal = &marshal;
    if constexpr ((is_span_storage<S> || ...)) ops.gather = &gather;
    if constexpr (copyable) ops.clone = &clone;
    ops.relocatable = relocatable;
  }
};

/// Whether the memory of these, one after the other, is their wire form.
template <class... D>
inline constexpr bool are_laid_down_as_they_are =
    ((serial::is_bitwise<D> && serial::Codec<D>::is_fixed) && ...);

/// Reads a payload of bytes into `values`; says what was wrong with them.
template <class... D>
Expected<void> decode(const Message& message, std::tuple<D...>& values) {
  if constexpr (are_laid_down_as_they_are<D...>) {
    if (message.payload_bytes == (std::size_t{0} + ... + sizeof(D))) [[likely]] {
      const std::byte* at = message.payload();
      std::apply([&](D&... value) { ((std::memcpy(&value, at, sizeof(D)), at += sizeof(D)), ...); },
                 values);
      return {};
    }
  }
  serial::Reader reader(message.payload_span());
  std::apply([&](D&... value) { reader(value...); }, values);
  return reader.finish();
}

/// PayloadOps::unmarshal for parameters that are stored as they are decoded.
template <class... S>
Expected<MessagePtr> unmarshal(const Message& message, Pool& pool) {
  std::tuple<S...> values;
  if (auto read = decode(message, values); !read) return forward_error(read);
  return Arguments<S...>::with_header_of(
      message,
      std::apply([&](S&... s) { return Arguments<S...>::make(pool, std::move(s)...); }, values));
}

}  // namespace isthmus::engine::detail
