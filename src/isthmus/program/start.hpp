// isthmus/program/start.hpp: what every job of a program is started with, and ended with.
#pragma once

#include <memory>

#include "isthmus/base/clock.hpp"
#include "isthmus/base/error.hpp"
#include "isthmus/base/log.hpp"
#include "isthmus/bootstrap/join/mesh.hpp"
#include "isthmus/bootstrap/membership.hpp"
#include "isthmus/message/payload.hpp"
#include "isthmus/program/launch.hpp"
#include "isthmus/program/options.hpp"
#include "isthmus/runtime/driver.hpp"
#include "isthmus/runtime/process.hpp"
#include "isthmus/runtime/real_world.hpp"
#include "isthmus/runtime/timeline.hpp"
#include "isthmus/sim/simulation.hpp"
#include "isthmus/topology/topology.hpp"

namespace isthmus::engine::program {

/// One line on standard error. The exit status.
int report_error(const Error& error);
/// Of a process whose job has failed: rank 0 tells the user; another one only where rank 0 cannot.
int report_failure(const runtime::Process& process);
/// A status of success only if what was printed has arrived: a disk may be full.
int after_output(int status);

/// What draws the job's time, for the process's part of the file; null where the user wants none.
Expected<std::unique_ptr<runtime::Timeline>> make_timeline(const Options& options, ProcessId rank,
                                                           int pe_count);
/// Also of a job that has failed, whose failure is then the one to tell.
Expected<void> write_timeline(const std::unique_ptr<runtime::Timeline>& timeline,
                              const Options& options, ProcessId rank, Log& log);

/// Where a job takes place.
struct Stage {
  topology::Topology topology;
  sim::Costs costs;  ///< With what the grid's links say, on the backend `sim`.
};
Expected<Stage> stage_of(const Options& options);

/// Whether the links of a grid can join the processes of a job on a real backend. Every process
/// would find what is wrong with them, but who describes the job says it once.
Expected<void> check_links_between_processes(const Options& options,
                                             const topology::Topology& topology);

/// How the processes of an epoch are connected, those that are absent left out.
bootstrap::MeshOptions mesh_options(const topology::Topology& topology, ProcessId self);
/// On real backends: what this process brings to its job. `topology` is of the first epoch, and
/// outlives the join. `past` is of a job that goes on when processes are lost, whose membership it
/// outlives; null in others.
Expected<bootstrap::JobOptions> job_options(const Options& options, const Launch& launch,
                                            const topology::Topology& topology,
                                            const PayloadTable& payloads,
                                            const bootstrap::PastEpochs* past, Log& log);
/// Likewise: finds the other processes of a job of one epoch.
Expected<bootstrap::Membership> join(const Options& options, const Launch& launch,
                                     const topology::Topology& topology,
                                     const PayloadTable& payloads, const Clock& clock, Log& log);
/// Those that the job begins without.
std::vector<ProcessId> absent_at_first(const Options& options, const topology::Topology& topology);
/// What is handed in outlives the process.
runtime::World world_of(runtime::RealWorld& real, const topology::Members& members,
                        const PayloadTable& payloads, const Clock& clock, Log& log);
/// Pinning and spinning suit PEs that have a core each.
runtime::DriverOptions driver_options(const Options& options, const Launch& launch,
                                      const topology::Topology& topology, ProcessId self,
                                      int core_count);

}  // namespace isthmus::engine::program
