// isthmus/object/chare.hpp: the base of a user's migratable, message-driven class.
#pragma once

#include <concepts>
#include <string_view>
#include <type_traits>
#include <utility>

#include "isthmus/base/hash.hpp"
#include "isthmus/object/index.hpp"
#include "isthmus/object/objects.hpp"
#include "isthmus/object/proxy.hpp"
#include "isthmus/object/reducer.hpp"

namespace isthmus {

namespace detail {

/// The inbox on PE 0 that takes a named reduction's results.
constexpr std::uint64_t inbox_name(std::string_view name) {
  return hash_name(name) | Inboxes::named;
}

}  // namespace detail

/// Base of a chare: `class Block : public isthmus::Chare<Block, isthmus::Index2>`. Its public
/// member functions can be entry methods. An object belongs to one PE at a time, so it needs no
/// locks; an entry method runs to its end, or to its next co_await, before another of the object
/// begins.
///
/// IndexType is the array's index; PeId for a group (one element on each PE); none for a chare that
/// stands alone.
template <class Derived, class IndexType = NoIndex>
class Chare : public Object {
 public:
  using Index = IndexType;

  Index index() const { return IndexTraits<IndexType>::from_key(key()); }
  /// This object, for others to send to.
  ElementProxy<Derived> proxy() const { return ElementProxy<Derived>(id()); }
  /// The array or group that it belongs to.
  ArrayProxy<Derived> array() const
    requires(!std::same_as<IndexType, NoIndex>)
  {
    return ArrayProxy<Derived>(id().collection);
  }
  PeId pe() const { return host().pe_id(); }

  /// An entry method: ends the object after the present one.
  void destroy() { host().destroy(*this); }
  /// An entry method: moves the object to another PE, after the present one and when none of its
  /// coroutines waits any more; the last wish counts. Messages to it wait or follow, none is lost.
  /// Where the class has `void before_migration()` and `void after_migration()`, they are called on
  /// the PE that it leaves and on the one that it comes to.
  void migrate_to(PeId pe) {
    static_assert(Migratable<Derived>,
                  "isthmus: an object that moves needs a default constructor and a member "
                  "`void serialize(auto& archive)`");
    host().migrate(*this, pe);
  }
  /// From now on the object stays where it is, whoever wants it to move, until `unpin`.
  void pin() { host().pin(*this); }
  void unpin() { host().unpin(*this); }

 protected:
  /// Takes part in the array's next reduction, with a value: when every element has, the combined
  /// value goes to the target. All elements take part in the same reductions in the same order.
  template <class T, class Op>
    requires ReducesInto<Op, T> || (!std::is_void_v<typename detail::ElementOf<T>::type>)
  void contribute(T value, Op, const Callback<T>& target) {
    contribute_to<T, Op>(value, target.target);
  }
  /// The same; the result is for `job.reduction<T>(name)` in the main program.
  template <class T, class Op>
    requires ReducesInto<Op, T> || (!std::is_void_v<typename detail::ElementOf<T>::type>)
  void contribute(std::string_view name, T value, Op) {
    contribute_to<T, Op>(value, {CallbackTarget::Kind::inbox,
                                 host().members().first(),
                                 detail::inbox_name(name),
                                 {},
                                 {},
                                 0});
  }
  /// Without a value: the target learns that every element has come here.
  void contribute(const Callback<void>& target) {
    Nothing nothing;
    contribute_to<Nothing, detail::Ignore>(nothing, target.target);
  }
  void contribute(std::string_view name) {
    Nothing nothing;
    contribute_to<Nothing, detail::Ignore>(nothing, {CallbackTarget::Kind::inbox,
                                                     host().members().first(),
                                                     detail::inbox_name(name),
                                                     {},
                                                     {},
                                                     0});
  }

  /// Says that the object has come to a point where the job's load balancer may look at all objects
  /// and move them. Nothing may be under way that it depends on, and it should do no more until
  /// every element of the array has come here, the balancer has done its step, and Method, an entry
  /// method without arguments, is called on it. Takes part in the order
  /// of the array's reductions. In a job without a balancer Method is called at once, without
  /// waiting for anybody.
  template <auto Method>
  void at_sync() {
    static_assert(Migratable<Derived>,
                  "isthmus: an object that moves needs a default constructor and a member "
                  "`void serialize(auto& archive)`");
    static_assert(!std::same_as<IndexType, PeId>, "isthmus: an element of a group does not move");
    if (host().balancing() == nullptr) return proxy().template send<Method>();
    Nothing nothing;
    contribute_to<Nothing, detail::Ignore>(nothing, {CallbackTarget::Kind::sync,
                                                     pe(),
                                                     0,
                                                     id().collection,
                                                     {},
                                                     detail::entry_of<Derived, Method>.id});
  }

  /// `co_await barrier();` waits until every element of the array has come to it.
  Future<void> barrier() {
    Future<void> passed("the barrier of " + type().name);
    const std::uint32_t sequence = ObjectAccounts::contributions(*this);
    collection().barrier_waiters.push_back({sequence, passed.name()});
    Nothing nothing;
    contribute_to<Nothing, detail::Ignore>(
        nothing, {CallbackTarget::Kind::barrier, pe(), sequence, id().collection, {}, 0});
    return passed;
  }

 private:
  template <class T, class Op>
  void contribute_to(T& value, const CallbackTarget& target) {
    static_assert(!std::same_as<IndexType, NoIndex>,
                  "isthmus: a chare that stands alone has nobody to reduce with");
    host().collectives().contribute(*this, detail::reducer_ops<T, Op>, &value, target);
  }
};

}  // namespace isthmus
