// isthmus/sched/task.hpp: a coroutine that waits without holding its PE.
#pragma once

#include <concepts>
#include <coroutine>
#include <exception>
#include <optional>
#include <type_traits>
#include <utility>

#include "isthmus/base/assert.hpp"

namespace isthmus::engine {

template <class T = void>
class [[nodiscard]] Task;

namespace detail {

template <class T>
struct TaskResult {
  std::optional<T> value;
  template <std::convertible_to<T> U>
  void return_value(U&& result) {
    value.emplace(std::forward<U>(result));
  }
  T take() { return std::move(*value); }
};

template <>
struct TaskResult<void> {
  void return_void() {}
  void take() {}
};

template <class T>
struct TaskPromise : TaskResult<T> {
  std::coroutine_handle<> continuation = std::noop_coroutine();
  std::exception_ptr exception;

  /// Hands the thread to whoever awaits, without growing the stack.
  struct FinalAwaiter {
    bool await_ready() noexcept { return false; }
    std::coroutine_handle<> await_suspend(std::coroutine_handle<TaskPromise> done) noexcept {
      return done.promise().continuation;
    }
    void await_resume() noexcept {}
  };

  Task<T> get_return_object();
  std::suspend_always initial_suspend() noexcept { return {}; }
  FinalAwaiter final_suspend() noexcept { return {}; }
  void unhandled_exception() { exception = std::current_exception(); }
};

}  // namespace detail

/// The result of a coroutine: work that yields a T later. Starts when it is awaited. Owns the
/// coroutine, which must not be destroyed while it runs. An exception that leaves the coroutine is
/// thrown where it is awaited. Stays on the PE that started it.
template <class T>
class [[nodiscard]] Task {
 public:
  using promise_type = detail::TaskPromise<T>;
  using value_type = T;

  Task() = default;
  explicit Task(std::coroutine_handle<promise_type> coroutine) : coroutine_(coroutine) {}
  Task(Task&& other) noexcept : coroutine_(std::exchange(other.coroutine_, {})) {}
  Task& operator=(Task&& other) noexcept {
    std::swap(coroutine_, other.coroutine_);
    return *this;
  }
  ~Task() {
    if (coroutine_) coroutine_.destroy();
  }

  auto operator co_await() && {
    struct Awaiter {
      std::coroutine_handle<promise_type> coroutine;
      bool await_ready() { return false; }
      std::coroutine_handle<> await_suspend(std::coroutine_handle<> waiting) {
        coroutine.promise().continuation = waiting;
        return coroutine;
      }
      T await_resume() {
        auto& promise = coroutine.promise();
        if (promise.exception) std::rethrow_exception(promise.exception);
        return promise.take();
      }
    };
    ISTHMUS_ASSERT(coroutine_);
    return Awaiter{coroutine_};
  }

 private:
  std::coroutine_handle<promise_type> coroutine_;
};

namespace detail {

template <class T>
Task<T> TaskPromise<T>::get_return_object() {
  return Task<T>(std::coroutine_handle<TaskPromise>::from_promise(*this));
}

template <class T>
inline constexpr bool is_task = false;
template <class T>
inline constexpr bool is_task<Task<T>> = true;

template <class T>
struct TaskValue {
  using type = T;
};
template <class T>
struct TaskValue<Task<T>> {
  using type = T;
};

}  // namespace detail

/// A coroutine without an owner: runs at once, and frees itself when it ends. The body must not let
/// an exception out.
struct Detached {
  struct promise_type {
    Detached get_return_object() { return {}; }
    std::suspend_never initial_suspend() noexcept { return {}; }
    std::suspend_never final_suspend() noexcept { return {}; }
    void return_void() {}
    [[noreturn]] void unhandled_exception() { std::terminate(); }
  };
};

}  // namespace isthmus::engine

namespace isthmus {

using engine::Task;

}  // namespace isthmus
