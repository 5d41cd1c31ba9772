// isthmus/object/proxy.hpp: stand-ins through which objects are sent messages.
#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "isthmus/object/callback.hpp"
#include "isthmus/object/creation.hpp"
#include "isthmus/object/entry.hpp"
#include "isthmus/object/entry_message.hpp"
#include "isthmus/object/future.hpp"
#include "isthmus/object/objects.hpp"
#include "isthmus/object/ordered.hpp"
#include "isthmus/object/scatter.hpp"
#include "isthmus/object/section.hpp"

namespace isthmus::engine {

namespace detail {

/// A call of Method yields this: the T of a Task<T>, else what it returns.
template <auto Method>
using CallResult = typename TaskValue<typename MethodTraits<decltype(Method)>::Result>::type;

}  // namespace detail

/// One object, wherever it is. Plain data; may be sent and stored.
template <class T>
class ElementProxy {
 public:
  ElementProxy() = default;
  explicit ElementProxy(const ObjectId& id, std::int32_t priority = 0)
      : id_(id), priority_(priority) {}

  /// Calls the entry method with these arguments, some time later, where the object is. Arguments
  /// given as rvalues are moved; a std::span parameter takes any contiguous range, whose elements
  /// are copied unless it is an rvalue std::vector, or lent (isthmus::lend). Delivered exactly
  /// once.
  template <auto Method, class... A>
  void send(A&&... arguments) const {
    Objects& here = Objects::current();
    send_from<Method>(here, 0, 0, std::forward<A>(arguments)...);
  }

  /// Sends as `send` does and returns true, unless the message would have to wait behind others for
  /// room on its way or at its receiver (network::FlowLimits); then false, and the arguments are as
  /// they were. It does not foresee what others send meanwhile.
  template <auto Method, class... A>
  [[nodiscard]] bool try_send(A&&... arguments) const {
    Objects& here = Objects::current();
    if (!here.has_room(id_)) return false;
    send_from<Method>(here, 0, 0, std::forward<A>(arguments)...);
    return true;
  }

  /// `co_await element.room();` waits until try_send would send.
  Future<void> room() const {
    Future<void> room("room for messages to an element");
    Objects::current().fire_when_room(id_, room.callback().target);
    return room;
  }

  /// Sends as send does, for an entry method whose first parameter is a RegionSlice and whose last
  /// is a std::span<const std::byte>. Where the object has opened the slice's region
  /// (Chare::open_region) and the link allows it, the bytes go there without a copy, and the entry
  /// method gets an empty span: `slice.has_landed(span)`. They may be there some time before it is
  /// called, and before what was sent earlier has been handled.
  template <auto Method, class... A>
  void send_to_region(const RegionSlice& slice, A&&... arguments) const {
    static_assert(
        detail::takes_slice<typename detail::MethodTraits<decltype(Method)>::Parameters>,
        "isthmus: bytes that land are for entry methods that take a RegionSlice first and a "
        "std::span<const std::byte> last");
    send_from<Method>(Objects::current(), flag_lands, 0, slice, std::forward<A>(arguments)...);
  }

  /// Calls the entry method before this returns, if the object is on this PE, not in the middle of
  /// another of its entry methods, and of no ordered array; else sends. Spares the message, but
  /// comes before messages that are under way, and runs inside the caller: for short entry methods
  /// that only take something in. It must not return a value.
  template <auto Method, class... A>
  void send_inline(A&&... arguments) const {
    using Traits = detail::MethodTraits<decltype(Method)>;
    static_assert(std::is_void_v<typename Traits::Result>,
                  "isthmus: an entry method that is called inline returns void");
    Objects& here = Objects::current();
    if (Object* object = here.callable_now(id_)) {
      const Entry& entry = detail::entry_of<T, Method>;
      ISTHMUS_ASSERT(&object->type() == entry.type);
      here.execution().count_inline(id_, arguments...);
      try {
        const Execution::Call call(here.execution(), *object, &entry);
        (static_cast<T*>(object)->*Method)(std::forward<A>(arguments)...);
      } catch (...) {
        here.execution().entry_failed(*object, entry, nullptr, std::current_exception());
      }
    } else {
      send_from<Method>(here, 0, 0, std::forward<A>(arguments)...);
    }
  }

  /// Sends, and yields a future of what the entry method (or its coroutine) returns.
  template <auto Method, class... A>
  Future<detail::CallResult<Method>> call(A&&... arguments) const {
    Objects& here = Objects::current();
    Future<detail::CallResult<Method>> result(detail::entry_of<T, Method>.name);
    send_from<Method>(here, flag_wants_reply, word_of(here.replies().reply_word(result.name())),
                      std::forward<A>(arguments)...);
    return result;
  }

  /// Names the same object; messages sent through the result have this priority (smaller is sooner,
  /// 0 is the usual). Longer priorities are arguments, see PriorityBits.
  ElementProxy with_priority(std::int32_t priority) const { return ElementProxy(id_, priority); }

  /// A target for results: calls the entry method with them.
  template <auto Method>
  auto callback() const {
    return detail::make_callback<T, Method>(CallbackTarget::Kind::element, id_.collection, id_.key);
  }

  /// Makes the element, on the home PE that the array's mapping gives it; for indices that the
  /// array does not have yet.
  template <class... A>
  void insert(A&&... arguments) const {
    Objects& here = Objects::current();
    const auto& creator = detail::element_creator<T, detail::StoredArgument<A>...>;
    MessagePtr message =
        std::decay_t<decltype(creator)>::Payload::make(here.pool(), std::forward<A>(arguments)...);
    message->ops = &creator;
    message->collection = id_.collection;
    message->key = id_.key;
    here.lifecycle().insert(std::move(message));
  }

  /// Ends the object, once what was sent to it before by this PE has run.
  void destroy() const { send<&T::destroy>(); }

  /// Moves the object to another PE, once what was sent to it before by this PE has run.
  void migrate_to(PeId pe) const { send<&T::migrate_to>(pe); }

  /// The object itself if it lives on this PE, else null. Valid while the present entry method
  /// runs.
  T* local() const { return static_cast<T*>(Objects::current().find(id_)); }

  const ObjectId& id() const { return id_; }
  bool operator==(const ElementProxy& other) const { return id_ == other.id_; }
  void serialize(auto& archive) { archive(id_.collection, id_.key, priority_); }

 private:
  /// `flags` and `word` are for the message.
  template <auto Method, class... A>
  void send_from(Objects& here, std::uint16_t flags, std::uint64_t word, A&&... arguments) const {
    const PeId to = here.location_of(id_);
    if (to) here.pe().expect_send(to);
    // An array that is lent for longer than this call has to have a payload to end the loan.
    constexpr bool has_loans = (detail::is_lent_array<std::remove_cvref_t<A>> || ...);
    const std::int32_t priority = detail::priority_for<Method>(priority_, arguments...);
    MessagePtr message =
        !has_loans && to && here.is_in_other_process(to) && !is_ordered(id_.collection)
            ? detail::make_lent_message<T, Method>(here, std::forward<A>(arguments)...)
            : detail::make_entry_message<T, Method>(here, std::forward<A>(arguments)...);
    message->collection = id_.collection;
    message->key = id_.key;
    message->priority = priority;
    message->flags |= flags;
    message->word = word;
    here.send(std::move(message), to);
  }

  ObjectId id_;
  std::int32_t priority_ = 0;
};

/// A chare that stands alone.
template <class T>
using ChareProxy = ElementProxy<T>;

/// All elements of an array or group.
template <class T>
class AllProxy {
 public:
  explicit AllProxy(CollectionId id, std::int32_t priority = 0) : id_(id), priority_(priority) {}

  /// Calls the entry method of every element with copies of these arguments. Broadcasts come to all
  /// PEs in one order.
  template <auto Method, class... A>
  void send(A&&... arguments) const {
    static_assert(detail::MethodTraits<decltype(Method)>::Payload::copyable,
                  "isthmus: arguments that go to many elements must be copyable");
    Objects& here = Objects::current();
    const std::int32_t priority = detail::priority_for<Method>(priority_, arguments...);
    MessagePtr message = detail::make_entry_message<T, Method>(here, std::forward<A>(arguments)...);
    message->collection = id_;
    message->priority = priority;
    here.send_to_all(std::move(message));
  }
  AllProxy with_priority(std::int32_t priority) const { return AllProxy(id_, priority); }
  template <auto Method>
  auto callback() const {
    return detail::make_callback<T, Method>(CallbackTarget::Kind::all, id_, Key{});
  }

 private:
  CollectionId id_;
  std::int32_t priority_;
};

/// Some elements of an array, chosen once; multicasts to them travel a tree of the PEs that hold
/// them. Plain data; may be sent and stored. A section is kept for as long as the job lasts.
template <class T>
class SectionProxy {
 public:
  SectionProxy() = default;
  explicit SectionProxy(const SectionName& name, std::int32_t priority = 0)
      : name_(name), priority_(priority) {}

  /// Calls the entry method of every member with copies of these arguments, wherever each is by
  /// now. Delivered to each exactly once.
  template <auto Method, class... A>
  void send(A&&... arguments) const {
    static_assert(detail::MethodTraits<decltype(Method)>::Payload::copyable,
                  "isthmus: arguments that go to many elements must be copyable");
    Objects& here = Objects::current();
    const std::int32_t priority = detail::priority_for<Method>(priority_, arguments...);
    MessagePtr message = detail::make_entry_message<T, Method>(here, std::forward<A>(arguments)...);
    message->collection = name_.id;
    message->priority = priority;
    here.collectives().multicast(std::move(message));
  }
  /// Names the same section; messages sent through the result have this priority, at the members
  /// and on the PEs on the way to them. See ElementProxy::with_priority.
  SectionProxy with_priority(std::int32_t priority) const { return SectionProxy(name_, priority); }
  /// Gives each member its own part, as ArrayProxy::scatter does: one for each, in the order of
  /// their indices.
  template <auto Method>
  void scatter(std::vector<detail::PartOf<Method>> parts) const {
    detail::scatter_from<T, Method>(name_.id, {}, std::move(parts));
  }
  /// A target for results: calls the entry method of every member with them.
  template <auto Method>
  auto callback() const {
    return detail::make_callback<T, Method>(CallbackTarget::Kind::section, name_.id, Key{});
  }
  std::size_t size() const { return name_.members; }

  const SectionName& name() const { return name_; }
  bool operator==(const SectionProxy& other) const { return name_ == other.name_; }
  void serialize(auto& archive) { archive(name_.id, name_.members, priority_); }

 private:
  SectionName name_;
  std::int32_t priority_ = 0;
};

/// An array of T, or a group. Plain data; may be sent and stored.
template <class T>
class ArrayProxy {
 public:
  using Index = typename T::Index;

  ArrayProxy() = default;
  explicit ArrayProxy(CollectionId id) : id_(id) {}

  ElementProxy<T> operator[](const Index& index) const {
    return ElementProxy<T>({id_, IndexTraits<Index>::to_key(index)});
  }
  AllProxy<T> all() const { return AllProxy<T>(id_); }

  /// Some of the elements, in the order of their indices: at least one, and none twice. This PE
  /// keeps the section: its messages go by way of here, and its reductions end here. Takes a
  /// message for each PE that has members, and none where they are.
  SectionProxy<T> section(const std::vector<Index>& indices) const {
    ISTHMUS_ASSERT(!indices.empty());
    std::vector<Key> members;
    for (const Index& index : indices) members.push_back(IndexTraits<Index>::to_key(index));
    std::ranges::sort(members, detail::OrderOf<Index>::is_before);
    ISTHMUS_ASSERT(std::ranges::adjacent_find(members) == members.end());
    Objects& here = Objects::current();
    const SectionName name{here.collections().next_id(),
                           static_cast<std::uint32_t>(members.size())};
    here.collectives().create_section(name.id, id_, std::move(members));
    return SectionProxy<T>(name);
  }

  /// Gives each element its own part: calls the entry method, of one parameter, with it. There is
  /// one for each element of a dense array or a group, in the order of their indices, the last
  /// coordinate fastest; another number ends the job. All parts for a site enter it in one message.
  template <auto Method>
  void scatter(std::vector<detail::PartOf<Method>> parts) const {
    detail::scatter_from<T, Method>(id_, {}, std::move(parts));
  }
  /// Gives some elements of any array their parts, likewise.
  template <auto Method>
  void scatter(std::vector<std::pair<Index, detail::PartOf<Method>>> parts) const {
    std::vector<PartAddress> addresses;
    std::vector<detail::PartOf<Method>> values;
    for (auto& [index, part] : parts) {
      addresses.push_back({IndexTraits<Index>::to_key(index), PeId::none()});
      values.push_back(std::move(part));
    }
    if (!values.empty()) {
      detail::scatter_from<T, Method>(id_, std::move(addresses), std::move(values));
    }
  }

  /// A group's element on this PE.
  T* local() const
    requires std::same_as<Index, PeId>
  {
    return (*this)[Objects::current().pe_id()].local();
  }

  CollectionId id() const { return id_; }
  bool operator==(const ArrayProxy&) const = default;
  void serialize(auto& archive) { archive(id_); }

 private:
  CollectionId id_;
};

template <class T>
using GroupProxy = ArrayProxy<T>;

}  // namespace isthmus::engine

namespace isthmus {

using engine::AllProxy;
using engine::ArrayProxy;
using engine::ChareProxy;
using engine::ElementProxy;
using engine::GroupProxy;
using engine::SectionProxy;

}  // namespace isthmus
