// isthmus/fabric/carrier/mpi/mpi_session.hpp: the MPI library's begin and end in a process.
#pragma once

#include <mpi.h>

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "isthmus/base/error.hpp"

namespace isthmus::engine::fabric {

/// "the message was truncated", as MPI says it.
std::string mpi_text(int code);

/// Begins MPI where nobody has, and then ends it: the last owner's destructor waits for all ranks
/// to do the same. One thread at a time, of any PE's.
class MpiSession {
 public:
  /// ErrorCode::bad_input where MPI can serve one thread alone.
  static Expected<std::shared_ptr<MpiSession>> begin();
  ~MpiSession();
  MpiSession(const MpiSession&) = delete;
  MpiSession& operator=(const MpiSession&) = delete;

  int rank() const { return rank_; }
  int size() const { return size_; }
  /// What `mpirun` or its like calls this job; empty where it does not tell.
  static std::string job_name();

  /// A rank is gone: nobody waits for it at the end.
  void abandon() { is_abandoned_ = true; }
  /// Owns memory that MPI may use as long as it lives.
  void keep(std::shared_ptr<void> owner) { kept_.push_back(std::move(owner)); }

 private:
  MpiSession() = default;

  int rank_ = 0;
  int size_ = 0;
  bool is_ours_ = false;
  bool is_abandoned_ = false;
  std::vector<std::shared_ptr<void>> kept_;
};

}  // namespace isthmus::engine::fabric
