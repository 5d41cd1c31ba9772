// mpi/own_process/two_stacks.hpp: the program's stack and the runtime's, in one process.
#pragma once

#include <pthread.h>

#include <array>
#include <atomic>
#include <cstdint>
#include <optional>

#include "isthmus/image/machine.hpp"
#include "isthmus/isthmus.hpp"
#include "isthmus/thread/bell.hpp"
#include "isthmus/thread/register_switch.hpp"
#include "mpi/machine.hpp"
#include "mpi/own_process/turns.hpp"

namespace isthmus::engine::mpi {

/// A call of MPI while it stands on the program's stack.
struct Visit {
  std::uint32_t number = 0;
  const std::uint64_t* arguments = nullptr;       ///< the six that registers held
  const std::uint64_t* more_arguments = nullptr;  ///< those on the stack
  std::uint64_t result = 0;                       ///< of an integer, or of a double its bits
  image::Stop why = image::Stop::trapped;         ///< or `ended`: the program exits
  Visit* around = nullptr;                        ///< in which a function runs that calls this
  bool has_turn = true;
  bool has_come_back = false;             ///< It has been set aside.
  std::atomic<bool> is_answered = false;  ///< while it was
};

/// The program keeps the stack that it was started with, and a call of MPI goes to the runtime's,
/// which is a thread's of its own but for the thread: it goes on where it stood when it let the
/// program run, and comes back when the call is answered. So the runtime works only during calls,
/// on the thread that calls, and nothing wakes anybody.
///
/// Thread rule: any thread of the program may visit; one does at a time, the others wait. One whose
/// call waits may let others go first; its visit goes on when its turn comes again.
class TwoStacks final : public CallingThreads {
 public:
  // --- on the program's stack -------------------------------------------------------------------

  /// `runtime` begins at the first visit, and returns when there is none any more. False where the
  /// system has no address space left for its stack.
  bool begin(void (*runtime)());
  /// Returns when the visit is answered (false), or the runtime has ended (true).
  bool visit(Visit& visit);

  // --- on the runtime's stack -------------------------------------------------------------------

  /// Whether the present visit is of the thread that made the first one.
  bool is_on_first_thread() const { return pthread_equal(pthread_self(), first_thread_) != 0; }
  /// The PE, which each thread that visits is to find as the one that it runs.
  void belongs_to(Objects& objects) { objects_ = &objects; }
  Visit& present() { return *present_; }
  const Visit& present() const { return *present_; }
  /// The program goes on: its call is answered, or it runs the function. Why it has come again.
  image::Stop let_go_on();
  void call(std::uint64_t function, const std::array<std::uint64_t, 6>& arguments) {
    wanted_ = {function, arguments};
  }
  std::uint64_t returned() const { return returned_; }

  void tell_of_threads(std::function<void()> call) override;
  bool are_waiting() const override { return turns_.are_wanted(); }
  std::uint64_t present_call() const override { return reinterpret_cast<std::uintptr_t>(present_); }
  void let_others_first() override { lets_others_first_ = true; }
  void answer_aside(std::uint64_t call, std::optional<std::uint64_t> value) override;
  bool has_come_back() const override { return present_->has_come_back; }

 private:
  struct Function {
    std::uint64_t address = 0;
    std::array<std::uint64_t, 6> arguments = {};
  };

  static void enter(void* self);
  bool visit_in_turn(Visit& visit);
  void switch_to_runtime();

  Turns turns_;  ///< of the visits; a function that the runtime calls may visit
  void (*runtime_)() = nullptr;
  ParkedStack program_stack_;
  ParkedStack runtime_stack_;
  pthread_t first_thread_ = {};
  Objects* objects_ = nullptr;
  Visit* present_ = nullptr;
  image::Stop why_ = image::Stop::trapped;
  std::optional<Function> wanted_;
  std::uint64_t returned_ = 0;
  std::optional<Bell> bell_;
  bool lets_others_first_ = false;
  bool has_ended_ = false;
};

}  // namespace isthmus::engine::mpi
