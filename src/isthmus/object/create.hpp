// isthmus/object/create.hpp: making arrays, groups and chares, from the main program or an entry
// method.
#pragma once

#include <concepts>
#include <utility>
#include <vector>

#include "isthmus/object/chare.hpp"
#include "isthmus/object/creation.hpp"
#include "isthmus/object/mapping.hpp"
#include "isthmus/object/proxy.hpp"
#include "isthmus/object/seeds.hpp"

namespace isthmus::engine {

namespace detail {

template <class T, class Mapping, class... A>
ArrayProxy<T> create_collection(const Extent& extent, std::vector<Key> keys, const Mapping& mapping,
                                A&&... arguments) {
  static_assert(MappingFor<Mapping, typename T::Index>,
                "isthmus: a mapping takes an index and a MapContext and returns a PeId");
  Objects& here = Objects::current();
  const auto& creator = collection_creator<T, Mapping, StoredArgument<A>...>;
  MessagePtr message = std::decay_t<decltype(creator)>::Payload::make(
      here.pool(), Placement<typename T::Index, Mapping>(extent, std::move(keys), mapping),
      std::forward<A>(arguments)...);
  message->ops = &creator;
  message->collection = here.collections().next_id(tracking_of(mapping).ordered);
  const ArrayProxy<T> proxy(message->collection);
  here.lifecycle().create_collection(std::move(message));
  return proxy;
}

}  // namespace detail

/// A dense array: one element for each index within `sizes`, each constructed from copies of the
/// arguments on the PE that the mapping names. Messages to elements may be sent at once.
template <class T, class Mapping, class... A>
  requires GridIndex<typename T::Index>
ArrayProxy<T> create_array(const typename T::Index& sizes, const Mapping& mapping,
                           A&&... arguments) {
  return detail::create_collection<T>(Extent::of(sizes), {}, mapping,
                                      std::forward<A>(arguments)...);
}

/// An array of the given indices, of any index type; more may be inserted later.
template <class T, class Mapping, class... A>
ArrayProxy<T> create_array_of(const std::vector<typename T::Index>& indices, const Mapping& mapping,
                              A&&... arguments) {
  std::vector<Key> keys;
  for (const auto& index : indices) keys.push_back(IndexTraits<typename T::Index>::to_key(index));
  return detail::create_collection<T>(Extent{}, std::move(keys), mapping,
                                      std::forward<A>(arguments)...);
}

/// An array without elements; `array[index].insert(arguments...)` makes them.
template <class T, class Mapping>
ArrayProxy<T> create_sparse_array(const Mapping& mapping) {
  Objects& here = Objects::current();
  const auto& creator = detail::sparse_creator<T, Mapping>;
  MessagePtr message = std::decay_t<decltype(creator)>::Payload::make(
      here.pool(), detail::Placement<typename T::Index, Mapping>(Extent{}, {}, mapping));
  message->ops = &creator;
  message->collection = here.collections().next_id(detail::tracking_of(mapping).ordered);
  const ArrayProxy<T> proxy(message->collection);
  here.lifecycle().create_collection(std::move(message));
  return proxy;
}

/// A group: one element on each PE, each constructed from copies of the arguments.
template <class T, class... A>
  requires std::same_as<typename T::Index, PeId>
GroupProxy<T> create_group(A&&... arguments) {
  return detail::create_collection<T>(Extent{}, {}, mapping::Identity{},
                                      std::forward<A>(arguments)...);
}

/// A chare that stands alone, on the given PE.
template <class T, class... A>
  requires std::same_as<typename T::Index, NoIndex>
ChareProxy<T> create_chare(PeId on, A&&... arguments) {
  Objects& here = Objects::current();
  const ChareProxy<T> proxy(here.collections().next_single(on).object());
  proxy.insert(std::forward<A>(arguments)...);
  return proxy;
}

/// Makes one on a PE that a seed balancer chooses: `create_chare<T>(seed::by_speed, arguments...)`.
template <class T, SeedBalancer Balancer, class... A>
  requires std::same_as<typename T::Index, NoIndex>
ChareProxy<T> create_chare(const Balancer& balancer, A&&... arguments) {
  Objects& here = Objects::current();
  constexpr bool counts_ends = requires { requires Balancer::counts_ends; };
  const PeId on = balancer(here.seeds().next());
  ISTHMUS_ASSERT(here.members().holds_objects(on));
  here.seeds().created(on, counts_ends);
  SingleId id = here.collections().next_single(on);
  id.tells_end = counts_ends;
  const ChareProxy<T> proxy(id.object());
  proxy.insert(std::forward<A>(arguments)...);
  return proxy;
}

}  // namespace isthmus::engine

namespace isthmus {

using engine::create_array;
using engine::create_array_of;
using engine::create_chare;
using engine::create_group;
using engine::create_sparse_array;

}  // namespace isthmus
