// isthmus/object/waiting.hpp: coroutines that wait, and what they wait for.
#pragma once

#include <coroutine>
#include <cstddef>
#include <cstdint>
#include <list>
#include <string>
#include <unordered_map>
#include <utility>

#include "isthmus/base/clock.hpp"
#include "isthmus/base/ring.hpp"
#include "isthmus/message/message.hpp"

namespace isthmus::engine {

class Object;
struct Entry;

/// What a coroutine waits for, as reports have it; empty while it runs. Kept as it came, since a
/// step's loop waits in each of its steps and hardly anybody asks.
class Awaited {
 public:
  void set(std::string text) {
    text_ = std::move(text);
    what_ = nullptr;
  }
  /// "4 edges of step 17"; `what` lives as long as the program.
  void set(std::size_t count, const char* what, std::int64_t step) {
    what_ = what;
    count_ = count;
    step_ = step;
  }
  void clear() {
    text_.clear();
    what_ = nullptr;
  }
  bool empty() const { return what_ == nullptr && text_.empty(); }
  std::string text() const {
    if (what_ == nullptr) return text_;
    return std::to_string(count_) + " " + what_ + " of step " + std::to_string(step_);
  }

 private:
  std::string text_;
  const char* what_ = nullptr;
  std::size_t count_ = 0;
  std::int64_t step_ = 0;
};

/// The main program, or an entry method that is a coroutine, from its start to its end.
struct Activity {
  Object* object = nullptr;      ///< Null for the main program.
  const Entry* entry = nullptr;  ///< Likewise.
  Awaited awaits;                ///< "reduction 'residual'"
  TimeNs since_ns = 0;
  std::coroutine_handle<> handle;  ///< The outermost coroutine; destroying it ends the activity.
};

/// The activities of one PE. For its thread alone.
class Activities {
 public:
  ~Activities() { clear(); }

  Activity& begin(Object* object, const Entry* entry) {
    all_.push_back({object, entry, {}, 0, {}});
    return all_.back();
  }
  void end(Activity& activity) {
    if (current_ == &activity) current_ = nullptr;
    all_.remove_if([&](const Activity& other) { return &other == &activity; });
  }
  /// The one that runs; null if what runs is no coroutine.
  Activity* current() const { return current_; }
  void set_current(Activity* activity) { current_ = activity; }
  const std::list<Activity>& all() const { return all_; }
  /// Destroys all coroutines where they stand.
  void clear() {
    while (!all_.empty()) {
      const std::coroutine_handle<> handle = all_.front().handle;
      all_.pop_front();
      if (handle) handle.destroy();
    }
  }

 private:
  std::list<Activity> all_;
  Activity* current_ = nullptr;
};

/// Values that have come for a future or a named result, and the one coroutine that waits for them.
struct Inbox {
  Ring<MessagePtr> values;
  std::coroutine_handle<> waiter;
  Activity* activity = nullptr;
};

/// The inboxes of one PE by name. For its thread alone.
class Inboxes {
 public:
  /// Set in the names of inboxes that are made by the first who mentions them.
  static constexpr std::uint64_t named = std::uint64_t{1} << 63;

  /// A name of 32 bits that no open inbox has.
  std::uint64_t open() {
    do {
      ++serial_;
    } while (serial_ == 0 || inboxes_.contains(serial_));
    inboxes_[serial_];
    return serial_;
  }
  void close(std::uint64_t name) { inboxes_.erase(name); }
  /// Null if it is closed and not a named one.
  Inbox* find(std::uint64_t name) {
    if ((name & named) != 0) return &inboxes_[name];
    const auto found = inboxes_.find(name);
    return found == inboxes_.end() ? nullptr : &found->second;
  }
  /// visit(name, const Message&) for each value that has come under a name that nobody opened, and
  /// waits; of one name in the order in which they came.
  template <class Visit>
  void for_each_named(Visit&& visit) const {
    for (const auto& [name, inbox] : inboxes_) {
      if ((name & named) == 0) continue;
      inbox.values.for_each([&](const MessagePtr& value) { visit(name, *value); });
    }
  }

 private:
  std::unordered_map<std::uint64_t, Inbox> inboxes_;
  std::uint32_t serial_ = 0;
};

}  // namespace isthmus::engine
