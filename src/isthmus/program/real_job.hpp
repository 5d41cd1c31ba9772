// isthmus/program/real_job.hpp: one process's part in a job on this machine.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "isthmus/base/clock.hpp"
#include "isthmus/base/error.hpp"
#include "isthmus/bootstrap/agreement/agree.hpp"
#include "isthmus/bootstrap/join/join_service.hpp"
#include "isthmus/bootstrap/join/rendezvous.hpp"
#include "isthmus/bootstrap/membership.hpp"
#include "isthmus/message/payload.hpp"
#include "isthmus/program/alert_command.hpp"
#include "isthmus/program/checkpointing.hpp"
#include "isthmus/program/job_door.hpp"
#include "isthmus/program/job_log.hpp"
#include "isthmus/program/job_page.hpp"
#include "isthmus/program/launch.hpp"
#include "isthmus/program/options.hpp"
#include "isthmus/program/report.hpp"
#include "isthmus/program/site_vote.hpp"
#include "isthmus/program/start.hpp"
#include "isthmus/runtime/main_program.hpp"
#include "isthmus/runtime/membership_changes.hpp"
#include "isthmus/runtime/timeline.hpp"
#include "isthmus/runtime/warning_command.hpp"
#include "isthmus/runtime/warning_signal.hpp"
#include "isthmus/sim/cost_recorder.hpp"
#include "isthmus/topology/topology.hpp"

namespace isthmus::engine::program {

/// Exit status of a process that the others of its job go on without, or may: they have given it
/// up, or it reaches too few of them.
inline constexpr int given_up_status = 3;
/// Of one that was asked to leave, and has.
inline constexpr int left_status = 4;

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

  explicit RealJob(const Parts& parts)
      : parts_(parts),
        topology_(parts.topology.without(absent_at_first(parts.options, parts.topology))) {}

  /// Takes part until the job, or this process's part in it, has ended, of which the user has been
  /// told. The exit status.
  int run();

 private:
  struct Epoch;

  Expected<void> begin(Epoch& epoch, bootstrap::Membership membership);
  int finish(Epoch& epoch);
  /// With what an epoch ends.
  struct Changes {
    std::map<ProcessId, bool> lost;  // whether that is certain
    runtime::MembershipChange wished;
  };

  /// What a process has in its hands when it has left an epoch.
  struct Parting {
    std::unique_ptr<bootstrap::PeerTable> table;  // null: the epoch's service still has it
    std::optional<bootstrap::NextEpoch> next;     // nothing: not agreed on yet
    Changes changes;
  };
  /// Of a process that has been interrupted, which may go on as it is beside a site that is made
  /// again: whether it does. Where it does not, `parting` may have been filled.
  Expected<bool> stay(Epoch& epoch, Parting& parting);
  Expected<bool> leave(Parting& parting, bootstrap::PeerTable table);
  SiteVote vote_of(Epoch& epoch, SiteId site) const;
  std::string obstacle_of_surroundings(Epoch& epoch, SiteId site) const;
  void await_others(Epoch& epoch);
  Expected<void> connect_anew(Epoch& epoch, bootstrap::PeerTable& table);
  void note_whether_alone(const bootstrap::NextEpoch& next);

  /// From the end of one epoch to the next, or from what was agreed on.
  Expected<bootstrap::Membership> go_on(bootstrap::PeerTable table, Changes changes,
                                        std::optional<bootstrap::NextEpoch> agreed = {});
  Expected<bootstrap::NextEpoch> agree_on(bootstrap::PeerTable& table, const Changes& changes,
                                          const SiteVote& vote);
  Expected<bootstrap::NextEpoch> agree(bootstrap::PeerTable& table, const Changes& changes,
                                       const SiteVote& vote);
  SiteVote vote_to_go_back(std::string why) const;
  /// Of a process that has come when the job had begun.
  Expected<bootstrap::Membership> come_in(bootstrap::PeerTable table,
                                          const bootstrap::Welcome& welcome);
  bootstrap::MeshOptions ways_of_epoch(ProcessId self) const;
  Expected<bootstrap::Membership> connect(bootstrap::PeerTable& table);
  /// Calls `talk` with the acceptor of those who come to agree.
  template <class Talk>
  Expected<bootstrap::NextEpoch> with_acceptor(bootstrap::PeerTable& table, Talk talk);
  void welcome(const bootstrap::PeerTable& table, const Changes& changes);
  void open_join_service(ProcessId self);
  void open_door_again();
  bool may_others_come() const;
  HostPort rendezvous() const;
  int end_without_others(const Error& why, bool wants_to_leave);
  Expected<void> prepare(const bootstrap::NextEpoch& next, ProcessId self,
                         const runtime::MembershipChange& wished);
  void follow_alerts(runtime::Process& process);
  void remember(runtime::Process& process);
  TimeNs since_checkpoint(std::uint64_t checkpoint);
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
  std::vector<ProcessId> away_;    // lost, while the others go on in their epoch
  std::optional<SiteVote> alone_;  // of one that has come in the place of one of those
  bootstrap::ProcessSet come_;     // since the last epoch that began
  int failed_begins_ = 0;          // in a row
  int fruitless_epochs_ = 0;       // likewise: with the same processes and checkpoint
  TimeNs began_ns_ = 0;            // this process, the job
  TimeNs interrupted_ns_ = 0;      // the last epoch
  History history_;
  std::map<std::uint64_t, TimeNs> taken_ns_;  // when a checkpoint's state was the job's, by number
  bootstrap::Nonce job_{};
  std::unique_ptr<bootstrap::JoinService> join_service_;  // where the main program is
  std::map<ProcessId, TimeNs> promised_;  // places, elsewhere: what that process keeps, until when
  std::unique_ptr<runtime::WarningSignal> warning_;           // where the user wants to go by it
  std::unique_ptr<runtime::WarningCommand> warning_command_;  // likewise
  std::unique_ptr<live::LivePage> page_;         // where the main program is, if wished
  std::unique_ptr<JobDoor> door_;                // likewise; uses the page
  std::unique_ptr<AlertCommand> alert_command_;  // where the main program is
  std::unique_ptr<runtime::Timeline> timeline_;
  sim::CostRecorder recorder_;
};

}  // namespace isthmus::engine::program
