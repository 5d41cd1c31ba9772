// isthmus/thread/user_thread.hpp: a function with a stack of its own, which can stop in the middle.
#pragma once

#include <cstddef>
#include <exception>
#include <functional>
#include <memory>

namespace isthmus::engine {

/// Runs `body` on a stack of its own. Whoever owns it calls `resume`; the body, however deep in its
/// calls, gives the processor back with `suspend`. So plain functions can wait without holding a
/// PE, as coroutines do. Nothing here blocks.
///
/// Thread rule: resumed by one thread of the operating system at a time. The stack does not move.
class UserThread {
 public:
  static constexpr std::size_t default_stack_bytes = std::size_t{1} << 20;

  /// Takes the stack, of whose pages only those that are touched cost memory, with a page below it
  /// that nobody may touch: a stack that overflows is a fault at once. Throws std::bad_alloc where
  /// the system has no address space left.
  explicit UserThread(std::function<void()> body, std::size_t stack_bytes = default_stack_bytes);
  /// A body that has not ended is ended where it stands: what lives on its stack is destroyed, by
  /// an exception that it must not keep (`catch (...)` without `throw`).
  ~UserThread();
  UserThread(const UserThread&) = delete;
  UserThread& operator=(const UserThread&) = delete;

  /// Runs the body, from its start or from its last `suspend`, to its next one or its end. An
  /// exception that leaves the body is thrown here. Not from within the body, not after its end.
  void resume();
  /// Within the body alone: goes back to who called `resume`, until somebody does again.
  void suspend();

  /// The body is on the processor at this moment.
  bool is_running() const { return runs_; }
  bool has_ended() const { return ended_; }

 private:
  class Stack;
  struct Switch;
  struct Unwinding {};

  static void enter(void* self);
  void run_body();
  void switch_in();

  std::function<void()> body_;
  std::unique_ptr<Stack> stack_;
  std::unique_ptr<Switch> switch_;
  std::exception_ptr exception_;
  bool runs_ = false;
  bool ended_ = false;
  bool unwinding_ = false;
};

}  // namespace isthmus::engine

namespace isthmus {

using engine::UserThread;

}  // namespace isthmus
