// isthmus/object/entry.hpp: member functions that messages can call.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>

#include "isthmus/base/clock.hpp"
#include "isthmus/base/type_name.hpp"
#include "isthmus/message/payload.hpp"
#include "isthmus/object/arguments.hpp"
#include "isthmus/object/inexact.hpp"
#include "isthmus/object/object.hpp"
#include "isthmus/sched/task.hpp"

namespace isthmus::engine {

/// A member function as messages see it: the operations on its arguments, and the way to call it.
struct Entry : PayloadOps {
  const ObjectType* type = nullptr;  ///< The class it belongs to.
  /// Calls it with the message's arguments, which are moved from. Takes the message over if it is a
  /// coroutine that waits.
  void (*invoke)(Objects& host, Object& object, MessagePtr& message) = nullptr;
  /// Calls it for the first `count` elements with copies of the arguments; null where they cannot
  /// be copied.
  void (*invoke_all)(Objects& host, LocalCollection& collection, std::size_t count,
                     Message& message) = nullptr;
};

template <class T>
const ObjectType& object_type();

}  // namespace isthmus::engine

namespace isthmus {

/// What an entry method takes on a PE of speed 1, in ns, as isthmus::charge would say it before the
/// method runs: for virtual time where costs are charged. A program states it ahead of the first
/// use of the method, by something to be called with the object and the arguments:
///
///     template <>
///     inline constexpr auto isthmus::cost_of<&Tile::relax> =
///         [](const Tile& tile, int sweeps) { return isthmus::TimeNs(sweeps) * tile.cells(); };
template <auto Method>
inline constexpr std::nullptr_t cost_of = nullptr;

}  // namespace isthmus

namespace isthmus::engine {

namespace detail {

template <class M>
struct MethodTraits;
template <class C, class R, class... P>
struct MethodTraits<R (C::*)(P...)> {
  using Class = C;
  using Result = R;
  using Parameters = std::tuple<P...>;
  using Payload = Arguments<Stored<P>...>;
  using DecodedTuple = std::tuple<Decoded<P>...>;
  static constexpr std::size_t parameter_count = sizeof...(P);
  static_assert(((!std::is_lvalue_reference_v<P> || std::is_const_v<std::remove_reference_t<P>>) &&
                 ...),
                "isthmus: an entry method takes values, const references or spans: a non-const "
                "reference would refer to nothing of the sender's");
  static_assert((serial::require_serializable<Decoded<P>>() && ...));
  static_assert(admitted_errors_have_arrays<P...>(),
                "isthmus: an AdmittedError speaks of arrays of float or double, std::span<const T> "
                "or std::vector<T>, among the parameters behind it");
  static constexpr bool admits_error = (is_admitted_error<P> || ...);

  static constexpr bool takes_priority = [] {
    if constexpr (sizeof...(P) > 0) {
      return std::is_same_v<std::remove_cvref_t<std::tuple_element_t<0, Parameters>>, PriorityBits>;
    }
    return false;
  }();

  static PriorityBits::Tail priority_tail(const Message& message) {
    if (message.form == PayloadForm::bytes) {
      return PriorityBits::tail_of_payload(message.payload_span());
    }
    return std::get<0>(Payload::of(message)).tail();
  }
  static InexactArrays inexact_arrays(std::span<const std::byte> payload) {
    return find_inexact_arrays<P...>(payload);
  }
  static std::string signature() {
    std::string text = "(";
    ((text += normalized_name(compiler_name<std::remove_cvref_t<P>>()) + ","), ...);
    if constexpr (sizeof...(P) > 0) text.pop_back();
    return text + ")";
  }
};
template <class C, class R, class... P>
struct MethodTraits<R (C::*)(P...) const> : MethodTraits<R (C::*)(P...)> {};
template <class C, class R, class... P>
struct MethodTraits<R (C::*)(P...) noexcept> : MethodTraits<R (C::*)(P...)> {};
template <class C, class R, class... P>
struct MethodTraits<R (C::*)(P...) const noexcept> : MethodTraits<R (C::*)(P...)> {};

/// A stored or decoded argument as parameter P takes it; `Give` says that it may be moved from.
template <class P, bool Give, class S>
decltype(auto) pass(S& stored) {
  if constexpr (is_span_storage<std::remove_const_t<S>>) {
    return std::span(stored.view);
  } else if constexpr (std::is_same_v<std::remove_cvref_t<P>, std::string_view>) {
    return std::string_view(stored);
  } else if constexpr (std::is_lvalue_reference_v<P>) {
    return std::as_const(stored);
  } else if constexpr (Give) {
    return std::move(stored);
  } else {
    return std::remove_cvref_t<P>(stored);
  }
}

void charge_stated(Objects& host, TimeNs duration_ns);

/// object.*Method applied to a tuple of stored or decoded arguments, at the cost that is stated.
template <auto Method, bool Give, class T, class Tuple>
decltype(auto) call_with(Objects& host, T& object, Tuple& values) {
  using Parameters = typename MethodTraits<decltype(Method)>::Parameters;
  // The class that has the method may be a base of T.
  typename MethodTraits<decltype(Method)>::Class& owner = object;
  return [&]<std::size_t... I>(std::index_sequence<I...>) -> decltype(auto) {
    if constexpr (!std::is_null_pointer_v<std::remove_cv_t<decltype(cost_of<Method>)>>) {
      charge_stated(host, cost_of<Method>(std::as_const(owner),
                                          pass<std::tuple_element_t<I, Parameters>, false>(
                                              std::as_const(std::get<I>(values)))...));
    }
    return (owner.*Method)(pass<std::tuple_element_t<I, Parameters>, Give>(std::get<I>(values))...);
  }(std::make_index_sequence<std::tuple_size_v<Parameters>>());
}

/// What the templates of this file leave to the host; defined where Objects is known.
void malformed_arguments(Objects& host, const Object& object, const Entry& entry, const Error& why);
void run_next(Objects& host, Object& object, const Entry& entry);
Object* live_element(LocalCollection& collection, std::size_t at);
MessagePtr copy_for(Objects& host, const Message& message);

/// Replies with `result` to whoever called (flag_wants_reply); see value.hpp.
template <class R>
void reply_value(Objects& host, const Message& message, R&& result);
void reply_nothing(Objects& host, const Message& message);

/// Runs a coroutine entry method to its first wait, and keeps what it needs; see coroutine.hpp.
template <class R>
void start_coroutine(Objects& host, Object& object, const Entry& entry, Task<R> task,
                     MessagePtr message, std::shared_ptr<void> arguments);

template <class T, auto Method>
struct MethodEntry final : Entry {
  using Traits = MethodTraits<decltype(Method)>;
  using Payload = typename Traits::Payload;
  using Result = typename Traits::Result;
  static_assert(std::is_base_of_v<typename Traits::Class, T>,
                "isthmus: this member function is not one of the object's class");

  MethodEntry() {
    Payload::describe(*this);
    if constexpr (Traits::admits_error) inexact_arrays = &Traits::inexact_arrays;
    if constexpr (Traits::takes_priority) priority_tail = &Traits::priority_tail;
    kind = Kind::entry;
    type = &object_type<T>();
    invoke = &invoke_one;
    if constexpr (Payload::copyable) invoke_all = &invoke_each;
    std::string full = normalized_name(compiler_name<Method>());
    // A member function of a base is another entry method in each class that inherits it.
    if constexpr (!std::is_same_v<typename Traits::Class, T>) {
      full = normalized_name(compiler_name<T>()) + " as " + full;
    }
    enlist(full + Traits::signature());
  }

  static void invoke_one(Objects& host, Object& object, MessagePtr& message);
  static void invoke_each(Objects& host, LocalCollection& collection, std::size_t count,
                          Message& message);
};

/// The descriptor of T's entry method; made before main() because it is named somewhere.
template <class T, auto Method>
inline const MethodEntry<T, Method> entry_of;

template <auto Method, class T, class Tuple>
void call_and_reply(Objects& host, T& object, MessagePtr& message, Tuple& values,
                    const std::shared_ptr<void>& keep) {
  using Result = typename MethodTraits<decltype(Method)>::Result;
  if constexpr (is_task<Result>) {
    auto task = call_with<Method, true>(host, object, values);
    start_coroutine(host, object, entry_of<T, Method>, std::move(task), std::move(message), keep);
  } else if constexpr (std::is_void_v<Result>) {
    call_with<Method, true>(host, object, values);
    if ((message->flags & flag_wants_reply) != 0) reply_nothing(host, *message);
  } else {
    Result result = call_with<Method, true>(host, object, values);
    if ((message->flags & flag_wants_reply) != 0) reply_value(host, *message, std::move(result));
  }
}

template <class T, auto Method>
void MethodEntry<T, Method>::invoke_one(Objects& host, Object& object, MessagePtr& message) {
  T& self = static_cast<T&>(object);
  if (message->form != PayloadForm::bytes) [[likely]] {
    call_and_reply<Method>(host, self, message, Payload::of(*message), nullptr);
    return;
  }
  using Values = typename Traits::DecodedTuple;
  if constexpr (is_task<Result>) {
    auto values = std::make_shared<Values>();
    if (auto read = decode(*message, *values); !read) {
      return malformed_arguments(host, object, entry_of<T, Method>, read.error());
    }
    call_and_reply<Method>(host, self, message, *values, values);
  } else {
    Values values;
    if (auto read = decode(*message, values); !read) {
      return malformed_arguments(host, object, entry_of<T, Method>, read.error());
    }
    call_and_reply<Method>(host, self, message, values, nullptr);
  }
}

template <class T, auto Method>
void MethodEntry<T, Method>::invoke_each(Objects& host, LocalCollection& collection,
                                         std::size_t count, Message& message) {
  const auto each = [&](auto&& call) {
    for (std::size_t i = 0; i < count; ++i) {
      Object* object = live_element(collection, i);
      if (object == nullptr) continue;
      run_next(host, *object, entry_of<T, Method>);
      call(*object);
    }
  };
  if constexpr (is_task<Result>) {
    each([&](Object& object) {
      MessagePtr own = copy_for(host, message);
      invoke_one(host, object, own);
    });
  } else if (message.form != PayloadForm::bytes) {
    const auto& values = Payload::of(std::as_const(message));
    each([&](Object& object) {
      static_cast<void>(call_with<Method, false>(host, static_cast<T&>(object), values));
    });
  } else {
    typename Traits::DecodedTuple values;
    if (auto read = decode(message, values); !read) {
      if (Object* first = live_element(collection, 0)) {
        malformed_arguments(host, *first, entry_of<T, Method>, read.error());
      }
      return;
    }
    each([&](Object& object) {
      static_cast<void>(
          call_with<Method, false>(host, static_cast<T&>(object), std::as_const(values)));
    });
  }
}

}  // namespace detail

}  // namespace isthmus::engine
