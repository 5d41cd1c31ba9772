// fem/part.hpp: parts of a mesh as elements of an array, and the rounds in which they tell each
// other what is at their borders.
#pragma once

#include <algorithm>
#include <coroutine>
#include <cstdint>
#include <span>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "fem/exchange.hpp"
#include "fem/piece.hpp"
#include "isthmus/isthmus.hpp"

namespace isthmus::fem {

/// The message of one neighbour in one round.
struct Delivery {
  std::int32_t from = 0;                 ///< The part.
  std::vector<std::int32_t> marks = {};  ///< Whatever the program says beside the values.
  std::vector<double> values = {};
};

/// Base of a chare that has one piece of a mesh; its index is the part's number. In each round a
/// part sends something to each part that it has a link to, and waits for what they send, without
/// asking anybody else; so parts drift apart by a round, and a PE whose part waits for a far site
/// works on another (Koenig 2007, 4.2):
///
///     class Body : public fem::Part<Body> { ...
///       begin_round([&](std::size_t link, std::vector<std::int32_t>& marks,
///                       std::vector<double>& values) { ... });
///       for (const fem::Delivery& delivery : co_await end_round()) ...
///
/// or `co_await copy_nodes(piece, values, 3)` and the like, which are a round each. All parts take
/// part in the same rounds in the same order. A part moves, and is kept in checkpoints, between
/// rounds; its class serializes `rounds()`.
template <class Derived>
class Part : public Chare<Derived, Index1> {
 public:
  /// An entry method: what a neighbour says in a round.
  void deliver(std::int64_t round, std::int32_t from, std::span<const std::int32_t> marks,
               std::span<const double> values) {
    rounds_.inbox.put(round, [&](Delivery& delivery) {
      delivery.from = from;
      delivery.marks.assign(marks.begin(), marks.end());
      delivery.values.assign(values.begin(), values.end());
    });
  }

 protected:
  /// Says where the part is in its rounds. Plain data.
  struct Rounds {
    std::vector<std::int32_t> others = {};  ///< The parts at the ends of its links.
    std::int64_t round = 0;
    StepInbox<Delivery> inbox{"deliveries"};

    void serialize(auto& archive) { archive(others, round, inbox); }
  };
  Rounds& rounds() { return rounds_; }

  /// Before its first round; deliveries may have come already.
  void meet(const Piece& piece) {
    rounds_.others.clear();
    for (const Link& link : piece.links) rounds_.others.push_back(link.part);
  }

  /// `fill(link, marks, values)` says what goes to the other end of piece.links[link].
  template <class Fill>
  void begin_round(Fill&& fill) {
    constexpr std::int32_t urgent = -1;  // the sooner it goes, the more of its way is hidden
    std::vector<std::int32_t> marks;
    std::vector<double> values;
    for (std::size_t link = 0; link < rounds_.others.size(); ++link) {
      marks.clear();
      values.clear();
      fill(link, marks, values);
      this->array()[rounds_.others[link]].with_priority(urgent).template send<&Derived::deliver>(
          rounds_.round, this->index(), marks, values);
    }
  }
  /// `co_await end_round()` yields what has come from all others, in the order of their links.
  auto end_round() { return Ordered{rounds_.inbox.of(rounds_.round++, rounds_.others.size())}; }

  /// The owners' values of nodes, `components` of each, to all who hold the node.
  Task<void> copy_nodes(const Piece& piece, std::span<double> values, int components) {
    return copy(piece, values, components, &Link::nodes_to, &Link::nodes_from);
  }
  /// The values of elements to all who hold them as ghosts.
  Task<void> copy_elements(const Piece& piece, std::span<double> values, int components) {
    return copy(piece, values, components, &Link::elements_to, &Link::elements_from);
  }
  /// At nodes where several parts have elements of their own, the sum of those parts' values, in
  /// the order of the parts: the same bits for all of them, on any placement; another cut gives
  /// other roundings (Ghosts::By::owned_node is for programs that must not have those).
  Task<void> add_shared(const Piece& piece, std::span<double> values, int components) {
    return combine(piece, values, components, Combining::sum);
  }
  /// Gives them the greatest of the values instead.
  Task<void> max_shared(const Piece& piece, std::span<double> values, int components) {
    return combine(piece, values, components, Combining::greatest);
  }

 private:
  struct Ordered {
    typename StepInbox<Delivery>::Awaiter inner;

    bool await_ready() const { return inner.await_ready(); }
    void await_suspend(std::coroutine_handle<> waiter) { inner.await_suspend(waiter); }
    std::span<Delivery> await_resume() {
      const std::span<Delivery> all = inner.await_resume();
      std::ranges::sort(all, {}, &Delivery::from);
      return all;
    }
  };

  static void refuse(std::int32_t from) {
    throw std::runtime_error("part " + std::to_string(from) +
                             " sent more or fewer values than the link has places");
  }

  Task<void> copy(const Piece& piece, std::span<double> values, int components, Places to,
                  Places from) {
    begin_round([&](std::size_t link, std::vector<std::int32_t>&, std::vector<double>& out) {
      pick(values, components, piece.links[link].*to, out);
    });
    std::size_t link = 0;
    for (const Delivery& delivery : co_await end_round()) {
      const bool fits = place(values, components, piece.links[link++].*from, delivery.values);
      if (!fits) refuse(delivery.from);
    }
  }

  Task<void> combine(const Piece& piece, std::span<double> values, int components,
                     Combining combining) {
    begin_round([&](std::size_t link, std::vector<std::int32_t>&, std::vector<double>& out) {
      pick(values, components, piece.links[link].shared, out);
    });
    std::vector<std::span<const double>> from;
    for (const Delivery& delivery : co_await end_round()) from.push_back(delivery.values);
    if (!combine_shared(piece, values, components, from, combining)) refuse(piece.part);
  }

  Rounds rounds_;
};

}  // namespace isthmus::fem
