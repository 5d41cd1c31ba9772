// isthmus/bootstrap/manager/pmix.hpp: managers that speak PMIx: mpirun, prterun, `srun --mpi=pmix`.
#pragma once

#include <memory>
#include <string>

#include "isthmus/base/error.hpp"
#include "isthmus/bootstrap/manager/manager.hpp"

namespace isthmus::engine::bootstrap {

/// Whether the environment says that a PMIx server has started this process.
bool has_pmix_server();

/// How many processes a manager started together with this one without PMIx, as `srun --mpi=none`
/// and MPICH's mpirun say it in the environment; 1 where there is none. Each of them would be a job
/// of its own.
int tasks_without_pmix();

/// Why this build speaks no PMIx; empty where it does.
std::string why_no_pmix();

/// Connects to the server that the environment names, until the manager is destroyed; one at a time
/// in a process. ErrorCode::bad_input where there is none, it does not answer, or the build speaks
/// no PMIx. Blocks.
Expected<std::unique_ptr<Manager>> connect_to_pmix();

}  // namespace isthmus::engine::bootstrap
