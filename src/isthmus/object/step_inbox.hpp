// isthmus/object/step_inbox.hpp: what comes for the steps of an object's loop, however early or
// late.
#pragma once

#include <algorithm>
#include <bit>
#include <concepts>
#include <coroutine>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <span>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "isthmus/object/coroutine.hpp"
#include "isthmus/object/objects.hpp"

namespace isthmus::engine {

/// A member of a chare whose neighbours send it something for each of its steps:
///
///     void edge(int step, Face from, std::span<const double> cells) {
///       edges_.put(step, [&](Edge& edge) { edge = {from, {cells.begin(), cells.end()}}; });
///     }
///     Task<void> run() {
///       ...
///       for (const Edge& edge : co_await edges_.of(step_, neighbours)) ...
///
/// Neighbours may be ahead by any number of steps; what they send waits here. It is serialized and
/// moves with its object, with what has come for later steps. An object stays where it is while its
/// coroutine waits, so a loop that is to be balanced ends with at_sync and is called again.
///
/// A T that has been used is filled again for a later step, so that its memory is used again. For
/// the thread of its object's PE alone.
template <class T>
class StepInbox {
 public:
  /// `what` comes for each step ("edges"), for the report of a job that cannot go on.
  explicit StepInbox(const char* what = "messages") : what_(what) {}

  /// From an entry method of the object: something has come for a step. `fill(T&)` says what; the T
  /// may have held something before. Where that is the last that is awaited, the coroutine that
  /// waits goes on before this returns. Throws std::logic_error for a step that has been awaited
  /// already or is 100,000 ahead, and where more come than are awaited.
  template <class Fill>
    requires std::invocable<Fill, T&>
  void put(std::int64_t step, Fill&& fill) {
    Step& to = at(step);
    if (to.count == to.values.size()) to.values.emplace_back();
    fill(to.values[to.count]);
    if (++to.count == count_ && waiter_ && step == first_) {
      Objects::current().replies().resume(std::exchange(waiter_, {}),
                                          std::exchange(activity_, nullptr));
    }
  }
  /// Puts the value itself there.
  void put(std::int64_t step, T value) {
    put(step, [&](T& place) { place = std::move(value); });
  }

  class Awaiter;
  /// `std::span<T> all = co_await inbox.of(step, count);` gives the PE back until `count` have come
  /// for the step, and yields them in the order in which they came, until the next call. Steps may
  /// be left out, and what has come for them is dropped; none is awaited twice.
  Awaiter of(std::int64_t step, std::size_t count) {
    if (step < first_) refuse(step);
    if (first_ < step) go_to(step);
    if (has_given_first_) refuse(step);
    count_ = count;
    if (arrived(step) > count_) refuse_more();
    return Awaiter(*this);
  }

  /// How many have come for a step so far.
  std::size_t arrived(std::int64_t step) const {
    const auto ahead = static_cast<std::uint64_t>(step - first_);
    return ahead < slots_.size() ? slot(step).count : 0;
  }

  void serialize(auto& archive) {
    std::deque<Step> steps = in_order();
    archive(first_, has_given_first_, steps);
    lay_out(std::move(steps));
  }

 private:
  /// Messages are seldom ahead by more than a few steps; a mistake in a number must not take all
  /// memory.
  static constexpr std::int64_t ahead_max = 100'000;
  static constexpr std::size_t slots_min = 2;

  struct Step {
    std::vector<T> values = {};  // those behind the first `count` are of steps that are over
    std::size_t count = 0;

    void serialize(auto& archive) {
      values.resize(count);
      archive(values);
      count = values.size();
    }
  };

  /// The step is less ahead than there are slots.
  Step& slot(std::int64_t step) {
    return slots_[static_cast<std::size_t>(step) & (slots_.size() - 1)];
  }
  const Step& slot(std::int64_t step) const {
    return slots_[static_cast<std::size_t>(step) & (slots_.size() - 1)];
  }

  Step& at(std::int64_t step) {
    if (step < first_ || (step == first_ && has_given_first_)) refuse(step);
    if (static_cast<std::uint64_t>(step - first_) >= slots_.size()) make_room(step);
    return slot(step);
  }

  void make_room(std::int64_t step) {
    if (step - first_ > ahead_max) refuse_ahead(step);
    const auto wanted = static_cast<std::size_t>(step - first_) + 1;
    std::vector<Step> before =
        std::exchange(slots_, std::vector<Step>(std::bit_ceil(std::max(wanted, slots_min))));
    const auto count = static_cast<std::int64_t>(before.size());
    for (std::int64_t kept = first_; kept < first_ + count; ++kept) {
      slot(kept) = std::move(before[static_cast<std::size_t>(kept) & (before.size() - 1)]);
    }
  }

  /// Steps between are dropped with what has come for them; their memory stays.
  void go_to(std::int64_t step) {
    const auto slots = static_cast<std::int64_t>(slots_.size());
    const std::int64_t end = step - first_ < slots ? step : first_ + slots;
    for (std::int64_t over = first_; over < end; ++over) slot(over).count = 0;
    first_ = step;
    has_given_first_ = false;
  }

  /// All for which something has come, and those between, taken out of their slots.
  std::deque<Step> in_order() {
    std::deque<Step> steps;
    auto last = static_cast<std::int64_t>(slots_.size());
    while (last > 0 && slot(first_ + last - 1).count == 0) --last;
    for (std::int64_t ahead = 0; ahead < last; ++ahead) {
      steps.push_back(std::exchange(slot(first_ + ahead), {}));
    }
    return steps;
  }
  void lay_out(std::deque<Step> steps) {
    const auto count = static_cast<std::int64_t>(steps.size());
    if (count > static_cast<std::int64_t>(slots_.size())) make_room(first_ + count - 1);
    for (std::int64_t ahead = 0; ahead < count; ++ahead) {
      slot(first_ + ahead) = std::move(steps[static_cast<std::size_t>(ahead)]);
    }
  }

  [[noreturn]] void refuse(std::int64_t step) const {
    throw std::logic_error(std::string(what_) + " of step " + std::to_string(step) +
                           ", which is over: step " + std::to_string(first_) +
                           " is the present one");
  }
  [[noreturn]] void refuse_ahead(std::int64_t step) const {
    throw std::logic_error(std::string(what_) + " of step " + std::to_string(step) +
                           ", more than " + std::to_string(ahead_max) + " ahead of step " +
                           std::to_string(first_));
  }
  [[noreturn]] void refuse_more() const {
    throw std::logic_error(std::to_string(arrived(first_)) + " " + what_ + " of step " +
                           std::to_string(first_) + ", where " + std::to_string(count_) +
                           " are awaited");
  }

  const char* what_;
  std::int64_t first_ = 0;        // the present step
  bool has_given_first_ = false;  // what has come for it
  std::size_t count_ = 0;         // awaited for it
  std::coroutine_handle<> waiter_ = {};
  Activity* activity_ = nullptr;  // the waiter's
  // The present one and those behind it, each in the slot that is its number modulo theirs, a power
  // of two: few lines of memory, and used again.
  std::vector<Step> slots_ = {};
};

/// The result of StepInbox::of; co_await it at once.
template <class T>
class StepInbox<T>::Awaiter {
 public:
  explicit Awaiter(StepInbox& inbox) : inbox_(inbox) {}
  Awaiter(const Awaiter&) = delete;
  Awaiter& operator=(const Awaiter&) = delete;

  bool await_ready() const { return inbox_.arrived(inbox_.first_) == inbox_.count_; }
  void await_suspend(std::coroutine_handle<> waiter) {
    Objects& here = Objects::current();
    inbox_.waiter_ = waiter;
    inbox_.activity_ = here.replies().activities().current();
    if (inbox_.activity_ == nullptr) return;
    inbox_.activity_->awaits.set(inbox_.count_, inbox_.what_, inbox_.first_);
    inbox_.activity_->since_ns = here.pe().now_ns();
  }
  std::span<T> await_resume() {
    inbox_.has_given_first_ = true;
    if (inbox_.slots_.empty()) return {};
    Step& step = inbox_.slot(inbox_.first_);
    return std::span(step.values).first(step.count);
  }

 private:
  StepInbox& inbox_;
};

}  // namespace isthmus::engine

namespace isthmus {

using engine::StepInbox;

}  // namespace isthmus
