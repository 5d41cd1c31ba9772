// isthmus/object/chare.hpp: the base of a user's migratable, message-driven class.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "isthmus/base/hash.hpp"
#include "isthmus/object/index.hpp"
#include "isthmus/object/neighbour.hpp"
#include "isthmus/object/objects.hpp"
#include "isthmus/object/ordered.hpp"
#include "isthmus/object/proxy.hpp"
#include "isthmus/object/reducer.hpp"

namespace isthmus::engine {

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
///
/// A class may say of its objects what they wait for where that is no coroutine: `std::string
/// waits_for() const` returns nothing, or what the line of a job that stands still is to say.
///
/// A group's class may have `void left(const std::vector<PeId>& pes)` and `void joined(const
/// std::vector<PeId>& pes)`. Where the job goes on from a checkpoint on other PEs than those on
/// which that was taken, because some were lost, have left or have come, or in another shape, they
/// are called on each element with those that are not there any more, and those that were not there
/// then: `left` first, each where there are some, in rising order. By then all objects are there
/// as they were, each group with an element on each PE, also the new ones, which hear of
/// themselves, too. Messages that the hooks send are handled before the main program begins, and
/// before arrays that wait at a point go on.
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
  void destroy() { host().lifecycle().destroy(*this); }
  /// An entry method: moves the object to another PE, after the present one and when none of its
  /// coroutines waits any more; the last wish counts. Messages to it wait or follow, none is lost.
  /// Where the class has `void before_migration()` and `void after_migration()`, they are called on
  /// the PE that it leaves and on the one that it comes to. Where it has
  /// `std::string stays_for() const`, that is asked before the object leaves, and when a load
  /// balancer looks: unless it returns nothing, the object stays, whoever wants it to move, and
  /// what it returns is the reason that reports give. Then call reconsider_move.
  void migrate_to(PeId pe) {
    static_assert(Migratable<Derived>,
                  "isthmus: an object that moves needs a default constructor and a member "
                  "`void serialize(auto& archive)`");
    host().lifecycle().migrate(*this, pe);
  }
  /// The sizes of its array in each dimension; all 0 where it is not dense.
  const Extent& extent() const
    requires GridIndex<IndexType>
  {
    return collection().shared.extent;
  }
  /// The elements of its dense array that share a face with it.
  template <GridIndex Grid = IndexType>
  std::vector<Neighbour<Grid>> neighbours() const {
    return neighbours_of(index(), extent());
  }
  /// From now on the object stays where it is, whoever wants it to move, until `unpin`.
  void pin() { host().lifecycle().pin(*this); }
  void unpin() { host().lifecycle().unpin(*this); }
  /// Something that it stayed for is gone: if it is to move, it goes.
  void reconsider_move() { host().lifecycle().reconsider(*this); }

  /// Opens memory of this object, into which the bytes of ElementProxy::send_to_region are received
  /// until it is closed; meanwhile the object stays where it is. The number is one that the object
  /// has not open.
  void open_region(std::uint64_t number, std::span<std::byte> memory) {
    host().regions().open(id(), number, memory);
  }
  /// When this returns, nothing is written there any more; what was on its way comes with its
  /// message, or has been lost where it had begun to land. False where it is not open.
  bool close_region(std::uint64_t number) {
    if (!host().regions().close(id(), number)) return false;
    host().lifecycle().reconsider(*this);
    return true;
  }

 protected:
  /// Takes part in the array's next reduction, with a value: when every element has, the combined
  /// value goes to the target. All elements take part in the same reductions in the same order.
  template <class T, class Op>
    requires ReducesInto<Op, T> || (!std::is_void_v<typename detail::ElementOf<T>::type>)
  void contribute(T value, Op, const Callback<T>& target) {
    contribute_to<T, Op>(value, target.target, nullptr);
  }
  /// Takes part likewise; the result is for `job.reduction<T>(name)` in the main program.
  template <class T, class Op>
    requires ReducesInto<Op, T> || (!std::is_void_v<typename detail::ElementOf<T>::type>)
  void contribute(std::string_view name, T value, Op) {
    contribute_to<T, Op>(value, named(name), nullptr);
  }
  /// Takes part likewise, by a name that knows its type.
  template <class T, class Op>
  void contribute(const Reduction<T>& reduction, std::type_identity_t<T> value, Op operation) {
    contribute(reduction.name, std::move(value), operation);
  }
  /// Takes part in a reduction that is combined in an order which the indices alone decide, so that
  /// it has the same bits on every placement and whoever comes first: pairs of neighbours, pairs of
  /// pairs and so on, the last coordinate fastest. The array is dense. A PE sends on what it cannot
  /// combine yet: a value for each element at worst, where its elements are no neighbours of each
  /// other.
  template <class T, class Op>
    requires ReducesInto<Op, T>
  void contribute_in_order(std::string_view name, T value, Op) {
    in_order_for<T, Op>(std::move(value), named(name), nullptr);
  }
  /// Takes part likewise; the result goes to the target.
  template <class T, class Op>
    requires ReducesInto<Op, T>
  void contribute_in_order(T value, Op, const Callback<T>& target) {
    in_order_for<T, Op>(std::move(value), target.target, nullptr);
  }
  /// Every element gives a value, and the main program gets all of them, ordered by index, the last
  /// coordinate fastest: `co_await job.reduction<std::vector<T>>(name)`.
  template <class T>
  void gather(std::string_view name, T value) {
    gather_for(std::move(value), named(name), nullptr);
  }
  /// Gathers likewise; the values go to the target.
  template <class T>
  void gather(T value, const Callback<std::vector<T>>& target) {
    gather_for(std::move(value), target.target, nullptr);
  }
  /// Without a value: the target learns that every element has come here.
  void contribute(const Callback<void>& target) { contribute_nothing(target.target, nullptr); }
  void contribute(std::string_view name) { contribute_nothing(named(name), nullptr); }

  /// Takes part in the next reduction of a section that it is a member of; as the calls above do in
  /// that of the array. The k-th contribution of every member to the section belongs to its k-th
  /// reduction, and has nothing to do with those of the array.
  template <class T, class Op>
    requires ReducesInto<Op, T> || (!std::is_void_v<typename detail::ElementOf<T>::type>)
  void contribute(const SectionProxy<Derived>& section, T value, Op, const Callback<T>& target) {
    contribute_to<T, Op>(value, target.target, &section);
  }
  template <class T, class Op>
    requires ReducesInto<Op, T> || (!std::is_void_v<typename detail::ElementOf<T>::type>)
  void contribute(const SectionProxy<Derived>& section, std::string_view name, T value, Op) {
    contribute_to<T, Op>(value, named(name), &section);
  }
  template <class T, class Op>
  void contribute(const SectionProxy<Derived>& section, const Reduction<T>& reduction,
                  std::type_identity_t<T> value, Op operation) {
    contribute(section, reduction.name, std::move(value), operation);
  }
  template <class T, class Op>
    requires ReducesInto<Op, T>
  void contribute_in_order(const SectionProxy<Derived>& section, std::string_view name, T value,
                           Op) {
    in_order_for<T, Op>(std::move(value), named(name), &section);
  }
  template <class T, class Op>
    requires ReducesInto<Op, T>
  void contribute_in_order(const SectionProxy<Derived>& section, T value, Op,
                           const Callback<T>& target) {
    in_order_for<T, Op>(std::move(value), target.target, &section);
  }
  template <class T>
  void gather(const SectionProxy<Derived>& section, std::string_view name, T value) {
    gather_for(std::move(value), named(name), &section);
  }
  template <class T>
  void gather(const SectionProxy<Derived>& section, T value,
              const Callback<std::vector<T>>& target) {
    gather_for(std::move(value), target.target, &section);
  }
  void contribute(const SectionProxy<Derived>& section, const Callback<void>& target) {
    contribute_nothing(target.target, &section);
  }
  void contribute(const SectionProxy<Derived>& section, std::string_view name) {
    contribute_nothing(named(name), &section);
  }

  /// Every element gives a value, and every element gets all of them, ordered by index: Method, an
  /// entry method that takes a std::vector of such values, is called on each. One of the array's
  /// reductions, and a broadcast of its result.
  template <auto Method, class T>
  void all_gather(T value) {
    gather(std::move(value), Callback<std::vector<T>>(array().all().template callback<Method>()));
  }
  /// Gathers likewise among the members of a section.
  template <auto Method, class T>
  void all_gather(const SectionProxy<Derived>& section, T value) {
    gather(section, std::move(value),
           Callback<std::vector<T>>(section.template callback<Method>()));
  }
  /// Every element has a part for every element, itself as well, in the order of their indices, and
  /// gets those that all have for it, in the same order: Method, an entry method that takes a
  /// std::vector of parts, is called on each. Another number of parts than there are elements ends
  /// the job. One of the array's reductions, and a scatter of its result, so all parts that a site
  /// sends, and all that it gets, travel in one message.
  template <auto Method, class T>
  void all_to_all(std::vector<T> parts) {
    exchange<Method>(std::move(parts), nullptr);
  }
  /// Exchanges likewise among the members of a section.
  template <auto Method, class T>
  void all_to_all(const SectionProxy<Derived>& section, std::vector<T> parts) {
    exchange<Method>(std::move(parts), &section);
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
    const Balancing* balancing = host().balancing();
    if (balancing == nullptr) return proxy().template send<Method>();
    contribute_nothing(balancing->point(id().collection, detail::entry_of<Derived, Method>.id),
                       nullptr);
  }

  /// `co_await barrier();` waits until every element of the array has come to it.
  Future<void> barrier() {
    Future<void> passed("the barrier of " + type().name);
    static_assert(!std::same_as<IndexType, NoIndex>,
                  "isthmus: a chare that stands alone has nobody to wait for");
    host().collectives().enter_barrier(*this, passed.name());
    return passed;
  }

 private:
  /// The main program, which waits for the result by its name.
  CallbackTarget named(std::string_view name) const {
    const PeId main_pe = host().members().first();
    return {CallbackTarget::Kind::inbox, main_pe, detail::inbox_name(name), {}, {}, 0, {}};
  }
  // Among the members of the section; of the whole array where that is null.
  using Among = const SectionProxy<Derived>*;

  template <class T>
  void gather_for(T value, const CallbackTarget& target, Among among) {
    std::vector<detail::Gathered<T>> own;
    own.push_back({key(), std::move(value)});
    contribute_to<std::vector<detail::Gathered<T>>, detail::Gather<IndexType>>(own, target, among);
  }
  template <class T, class Op>
  void in_order_for(T value, const CallbackTarget& target, Among among) {
    static_assert(GridIndex<IndexType>, "isthmus: only elements of a dense array have an order");
    ISTHMUS_ASSERT(extent().is_bounded());
    detail::OrderedRuns<T> run;
    run.runs.push_back({detail::ordinal_of(index(), extent()), 0, std::move(value)});
    contribute_to<detail::OrderedRuns<T>, detail::InOrder<Op>>(run, target, among);
  }
  void contribute_nothing(const CallbackTarget& target, Among among) {
    Nothing nothing;
    contribute_to<Nothing, detail::Ignore>(nothing, target, among);
  }
  template <auto Method, class T>
  void exchange(std::vector<T> parts, Among among) {
    static_assert(std::same_as<detail::PartOf<Method>, std::vector<T>>,
                  "isthmus: what all send to all is taken by an entry method whose one parameter "
                  "is a std::vector of the parts");
    const PeId root =
        among != nullptr ? keeper_of(among->name().id, host().members()) : host().members().first();
    std::vector<detail::Row<T>> own;
    own.push_back({{key(), pe()}, std::move(parts)});
    contribute_to<std::vector<detail::Row<T>>, detail::Transpose<Derived, Method>>(
        own, host().collectives().scatter_target(id().collection, root), among);
  }
  template <class T, class Op>
  void contribute_to(T& value, const CallbackTarget& target, Among among) {
    static_assert(!std::same_as<IndexType, NoIndex>,
                  "isthmus: a chare that stands alone has nobody to reduce with");
    const ReducerOps& ops = detail::reducer_ops<T, Op>;
    if (among != nullptr) {
      host().collectives().contribute(*this, among->name(), ops, &value, target);
    } else {
      host().collectives().contribute(*this, ops, &value, target);
    }
  }
};

}  // namespace isthmus::engine

namespace isthmus {

using engine::Chare;

}  // namespace isthmus
