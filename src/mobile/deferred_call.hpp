// mobile/deferred_call.hpp: the arguments of a handler, kept until it may run.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include "isthmus/isthmus.hpp"

namespace isthmus::mobile {

class Rank;

namespace detail {

class ObjectChareBase;

/// How a parameter of a handler is kept when its message has gone.
template <class P>
struct KeptOf {
  using type = std::remove_cvref_t<P>;
};
template <class T>
struct KeptOf<std::span<const T>> {
  using type = std::vector<T>;
};
template <>
struct KeptOf<std::string_view> {
  using type = std::string;
};
template <class P>
using Kept = typename KeptOf<std::remove_cvref_t<P>>::type;

template <class P>
Kept<P> keep(P& argument) {
  if constexpr (std::is_same_v<Kept<P>, std::remove_cvref_t<P>>) {
    return std::forward<P>(argument);
  } else {
    return Kept<P>(argument.begin(), argument.end());
  }
}

/// A kept argument as the parameter takes it; by value it is moved out.
template <class P>
P give(Kept<P>& kept) {
  if constexpr (std::is_lvalue_reference_v<P>) {
    return kept;
  } else if constexpr (std::is_same_v<Kept<P>, std::remove_cvref_t<P>>) {
    return std::move(kept);
  } else {
    return P(kept);
  }
}

/// The first argument of a request: an entry method is known by the types of its parameters, so the
/// handler is part of one. Plain data.
template <auto Handler>
struct Sender {
  std::uint32_t pe = 0;
};

/// What a message to a mobile object says beside its arguments. Plain data.
struct Envelope {
  std::uint32_t sender = 0;    ///< The PE that sent it.
  std::uint64_t sequence = 0;  ///< Its number among those of that PE to that object.
  /// What the work is thought to take; negative for a message that is no work.
  double hint = -1;
  /// Of work that had its turn already and follows an object that moved: its number among the
  /// object's works, from 1. Else 0.
  std::uint64_t work_number = 0;

  bool is_work() const { return hint >= 0; }
};

/// The same as an argument that names the handler.
template <auto Handler>
struct EnvelopeFor {
  Envelope envelope;
};

/// A message to a mobile object that waits for its turn.
class DeferredCall {
 public:
  explicit DeferredCall(const Envelope& sent) : envelope(sent) {}
  virtual ~DeferredCall() = default;
  /// Calls the handler; once.
  virtual void run(ObjectChareBase& object) = 0;
  /// Sends it after the object, which is about to leave; once.
  virtual void resend(const ObjectId& to) = 0;

  Envelope envelope;
};

/// The types of a handler's parameters behind the ones that it gets from the runtime.
template <class... P>
struct Types {};

template <class F>
struct RequestSignature;
template <class... P>
struct RequestSignature<void (*)(Rank&, P...)> {
  using Parameters = Types<P...>;
};
template <class... P>
struct RequestSignature<void (*)(Rank&, P...) noexcept> : RequestSignature<void (*)(Rank&, P...)> {
};

template <class F>
struct ObjectSignature;
template <class T, class... P>
struct ObjectSignature<void (*)(Rank&, T&, P...)> {
  using Target = T;
  using Parameters = Types<P...>;
};
template <class T, class... P>
struct ObjectSignature<void (*)(Rank&, T&, P...) noexcept>
    : ObjectSignature<void (*)(Rank&, T&, P...)> {};

}  // namespace detail

/// `void handler(Rank&, P...)`: for remote service requests. The parameters are as an entry
/// method's.
template <auto Handler>
concept RequestHandler =
    requires { typename detail::RequestSignature<decltype(Handler)>::Parameters; };

/// `void handler(Rank&, T&, P...)`: for messages to mobile objects that hold a T.
template <auto Handler>
concept ObjectHandler = requires {
  typename detail::ObjectSignature<decltype(Handler)>::Target;
  requires !std::is_const_v<typename detail::ObjectSignature<decltype(Handler)>::Target>;
};

}  // namespace isthmus::mobile
