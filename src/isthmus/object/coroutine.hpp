// isthmus/object/coroutine.hpp: coroutines of the main program and of entry methods.
#pragma once

#include <coroutine>
#include <memory>
#include <string>
#include <utility>

#include "isthmus/object/objects.hpp"
#include "isthmus/object/value.hpp"
#include "isthmus/sched/task.hpp"

namespace isthmus::engine {

/// Thrown into a coroutine that waits for something that turned out wrong (a value of another
/// type).
class WaitError : public std::exception {
 public:
  explicit WaitError(Error error) : error_(std::move(error)), text_(error_.text()) {}
  const char* what() const noexcept override { return text_.c_str(); }
  const Error& error() const { return error_; }

 private:
  Error error_;
  std::string text_;
};

namespace detail {

/// Yields the handle of the coroutine that awaits it, without suspending.
struct OwnHandle {
  std::coroutine_handle<> handle;
  bool await_ready() { return false; }
  bool await_suspend(std::coroutine_handle<> own) {
    handle = own;
    return false;
  }
  std::coroutine_handle<> await_resume() { return handle; }
};

/// Suspends until the inbox has a value; yields the value's message.
struct InboxAwaiter {
  Objects& host;
  std::uint64_t name;
  std::string what;  // for reports

  bool await_ready() { return !host.replies().inboxes().find(name)->values.empty(); }
  void await_suspend(std::coroutine_handle<> waiter) {
    Inbox& inbox = *host.replies().inboxes().find(name);
    ISTHMUS_ASSERT(!inbox.waiter);  // one coroutine waits for one result
    inbox.waiter = waiter;
    inbox.activity = host.replies().activities().current();
    if (inbox.activity != nullptr) {
      inbox.activity->awaits.set(std::move(what));
      inbox.activity->since_ns = host.pe().now_ns();
    }
  }
  MessagePtr await_resume() { return host.replies().inboxes().find(name)->values.pop_front(); }
};

/// The same, yielding the value itself.
template <class T>
struct ValueAwaiter : InboxAwaiter {
  T await_resume() {
    MessagePtr message = InboxAwaiter::await_resume();
    Expected<T> value = take_value<T>(*message);
    host.pool().release(std::move(message));
    if (!value) throw WaitError(std::move(value.error()));
    if constexpr (!std::is_void_v<T>) return std::move(*value);
  }
};

template <class R>
Detached run_entry(Objects& host, Object& object, const Entry& entry, Task<R> task,
                   MessagePtr message, [[maybe_unused]] std::shared_ptr<void> arguments) {
  Activity& activity = host.replies().activities().begin(&object, &entry);
  activity.handle = co_await OwnHandle{};
  host.replies().activities().set_current(&activity);
  host.lifecycle().begin_coroutine(object);
  try {
    if constexpr (std::is_void_v<R>) {
      co_await std::move(task);
      if ((message->flags & flag_wants_reply) != 0) reply_nothing(host, *message);
    } else {
      R result = co_await std::move(task);
      if ((message->flags & flag_wants_reply) != 0) {
        reply_value(host, *message, std::move(result));
      }
    }
  } catch (...) {
    host.execution().entry_failed(object, entry, message.get(), std::current_exception());
  }
  host.pool().release(std::move(message));
  host.replies().activities().end(activity);
  host.lifecycle().end_coroutine(object);
}

template <class R>
void start_coroutine(Objects& host, Object& object, const Entry& entry, Task<R> task,
                     MessagePtr message, std::shared_ptr<void> arguments) {
  run_entry(host, object, entry, std::move(task), std::move(message), std::move(arguments));
  host.replies().activities().set_current(nullptr);
}

}  // namespace detail

}  // namespace isthmus::engine
