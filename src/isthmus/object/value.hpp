// isthmus/object/value.hpp: messages that hold one value: results of calls, reductions, futures.
#pragma once

#include <type_traits>
#include <utility>

#include "isthmus/base/type_name.hpp"
#include "isthmus/object/arguments.hpp"
#include "isthmus/object/entry.hpp"
#include "isthmus/object/objects.hpp"

namespace isthmus::engine::detail {

template <class T>
struct ValuePayload {
  using type = Arguments<T>;
};
template <>
struct ValuePayload<void> {
  using type = Arguments<>;
};

/// The kind of payload that holds a T, laid out as the arguments of an entry method that takes one.
template <class T>
struct ValueOps final : PayloadOps {
  using Payload = typename ValuePayload<T>::type;
  ValueOps() {
    Payload::describe(*this);
    kind = Kind::value;
    enlist("value " + normalized_name(compiler_name<T>()));
  }
};
template <class T>
inline const ValueOps<T> value_ops;

template <class T, class... V>
MessagePtr make_value(Pool& pool, V&&... value) {
  MessagePtr message = ValueOps<T>::Payload::make(pool, std::forward<V>(value)...);
  message->ops = &value_ops<T>;
  return message;
}

/// Takes the value out of its message.
template <class T>
Expected<T> take_value(Message& message) {
  if constexpr (std::is_void_v<T>) {
    return {};
  } else if (message.ops != &value_ops<T>) {
    const std::string name = message.ops == nullptr ? "none" : message.ops->name;
    return fail(ErrorCode::program, "a value of another type arrived: " + name, {},
                value_ops<T>.name);
  } else if (message.form == PayloadForm::typed) {
    return std::move(std::get<0>(ValueOps<T>::Payload::of(message)));
  } else {
    std::tuple<T> value;
    if (auto read = decode(message, value); !read) return forward_error(read);
    return std::move(std::get<0>(value));
  }
}

template <class R>
void reply_value(Objects& host, const Message& message, R&& result) {
  host.replies().reply_to(message,
                          make_value<std::remove_cvref_t<R>>(host.pool(), std::forward<R>(result)));
}

inline void reply_nothing(Objects& host, const Message& message) {
  host.replies().reply_to(message, make_value<void>(host.pool()));
}

}  // namespace isthmus::engine::detail
