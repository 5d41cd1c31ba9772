#include "mpi/crash_report.hpp"

#include <signal.h>
#include <string.h>
#include <ucontext.h>
#include <unistd.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <initializer_list>

#include "mpi/crash_place.hpp"

namespace isthmus::engine::mpi {

// NOLINTBEGIN(*-avoid-non-const-global-variables)
constinit thread_local int detail::running_rank = detail::no_rank;
constinit thread_local bool detail::has_handler_stack = false;
// NOLINTEND(*-avoid-non-const-global-variables)

namespace {

class HandlerStack {
 public:
  HandlerStack() {
    stack_t stack{};
    stack.ss_sp = bytes_;
    stack.ss_size = sizeof bytes_;
    sigaltstack(&stack, nullptr);
  }
  ~HandlerStack() {
    stack_t none{};
    none.ss_flags = SS_DISABLE;
    sigaltstack(&none, nullptr);
  }
  HandlerStack(const HandlerStack&) = delete;
  HandlerStack& operator=(const HandlerStack&) = delete;

 private:
  alignas(16) char bytes_[std::size_t{1} << 16] = {};
};

/// `length` is what snprintf says: all that it would have written.
void say(const char* line, int length, std::size_t bytes) {
  if (length > 0) {
    (void)!write(STDERR_FILENO, line, std::min(static_cast<std::size_t>(length), bytes - 1));
  }
}

void say_and_end(int signal, siginfo_t* info, void* context) {
  // The handler is gone (SA_RESETHAND): the fault comes again when this returns.
  const int running = detail::running_rank;
  if (running == detail::no_rank) return;
  // snprintf of numbers and words allocates nothing; what can be lost is lost anyway.
  char line[1536];
  const auto address = reinterpret_cast<std::uintptr_t>(info->si_addr);
  const greg_t* const registers = static_cast<ucontext_t*>(context)->uc_mcontext.gregs;
  const auto stack_pointer = static_cast<std::uint64_t>(registers[REG_RSP]);
  // Whoever calls abort() has no address: libc, of a pointer that nobody has allocated.
  say(line,
      signal == SIGABRT
          ? std::snprintf(line, sizeof line, "isthmus: error: rank %d: %s", running,
                          strsignal(signal))
          : std::snprintf(line, sizeof line, "isthmus: error: rank %d: %s at address 0x%llx%s",
                          running, strsignal(signal), static_cast<unsigned long long>(address),
                          is_end_of_stack(address, stack_pointer) ? ", the end of its stack" : ""),
      sizeof line);
  const CodePlace place =
      find_crash_place(static_cast<std::uint64_t>(registers[REG_RIP]), stack_pointer);
  const char* const function = place.function.data();
  const int length =
      place.is_known()
          ? std::snprintf(line, sizeof line, "%s%s (for the line: addr2line -Cfe %s 0x%llx)\n",
                          *function != '\0' ? ", in " : "", function, place.file.data(),
                          static_cast<unsigned long long>(place.address))
          : std::snprintf(line, sizeof line, "\n");
  say(line, length, sizeof line);
}

}  // namespace

void report_crashes() {
  struct sigaction action{};
  action.sa_sigaction = say_and_end;
  action.sa_flags = SA_SIGINFO | SA_ONSTACK | static_cast<int>(SA_RESETHAND);
  for (const int signal : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT}) {
    sigaction(signal, &action, nullptr);
  }
}

void detail::make_handler_stack() {
  static thread_local HandlerStack stack;
  has_handler_stack = true;
}

}  // namespace isthmus::engine::mpi
