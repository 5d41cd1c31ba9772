// mpi/crash_report.hpp: whose program it was that has ended the process.
#pragma once

namespace isthmus::mpi {

/// From now on a fault in a rank's program (SIGSEGV, SIGBUS, SIGFPE, SIGILL), or a call of abort()
/// in what ranks share, says in one line which rank it was and where in the program, before it ends
/// the process as it would have. Once, before there are threads.
void report_crashes();

/// While it lives, this thread runs that rank.
class RunningRank {
 public:
  explicit RunningRank(int rank);
  ~RunningRank();
  RunningRank(const RunningRank&) = delete;
  RunningRank& operator=(const RunningRank&) = delete;

 private:
  int before_;
};

}  // namespace isthmus::mpi
