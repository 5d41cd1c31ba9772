// isthmus/program/real_job.hpp: one process's part in a job on this machine.
#pragma once

#include <cstdint>
#include <map>
#include <memory>

#include "isthmus/base/clock.hpp"
#include "isthmus/base/error.hpp"
#include "isthmus/bootstrap/agreement/agree.hpp"
#include "isthmus/bootstrap/join/rendezvous.hpp"
#include "isthmus/bootstrap/membership.hpp"
#include "isthmus/message/payload.hpp"
#include "isthmus/program/checkpointing.hpp"
#include "isthmus/program/job_door.hpp"
#include "isthmus/program/job_log.hpp"
#include "isthmus/program/launch.hpp"
#include "isthmus/program/options.hpp"
#include "isthmus/runtime/main_program.hpp"
#include "isthmus/runtime/timeline.hpp"
#include "isthmus/sim/cost_recorder.hpp"
#include "isthmus/topology/topology.hpp"

namespace isthmus::program {

/// Exit status of a process that the others of its job go on without, or may: they have given it
/// up, or it reaches too few of them.
inline constexpr int given_up_status = 3;

/// A job of threads or processes as one of its processes sees it: joins it, and takes part in its
/// epochs. With `--on-loss go-on` an epoch ends when a process is lost: those that are left agree
/// on who they are, connect anew, and begin the next one from the last checkpoint that they hold in
/// their memories. Everything else is a job of one epoch. One thread, which drives the first PE.
class RealJob {
 public:
  struct Parts {
    const Options& options;
    const Launch& launch;
    const topology::Topology& topology;
    int core_count;
    const MainProgram& main_program;
    JobLog& log;
  };

  explicit RealJob(const Parts& parts) : parts_(parts), topology_(parts.topology) {}

  /// Takes part until the job, or this process's part in it, has ended, of which the user has been
  /// told. The exit status.
  int run();

 private:
  struct Epoch;

  Expected<void> begin(Epoch& epoch, bootstrap::Membership membership);
  int finish(Epoch& epoch);
  /// From the end of one epoch to the next.
  Expected<bootstrap::Membership> go_on(bootstrap::PeerTable table, std::map<ProcessId, bool> lost);
  Expected<bootstrap::NextEpoch> agree(bootstrap::PeerTable& table,
                                       const std::map<ProcessId, bool>& lost);
  Expected<void> prepare(const bootstrap::NextEpoch& next, ProcessId self);
  void tell_of_no_beginning(const Error& why);
  bool has_main(ProcessId self) const;

  const Parts parts_;
  const SteadyClock clock_;
  std::unique_ptr<PayloadTable> payloads_;
  std::unique_ptr<Checkpointing> checkpointing_;
  store::Places places_;  // of the epoch that begins, and so what follows
  std::uint32_t epoch_ = 0;
  topology::Topology topology_;
  bootstrap::PastEpochs past_;
  std::unique_ptr<JobDoor> door_;
  std::unique_ptr<runtime::Timeline> timeline_;
  sim::CostRecorder recorder_;
};

}  // namespace isthmus::program
