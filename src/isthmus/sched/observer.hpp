// isthmus/sched/observer.hpp: who follows what a PE does, as it does it.
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "isthmus/base/clock.hpp"
#include "isthmus/message/message.hpp"

namespace isthmus::engine::sched {

/// A part of a handler's work that the program tells from the rest, by the two places of its code
/// that it lies between: whatever numbers the program gives them. Plain data.
struct Stretch {
  std::uint64_t from = 0;
  std::uint64_t to = 0;

  auto operator<=>(const Stretch&) const = default;
};

/// Told of every message that a PE handles and sends: for virtual time, traces and measurements. A
/// PE has any number, told in the order in which they came. Called on the PE's thread; never
/// blocks, sends nothing.
class Observer {
 public:
  virtual ~Observer() = default;
  /// The message is about to go to its handler.
  virtual void handling(const Message& message) = 0;
  /// The handler of the message told last has returned.
  virtual void handled() = 0;
  /// The message is about to leave for its destination, this PE or another.
  virtual void sending(const Message& message) = 0;
  /// The program says what it would cost.
  virtual void charged(TimeNs duration_ns) = 0;
  /// Somebody is about to look at the clock while a handler runs, to tell what was done before from
  /// what comes: in virtual time the clock is brought up to that.
  virtual void settling() {}
  /// What the running handler does from here on, to the end that is told next, is a stretch.
  virtual void stretch_begins() {}
  virtual void stretch_ends(const Stretch& /*stretch*/) {}
  /// Something happened on this PE that whoever looks at it later should know: a name and a text.
  virtual void noted(std::string_view /*name*/, std::string_view /*text*/) {}
};

/// Several observers as one, told in the order in which they were added.
class Observers final : public Observer {
 public:
  void add(Observer& observer) { all_.push_back(&observer); }
  void remove(const Observer& observer) { std::erase(all_, &observer); }
  std::size_t count() const { return all_.size(); }
  Observer& first() { return *all_.front(); }
  void handling(const Message& message) override {
    for (Observer* observer : all_) observer->handling(message);
  }
  void handled() override {
    for (Observer* observer : all_) observer->handled();
  }
  void sending(const Message& message) override {
    for (Observer* observer : all_) observer->sending(message);
  }
  void charged(TimeNs duration_ns) override {
    for (Observer* observer : all_) observer->charged(duration_ns);
  }
  void settling() override {
    for (Observer* observer : all_) observer->settling();
  }
  void stretch_begins() override {
    for (Observer* observer : all_) observer->stretch_begins();
  }
  void stretch_ends(const Stretch& stretch) override {
    for (Observer* observer : all_) observer->stretch_ends(stretch);
  }
  void noted(std::string_view name, std::string_view text) override {
    for (Observer* observer : all_) observer->noted(name, text);
  }

 private:
  std::vector<Observer*> all_;
};

}  // namespace isthmus::engine::sched
