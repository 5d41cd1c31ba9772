// isthmus/program/launch.hpp: what a process makes of the manager that started it.
#pragma once

#include <cstdint>
#include <expected>
#include <memory>
#include <string>
#include <vector>

#include "isthmus/base/error.hpp"
#include "isthmus/bootstrap/join/introduction.hpp"
#include "isthmus/bootstrap/manager/manager.hpp"
#include "isthmus/program/options.hpp"
#include "isthmus/topology/grid.hpp"
#include "isthmus/topology/topology.hpp"

namespace isthmus::engine::program {

inline constexpr const char* job_key_expected =
    "the environment variable ISTHMUS_JOB_KEY, the same for all processes";

/// What surrounds a process that has just begun.
struct Surroundings {
  bool has_manager = false;      ///< The environment says so.
  std::string why_no_pmix = {};  ///< Empty where the build can talk to it.
  int tasks_without_pmix = 1;    ///< As bootstrap::tasks_without_pmix tells.
};

/// Whether the manager that started this process is to say who else is in the job.
/// ErrorCode::bad_input for options that do not go together, or ask for what is not there.
Expected<bool> wants_manager(const Options& options, const Surroundings& surroundings);

/// The job as the processes of one manager see it: `ranks` are those of the job, by the manager's.
struct JobLayout {
  topology::Grid grid;
  std::vector<std::uint32_t> ranks;
};

/// From what all of them know of each other; the same for all. Where `options` name a site or a
/// grid file, ranks come in the order of the manager's; otherwise the grid is made: sites of equal
/// size, nodes by host name, and as many PEs a node as its processes may use CPUs, or as --pes
/// says. ErrorCode::bad_input where the manager started more or fewer processes than the grid has.
Expected<JobLayout> place(const Options& options,
                          const std::vector<bootstrap::Introduction>& processes);

/// How a process was started, and with whom.
struct Launch {
  std::unique_ptr<bootstrap::Manager> manager = {};     ///< Null where there is none.
  std::vector<bootstrap::Introduction> processes = {};  ///< By the manager's rank.
  std::vector<std::uint32_t> ranks = {};                ///< In the job; likewise.
  std::size_t self = 0;                                 ///< The manager's rank of this process.

  /// All processes of the manager run on one machine.
  bool is_one_machine() const;
};

/// Asks the manager, where there is one, and completes the options: backend, grid, rank. Fails with
/// an exit status, when the user has been told why; what all processes of the manager come to, the
/// first of them tells alone.
std::expected<Launch, int> launch(Options& options);

/// Of a process that ends with this status: before it does, the others may tell why. Hands it on.
int after_others(const Launch& launch, int status);

/// What the PEs of this process may count on. `cores` has a CPU for each, where those that the
/// manager gave to the processes of this machine suffice for all PEs on it; else none.
struct CoreShare {
  bool cores_suffice = false;
  std::vector<int> cores = {};
};
CoreShare core_share_of(const Launch& launch, const topology::Topology& topology);

}  // namespace isthmus::engine::program
