// isthmus/object/entry_message.hpp: messages that call entry methods, and targets that do.
#pragma once

#include <cstdint>
#include <span>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include "isthmus/message/priority_bits.hpp"
#include "isthmus/message/region.hpp"
#include "isthmus/object/callback.hpp"
#include "isthmus/object/entry.hpp"
#include "isthmus/object/objects.hpp"
#include "isthmus/object/scatter.hpp"
#include "isthmus/object/value.hpp"
#include "isthmus/serial/serial.hpp"

namespace isthmus::engine {

namespace detail {

template <class T, auto Method, class... A>
MessagePtr make_entry_message(Objects& here, A&&... arguments) {
  using Traits = MethodTraits<decltype(Method)>;
  static_assert(sizeof...(A) == Traits::parameter_count,
                "isthmus: this entry method takes another number of arguments");
  if constexpr (sizeof...(A) == Traits::parameter_count) {
    MessagePtr message = Traits::Payload::make(here.pool(), std::forward<A>(arguments)...);
    message->ops = &entry_of<T, Method>;
    return message;
  }
}

/// The same with the arguments serialized or lent, for an object in another process.
template <class T, auto Method, class... A>
MessagePtr make_lent_message(Objects& here, A&&... arguments) {
  using Traits = MethodTraits<decltype(Method)>;
  if constexpr (sizeof...(A) == Traits::parameter_count) {
    MessagePtr message = Traits::Payload::make_lent(here.pool(), std::forward<A>(arguments)...);
    message->ops = &entry_of<T, Method>;
    return message;
  }
}

/// The priority of a message with these arguments: where the first is a PriorityBits, by that.
template <auto Method, class... A>
std::int32_t priority_for(std::int32_t otherwise, const A&... arguments) {
  if constexpr (MethodTraits<decltype(Method)>::takes_priority) {
    const PriorityBits& bits = std::get<0>(std::tie(arguments...));
    return bits.head();
  } else {
    return otherwise;
  }
}

/// Whether an entry method with these parameters can take what lands.
template <class Parameters>
inline constexpr bool takes_slice = false;
template <class First, class... Rest>
  requires(sizeof...(Rest) > 0)
inline constexpr bool takes_slice<std::tuple<First, Rest...>> =
    std::is_same_v<std::remove_cvref_t<First>, RegionSlice> &&
    std::is_same_v<std::tuple_element_t<sizeof...(Rest) - 1, std::tuple<Rest...>>,
                   std::span<const std::byte>>;
static_assert(serial::is_bitwise<RegionSlice> && sizeof(RegionSlice) == 40,
              "its memory is what a payload begins with");

/// The value a callback must carry to fit Method: its one parameter, or void.
template <class P>
struct CallbackValue;
template <>
struct CallbackValue<std::tuple<>> {
  using type = void;
};
template <class P>
struct CallbackValue<std::tuple<P>> {
  static_assert(std::is_same_v<Stored<P>, std::remove_cvref_t<P>>,
                "isthmus: a callback's entry method takes its value by value or const reference");
  using type = std::remove_cvref_t<P>;
};

template <class T, auto Method>
auto make_callback(CallbackTarget::Kind kind, CollectionId collection, const Key& key) {
  using Parameters = typename MethodTraits<decltype(Method)>::Parameters;
  using Value = typename CallbackValue<Parameters>::type;
  return Callback<Value>{
      {kind, Objects::current().pe_id(), 0, collection, key, entry_of<T, Method>.id, {}}};
}

/// What one element gets of a scatter to this entry method.
template <auto Method>
using PartOf = typename CallbackValue<typename MethodTraits<decltype(Method)>::Parameters>::type;

/// To an array, a group or a section.
template <class T, auto Method>
void scatter_from(CollectionId to, std::vector<PartAddress> addresses,
                  std::vector<PartOf<Method>> parts) {
  Objects& here = Objects::current();
  MessagePtr message = TypedScatterOps<T, Method, PartOf<Method>>::make(
      here.pool(), std::move(addresses), std::move(parts));
  message->collection = to;
  here.collectives().scatter(std::move(message));
}

}  // namespace detail

}  // namespace isthmus::engine
