// isthmus/program/real_job_epoch.hpp: what a process has of one epoch of its job.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>

#include "isthmus/base/clock.hpp"
#include "isthmus/program/progress_line.hpp"
#include "isthmus/program/real_job.hpp"
#include "isthmus/runtime/caller_watch.hpp"
#include "isthmus/runtime/join_watch.hpp"
#include "isthmus/runtime/live_timeline.hpp"
#include "isthmus/runtime/process.hpp"
#include "isthmus/runtime/real_world.hpp"
#include "isthmus/topology/members.hpp"

namespace isthmus::engine::program {

/// For those that have agreed to be connected. All are there, or lost as well, which takes so long
/// only where no machine says so.
inline constexpr TimeNs connecting_ns = 5'000'000'000;

/// What there is of an epoch. Nothing of it outlives it.
struct RealJob::Epoch {
  Epoch(const topology::Topology& topology, std::uint32_t number, bootstrap::Membership& membership,
        const Clock& clock)
      : members(topology, number), real(topology, membership, clock) {}

  topology::Members members;
  runtime::RealWorld real;
  DisplacedClock displaced_clock;
  std::optional<ProgressLine> progress_line;  // where there is a terminal to show it
  std::unique_ptr<Job> job;                   // what is left of the main program refers to it
  std::unique_ptr<runtime::CallerWatch> watch;
  std::unique_ptr<runtime::JoinWatch> join_watch;
  std::unique_ptr<runtime::WarningWatch> warning_watch;
  std::unique_ptr<runtime::LiveTimeline> live_timeline;  // where none is of the whole run
  std::unique_ptr<runtime::Process> process;
};

}  // namespace isthmus::engine::program
