// isthmus/collective/shared_variables.hpp: values that all PEs share, each kind in the one way that
// needs no lock (Neff 1995, 3.1, after Charm): accumulators, monotonic and write-once variables.
// Values that the main program sets for all are in object/readonly.hpp.
#pragma once

#include <concepts>
#include <functional>
#include <utility>
#include <vector>

#include "isthmus/base/assert.hpp"
#include "isthmus/collective/tree.hpp"
#include "isthmus/object/create.hpp"
#include "isthmus/object/future.hpp"
#include "isthmus/object/here.hpp"

namespace isthmus::engine {

namespace detail {

/// One PE's share of an accumulator.
template <class T, class Op>
class AccumulatorShare : public Chare<AccumulatorShare<T, Op>, PeId> {
 public:
  AccumulatorShare() = default;
  explicit AccumulatorShare(const T& neutral) : value_(neutral) {}
  void serialize(auto& archive) { archive(value_); }
  void absorb(AccumulatorShare&& other) { add(std::move(other.value_)); }

  void add(T value) { combine<Op, T>(value_, std::move(value)); }
  void give(const Callback<T>& target) { this->contribute(value_, Op(), target); }

 private:
  T value_{};
};

/// The best value of a monotonic variable that one PE knows.
template <class T, class Better>
class MonotonicShare : public Chare<MonotonicShare<T, Better>, PeId> {
 public:
  MonotonicShare() : MonotonicShare(T()) {}
  explicit MonotonicShare(const T& first) : best_(first) {
    const collective::TreePlace place = collective::place_in_tree(
        this->host().members(), this->pe(), collective::default_branching);
    neighbours_ = place.children;
    if (place.parent) neighbours_.push_back(*place.parent);
  }

  /// `from` says which neighbour knows it already; none where it is news to all.
  void improve(const T& value, PeId from) {
    if (!Better()(value, best_)) return;
    best_ = value;
    for (const PeId pe : neighbours_) {
      if (pe == from) continue;
      this->array()[pe].template send<&MonotonicShare::improve>(value, this->pe());
    }
  }
  const T& best() const { return best_; }
  void serialize(auto& archive) { archive(best_); }
  void absorb(MonotonicShare&& other) {
    if (Better()(other.best_, best_)) best_ = std::move(other.best_);
  }

 private:
  T best_;
  std::vector<PeId> neighbours_;  // in the tree of all PEs
};

/// One PE's copy of a write-once variable.
template <class T>
class WriteOnceCopy : public Chare<WriteOnceCopy<T>, PeId> {
 public:
  WriteOnceCopy() = default;
  explicit WriteOnceCopy(const T& value) : value_(value) {}
  void serialize(auto& archive) { archive(value_); }
  void absorb(WriteOnceCopy&&) {}  // It has the same value.

  void announce(const Callback<void>& everywhere) { this->contribute(everywhere); }
  const T& value() const { return value_; }

 private:
  T value_{};
};

}  // namespace detail

/// A sum, or what another operation makes of values, to which anybody adds at any time, without a
/// message, and which is put together when somebody asks. Plain data; may be sent and stored.
template <class T, class Op = reduce::Sum>
class Accumulator {
 public:
  Accumulator() = default;
  explicit Accumulator(GroupProxy<detail::AccumulatorShare<T, Op>> shares) : shares_(shares) {}

  void add(T value) const {
    using Share = detail::AccumulatorShare<T, Op>;
    shares_[this_pe()].template send_inline<&Share::add>(std::move(value));
  }
  /// Sends the target all that has been added: on each PE before the question comes there, and
  /// everywhere before it was asked, if the job was quiet then. The value stays, and more may be
  /// added. A broadcast and a reduction.
  void collect(const Callback<T>& target) const {
    using Share = detail::AccumulatorShare<T, Op>;
    shares_.all().template send<&Share::give>(target);
  }
  /// `T total = co_await sum.collect();`
  Future<T> collect() const {
    Future<T> total("an accumulator's value");
    collect(total.callback());
    return total;
  }
  void serialize(auto& archive) { archive(shares_); }

 private:
  GroupProxy<detail::AccumulatorShare<T, Op>> shares_;
};

/// Makes one. Every PE begins with `neutral`, which changes nothing that it is combined with: 0 for
/// a sum. The operation is one that reductions take.
template <class T, class Op = reduce::Sum>
  requires ReducesInto<Op, T>
Accumulator<T, Op> create_accumulator(T neutral, Op = {}) {
  return Accumulator<T, Op>(create_group<detail::AccumulatorShare<T, Op>>(std::move(neutral)));
}

/// A value that only gets better, such as the best solution of a search so far. Whoever finds a
/// better one says so; it spreads over the tree of all PEs, each link between sites crossed once,
/// and stops where a better one is known already. The value that a PE knows may be old, and never
/// gets worse. Plain data; may be sent and stored.
template <class T, class Better = std::less<T>>
class Monotonic {
 public:
  Monotonic() = default;
  Monotonic(GroupProxy<detail::MonotonicShare<T, Better>> shares, T first)
      : shares_(shares), first_(std::move(first)) {}

  /// Takes the value if it is better than what this PE knows.
  void improve(T value) const {
    using Share = detail::MonotonicShare<T, Better>;
    shares_[this_pe()].template send_inline<&Share::improve>(std::move(value), PeId::none());
  }
  /// The best that this PE knows.
  const T& value() const {
    const auto* share = shares_.local();
    return share == nullptr ? first_ : share->best();
  }
  void serialize(auto& archive) { archive(shares_, first_); }

 private:
  GroupProxy<detail::MonotonicShare<T, Better>> shares_;
  T first_{};
};

/// Makes one that begins with `first`. `Better()(a, b)` says whether a is better than b: smaller,
/// unless another is given (std::greater<T>()).
template <class T, class Better = std::less<T>>
  requires std::predicate<Better, const T&, const T&>
Monotonic<T, Better> create_monotonic(T first, Better = {}) {
  return {create_group<detail::MonotonicShare<T, Better>>(first), first};
}

/// A value that is made while the job runs, by anybody, and never changes. Plain data; may be sent
/// and stored.
template <class T>
class WriteOnce {
 public:
  WriteOnce() = default;
  explicit WriteOnce(GroupProxy<detail::WriteOnceCopy<T>> copies) : copies_(copies) {}

  /// Whether it has come to this PE.
  bool is_here() const { return copies_.local() != nullptr; }
  /// It must have come to this PE.
  const T& read() const {
    const auto* copy = copies_.local();
    ISTHMUS_ASSERT(copy != nullptr);
    return copy->value();
  }
  /// `co_await value.everywhere();` waits until it has come to every PE.
  Future<void> everywhere() const {
    Future<void> all("a write-once value everywhere");
    announce(all.callback());
    return all;
  }
  /// Sends to the target once it has come to every PE.
  void announce(const Callback<void>& target) const {
    using Copy = detail::WriteOnceCopy<T>;
    copies_.all().template send<&Copy::announce>(target);
  }
  void serialize(auto& archive) { archive(copies_); }

 private:
  GroupProxy<detail::WriteOnceCopy<T>> copies_;
};

/// Sets one.
template <class T>
WriteOnce<T> create_write_once(T value) {
  return WriteOnce<T>(create_group<detail::WriteOnceCopy<T>>(std::move(value)));
}

}  // namespace isthmus::engine

namespace isthmus {

using engine::Accumulator;
using engine::create_accumulator;
using engine::create_monotonic;
using engine::create_write_once;
using engine::Monotonic;
using engine::WriteOnce;

}  // namespace isthmus
