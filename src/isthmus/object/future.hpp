// isthmus/object/future.hpp: a value that comes later, to the PE that asked for it.
#pragma once

#include <cstdint>
#include <utility>

#include "isthmus/object/callback.hpp"
#include "isthmus/object/coroutine.hpp"
#include "isthmus/object/objects.hpp"

namespace isthmus::engine {

/// Waits for one T, which anybody who holds its callback may send. Belongs to the PE that makes it
/// and does not move between PEs; its callback does. A value that comes after the future is gone is
/// dropped.
template <class T = void>
class Future {
 public:
  Future() : host_(&Objects::current()), name_(host_->replies().inboxes().open()) {}
  explicit Future(std::string what) : Future() { what_ = std::move(what); }
  Future(Future&& other) noexcept
      : host_(other.host_), name_(std::exchange(other.name_, 0)), what_(std::move(other.what_)) {}
  Future& operator=(Future&& other) noexcept {
    std::swap(host_, other.host_);
    std::swap(name_, other.name_);
    std::swap(what_, other.what_);
    return *this;
  }
  ~Future() {
    if (name_ == 0) return;
    auto& unread = host_->replies().inboxes().find(name_)->values;
    while (!unread.empty()) host_->pool().release(unread.pop_front());
    host_->replies().inboxes().close(name_);
  }

  Callback<T> callback() const {
    return {{CallbackTarget::Kind::inbox, host_->pe_id(), name_, {}, {}, 0, {}}};
  }
  /// The name of its inbox on this PE.
  std::uint64_t name() const { return name_; }
  bool is_ready() const { return !host_->replies().inboxes().find(name_)->values.empty(); }

  /// `T value = co_await future;` gives the PE back until the value is there.
  auto operator co_await() const { return detail::ValueAwaiter<T>{{*host_, name_, what_}}; }

 private:
  Objects* host_;
  std::uint64_t name_;
  std::string what_ = "a future";
};

/// Sends a value to a callback's target, from any PE.
template <class T, class V>
void send(const Callback<T>& callback, V&& value) {
  Objects& here = Objects::current();
  here.replies().fire(callback.target, detail::make_value<T>(here.pool(), std::forward<V>(value)));
}
inline void send(const Callback<void>& callback) {
  Objects& here = Objects::current();
  here.replies().fire(callback.target, detail::make_value<void>(here.pool()));
}

}  // namespace isthmus::engine

namespace isthmus {

using engine::Future;
using engine::send;

}  // namespace isthmus
