// mpi/crash_report.hpp: whose program it was that has ended the process.
#pragma once

namespace isthmus::engine::mpi {

/// From now on a fault in a rank's program (SIGSEGV, SIGBUS, SIGFPE, SIGILL), or a call of abort()
/// in what ranks share, says in one line which rank it was and where in the program, before it ends
/// the process as it would have. Once, before there are threads.
void report_crashes();

namespace detail {
inline constexpr int no_rank = -1;
/// A signal comes to the thread that runs the rank; constant-initialized, so a handler may read it.
extern constinit thread_local int running_rank;
extern constinit thread_local bool has_handler_stack;
/// Threads whose ranks use up their stacks have another one for the handler.
void make_handler_stack();
}  // namespace detail

/// While it lives, this thread runs that rank. A visit of a rank has one, so it costs a few loads.
class RunningRank {
 public:
  explicit RunningRank(int rank) : before_(detail::running_rank) {
    if (!detail::has_handler_stack) detail::make_handler_stack();
    detail::running_rank = rank;
  }
  ~RunningRank() { detail::running_rank = before_; }
  RunningRank(const RunningRank&) = delete;
  RunningRank& operator=(const RunningRank&) = delete;

 private:
  int before_;
};

}  // namespace isthmus::engine::mpi
