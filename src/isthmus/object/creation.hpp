// isthmus/object/creation.hpp: messages that make arrays, groups, elements and readonly values.
#pragma once

#include <memory>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include "isthmus/base/type_name.hpp"
#include "isthmus/object/arguments.hpp"
#include "isthmus/object/lifecycle.hpp"
#include "isthmus/object/mapping.hpp"
#include "isthmus/object/message_words.hpp"
#include "isthmus/object/placement.hpp"
#include "isthmus/object/readonlies.hpp"
#include "isthmus/object/tracking.hpp"

namespace isthmus::engine {

template <class T>
struct ObjectTypeOf final : ObjectType {
  ObjectTypeOf() {
    name = normalized_name(compiler_name<T>());
    bytes = sizeof(T);
    destroy = [](Object* object) noexcept { delete static_cast<T*>(object); };
    index_text = [](const Key& key) { return IndexTraits<typename T::Index>::text(key); };
    if constexpr (Migratable<T>) migrant = &detail::migrant_ops<T>;
    if constexpr (requires(T& object) { object.before_migration(); }) {
      before_migration = [](Object& object) { static_cast<T&>(object).before_migration(); };
    }
    if constexpr (requires(T& object) { object.after_migration(); }) {
      after_migration = [](Object& object) { static_cast<T&>(object).after_migration(); };
    }
    if constexpr (std::same_as<typename T::Index, PeId>) add_group_hooks();
    if constexpr (requires(const T& object) { std::string(object.stays_for()); }) {
      stays_for = [](const Object& object) {
        return std::string(static_cast<const T&>(object).stays_for());
      };
    }
    if constexpr (requires(const T& object) { std::string(object.waits_for()); }) {
      waits_for = [](const Object& object) {
        return std::string(static_cast<const T&>(object).waits_for());
      };
    }
  }

 private:
  void add_group_hooks() {
    using Pes = const std::vector<PeId>&;
    if constexpr (requires(T& object, Pes pes) { object.joined(pes); }) {
      joined = [](Object& object, Pes pes) { static_cast<T&>(object).joined(pes); };
    }
    if constexpr (requires(T& object, Pes pes) { object.left(pes); }) {
      left = [](Object& object, Pes pes) { static_cast<T&>(object).left(pes); };
    }
  }
};

template <class T>
const ObjectType& object_type() {
  static const ObjectTypeOf<T> type;
  return type;
}

namespace detail {

template <class T>
Object* MigrantOpsOf<T>::make_default(Execution& execution, LocalCollection& collection,
                                      const Key& key) {
  return execution.construct(collection, object_type<T>(), key, 0, [] { return new T(); });
}

template <class T>
std::string MigrantOpsOf<T>::describe(Execution& execution, LocalCollection& collection,
                                      const Key& key) {
  const std::unique_ptr<T> object(static_cast<T*>(make_default(execution, collection, key)));
  serial::Describer describer;
  object->serialize(describer);
  return describer.text();
}

template <class T>
Expected<Object*> MigrantOpsOf<T>::take(Execution& execution, LocalCollection& collection,
                                        Message& message, MigrantState& state) {
  if (message.form == PayloadForm::typed) {
    Payload& payload = of(message);
    state = std::move(payload.state);
    return payload.object.release();
  }
  serial::Reader reader(message.payload_span());
  reader(state);
  std::unique_ptr<T> object(execution.construct(collection, object_type<T>(), message.key,
                                                state.contributions, [] { return new T(); }));
  object->serialize(reader);
  if (auto read = reader.finish(); !read) return forward_error(read);
  return object.release();
}

/// Calls `use` with the tuple of stored arguments, typed or decoded.
template <class... S, class Use>
void with_arguments(Lifecycle& lifecycle, Message& message, Use&& use) {
  std::tuple<S...> decoded;
  std::tuple<S...>* values = &decoded;
  if (message.form == PayloadForm::bytes) {
    if (auto read = decode(message, decoded); !read) return lifecycle.context().fail(read.error());
  } else {
    values = &Arguments<S...>::of(message);
  }
  use(*values);
}

template <std::size_t First, class Tuple, class Call>
decltype(auto) call_with_tail(Tuple& values, Call&& call) {
  return [&]<std::size_t... I>(std::index_sequence<I...>) -> decltype(auto) {
    return call(std::get<First + I>(values)...);
  }(std::make_index_sequence<std::tuple_size_v<Tuple> - First>());
}

/// Which indices an array of T with this extent may have.
template <class T>
std::function<bool(const Key&)> membership(const MapContext& context) {
  using IndexType = typename T::Index;
  if constexpr (std::is_same_v<IndexType, PeId>) {
    return [members = &context.members()](const Key& key) {
      return key.low <= ~std::uint32_t{0} && members->contains(PeId(key.low));
    };
  } else if constexpr (GridIndex<IndexType>) {
    if (context.extent().is_bounded()) {
      return [extent = context.extent()](const Key& key) {
        const auto at = coordinates(IndexTraits<IndexType>::from_key(key));
        for (std::size_t d = 0; d < 4; ++d) {
          if (at[d] < 0 || at[d] >= extent.size[d]) return false;
        }
        return true;
      };
    }
  }
  return [](const Key&) { return true; };
}

template <class T, class Mapping>
Collection describe_collection(
    CollectionId id, const std::shared_ptr<const MappingRule<typename T::Index, Mapping>>& rule) {
  Collection shared;
  shared.id = id;
  shared.type = &object_type<T>();
  shared.extent = rule->context.extent();
  shared.origin = [rule](const Key& key) -> PeId { return (*rule)(key); };
  const Tracking tracking = tracking_of(rule->mapping);
  if (tracking.homes == Homes::spread) {
    shared.home = [id, rule](const Key& key) { return rule->context.in_turn(hash_of({id, key})); };
  } else {
    shared.home = shared.origin;
  }
  if (tracking.policy < location::policies().size()) {
    shared.policy = location::policies()[tracking.policy];
  }
  shared.is_group = std::is_same_v<typename T::Index, PeId>;
  shared.contains = membership<T>(rule->context);
  return shared;
}

/// An array of so many elements as the low half of the message's key says, which come later.
template <class T, class Mapping>
void build_empty(Lifecycle& lifecycle, const Message& message,
                 const Placement<typename T::Index, Mapping>& elements) {
  LocalCollection& local = lifecycle.collections().add(describe_collection<T, Mapping>(
      message.collection, elements.rule(lifecycle.context().members())));
  lifecycle.finish(local, static_cast<std::int64_t>(message.key.low));
}

/// Makes an array or group on every PE: bounds, or a list of indices, a mapping, and copies of the
/// constructor's arguments for each element.
template <class T, class Mapping, class... S>
struct CollectionCreator final : Creator {
  using IndexType = typename T::Index;
  using Elements = Placement<IndexType, Mapping>;
  using Payload = Arguments<Elements, S...>;
  static_assert(std::is_constructible_v<T, const S&...>,
                "isthmus: the elements of this array cannot be constructed from these arguments");

  CollectionCreator() {
    Payload::describe(*this);
    unmarshal = &detail::unmarshal<Elements, S...>;
    kind = Kind::creator;
    create = &make;
    restore = &make_again;
    std::string arguments;
    ((arguments += "," + normalized_name(compiler_name<S>())), ...);
    enlist("creation of " + normalized_name(compiler_name<T>()) + "(" +
           normalized_name(compiler_name<Mapping>()) + arguments + ")");
  }

  static void make(Lifecycle& lifecycle, Message& message) {
    with_arguments<Elements, S...>(lifecycle, message, [&](const auto& values) {
      build(lifecycle, message.collection, std::get<0>(values), values);
    });
  }
  static void make_again(Lifecycle& lifecycle, Message& message) {
    if constexpr (std::is_same_v<IndexType, PeId>) {
      make(lifecycle, message);
    } else {
      with_arguments<Elements, S...>(lifecycle, message, [&](const auto& values) {
        build_empty<T, Mapping>(lifecycle, message, std::get<0>(values));
      });
    }
  }

  template <class Tuple>
  static void build(Lifecycle& lifecycle, CollectionId id, const Elements& elements,
                    const Tuple& values) {
    const topology::Members& members = lifecycle.context().members();
    LocalCollection& local =
        lifecycle.collections().add(describe_collection<T, Mapping>(id, elements.rule(members)));
    const auto place = [&](const Key& key) {
      lifecycle.construct(local, object_type<T>(), key, 0, [&] {
        return call_with_tail<1>(values, [](const auto&... s) { return new T(s...); });
      });
    };
    std::int64_t count = elements.count();
    if constexpr (std::is_same_v<IndexType, PeId>) {
      place(IndexTraits<PeId>::to_key(lifecycle.context().pe_id()));
      count = static_cast<std::int64_t>(members.count());
    } else {
      for (const Key& key : elements.keys_on(lifecycle.context().pe_id(), members)) place(key);
    }
    lifecycle.finish(local, count);
  }
};

/// Makes an array without elements on every PE.
template <class T, class Mapping>
struct SparseCreator final : Creator {
  using Elements = Placement<typename T::Index, Mapping>;
  using Payload = Arguments<Elements>;

  SparseCreator() {
    Payload::describe(*this);
    unmarshal = &detail::unmarshal<Elements>;
    kind = Kind::creator;
    create = &make;
    restore = &make;
    enlist("creation of a sparse " + normalized_name(compiler_name<T>()) + "(" +
           normalized_name(compiler_name<Mapping>()) + ")");
  }

  static void make(Lifecycle& lifecycle, Message& message) {
    with_arguments<Elements>(lifecycle, message, [&](const auto& values) {
      build_empty<T, Mapping>(lifecycle, message, std::get<0>(values));
    });
  }
};

/// Makes one element, or one single chare, from the constructor's arguments, which are moved in.
template <class T, class... S>
struct ElementCreator final : Creator {
  using Payload = Arguments<S...>;
  static_assert(std::is_constructible_v<T, S&&...>,
                "isthmus: this chare cannot be constructed from these arguments");

  ElementCreator() {
    Payload::describe(*this);
    kind = Kind::creator;
    makes = Makes::element;
    type = &object_type<T>();
    create = &make;
    std::string arguments;
    ((arguments += "," + normalized_name(compiler_name<S>())), ...);
    enlist("insertion of " + normalized_name(compiler_name<T>()) + "(" + arguments + ")");
  }

  static void make(Lifecycle& lifecycle, Message& message) {
    with_arguments<S...>(lifecycle, message, [&](auto& values) {
      LocalCollection& local = *lifecycle.collections().find(message.collection);
      lifecycle.construct(
          local, object_type<T>(), message.key, word_as<BirthWord>(message).reduction,
          [&] { return std::apply([](auto&... s) { return new T(std::move(s)...); }, values); });
    });
  }
};

/// Sets a readonly value; PEs of one process share it.
template <class T, class Tag>
struct ReadonlyCreator final : ReadonlyOps {
  using Payload = Arguments<std::shared_ptr<const T>>;

  ReadonlyCreator() {
    destroy = &Payload::destroy;
    clone = &Payload::clone;
    wire_size = [](const Message& message) {
      serial::Sizer sizer;
      sizer(*std::get<0>(Payload::of(message)));
      return sizer.position();
    };
    marshal = [](const Message& message, std::span<std::byte> to) {
      serial::Writer writer(to);
      writer(*std::get<0>(Payload::of(message)));
    };
    kind = Kind::readonly;
    take = &take_value_of;
    enlist(key_name());
  }

  static std::string key_name() {
    return "readonly " + normalized_name(compiler_name<Tag>()) + " of " +
           normalized_name(compiler_name<T>());
  }

  static Expected<std::shared_ptr<const void>> take_value_of(Message& message) {
    if (message.form == PayloadForm::typed) {
      return std::shared_ptr<const void>(std::get<0>(Payload::of(message)));
    }
    auto read = serial::from_bytes<T>(message.payload_span());
    if (!read) return forward_error(read);
    return std::shared_ptr<const void>(std::make_shared<const T>(std::move(*read)));
  }
};

template <class T, class Mapping, class... S>
inline const CollectionCreator<T, Mapping, S...> collection_creator;
template <class T, class Mapping>
inline const SparseCreator<T, Mapping> sparse_creator;
template <class T, class... S>
inline const ElementCreator<T, S...> element_creator;
template <class T, class Tag>
inline const ReadonlyCreator<T, Tag> readonly_creator;

template <class A>
struct StoredArgumentOf {
  static_assert(!is_lent_array<std::decay_t<A>>,
                "isthmus: objects are made from copies; lend arrays to their entry methods");
  using Type =
      std::conditional_t<std::is_convertible_v<A, std::string> && !std::is_class_v<std::decay_t<A>>,
                         std::string, std::decay_t<A>>;
};

/// A stored constructor argument for what a caller gave: string literals become strings.
template <class A>
using StoredArgument = typename StoredArgumentOf<A>::Type;

}  // namespace detail

}  // namespace isthmus::engine
