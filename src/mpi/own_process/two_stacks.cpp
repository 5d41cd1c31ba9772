#include "mpi/own_process/two_stacks.hpp"

#include <sys/mman.h>

#include <bit>
#include <cerrno>
#include <cstddef>
#include <utility>

namespace isthmus::mpi {

namespace {

/// As the main thread's usually is. Pages that nobody touches cost nothing.
constexpr std::size_t stack_bytes = std::size_t{8} << 20;
constexpr std::size_t guard_bytes = 65536;

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
  std::unique_lock held(lock_, std::defer_lock);
  if (visit.why == image::Stop::trapped) {
    held.lock();
  } else if (!held.try_lock()) {
    return true;  // exit() in one thread while another one waits in MPI
  }
  if (has_ended_) return true;
  const int error_number = errno;
  visit.around = std::exchange(present_, &visit);
  why_ = visit.why;
  for (;;) {
    switch_to_runtime();
    if (has_ended_ || !wanted_) break;
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
    return switch_stack(program_stack_, runtime_stack_);
  }
  const Objects::Scope scope(*objects_);
  switch_stack(program_stack_, runtime_stack_);
}

image::Stop TwoStacks::let_go_on() {
  switch_stack(runtime_stack_, program_stack_);
  return why_;
}

}  // namespace isthmus::mpi
