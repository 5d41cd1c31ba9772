#include "mpi/crash_report.hpp"

#include <signal.h>
#include <string.h>
#include <unistd.h>

#include <cstdint>
#include <cstdio>
#include <initializer_list>

namespace isthmus::mpi {

namespace {

constexpr int nobody = -1;
// A signal comes to the thread that runs the rank; constant-initialized, so a handler may read it.
thread_local constinit int running = nobody;  // NOLINT(*-avoid-non-const-global-variables)

/// Threads whose ranks use up their stacks have another one for the handler.
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
  alignas(16) char bytes_[16384] = {};
};

void say_and_end(int signal, siginfo_t* info, void*) {
  if (running != nobody) {
    // snprintf of numbers allocates nothing; what can be lost is lost anyway.
    char line[160];
    const int length = std::snprintf(
        line, sizeof line, "isthmus: error: rank %d: %s at address 0x%llx\n", running,
        strsignal(signal),
        static_cast<unsigned long long>(reinterpret_cast<std::uintptr_t>(info->si_addr)));
    if (length > 0) (void)!write(STDERR_FILENO, line, static_cast<std::size_t>(length));
  }
  // The handler is gone (SA_RESETHAND): the fault comes again when this returns.
}

}  // namespace

void report_crashes() {
  struct sigaction action{};
  action.sa_sigaction = say_and_end;
  action.sa_flags = SA_SIGINFO | SA_ONSTACK | static_cast<int>(SA_RESETHAND);
  for (const int signal : {SIGSEGV, SIGBUS, SIGFPE, SIGILL}) sigaction(signal, &action, nullptr);
}

RunningRank::RunningRank(int rank) : before_(running) {
  static thread_local HandlerStack stack;
  running = rank;
}

RunningRank::~RunningRank() { running = before_; }

}  // namespace isthmus::mpi
