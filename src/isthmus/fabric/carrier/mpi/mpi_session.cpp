#include "isthmus/fabric/carrier/mpi/mpi_session.hpp"

#include <array>
#include <cstdlib>
#include <utility>

namespace isthmus::engine::fabric {

std::string mpi_text(int code) {
  std::array<char, MPI_MAX_ERROR_STRING> text{};
  int length = 0;
  if (MPI_Error_string(code, text.data(), &length) != MPI_SUCCESS) return std::to_string(code);
  return {text.data(), static_cast<std::size_t>(length)};
}

Expected<std::shared_ptr<MpiSession>> MpiSession::begin() {
  std::shared_ptr<MpiSession> session(new MpiSession);
  int is_begun = 0;
  int level = MPI_THREAD_SINGLE;
  MPI_Initialized(&is_begun);
  if (is_begun == 0) {
    const int status = MPI_Init_thread(nullptr, nullptr, MPI_THREAD_SERIALIZED, &level);
    if (status != MPI_SUCCESS) return fail(ErrorCode::io, "MPI cannot begin: " + mpi_text(status));
    session->is_ours_ = true;
  } else {
    MPI_Query_thread(&level);
  }
  if (level < MPI_THREAD_SERIALIZED) {
    return fail(ErrorCode::bad_input, "this MPI serves one thread alone", {},
                "MPI_THREAD_SERIALIZED, or another carrier");
  }
  // A rank that dies is ours to deal with.
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
  MPI_Comm_rank(MPI_COMM_WORLD, &session->rank_);
  MPI_Comm_size(MPI_COMM_WORLD, &session->size_);
  return session;
}

MpiSession::~MpiSession() {
  // Where somebody is gone, the end would wait for it for ever; the process ends without.
  if (is_ours_ && !is_abandoned_) {
    MPI_Finalize();
    return;
  }
  // MPI may still use it until the process ends.
  if (is_abandoned_) new std::vector<std::shared_ptr<void>>(std::move(kept_));
}

std::string MpiSession::job_name() {
  for (const char* variable : {"PMIX_NAMESPACE", "PMI_JOBID", "PMI_ID_JOB"}) {
    if (const char* value = std::getenv(variable)) return value;
  }
  return {};
}

}  // namespace isthmus::engine::fabric
