#include "isthmus/sched/task.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <memory>
#include <stdexcept>
#include <string>

namespace isthmus::engine {
namespace {

// Runs a task to its first wait; notes the end.
Detached start(Task<void> task, bool& ended) {
  co_await std::move(task);
  ended = true;
}

template <class T>
T result_of(Task<T> task) {
  std::optional<T> result;
  bool ended = false;
  const auto take = [](Task<T> from, std::optional<T>& into) -> Task<void> {
    into = co_await std::move(from);
  };
  start(take(std::move(task), result), ended);
  EXPECT_TRUE(ended);
  return std::move(*result);
}

// `co_await wait_at(waiter)` waits until somebody resumes the waiter. (GCC 12 copies an awaiter
// that a lambda has captured, so it is no object of its own.)
auto wait_at(std::coroutine_handle<>& waiter) {
  struct Awaiter {
    std::coroutine_handle<>& into;
    bool await_ready() { return false; }
    void await_suspend(std::coroutine_handle<> handle) { into = handle; }
    void await_resume() {}
  };
  return Awaiter{waiter};
}

Task<int> number(int n) { co_return n; }
Task<std::unique_ptr<int>> pointer(int n) { co_return std::make_unique<int>(n); }
Task<int> sum(int n) {
  if (n == 0) co_return 0;
  const int own = co_await number(n);
  co_return own + co_await sum(n - 1);
}
Task<int> broken() {
  throw std::runtime_error("broken");
  co_return 0;
}

TEST(Task, YieldsValues) {
  EXPECT_EQ(result_of(number(5)), 5);
  EXPECT_EQ(*result_of(pointer(6)), 6);
  EXPECT_EQ(result_of(sum(10)), 55);
}

TEST(Task, ConvertsWhatIsReturned) {
  const auto text = []() -> Task<std::string> { co_return "literal"; };
  EXPECT_EQ(result_of(text()), "literal");
}

TEST(Task, StartsWhenItIsAwaited) {
  bool started = false;
  const auto body = [&]() -> Task<void> {
    started = true;
    co_return;
  };
  bool ended = false;
  Task<void> task = body();
  EXPECT_FALSE(started);
  start(std::move(task), ended);
  EXPECT_TRUE(started);
  EXPECT_TRUE(ended);
}

TEST(Task, ThrowsWhereItIsAwaited) {
  const auto catching = []() -> Task<std::string> {
    try {
      co_await broken();
    } catch (const std::runtime_error& error) {
      co_return error.what();
    }
    co_return "nothing";
  };
  EXPECT_EQ(result_of(catching()), "broken");
}

TEST(Task, PassesExceptionsThroughAwaits) {
  const auto middle = []() -> Task<int> { co_return 1 + co_await broken(); };
  const auto outer = [&]() -> Task<int> {
    int caught = 0;
    try {
      caught = co_await middle();
    } catch (const std::runtime_error&) {
      caught = -1;
    }
    co_return caught;
  };
  EXPECT_EQ(result_of(outer()), -1);
}

TEST(Task, ResumesWhereItWaited) {
  std::coroutine_handle<> waiter;
  int stage = 0;
  const auto body = [&]() -> Task<void> {
    stage = 1;
    co_await wait_at(waiter);
    stage = 2;
  };
  const auto outer = [&]() -> Task<void> {
    co_await body();
    stage = 3;
  };
  bool ended = false;
  start(outer(), ended);
  EXPECT_EQ(stage, 1);
  EXPECT_FALSE(ended);
  waiter.resume();
  EXPECT_EQ(stage, 3);
  EXPECT_TRUE(ended);
}

struct Flag {
  explicit Flag(bool& flag) : destroyed(&flag) {}
  Flag(Flag&& other) noexcept : destroyed(std::exchange(other.destroyed, nullptr)) {}
  ~Flag() {
    if (destroyed != nullptr) *destroyed = true;
  }
  bool* destroyed;
};

TEST(Task, DestroysItsLocalsWhenItIsDestroyedUnstarted) {
  bool destroyed = false;
  const auto body = [](Flag) -> Task<void> { co_return; };
  {
    Task<void> task = body(Flag(destroyed));
    EXPECT_FALSE(destroyed);
  }
  EXPECT_TRUE(destroyed);
}

TEST(Task, DestroysWhatItAwaitsWhenItIsDestroyedWaiting) {
  std::coroutine_handle<> waiter;
  bool inner_destroyed = false;
  bool outer_destroyed = false;
  const auto inner = [&]() -> Task<void> {
    const Flag flag(inner_destroyed);
    co_await wait_at(waiter);
  };
  std::coroutine_handle<> own;
  struct OwnHandle {
    std::coroutine_handle<>& into;
    bool await_ready() { return false; }
    bool await_suspend(std::coroutine_handle<> handle) {
      into = handle;
      return false;
    }
    void await_resume() {}
  };
  const auto outer = [](auto body, bool& flag_to, auto& handle) -> Detached {
    const Flag flag(flag_to);
    co_await OwnHandle{handle};
    co_await body();
  };
  outer(inner, outer_destroyed, own);
  EXPECT_FALSE(inner_destroyed);
  own.destroy();
  EXPECT_TRUE(inner_destroyed);
  EXPECT_TRUE(outer_destroyed);
}

// How far below `top` the stack has grown when the deepest task runs.
Task<std::uintptr_t> deep(int depth) {
  if (depth > 0) co_return co_await deep(depth - 1);
  co_return reinterpret_cast<std::uintptr_t>(__builtin_frame_address(0));
}

TEST(Task, NestsDeeplyOnAStackThatDoesNotGrow) {
#if defined(__OPTIMIZE__) && !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
  const auto top = reinterpret_cast<std::uintptr_t>(__builtin_frame_address(0));
  EXPECT_LT(top - result_of(deep(100'000)), 16'384u);
#else
  // Tail calls, which symmetric transfer needs, come with optimization alone.
  EXPECT_NE(result_of(deep(100)), 0u);
#endif
}

TEST(Task, LoopsOverManyTasksOnAStackThatDoesNotGrow) {
  const auto loop = []() -> Task<std::int64_t> {
    std::int64_t total = 0;
    for (int i = 0; i < 1'000; ++i) total += co_await number(i);
    co_return total;
  };
  EXPECT_EQ(result_of(loop()), 499'500);
}

}  // namespace
}  // namespace isthmus::engine
