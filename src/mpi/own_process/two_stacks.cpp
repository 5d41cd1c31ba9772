#include "mpi/own_process/two_stacks.hpp"

#include <dirent.h>
#include <sys/mman.h>

#include <bit>
#include <cerrno>
#include <cstddef>
#include <utility>

namespace isthmus::engine::mpi {

namespace {

/// As the main thread's usually is. Pages that nobody touches cost nothing.
constexpr std::size_t stack_bytes = std::size_t{8} << 20;
constexpr std::size_t guard_bytes = 65536;

/// Beside the one that asks. The runtime makes none in such a process.
bool has_other_threads() {
  int count = 0;
  DIR* const threads = opendir("/proc/self/task");
  if (threads == nullptr) return false;
  while (const dirent* const one = readdir(threads)) count += one->d_name[0] != '.';
  closedir(threads);
  return count > 1;
}

}  // namespace

bool TwoStacks::begin(void (*runtime)()) {
  void* const memory = mmap(nullptr, guard_bytes + stack_bytes, PROT_READ | PROT_WRITE,
                            MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_STACK, -1, 0);
  if (memory == MAP_FAILED) return false;
  mprotect(memory, guard_bytes, PROT_NONE);
  runtime_ = runtime;
  first_thread_ = pthread_self();
  runtime_stack_ =
      new_stack(static_cast<std::byte*>(memory) + guard_bytes, stack_bytes, enter, this);
  return true;
}

void TwoStacks::enter(void* self) {
  auto& stacks = *static_cast<TwoStacks*>(self);
  stacks.runtime_();
  stacks.has_ended_ = true;
  ParkedStack never;
  switch_stack(never, stacks.program_stack_);
}

bool TwoStacks::visit(Visit& visit) {
  if (visit.why == image::Stop::trapped) {
    turns_.take();
  } else if (!turns_.try_take()) {
    return true;  // exit() in one thread while another one waits in MPI
  }
  const bool has_ended = visit_in_turn(visit);
  if (visit.has_turn) turns_.give();
  return has_ended;
}

bool TwoStacks::visit_in_turn(Visit& visit) {
  if (has_ended_) return true;
  const int error_number = errno;
  visit.around = std::exchange(present_, &visit);
  why_ = visit.why;
  for (;;) {
    switch_to_runtime();
    if (has_ended_) break;
    visit.has_come_back = std::exchange(lets_others_first_, false);
    if (visit.has_come_back) {
      present_ = nullptr;
      turns_.give();
      visit.has_turn = turns_.take_again(visit.is_answered);
      if (!visit.has_turn) {
        errno = error_number;
        return false;
      }
      if (has_ended_ || visit.is_answered.load()) break;
      present_ = &visit;
      why_ = visit.why;
      continue;
    }
    if (!wanted_) break;
    const Function wanted = *std::exchange(wanted_, std::nullopt);
    errno = error_number;
    const auto& words = wanted.arguments;
    using Called = std::uint64_t(std::uint64_t, std::uint64_t, std::uint64_t, std::uint64_t,
                                 std::uint64_t, std::uint64_t);
    returned_ = std::bit_cast<Called*>(wanted.address)(words[0], words[1], words[2], words[3],
                                                       words[4], words[5]);
    why_ = image::Stop::returned;
  }
  present_ = visit.around;
  errno = error_number;
  return has_ended_;
}

/// The thread-local that the runtime has is set on each thread that it comes to. It is the same
/// value on all of them, so whatever the compiler keeps of it across the switch is right.
void TwoStacks::switch_to_runtime() {
  if (objects_ == nullptr || is_on_first_thread()) {
    return switch_back(program_stack_, runtime_stack_);
  }
  const Objects::Scope scope(*objects_);
  switch_back(program_stack_, runtime_stack_);
}

void TwoStacks::tell_of_threads(std::function<void()> call) {
  if (bell_) return;
  bell_.emplace(objects_->pe(), std::move(call), has_other_threads);
  turns_.ring_with([this] { bell_->ring(); });
}

void TwoStacks::answer_aside(std::uint64_t call, std::optional<std::uint64_t> value) {
  Visit& visit = *std::bit_cast<Visit*>(call);
  if (value) visit.result = *value;
  visit.is_answered.store(true);  // Its thread may leave it at once.
  turns_.notify();
}

image::Stop TwoStacks::let_go_on() {
  switch_stack(runtime_stack_, program_stack_);
  return why_;
}

}  // namespace isthmus::engine::mpi
