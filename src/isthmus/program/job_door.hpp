// isthmus/program/job_door.hpp: the name and the door of a job of real processes.
#pragma once

#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "isthmus/base/error.hpp"
#include "isthmus/base/ids.hpp"
#include "isthmus/base/log.hpp"
#include "isthmus/bootstrap/join/join_service.hpp"
#include "isthmus/door/door.hpp"
#include "isthmus/door/job_entry.hpp"
#include "isthmus/door/jobs_directory.hpp"
#include "isthmus/live/live_page.hpp"
#include "isthmus/program/options.hpp"
#include "isthmus/runtime/process.hpp"
#include "isthmus/runtime/real_world.hpp"
#include "isthmus/topology/topology.hpp"
#include "isthmus/watch/status_json.hpp"

namespace isthmus::engine::program {

/// In the process of the main program: notes the job on this machine for as long as this lives, and
/// opens its door.
class JobDoor {
 public:
  /// `rendezvous` is where further processes may come; an empty host: none can. `page` comes to the
  /// job by this door, and outlives it; null: there is none.
  /// ErrorCode::bad_input where a job of the name that the user has given runs. Where this machine
  /// has no place to note a job, the log says so, and a job without name and page runs without a
  /// door: null then, and in other processes. The log outlives it.
  static Expected<std::unique_ptr<JobDoor>> claim(const Options& options,
                                                  const topology::Topology& topology,
                                                  const HostPort& rendezvous, bool has_main,
                                                  live::LivePage* page, Log& log);
  JobDoor(const JobDoor&) = delete;
  JobDoor& operator=(const JobDoor&) = delete;
  ~JobDoor();

  /// Before the process's PEs step, which end before this does. `joins` outlives it; null where
  /// the job takes in nobody.
  void open(runtime::Process& process, runtime::Sleepers& sleepers, bootstrap::JoinService* joins);
  /// The job has ended, and its PEs step no more, but are there: who has asked by now is answered,
  /// and who looks at the page is told how it ended, as far as that takes not long. Blocks
  /// meanwhile, for no time where nobody looks.
  void conclude(runtime::Process& process);
  /// Other places are free by now.
  void set_free(const topology::Topology& topology, const std::vector<ProcessId>& free);
  /// For whoever polls it by other means; this owns it. ErrorCode::io.
  Expected<door::Door*> open(door::Controls controls);

 private:
  JobDoor(door::JobsDirectory directory, live::LivePage* page, Log& log)
      : directory_(std::move(directory)), page_(page), log_(log) {}

  const door::JobsDirectory directory_;
  live::LivePage* const page_;  // null: none
  Log& log_;
  std::unique_ptr<door::JobEntry> entry_;  // never null
  std::unique_ptr<door::Door> door_;
  std::optional<watch::JobEnd> end_;
};

}  // namespace isthmus::engine::program
